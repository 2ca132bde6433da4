"""Programs that measure; each prints one JSON object. docs/performance.md says how to run them."""

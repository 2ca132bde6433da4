"""What script/stress is made of."""

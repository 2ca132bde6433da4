"""A whole game played by mail with nobody at the keyboard: what script/demo does."""

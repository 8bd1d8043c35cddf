"""The tests, in the order of the folders they test."""

"""Strategies for Twyst, one idea a file."""

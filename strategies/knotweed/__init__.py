"""Strategies for Knotweed, one idea a file."""

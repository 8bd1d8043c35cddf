"""Strategies for Twisted Knot, one idea a file."""

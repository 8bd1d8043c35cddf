"""Tests of the public functions."""

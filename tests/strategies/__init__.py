"""Tests of the strategies, a file each, found by name."""

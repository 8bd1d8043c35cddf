"""Tests of machine code: how it is compiled, and kept."""

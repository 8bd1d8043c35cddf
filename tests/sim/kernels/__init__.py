"""Tests of the engine and its random numbers."""

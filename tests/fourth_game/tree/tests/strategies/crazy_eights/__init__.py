"""Tests of the strategies for Crazy Eights."""

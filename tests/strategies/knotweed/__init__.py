"""Tests of the strategies for Knotweed."""

"""Tests of what is kept: run folders, pieces and results, and damage to them."""

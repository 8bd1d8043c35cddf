"""Tests of statistics, designs and verdicts."""

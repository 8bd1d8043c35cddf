"""Duels: is A better than B, in which design, by how much, and how many deals does that take?"""

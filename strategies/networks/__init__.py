"""What champions share: their weights, and descriptions of what they see."""

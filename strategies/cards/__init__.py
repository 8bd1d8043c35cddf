"""What table cards share: their lines, and how these are packed for compiled code."""

"""Claims on their way to a verdict: headlines, sizes, and what is shown with them."""

"""Pages: what they are made of, and the templates that draw it."""

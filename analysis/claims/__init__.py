"""The claims of the rulebooks on trial: as data (a file a game), settled cell by cell, counted in one place."""

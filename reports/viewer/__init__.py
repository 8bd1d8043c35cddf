"""The replay viewer: recorded games to watch in a browser."""

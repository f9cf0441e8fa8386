"""Crescent solitaire for people who play by ear; the package itself does nothing when imported."""

__version__ = "0.1.0"

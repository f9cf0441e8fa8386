"""The game itself; it never speaks, reads a clock, knows a locale or touches a file."""

"""The game itself; it never speaks, reads a clock, knows a locale or touches a file.

For other programs: `deal` names and deals games, `game` plays one, `rules` decides and lists what
is allowed on any `table`, `record` reads and writes logs, `replay` judges them, `solver` looks for
a win, and `view` is what can be seen of a table. Cards, places, moves and events are values. What
is refused is an answer, not an error; errors are ValueError for a text that cannot be read, and
`record.Fault` for a log.
"""

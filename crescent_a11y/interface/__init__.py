"""People and files: the session, the terminal, the voice; it never decides what is allowed."""

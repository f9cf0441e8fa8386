"""Words in and words out, in each language; it never decides what is allowed and does no I/O."""

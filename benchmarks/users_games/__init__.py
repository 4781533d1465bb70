"""Six games as a new user writes them, from the README and the docs alone.

They are what is measured, and what the tests solve: nothing in them may be changed to suit the compiler.
"""

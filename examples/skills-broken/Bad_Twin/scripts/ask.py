#!/usr/bin/env python3
"""Waits for somebody to type, which nobody will when an agent runs it."""

name = input("Who took the notes? ")
print(f"Notes by {name}")

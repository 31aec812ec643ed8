#!/usr/bin/env python
"""Module doc."""
import os, sys as s
from a.b import (c as d,
   e)  # trailing
from . import x
try:
    import json
except ImportError:
    json = None

# banner

# doc of f
@dec(1)
@dec2
def f(a, b):
    # why
    return 1
    # tail
def g(): pass

class Store(Base):
    """Doc of store."""
    x = 1
    # c
    def load(self, path):
        """Load it."""
        def inner(): pass
        return path

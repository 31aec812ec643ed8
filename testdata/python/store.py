#!/usr/bin/env python3
"""Stores of documents."""

from __future__ import annotations

import os.path
import json as js, re
from collections.abc import Iterable, Mapping as M
from .base import *
from . import (
    codec,  # how bytes are written
    paths as p,
)

try:
    import yaml
except ImportError:
    yaml = None

if os.name == "nt":
    from ntpath import join

    def normal(path):
        return path.lower()
else:
    def normal(path):
        return path

# How many documents a page has.
PAGE = 20
__all__ = [
    "Store",
    "open_store",
]
first, last = 0, -1
limits: dict[str, int] = {
    "page": PAGE,
}

type Key = str | bytes


# A store of documents.
# It is closed by its owner.
@register
@dataclass(frozen=True)
class Store(Base, metaclass=Meta):
    """Holds documents by key."""

    root: str
    options = {"mode": "r"}

    class Error(Exception):
        pass

    def __init__(self, root: str):
        self.root = root
        # the end of the constructor

    @property
    # cached by the caller
    def size(self) -> int:
        # counted each time
        return len(os.listdir(self.root))

    @classmethod
    async def load(
        cls,
        key: Key,
        *,
        strict: bool = True,
    ) -> dict:
        """Loads one."""

        def check(data):
            return bool(data)

        # parse
        data = js.loads(key)
        return data if check(data) else {}


def open_store(path): return Store(join(path))


async def main():
    """Prints a store."""
    local = 1
    print(local)
    # done


if __name__ == "__main__":
    main()

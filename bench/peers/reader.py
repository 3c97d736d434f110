#!/usr/bin/python3
"""Reads the same records with PyYAML's C loader and python-markdown, and makes
nothing of them: bench/peers/reader.py IN."""

import pathlib
import sys

import markdown
import yaml

for path in sorted(pathlib.Path(sys.argv[1], "records").rglob("*.md")):
    front, _, body = path.read_text(encoding="utf-8")[4:].partition("\n---\n")
    yaml.load(front, yaml.CSafeLoader)
    markdown.markdown(body, extensions=["tables"])

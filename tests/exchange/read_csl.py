#!/usr/bin/env python3
"""Reads CSL-JSON as others do: by schema, by the names that CSL knows, and by
citing every item with citeproc-py, a processor of its own.

    read_csl.py SCHEMA FILE     prints the bibliography; exit 1 says what is wrong
"""
import json
import os
import re
import sys
import warnings

import citeproc
import jsonschema
from citeproc.source.json import CiteProcJSON

warnings.filterwarnings("ignore", message=".*unsupported: custom")


def names_of_csl():
    """Every word that the schema of CSL styles, which comes with citeproc-py,
    allows somewhere: variables and types among them."""
    schema = os.path.join(os.path.dirname(citeproc.__path__[0]), "citeproc", "data",
                          "schema", "csl.rng")
    with open(schema, encoding="utf-8") as file:
        return set(re.findall(r"<value>([^<]+)</value>", file.read()))


# In CSL-JSON and not a variable of styles; of the types, what 1.0.2 has added.
BESIDE = {"id", "type", "custom"}
ADDED = {"software", "document"}


def check_names(items):
    known = names_of_csl()
    for item in items:
        unknown = set(item) - known - BESIDE
        assert not unknown, f"{item['id']}: CSL has no variable {unknown}"
        assert item["type"] in known | ADDED, f"{item['id']}: no type {item['type']}"


def cite(items):
    source = CiteProcJSON(items)
    style = citeproc.CitationStylesStyle("harvard1", validate=False)
    bibliography = citeproc.CitationStylesBibliography(
        style, source, citeproc.formatter.plain)
    for item in items:
        bibliography.register(citeproc.Citation([citeproc.CitationItem(item["id"])]))
    return [str(entry) for entry in bibliography.bibliography()]


def main():
    schema_path, path = sys.argv[1:]
    with open(schema_path, encoding="utf-8") as file:
        schema = json.load(file)
    with open(path, encoding="utf-8") as file:
        items = json.load(file)
    jsonschema.Draft7Validator.check_schema(schema)
    jsonschema.validate(items, schema, cls=jsonschema.Draft7Validator)
    ids = [item["id"] for item in items]
    assert len(set(ids)) == len(ids), "an id stands twice"
    check_names(items)
    entries = cite(items)
    assert len(entries) == len(items), "an item is not cited"
    print("\n".join(entries))


try:
    main()
except (AssertionError, jsonschema.ValidationError) as error:
    sys.exit(f"read_csl: {error}")

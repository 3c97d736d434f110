#!/usr/bin/env python3
"""Holds a folder to what RO-Crate 1.2 requires of a crate, and to what this
project promises of its own: every run with plan, evidence, core and day.

    read_crate.py FOLDER     prints the number of runs of each plan
"""
import collections
import hashlib
import json
import os
import re
import sys
import urllib.parse

VERSION = "https://w3id.org/ro/crate/1.2"


def references(value):
    """Every {"@id": ...} that stands somewhere in the value."""
    if isinstance(value, dict):
        if set(value) == {"@id"}:
            yield value["@id"]
        for member in value.values():
            yield from references(member)
    elif isinstance(value, list):
        for item in value:
            yield from references(item)


def check_files(folder, entities):
    found = set()
    for path, _, names in os.walk(folder):
        found |= {os.path.relpath(os.path.join(path, name), folder) for name in names}
    described = {urllib.parse.unquote(e["@id"]): e for e in entities.values()
                 if e["@type"] == "File"}
    assert found == set(described) | {"ro-crate-metadata.json"}, found ^ set(described)
    for name, entity in described.items():
        with open(os.path.join(folder, name), "rb") as file:
            data = file.read()
        assert entity["contentSize"] == str(len(data)), name
        assert entity["sha256"] == hashlib.sha256(data).hexdigest(), name
        assert entity["encodingFormat"] and entity["name"], name
    return set(described)


def check_runs(folder, entities, root):
    runs = [e for e in entities.values() if e["@type"] == "CreateAction"]
    assert {e["@id"] for e in runs} == set(references(root["mentions"]))
    counts = collections.Counter()
    for run in runs:
        assert re.fullmatch(r"\d{4}-\d\d-\d\d", run["endTime"]), run["@id"]
        assert run["actionStatus"]["@id"] == "http://schema.org/CompletedActionStatus"
        core = entities[run["instrument"]["@id"]]
        assert core["@type"] == "SoftwareApplication" and core["name"] and core["version"]
        plan, evidence = run["object"]["@id"], run["result"]["@id"]
        with open(os.path.join(folder, urllib.parse.unquote(evidence)), encoding="utf-8") as file:
            assert run["identifier"] in file.read(), f"{run['@id']} is in no evidence"
        counts[plan] += 1
    return counts


def main():
    folder = sys.argv[1]
    with open(os.path.join(folder, "ro-crate-metadata.json"), encoding="utf-8") as file:
        crate = json.load(file)
    assert crate["@context"] == VERSION + "/context"
    entities = {e["@id"]: e for e in crate["@graph"]}
    assert len(entities) == len(crate["@graph"]), "an @id stands twice"
    descriptor = entities["ro-crate-metadata.json"]
    assert descriptor["@type"] == "CreativeWork"
    assert descriptor["about"] == {"@id": "./"}
    assert descriptor["conformsTo"] == {"@id": VERSION}
    root = entities["./"]
    assert root["@type"] == "Dataset"
    for key in ("name", "description", "datePublished", "license"):
        assert root[key], key
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", root["datePublished"])
    assert entities[root["license"]["@id"]]["name"]
    for entity in entities.values():
        assert entity["@type"], entity["@id"]
        for target in references({k: v for k, v in entity.items() if k != "conformsTo"}):
            assert target in entities, f"{entity['@id']} leads to {target}, which is not there"
    assert set(references(root["hasPart"])) == {
        urllib.parse.quote(name) for name in check_files(folder, entities)}
    for plan, count in sorted(check_runs(folder, entities, root).items()):
        print(plan, count)


try:
    main()
except AssertionError as error:
    sys.exit(f"read_crate: {error}")

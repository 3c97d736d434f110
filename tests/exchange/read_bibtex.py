#!/usr/bin/env python3
"""Reads BibTeX with bibtexparser, which has nothing in common with libbtparse,
and holds it to the same works exported as CSL-JSON.

    read_bibtex.py BIB CSL     prints what was read, a line an entry
"""
import json
import sys

import bibtexparser
from bibtexparser.bparser import BibTexParser
from bibtexparser.customization import splitname
from bibtexparser.latexenc import latex_to_unicode

# What is a word of TeX and not an accent is none of bibtexparser's business.
WORDS = {
    "\\textbackslash": "\\",
    "\\textasciitilde": "~",
    "\\textasciicircum": "^",
    "\\textbraceleft": "\x01",
    "\\textbraceright": "\x02",
}


def plain(tex):
    for word, text in WORDS.items():
        tex = tex.replace(word + "{}", text)
    for sign in "&%$#_":
        tex = tex.replace("\\" + sign, sign)
    text = tex.replace("{}", "").replace("{", "").replace("}", "")
    return text.replace("\x01", "{").replace("\x02", "}")


def names_of(authors):
    """Splits at "and" outside braces, which bibtexparser leaves to its users."""
    name, depth = [], 0
    for word in authors.split(" "):
        if word == "and" and depth == 0:
            yield " ".join(name)
            name = []
            continue
        depth += word.count("{") - word.count("}")
        name.append(word)
    yield " ".join(name)


def families(entry):
    for name in names_of(entry.get("author", "")):
        if name.startswith("{") and name.endswith("}"):
            yield plain(name)
        elif name:
            parts = splitname(name, strict_mode=True)
            yield plain(" ".join(parts["von"] + parts["last"]))


def main():
    bib_path, csl_path = sys.argv[1:]
    parser = BibTexParser(common_strings=True, ignore_nonstandard_types=False)
    with open(bib_path, encoding="utf-8") as file:
        entries = bibtexparser.load(file, parser=parser).entries
    with open(csl_path, encoding="utf-8") as file:
        items = {item["id"]: item for item in json.load(file)}
    assert len(entries) == len(items), f"{len(entries)} entries, {len(items)} items"
    for entry in entries:
        item = items[entry["ID"]]
        key = entry["ID"]
        assert plain(entry["title"]) == item["title"], f"{key}: title {entry['title']}"
        theirs = [name.get("family", name.get("literal")) for name in item.get("author", [])]
        assert list(families(entry)) == theirs, f"{key}: {list(families(entry))}, {theirs}"
        date = item.get("issued", {"date-parts": [[]]})["date-parts"][0]
        assert entry.get("year", "") == "".join(str(y) for y in date[:1]), f"{key}: year"
        number = item.get("number", "arXiv:")[len("arXiv:"):]
        assert entry.get("eprint", "") == number, f"{key}: eprint"
        assert entry.get("archiveprefix", "") == ("arXiv" if number else ""), f"{key}: archivePrefix"
        assert entry.get("doi", "") == item.get("DOI", ""), f"{key}: doi"
        print(key, entry["ENTRYTYPE"], latex_to_unicode(entry["title"]), sep="\t")


try:
    main()
except AssertionError as error:
    sys.exit(f"read_bibtex: {error}")

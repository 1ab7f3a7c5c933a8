#!/usr/bin/env python3
"""Describe every column of a delimited text file."""

import argparse
import csv
import datetime
import io
import json
import re
import sys

DELIMITERS = {"comma": ",", "semicolon": ";", "tab": "\t", "pipe": "|"}
INTEGER = re.compile(r"[+-]?\d+")
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
BOOLEANS = {"true", "false", "yes", "no"}


def is_date(cell):
    try:
        datetime.date.fromisoformat(cell[:10])
    except ValueError:
        return False
    return len(cell) == 10 or cell[10:11] in ("T", " ")


def type_of(cell):
    if INTEGER.fullmatch(cell):
        return "integer"
    if NUMBER.fullmatch(cell):
        return "number"
    if cell.lower() in BOOLEANS:
        return "boolean"
    if is_date(cell):
        return "date"
    return "text"


class Column:
    def __init__(self, name):
        self.name = name
        self.cells = 0
        self.empty = 0
        self.values = set()
        self.types = {}
        self.examples = {}

    def add(self, cell):
        self.cells += 1
        if not cell.strip():
            self.empty += 1
            return
        kind = type_of(cell.strip())
        self.types[kind] = self.types.get(kind, 0) + 1
        self.examples.setdefault(kind, cell)
        self.values.add(cell)

    def kind(self):
        kinds = set(self.types)
        if not kinds:
            return "empty"
        if kinds == {"integer", "number"}:
            return "number"
        return kinds.pop() if len(kinds) == 1 else "text"

    def odd(self):
        """The first cell that stops a nearly uniform column from having a stricter type."""
        if self.kind() != "text" or len(self.types) < 2:
            return None
        main = max(self.types, key=self.types.get)
        if self.types[main] < 0.8 * sum(self.types.values()):
            return None
        return next(cell for kind, cell in self.examples.items() if kind != main)

    def report(self):
        kind = self.kind()
        order = float if kind in ("integer", "number") else str
        result = {
            "column": self.name,
            "type": kind,
            "cells": self.cells,
            "empty": self.empty,
            "distinct": len(self.values),
        }
        if self.values:
            result["min"] = min(self.values, key=order)
            result["max"] = max(self.values, key=order)
        odd = self.odd()
        if odd is not None:
            result["odd"] = odd
        return result


def describe(text, delimiter):
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    header = next(rows, None)
    if header is None:
        raise ValueError("the table is empty")
    columns = [Column(name) for name in header]
    for row in rows:
        if not row:
            continue
        if len(row) != len(columns):
            raise ValueError(f"line {rows.line_num}: {len(row)} cells, but the header has {len(columns)}")
        for column, cell in zip(columns, row):
            column.add(cell)
    return [column.report() for column in columns]


def as_text(report, width=32):
    heads = ["column", "type", "cells", "empty", "distinct", "min", "max", "odd"]

    def show(value):
        line = " ".join(str(value).split())
        return line if len(line) <= width else line[: width - 1] + "…"

    table = [heads] + [[show(entry.get(head, "")) for head in heads] for entry in report]
    widths = [max(len(row[index]) for row in table) for index in range(len(heads))]
    return "\n".join("  ".join(cell.ljust(size) for cell, size in zip(row, widths)).rstrip() for row in table)


def main():
    parser = argparse.ArgumentParser(
        description="Describe every column of a delimited text file.",
        epilog="Exit status: 0 success, 1 malformed table, 2 usage error or unreadable file.",
    )
    parser.add_argument("file", help="file to read, or - for standard input")
    parser.add_argument("--delimiter", choices=sorted(DELIMITERS), default="comma")
    parser.add_argument("--format", choices=["text", "json"], default="text")
    options = parser.parse_args()

    try:
        if options.file == "-":
            data = sys.stdin.buffer.read()
        else:
            with open(options.file, "rb") as handle:
                data = handle.read()
    except OSError as error:
        print(f"describe.py: cannot read {options.file}: {error.strerror}", file=sys.stderr)
        return 2

    try:
        report = describe(data.decode("utf-8-sig"), DELIMITERS[options.delimiter])
    except UnicodeDecodeError as error:
        print(f"describe.py: byte {error.start} is not UTF-8", file=sys.stderr)
        return 1
    except (ValueError, csv.Error) as error:
        print(f"describe.py: {error}", file=sys.stderr)
        return 1

    sys.stdout.reconfigure(encoding="utf-8")
    print(json.dumps(report, ensure_ascii=False, indent=2) if options.format == "json" else as_text(report))
    return 0


if __name__ == "__main__":
    sys.exit(main())

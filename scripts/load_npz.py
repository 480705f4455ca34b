#!/usr/bin/env python3
"""Reads the arrays of a dataset with NumPy, and compares them with the CSV file of the same rows.

usage: load_npz.py FILE.npz FILE.csv
"""
import csv
import json
import sys

import numpy

PLAYERS = {"o": 1, "x": -1, "draw": 0, "playing": 2, "": 0}
ERRORS = {"none": 0, "tie": 1, "always": 2, "": -1}
WORDS = {"to_move": PLAYERS, "status": PLAYERS, "value": PLAYERS, "pmc_error": ERRORS, "pmc2_error": ERRORS}


def expected(name, text):
    if name in WORDS:
        return WORDS[name][text]
    if name == "board":
        return [[{"o": 1, "x": -1, ".": 0}[cell] for cell in row] for row in text.split()[0].split("/")]
    return int(text) if text.isdigit() else float(text)


def main():
    data = numpy.load(sys.argv[1])
    with open(sys.argv[2], newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    meta = json.loads(str(data["meta"]))
    assert meta["rows"] == len(rows) == len(data["id"]), "as many rows"
    names = data["move_names"]
    for column in rows[0]:
        array = data[column]
        assert len(array) == len(rows), column
        for row, found in zip(rows, array):
            if column.endswith("_moves"):
                assert list(names[found]) == row[column].split(), (column, row)
            else:
                assert numpy.array_equal(found, expected(column, row[column])), (column, row)
    print(meta["game"], len(rows), "rows,", len(data.files), "arrays")


if __name__ == "__main__":
    main()

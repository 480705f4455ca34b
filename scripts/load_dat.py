#!/usr/bin/env python3
"""Reads the three data files with the standard library alone, as the tutorials' Python does, and prints some entries.

usage: load_dat.py [FOLDER] [KEY|KEY|...]     (a key has the cells down each column in turn: x.o.o....)
"""
import gzip
import pickle
import sys

FILES = [
    "bestmoves_and_score_by_board.dat",
    "bestmoves_and_score_by_board_shortest_victory.dat",
    "bestmoves_and_score_by_board_sv_rd.dat",
]


def load(path):
    with gzip.open(path, "rb") as file:
        return pickle.load(file)


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else "data"
    keys = sys.argv[2].split("|") if len(sys.argv) > 2 else ["........."]
    for name in FILES:
        table = load(f"{folder}/{name}")
        assert len(table) == 5478 and next(iter(table)) == "." * 9, name
        entry = table["." * 9]
        assert list(entry) == ["bestmoves", "score", "playout_prob", "playout_score"], name
        assert entry["playout_score"] == 0.6484126984126983 and entry["bestmoves"][1] == (0, 1), name
        print(f"{name}: {len(table)} positions")
        for key in keys:
            print(f"  {key}  {table[key]}")


if __name__ == "__main__":
    main()

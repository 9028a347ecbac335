#!/usr/bin/env python3
"""Inputs and launches for lists.cl: sums of a table's elements that a list names (numpy only, deterministic)."""
import json
import os

import numpy as np

here = os.path.dirname(os.path.abspath(__file__))
os.makedirs(os.path.join(here, "data"), exist_ok=True)
rng = np.random.default_rng(1)
ITEMS, TRIPS = 4096, 64


def write(name, values):
    values.astype(np.int32).tofile(os.path.join(here, "data", name))
    return f"@data/{name}"


lengths = write("len.bin", np.minimum(rng.integers(32, 97, ITEMS), TRIPS))
launches = []
for dtype, element_bytes in (("f", 4), ("d", 8)):
    for table_kib in (16, 256, 1024, 4096, 16384):
        places = rng.integers(0, table_kib * 1024 // element_bytes, ITEMS * TRIPS)
        content = {"col": write(f"col{dtype}{table_kib}.bin", places), "len": lengths}
        buffers = {"col": 4 * ITEMS * TRIPS, "len": 4 * ITEMS, "x": 1024 * table_kib, "y": element_bytes * ITEMS}
        for kernel in (f"g_{dtype}_{ops}_{masked}_{walk}" for ops in (0, 4, 16) for masked in "um" for walk in "cr"):
            launches.append({"file": "lists.cl", "kernel": kernel, "name": f"{kernel}-{table_kib}",
                             "global": [ITEMS], "local": [64], "args": {"n_": ITEMS, "k_": TRIPS},
                             "reals": {"c": 0.5}, "buffers": {name: str(size) for name, size in buffers.items()},
                             "content": content})
with open(os.path.join(here, "launches.json"), "w") as file:
    json.dump(launches, file, indent=1)

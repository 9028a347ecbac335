#!/usr/bin/env python3
"""Inputs and launches for the ten kernels of this folder (numpy only, deterministic). Optional argument: the folder to write to."""
import json
import math
import os
import sys
import numpy as np

here = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))
data = os.path.join(here, "data")
os.makedirs(data, exist_ok=True)
launches = []
SIZES = ("small", "middle", "large")


def launch(name, size, glob, loc, args, reals, buffers):
    """buffers: name -> bytes, or an array whose bytes are the contents."""
    sizes, content = {}, {}
    for b, v in buffers.items():
        if isinstance(v, (int, np.integer)):
            sizes[b] = str(v)
            continue
        fname = f"{name}_{size}_{b}.bin"
        v = np.ascontiguousarray(v)
        v.tofile(os.path.join(data, fname))
        sizes[b] = str(v.nbytes)
        content[b] = f"@data/{fname}"
    launches.append({"file": name + ".cl", "kernel": name, "name": f"{name}-{size}",
                     "global": [int(g) for g in glob], "local": [int(l) for l in loc],
                     "args": {k: int(v) for k, v in args.items()},
                     "reals": {k: float(v) for k, v in reals.items()},
                     "buffers": sizes, "content": content})


def up(n, m):
    return (n + m - 1) // m * m


def starts(counts):
    return np.concatenate([[0], np.cumsum(counts)])


# ---- smlm_fit: spots of a cell's membrane: bright and dim ones, some that are two, some that are none; a camera's offset and read noise
rng = np.random.default_rng(4401)
erf = np.vectorize(math.erf, otypes=[float])
for size, spots, box, rounds, loc in (("small", 17, 7, 12, 6), ("middle", 401, 7, 20, 20), ("large", 6007, 9, 20, 32)):
    k = np.arange(box)
    light = np.zeros((spots, box, box))
    for part in range(2):
        photons = rng.lognormal(6.7, 0.7, spots)
        photons *= (rng.random(spots) > 0.04) if part == 0 else (rng.random(spots) < 0.06)
        width = rng.normal(1.25, 0.07, spots).clip(1.0, 1.8)[:, None] * np.sqrt(2)
        x = (box - 1) / 2 + rng.normal(0, 0.45 + part, (spots, 1)) - k
        y = (box - 1) / 2 + rng.normal(0, 0.45 + part, (spots, 1)) - k
        ex = 0.5 * (erf((x + 0.5) / width) - erf((x - 0.5) / width))
        ey = 0.5 * (erf((y + 0.5) / width) - erf((y - 0.5) / width))
        light += photons[:, None, None] * ey[:, :, None] * ex[:, None, :]
    back = rng.gamma(3, 4, (spots, 1, 1)) * (1 + 0.02 * rng.normal(0, 1, (spots, 1, 1)) * (k - box / 2))
    counts = rng.poisson(light + back.clip(0.5)) / 0.47 + 100 + rng.normal(0, 1.6, light.shape)
    launch("smlm_fit", size, [up(spots, loc)], [loc], dict(nspots=spots, box=box, max_rounds=rounds),
           dict(offset=100.0, gain=0.47, sigma=1.25, rest=0.001),
           dict(spot=counts.clip(0, 65535).astype(np.uint16), place=spots * 16, deviation=spots * 16, quality=spots * 8))

# ---- gamma_index: a modulated field about a target with a spared organ; delivered a little off, with a leaf that stuck
rng = np.random.default_rng(4402)


def dose_of(x, y, z):
    """Dose in Gy at places of -1 to 1."""
    r = np.sqrt((x / 0.55) ** 2 + (y / 0.5) ** 2 + (z / 0.6) ** 2)
    spared = np.exp(-((x - 0.42) ** 2 + (y + 0.1) ** 2) / 0.02)
    entry = 9 * np.exp(-((x - 0.2 * y) / 0.35) ** 2) + 7 * np.exp(-((y + 0.3 * x) / 0.3) ** 2)
    return 60 / (1 + np.exp((r - 1) / 0.07)) * (1 - 0.6 * spared) + entry * np.exp(-(z / 0.75) ** 4) + 0.8 * np.cos(7 * x) * np.cos(6 * y)


for size, (nx, ny, nz), loc in (("small", (13, 11, 9), (7, 2, 3)), ("middle", (31, 27, 19), (8, 3, 1)), ("large", (83, 71, 47), (21, 4, 1))):
    z, y, x = np.mgrid[0:nz, 0:ny, 0:nx]
    x, y, z = 2 * x / (nx - 1) - 1, 2 * y / (ny - 1) - 1, 2 * z / (nz - 1) - 1
    planned = dose_of(x, y, z).clip(0)
    stuck = (np.abs(y - 0.22) < 0.06) & (x > -0.1) & (np.abs(z) < 0.4)
    delivered = dose_of(x - 1.0 / nx, y + 0.8 / ny, z - 0.6 / nz).clip(0) * (1.014 + 0.014 * np.sin(3 * x + 2 * z)) * (1 - 0.06 * stuck)
    delivered += rng.normal(0, 0.4, delivered.shape) * np.sqrt(delivered / 60)
    mm = np.array([2.5, 2.5, 3.0])                                                              # of a voxel; 3 mm are allowed, 6 are searched
    third = np.floor(6.0 / (mm / 3)).astype(int)
    grid = np.stack(np.meshgrid(*[np.arange(-h, h + 1) / 3 for h in third], indexing="ij"), -1).reshape(-1, 3)
    square = ((grid * mm) ** 2).sum(1) / 9.0
    order = np.argsort(square, kind="stable")
    order = order[square[order] < 4.0]
    reach = np.concatenate([grid, square[:, None]], 1)[order]
    launch("gamma_index", size, [up(nx, loc[0]), up(ny, loc[1]), up(nz, loc[2])], loc, dict(nx=nx, ny=ny, nz=nz, npoints=len(reach)),
           dict(least=6.0, allowed=1.2),
           dict(planned=planned.astype(np.float32), delivered=delivered.astype(np.float32), reach=reach.astype(np.float32),
                gamma=planned.size * 4))

# ---- sia_ice: a range of mountains, ice in its valleys and bowls above a height, thin at the edges
rng = np.random.default_rng(4403)
for size, nx, ny, loc in (("small", 101, 83, (13, 4)), ("middle", 517, 389, (32, 4)), ("large", 2003, 1501, (50, 3))):
    y, x = np.mgrid[0:ny, 0:nx].astype(np.float32)
    bed = np.full((ny, nx), 2350, np.float32)
    for wave, high in ((410, 420), (170, 260), (71, 150), (29, 60), (11, 14)):
        a = rng.uniform(0, 6.28, 3).astype(np.float32)
        u, v = (np.cos(a[0]) * x + np.sin(a[0]) * y) * np.float32(6.28 / wave), (np.cos(a[0] + 1.8) * x + np.sin(a[0] + 1.8) * y) * np.float32(6.28 / wave)
        bed += np.float32(high) * (np.sin(u + a[1] + np.sin(v / 2)) * np.sin(v + a[2]))
    lie = (bed - 2250) / 900
    hollow = np.sin(x / 23 + np.sin(y / 31)) * np.cos(y / 27 + np.sin(x / 41)) + 0.25 * np.sin(x / 7.0) * np.sin(y / 9.0)
    thick = (105 * (hollow - 0.1 + 0.5 * lie.clip(-1, 1))).clip(0, 130) * ((bed - 2050) / 250).clip(0, 1)
    launch("sia_ice", size, [up(nx, loc[0]), up(ny, loc[1])], loc, dict(nx=nx, ny=ny),
           dict(wide=100.0, span=0.01, creep=2.2e-5, slide=0.05, line=2600.0, gradient=0.007, most=2.0),
           dict(bed=bed, thick=thick.astype(np.float32), later=bed.nbytes, speed=bed.nbytes))

# ---- hdr_merge: a room with windows: dark corners, bright panes, someone who walked through; Bayer quads of a 14-bit sensor
rng = np.random.default_rng(4404)
for size, row, rows, shots, loc in (("small", 120, 60, 3, 25), ("middle", 408, 300, 4, 40), ("large", 2016, 1344, 5, 64)):
    y, x = np.mgrid[0:rows, 0:row].astype(np.float32) / np.float32(row)
    scene = 40 + 30 * np.sin(9 * x + 3 * y) + 20 * np.cos(31 * x) * np.sin(27 * y)
    pane = (np.abs(x - 0.63) < 0.11) & (np.abs(y - 0.2) < 0.12) & (np.abs(x - 0.63) > 0.006)
    scene = np.where(pane, 9000 + 5000 * np.sin(40 * x) * np.cos(33 * y), scene).clip(2)       # electrons in a sixtieth of a second
    colour = np.array([[0.55, 1.0], [1.0, 0.7]], np.float32)[np.arange(rows)[:, None] % 2, np.arange(row) % 2]
    scene = (scene * colour).astype(np.float32)
    black = np.array([512.0, 514.0, 513.0, 512.0], np.float32)
    dark = black.reshape(2, 2)[np.arange(rows)[:, None] % 2, np.arange(row) % 2]
    time = 1 / 60 * 4.0 ** (np.arange(shots) - shots // 2 + (shots % 2 == 0))
    stack = np.empty((shots, rows, row), np.uint16)
    for k in range(shots):
        walker = (x - 0.15 - 0.12 * k) ** 2 / 0.002 + (y - 0.33) ** 2 / 0.03 < 1
        electrons = np.where(walker, 18 * colour, scene) * np.float32(60 * time[k])
        electrons += np.sqrt(electrons + 9) * rng.standard_normal(electrons.shape, np.float32)
        stack[k] = (electrons / 1.3 + dark).clip(0, 16383).round().astype(np.uint16)
    launch("hdr_merge", size, [up(row * rows // 4, loc)], [loc], dict(npixels=row * rows, row=row, nshots=shots, middle=shots // 2),
           dict(white=15800.0, gain=1.3, read=3.0, limit=4.0, scale=0.001),
           dict(stack=stack, exposure=np.stack([time, 1 / time], -1).astype(np.float32), black=black, radiance=row * rows * 2,
                used=row * rows))

# ---- minhash_docs: pages of words by Zipf's law with markup's punctuation and capitals; some are copies with edits, a few nearly empty
rng = np.random.default_rng(4405)
letters = np.frombuffer(b"etaoinshrdlucmfwypvbgkjqxz", np.uint8)
words = [bytes(letters[(26 * rng.random(int(n)) ** 1.8).astype(int)]) for n in rng.gamma(3.5, 1.6, 4000).clip(1, 14)]
for size, docs, mean, bands, rows, shingle, loc in (("small", 5, 560, 8, 4, 8, 16), ("middle", 23, 2300, 16, 4, 9, 32),
                                                    ("large", 241, 3700, 20, 5, 9, 25)):
    pages = []
    for d in range(docs):
        if d > 2 and rng.random() < 0.2:
            page = bytearray(pages[int(rng.integers(0, d))])
            for at in rng.integers(0, max(len(page), 1), len(page) // 150):
                page[at] = 97 + at % 26
            pages.append(bytes(page))
            continue
        length = int(rng.lognormal(np.log(mean), 0.6 if docs > 5 else 0.2))
        if docs > 10 and rng.random() < 0.04:
            length = int(rng.integers(0, 20))
        page = bytearray()
        while len(page) < length:
            word = words[min(int(rng.zipf(1.25)), 4000) - 1]
            page += word.capitalize() if rng.random() < 0.12 else word
            page += b" " if rng.random() < 0.88 else (b", ", b". ", b"</p>\n<p>", b" - ", b"\xc3\xa9 ", b" 2026 ")[int(rng.integers(0, 6))]
        pages.append(bytes(page[:length]))
    permute = rng.integers(0, 2 ** 32, (bands * rows, 2), dtype=np.uint64).astype(np.uint32)
    permute[:, 0] |= 1
    launch("minhash_docs", size, [docs * loc], [loc], dict(ndocs=docs, shingle=shingle, nbands=bands, rows=rows), {},
           dict(text=np.frombuffer(b"".join(pages), np.uint8), begin=starts([len(p) for p in pages]).astype(np.int32), permute=permute,
                sketch=docs * bands * rows * 4, band=docs * bands * 4))

# ---- spm_battery: a pack of slightly different cells, not all full, on a sporty drive with braking; the weak ones end early
rng = np.random.default_rng(4406)
for size, cells, steps, every, shells, loc in (("small", 7, 40, 10, 12, 3), ("middle", 53, 240, 10, 16, 8), ("large", 311, 720, 20, 20, 20)):
    t = np.arange(steps)
    current = 11 + 7 * np.sin(t / 19.0) + 6 * np.sin(t / 7.0 + 1) * (np.sin(t / 83.0) > 0) + rng.normal(0, 1, steps)
    current[np.sin(t / 31.0 + 2) > 0.93] = -6.0
    cell = np.stack([rng.normal(1, 0.04, cells), rng.normal(0.018, 0.003, cells).clip(0.008), rng.uniform(700, 1800, cells),
                     rng.uniform(900, 2600, cells), rng.normal(9, 1, cells), rng.normal(7, 0.8, cells), rng.normal(72, 2, cells),
                     rng.uniform(0.05, 0.2, cells)], -1)
    full = rng.beta(2.5, 1.6, cells)
    ambient = 290 + 8 * rng.random(cells)
    start = np.stack([0.0279 + 0.8735 * full, 0.9084 - 0.6423 * full, ambient + 2, ambient], -1)
    launch("spm_battery", size, [up(cells, loc)], [loc], dict(ncells=cells, nsteps=steps, every=every, nshells=shells, lowest=2500), {},
           dict(current=current, cell=cell, start=start, trace=steps // every * cells * 4, state=cells * 32))

# ---- raptor_round: routes that wind through a town from stop to next stop; travellers from all over after their second round
rng = np.random.default_rng(4407)
for size, routes, wide, travellers, trips_of, loc in (("small", 61, 13, 5, (8, 20), (11, 1)), ("middle", 307, 40, 8, (15, 50), (14, 2)),
                                                      ("large", 1501, 95, 37, (20, 90), (20, 1))):
    stops = wide * wide
    name = rng.permutation(stops)                                                               # numbers don't follow the map
    stop_of, lengths, trip_count, tables = [], [], [], []
    for r in range(routes):
        n = int(rng.integers(min(8, wide - 2), min(41, 3 * wide)))
        x, y = rng.integers(0, wide, 2)
        heading = int(rng.integers(0, 4))
        path = []
        for k in range(n):
            path.append(name[y * wide + x])
            if rng.random() < 0.25:
                heading = (heading + int(rng.choice([1, 3]))) % 4
            nx, ny = x + (1, 0, -1, 0)[heading], y + (0, 1, 0, -1)[heading]
            if not (0 <= nx < wide and 0 <= ny < wide):
                heading = (heading + 2) % 4
                nx, ny = x + (1, 0, -1, 0)[heading], y + (0, 1, 0, -1)[heading]
            x, y = nx, ny
        trips = int(rng.integers(*trips_of))
        leave = 5 * 3600 + np.cumsum(rng.integers(300, 300 + 2 * 57600 // trips, trips))
        ride = rng.integers(60, 170, n)
        ride[0] = 0
        slow = 1 + 0.25 * np.exp(-((leave - 8 * 3600) / 4000.0) ** 2)
        come = leave[:, None] + (np.cumsum(ride) * slow[:, None]).astype(int) + 15 * np.arange(n)
        come = np.maximum.accumulate(come, 0)
        stop_of.append(path)
        lengths.append(n)
        trip_count.append(trips)
        tables.append(np.stack([come, come + 15], -1).reshape(-1, 2))
    y, x = np.divmod(np.arange(stops), wide)
    before = np.empty((travellers, stops), np.int32)
    marked = np.empty((travellers, stops), np.uint8)
    for who in range(travellers):
        hx, hy = rng.uniform(0, wide, 2)
        far = np.abs(x - hx) + np.abs(y - hy)
        come = rng.integers(6, 20) * 3600 + 200 * far + rng.integers(0, 900, stops)
        there = (np.minimum(np.abs(x - hx), np.abs(y - hy)) < 1.5 + 0.2 * far * rng.random(stops)) & (far < 0.75 * wide)
        before[who, name] = np.where(there, come, 0x7fffffff)
        marked[who, name] = there & (far > 2) & (rng.random(stops) < 0.7)
    launch("raptor_round", size, [up(routes, loc[0]), up(travellers, loc[1])], loc,
           dict(nroutes=routes, nstops=stops, ntravellers=travellers, change=60), {},
           dict(stop_begin=starts(lengths).astype(np.int32), stop_of=np.concatenate(stop_of).astype(np.int32),
                trip_count=np.array(trip_count, np.int32), time_begin=starts([len(t) for t in tables])[:-1].astype(np.int32),
                timetable=np.concatenate(tables).astype(np.int32), before=before, marked=marked, arrival=before,
                boardings=travellers * routes))

# ---- irt_eap: pupils of a country's test, each with tasks about as hard as fits; a fifth of the tasks give partial credit
rng = np.random.default_rng(4408)
for size, pupils, tasks, mean, nodes, loc in (("small", 47, 90, 14, 15, 6), ("middle", 307, 350, 24, 21, 16), ("large", 6007, 800, 31, 21, 40)):
    slope = rng.lognormal(0.2, 0.35, tasks)
    hard = np.sort(rng.normal(0, 1.1, tasks))
    categories = np.where(rng.random(tasks) < 0.2, rng.integers(3, 6, tasks), 2)
    guess = np.where(categories == 2, rng.beta(4, 16, tasks), 0)
    gap = np.cumsum(rng.uniform(0.35, 1.1, (tasks, 4)), 1)
    threshold = hard[:, None] + np.where(categories[:, None] == 2, gap - gap[:, :1], gap - gap[:, 1:2])
    bank = np.concatenate([np.stack([slope, guess, categories, 0 * slope], -1), threshold], 1)
    count = rng.normal(mean, 0.2 * mean, pupils).clip(5, 2 * mean).astype(int)
    begin = starts(count)
    who = np.repeat(np.arange(pupils), count)
    ability = rng.normal(0, 1, pupils)[who]
    task = (np.searchsorted(hard, ability + rng.normal(0, 0.8, len(who))) + rng.integers(-9, 10, len(who))).clip(0, tasks - 1)
    above = 1 / (1 + np.exp(-slope[task, None] * (ability[:, None] - threshold[task])))
    draw = rng.random((len(who), 1))
    mark = ((draw < above) & (np.arange(4) < categories[task, None] - 1)).sum(1)
    mark = np.where(categories[task] == 2, draw[:, 0] < guess[task] + (1 - guess[task]) * above[:, 0], mark)
    mark = np.where(rng.random(len(who)) < 0.03, 9, mark)
    at = np.linspace(-4, 4, nodes)
    prior = -0.5 * at ** 2
    prior -= np.log(np.exp(prior).sum())
    launch("irt_eap", size, [up(pupils, loc)], [loc], dict(npupils=pupils, nnodes=nodes), {},
           dict(begin=begin.astype(np.int32), task=task.astype(np.uint16), mark=mark.astype(np.uint8), bank=bank.astype(np.float32),
                node=np.stack([at, prior], -1).astype(np.float32), score=pupils * 16))

# ---- simplify_lines: shores and streets: rough and smooth ones, closed and open, from two points to some thousands
rng = np.random.default_rng(4409)
for size, lines, mean, loc in (("small", 37, 60, 5), ("middle", 211, 140, 12), ("large", 4001, 230, 36)):
    count = rng.lognormal(np.log(mean) - 0.25, 0.7, lines).clip(2, 6000).astype(int)
    count = np.where(rng.random(lines) < 0.04, rng.integers(2, 6, lines), count)
    point = []
    for n in count:
        turn = rng.normal(0, 1, n) * rng.choice([0.03, 0.12, 0.5])
        if rng.random() < 0.4:
            turn += 6.2831853 / n
        turn[rng.random(n) < 0.02] += rng.choice([-1.57, 1.57])
        heading = rng.uniform(0, 6.28) + np.cumsum(turn)
        pace = rng.gamma(2, 0.6, n)
        xy = rng.uniform(0, 4096, 2) + np.cumsum(np.stack([pace * np.cos(heading), pace * np.sin(heading)], -1), 0)
        if rng.random() < 0.3 and n > 3:
            xy[-1] = xy[0]
        point.append(xy)
    launch("simplify_lines", size, [up(lines, loc)], [loc], dict(nlines=lines), dict(off=0.8, grid=4.0),
           dict(begin=starts(count).astype(np.int32), point=np.concatenate(point).astype(np.float32), keep=int(count.sum()),
                result=lines * 8))

# ---- fire_behaviour: Anderson's thirteen fuel models in patches on hills, rock and water among them; a wind that turns about the hills
rng = np.random.default_rng(4410)
tons = [(0, 0, 0, 0, 0), (0.74, 0, 0, 0, 0), (2, 1, 0.5, 0.5, 0), (3.01, 0, 0, 0, 0), (5.01, 4.01, 2, 0, 5.01), (1, 0.5, 0, 0, 2),
        (1.5, 2.5, 2, 0, 0), (1.13, 1.87, 1.5, 0, 0.37), (1.5, 1, 2.5, 0, 0), (2.92, 0.41, 0.15, 0, 0), (3.01, 2, 5.01, 0, 2),
        (1.5, 4.51, 5.51, 0, 0), (4.01, 14.03, 16.53, 0, 0), (7.01, 23.04, 28.05, 0, 0)]
surface = [1500, 3500, 3000, 1500, 2000, 2000, 1750, 1750, 2000, 2500, 2000, 1500, 1500, 1500]
deep = [1, 1, 1, 2.5, 6, 2, 2.5, 2.5, 0.2, 0.2, 1, 1, 2.3, 3]
extinct = [0.2, 0.12, 0.15, 0.25, 0.2, 0.2, 0.25, 0.4, 0.3, 0.25, 0.25, 0.15, 0.2, 0.25]
model = np.array([[0.0459137 * t for t in tons[k]] + [surface[k], 109, 30, 1500, 1550 if k == 7 else 1500, deep[k], extinct[k], 8000]
                  for k in range(14)])
for size, nx, ny, loc in (("small", 23, 19, (6, 5)), ("middle", 97, 89, (14, 3)), ("large", 449, 401, (32, 3))):
    y, x = np.mgrid[0:ny, 0:nx]
    height = 160 * np.sin(x / 37.0 + np.sin(y / 53.0)) * np.cos(y / 43.0) + 40 * np.sin(x / 11.0) * np.sin(y / 13.0 + 1)
    down_y, down_x = -np.gradient(height, axis=0) / 30, -np.gradient(height, axis=1) / 30
    slope = np.degrees(np.arctan(np.hypot(down_x, down_y))).clip(0, 60)
    aspect = np.degrees(np.arctan2(down_x, down_y)) % 360 / 2
    patch = rng.integers(1, 14, (ny // 8 + 2, nx // 8 + 2))
    fuel = patch[(y + (3 * np.sin(x / 5.0)).astype(int) + 4) // 8, (x + (3 * np.sin(y / 4.0)).astype(int) + 4) // 8]
    fuel[(np.sin(x / 29.0 + 2) * np.sin(y / 23.0) > 0.8) | (rng.random((ny, nx)) < 0.015)] = 0
    canopy = np.where((fuel >= 8) & (fuel <= 10), rng.integers(30, 80, (ny, nx)), 0)
    cnx, cny = (nx - 1) // 16 + 2, (ny - 1) // 16 + 2
    cy, cx = np.mgrid[0:cny, 0:cnx]
    way = 0.8 + 0.4 * np.sin(cx / 2.0) + 0.3 * np.cos(cy / 1.7)
    pace = 88 * (11 + 5 * np.sin(cx / 3.0 + cy / 2.0) + rng.normal(0, 0.7, cx.shape))
    moisture = np.array([0.05, 0.06, 0.08, 0.7, 0.9]) * rng.uniform(0.85, 1.3, (14, 1))
    launch("fire_behaviour", size, [up(nx, loc[0]), up(ny, loc[1])], loc, dict(nx=nx, ny=ny, coarse_nx=cnx, coarse_ny=cny), {},
           dict(fuel=fuel.astype(np.uint8), slope=slope.astype(np.uint8), aspect=(aspect % 180).astype(np.uint8), canopy=canopy.astype(np.uint8),
                wind=np.stack([pace * np.sin(way), pace * np.cos(way)], -1).astype(np.float32), model=model.astype(np.float32),
                moisture=moisture.astype(np.float32), spread=nx * ny * 16))

launches.sort(key=lambda l: (l["kernel"], SIZES.index(l["name"].rsplit("-", 1)[1])))
with open(os.path.join(here, "launches.json"), "w") as f:
    json.dump(launches, f, indent=1)
    f.write("\n")

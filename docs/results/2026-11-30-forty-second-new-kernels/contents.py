#!/usr/bin/env python3
"""Inputs and launches for the ten kernels of this folder (numpy only, deterministic). Optional argument: the folder to write to."""
import json
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


# ---- fm_voices: chords and runs over a few bars, four patches; a block of a stream, most notes sounding, some over or to come
rng = np.random.default_rng(4201)
for size, samples, notes, loc in (("small", 197, 5, 20), ("middle", 4001, 14, 50), ("large", 44100, 25, 63)):
    rate, first = 44100.0, 22050
    span = samples / rate
    onset = rng.uniform(0.5 - 0.3, 0.5 + span * 0.8, notes)
    hold = rng.uniform(0.1, 0.35 + span * 0.5, notes)
    key = rng.integers(40, 84, notes)
    note = np.stack([onset, hold, 440 * 2 ** ((key - 69) / 12), rng.uniform(0.3, 1, notes)], -1)
    note = note[np.argsort(note[:, 0])]
    shape = np.stack([rng.uniform(0.002, 0.05, (4, 4)), rng.uniform(0.5, 8, (4, 4)), rng.uniform(0.1, 0.9, (4, 4)), rng.uniform(4, 12, (4, 4))], -1)
    tune = np.stack([rng.choice([0.5, 1, 1, 2, 3, 5], (4, 4)), rng.uniform(0.05, 0.4, (4, 4)), rng.random((4, 4)), rng.uniform(0, 0.6, (4, 4))], -1)
    launch("fm_voices", size, [up(samples, loc)], [loc], dict(nsamples=samples, nnotes=notes, first=first), dict(rate=rate, tail=0.35),
           dict(note=note.astype(np.float32), voice=np.stack([rng.integers(0, 4, notes), rng.integers(20, 108, notes)], -1).astype(np.int32),
                shape=shape.astype(np.float32), tune=tune.astype(np.float32), wiring=np.array([0, 1, 1, 0], np.int32), out=samples * 8))

# ---- tide_harmonics: 37 constituents in the six species, subordinate ports lack some
rng = np.random.default_rng(4202)
for size, times, stations, step, loc in (("small", 41, 1, 1.0, (21, 1)), ("middle", 361, 5, 0.5, (30, 1)), ("large", 2970, 12, 0.25, (31, 2))):
    species = np.repeat([0, 1, 2, 3, 4, 6], [5, 10, 10, 3, 5, 4])
    speed = species * 14.6 + rng.uniform(0.04, 1.2, 37)
    amplitude = rng.lognormal(-3, 1.2, (stations, 37)).clip(0.001, 3)
    amplitude[rng.random((stations, 37)) < 0.15] = 0
    launch("tide_harmonics", size, [up(times, loc[0]), up(stations, loc[1])], loc, dict(ntimes=times, nconstituents=37, nstations=stations), {},
           dict(hour=2160 + step * np.arange(times), speed=speed, astro=np.stack([rng.uniform(0.8, 1.2, 37), rng.uniform(0, 360, 37)], -1),
                harmonic=np.stack([amplitude, rng.uniform(0, 360, (stations, 37))], -1),
                datum=np.stack([rng.uniform(0.5, 4, stations), rng.normal(0, 4e-7, stations)], -1), tide=stations * times * 16))

# ---- kogge_attacks: pieces of openings to endgames at random squares
rng = np.random.default_rng(4203)
kinds = np.array([1] * 2 + [2] * 2 + [3] * 2 + [4])
for size, n, loc in (("small", 85, 17), ("middle", 3997, 32), ("large", 60001, 25)):
    board = np.zeros((n, 8), np.uint64)
    phase = rng.uniform(0.25, 1, n)
    order = np.argsort(rng.random((n, 48)), 1)[:, :16] + 8                                     # pawns, not on the outer ranks
    taken = np.zeros((n, 64))
    one = np.uint64(1)
    for k in range(16):
        there = rng.random(n) < 0.4 + 0.6 * phase
        bit = np.where(there, one << order[:, k].astype(np.uint64), np.uint64(0))
        board[:, 0] |= bit
        board[:, 6 + k % 2] |= bit
        taken[np.nonzero(there)[0], order[there, k]] = 2
    order = np.argsort(rng.random((n, 64)) + taken, 1)[:, :16]
    for k in range(16):
        kind = 5 if k < 2 else kinds[(k - 2) // 2]
        there = (rng.random(n) < phase) | (k < 2)
        bit = np.where(there, one << order[:, k].astype(np.uint64), np.uint64(0))
        board[:, kind] |= bit
        board[:, 6 + k % 2] |= bit
    launch("kogge_attacks", size, [up(n, loc)], [loc], dict(npositions=n), {}, dict(board=board, terms=n * 16))

# ---- tanimoto_tile: molecules in families of a common core, 1024 bits, from small to large ones
rng = np.random.default_rng(4204)
for size, queries, molecules, threshold, loc in (("small", 13, 150, 0.4, (10, 4)), ("middle", 121, 701, 0.45, (16, 8)), ("large", 403, 4003, 0.5, (24, 10))):
    n = queries + molecules
    density = np.exp(rng.uniform(np.log(0.005), np.log(0.2), n))[:, None]
    core = (rng.random((30, 1024)) < 0.05)[rng.integers(0, 30, n)]
    bits = (core & (rng.random((n, 1024)) < 0.8)) | (rng.random((n, 1024), np.float32) < density)
    words = np.packbits(bits, axis=1).view(np.uint64)
    count = bits.sum(1).astype(np.int32)
    launch("tanimoto_tile", size, [up(molecules, loc[0]), up(queries, loc[1])], loc, dict(nqueries=queries, nmolecules=molecules, nwords=16),
           dict(threshold=threshold), dict(query=words[:queries], library=words[queries:], query_bits=count[:queries],
                                           library_bits=count[queries:], similarity=queries * molecules * 4))

# ---- formula_rpn: an order book: 8 columns of input, 4 of formulas filled down, some cells with another formula
rng = np.random.default_rng(4205)
END, CONST, CELL, ADD, SUB, MUL, DIV, LESS, JUMPZ, JUMP, SUM, MIN, MAX, SQRT, ROUND, LOOKUP = range(16)
number = np.array([0.0, 1.0, 100.0, 0.19, 0.07, 30.0, 12.0, 0.5, 250.0, 2.0])
formulas = [   # columns from the left: quantity, price, discount, cost, region factor, days, prior, limit; dc is relative to each result
    (8, [(CELL, 0, -8), (CELL, 0, -7), (MUL,), (CONST, 1), (CELL, 0, -6), (SUB,), (MUL,), (ROUND,)]),
    (8, [(CELL, 0, -3), (CONST, 5), (LESS,), (JUMPZ, 4), (CELL, 0, -8), (CELL, 0, -7), (MUL,), (JUMP, 5),
         (CELL, 0, -8), (CELL, 0, -7), (MUL,), (CELL, 0, -4), (MUL,)]),
    (9, [(CELL, 0, -8), (CELL, 0, -6), (SUB,), (CELL, 0, -8), (DIV,), (CONST, 2), (MUL,), (ROUND,)]),
    (9, [(CELL, 0, -9), (CELL, 0, -4), (DIV,), (CONST, 7), (MAX,), (CONST, 8), (MIN,)]),
    (10, [(SUM, -4, -11, 0), (CONST, 6), (DIV,)]),
    (10, [(SUM, -10, -24, 0), (SUM, -4, -24, 0), (CONST, 1), (ADD,), (DIV,), (SQRT,)]),
    (11, [(CELL, 0, -11), (CELL, 0, -10), (MUL,), (LOOKUP,), (CELL, 0, -7), (MUL,), (CELL, -1, -5), (ADD,)]),
    (11, [(CELL, 0, -5), (LOOKUP,), (CONST, 1), (CELL, 0, -9), (SUB,), (MUL,), (CELL, 0, -4), (LESS,), (JUMPZ, 2), (CONST, 3), (JUMP, 1), (CONST, 4)]),
    (11, [(CELL, 0, -11), (CELL, 0, -4), (SUB,), (SQRT,)]),
]
code, start = [], []
for _, f in formulas:
    start.append(len(code))
    code += [tuple(i) + (0,) * (4 - len(i)) for i in f] + [(END, 0, 0, 0)]
for size, rows, by_row, loc in (("small", 131, 0, 12), ("middle", 6007, 0, 48), ("large", 90001, 1, 40)):
    sheet = np.zeros((rows, 12))
    sheet[:, 0] = rng.geometric(0.05, rows)
    sheet[:, 1] = np.round(rng.lognormal(2.5, 1, rows), 2)
    sheet[:, 2] = rng.choice([0, 0, 0.05, 0.1, 0.2], rows)
    sheet[:, 3] = np.round(sheet[:, 1] * rng.uniform(0.4, 0.95, rows), 2)
    sheet[:, 4] = rng.choice([1, 1.1, 1.25], rows)
    sheet[:, 5] = np.round(rng.gamma(2, 3, rows)) + rng.integers(0, 2, rows) * 25                # now and then nothing yet: division by 0
    sheet[:, 6] = np.round(rng.lognormal(5, 1, rows), 2)
    sheet[:, 7] = np.round(rng.lognormal(2.5, 0.8, rows))
    column = np.repeat(np.arange(8, 12), rows)
    usual = np.repeat([0, 2, 4, 6], rows)
    other = np.repeat([1, 3, 5, 7], rows)
    odd = rng.random(4 * rows)
    which = np.where(odd < 0.8, usual, np.where((odd > 0.97) & (column == 11), 8, other))
    cell = np.tile(np.arange(rows), 4) * 12 + column
    if by_row:
        order = np.argsort(cell)
        cell, which = cell[order], which[order]
    n = len(cell)
    rates = np.stack([np.concatenate([[0], np.sort(rng.lognormal(5, 1.5, 59))]), np.round(rng.uniform(0.5, 20, 60), 1)], -1)
    launch("formula_rpn", size, [up(n, loc)], [loc], dict(ncells=n, nrows=rows, ncols=12, nrates=60), {},
           dict(sheet=sheet, cell=cell.astype(np.int32), formula=np.array(start, np.int32)[which], code=np.array(code, np.int16), number=number,
                rate=rates, value=n * 8, error=n))

# ---- orswot_merge: carts and tag sets, few large; most elements common, either side added, removed and re-added some
rng = np.random.default_rng(4206)
for size, documents, mean, loc in (("small", 150, 24, 6), ("middle", 4001, 40, 20), ("large", 39001, 55, 32)):
    counts = np.round(rng.lognormal(np.log(mean) - 0.4, 0.9, documents)).astype(int).clip(0, 2000)
    doc = np.repeat(np.arange(documents), counts)
    n = len(doc)
    key = np.cumsum(rng.integers(1, 1 << 9, n)).astype(np.int64)                                # ascending in every document
    base = rng.integers(20, 4000, (documents, 8))
    ahead = rng.integers(1, 60, (documents, 8))
    ours_clock, theirs_clock = base.copy(), base.copy()
    ours_clock[:, :4] += ahead[:, :4]
    theirs_clock[:, 4:] += ahead[:, 4:]

    def dot(replica, old):
        c = base[doc, replica]
        low = 1 if old else c + 1
        high = c if old else c + ahead[doc, replica]
        return replica << 28 | rng.integers(low, high, endpoint=True)

    old = dot(rng.integers(0, 8, n), True)
    newer_a, newer_b = dot(rng.integers(0, 4, n), False), dot(rng.integers(4, 8, n), False)
    case = rng.choice(8, n, p=[0.62, 0.08, 0.08, 0.05, 0.05, 0.04, 0.04, 0.04])
    # 0 same, 1 added here, 2 added there, 3 removed there, 4 removed here, 5 re-added on both sides, 6 re-added here, 7 re-added there
    dot_a = np.select([np.isin(case, [1, 5, 6])], [newer_a], old)
    dot_b = np.select([np.isin(case, [2, 5, 7])], [newer_b], old)
    in_a, in_b = ~np.isin(case, [2, 4]), ~np.isin(case, [1, 3])
    ours = np.stack([key[in_a], dot_a[in_a]], -1).astype(np.uint32)
    theirs = np.stack([key[in_b], dot_b[in_b]], -1).astype(np.uint32)
    launch("orswot_merge", size, [up(documents, loc)], [loc], dict(ndocuments=documents), {},
           dict(ours=ours, ours_ptr=starts(np.bincount(doc[in_a], minlength=documents)).astype(np.int32), our_clock=ours_clock.astype(np.uint32),
                theirs=theirs, theirs_ptr=starts(np.bincount(doc[in_b], minlength=documents)).astype(np.int32),
                their_clock=theirs_clock.astype(np.uint32), merged=ours.nbytes + theirs.nbytes, clock=documents * 32, result=documents * 16))

# ---- ccl_tile: strokes and blots on paper with noise
rng = np.random.default_rng(4207)
for size, width, height, loc in (("small", 83, 37, (12, 10)), ("middle", 471, 353, (16, 16)), ("large", 1997, 1203, (40, 12))):
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    stroke = np.abs(np.sin(x / 7.3 + 1.7 * np.sin(y / 11.0)) + 0.6 * np.sin(y / 5.1 + 2 * np.sin(x / 37.0)))
    ground = 200 + 15 * np.sin(x / 301) + 10 * np.cos(y / 211)
    page = np.sin(x / 97 + 1) * np.sin(y / 61 + 0.5) > -0.25                                    # columns and margins
    grey = ground - np.where(page & (stroke < 0.32), 110, 0) + rng.normal(0, 26, (height, width))
    grey[rng.random((height, width)) < 0.02] = 40
    launch("ccl_tile", size, [up(width, loc[0]), up(height, loc[1])], loc, dict(width=width, height=height, level=140, smallest=5), {},
           dict(image=grey.clip(0, 255).astype(np.uint8), label=width * height * 4))

# ---- ad_auction: few keywords get most impressions, bids of a few dozen ads, large campaigns with many ads, some out of budget
rng = np.random.default_rng(4208)
for size, impressions, keywords, ads, campaigns, bidders, loc in (("small", 217, 40, 60, 9, 12, 15), ("middle", 6007, 900, 2000, 150, 18, 28),
                                                                  ("large", 70001, 9000, 30000, 1800, 24, 64)):
    counts = np.minimum(rng.geometric(1 / bidders, keywords), 90)
    ptr = starts(counts)
    n = int(ptr[-1])
    bid_ad = (ads * rng.random(n) ** 2).astype(np.int32)                                        # some ads bid everywhere
    weight = np.concatenate([rng.normal(0, 0.5, (ads, 3)), rng.normal(-3, 0.7, (ads, 1))], 1)
    user = np.concatenate([rng.normal(0, 1, (impressions, 3)), np.ones((impressions, 1))], 1)
    remaining = np.where(rng.random(campaigns) < 0.15, rng.uniform(0, 40, campaigns), rng.lognormal(9, 1, campaigns))
    launch("ad_auction", size, [up(impressions, loc)], [loc], dict(nimpressions=impressions, seed=4208),
           dict(reserve=0.4, examine=0.6),
           dict(keyword=((rng.zipf(1.3, impressions) - 1) % keywords).astype(np.int32), user=user.astype(np.float32), bid_ptr=ptr.astype(np.int32),
                bid_ad=bid_ad, bid=rng.lognormal(3, 0.8, n).clip(2, 900).astype(np.float32), ad_model=weight.astype(np.float32),
                campaign=(campaigns * rng.random(ads) ** 1.5).astype(np.int32), remaining=remaining.astype(np.float32), spent=campaigns * 4,
                shown=ads * 4, clicked=ads * 4, revenue=impressions * 4))
    launches[-1]["content"].update(spent="0", shown="0", clicked="0")

# ---- yadif_field: a pan over a still picture with something that moves the other way, fields half a frame apart, some noise
rng = np.random.default_rng(4209)
for size, width, height, frames, loc in (("small", 93, 60, 1, (31, 3, 1)), ("middle", 704, 576, 1, (44, 2, 1)), ("large", 1920, 1080, 3, (60, 4, 1))):
    wide = width + 64
    y, x = np.mgrid[0:height, 0:wide].astype(np.float32)
    picture = 120 + 50 * np.sin(x / 23 + y / 41) + 30 * np.sign(np.sin(x / 9 - y / 4)) + rng.normal(0, 3, (height, wide)).astype(np.float32)
    block = 60 + 100 * (((x // 7).astype(int) + (y // 5).astype(int)) % 2)
    video = np.zeros((frames + 2, height, width), np.uint8)
    for f in range(frames + 2):
        for parity in range(2):
            t = 2 * f + parity
            lines = picture[parity::2, 3 * t:3 * t + width].copy()
            a, b = width // 3 - 2 * t, width // 3 - 2 * t + width // 4
            lines[height // 8:height // 3, max(a, 0):b] = block[parity::2][height // 8:height // 3, :b - max(a, 0)]
            video[f, parity::2] = lines.clip(16, 235)
    launch("yadif_field", size, [up(width, loc[0]), up(height // 2, loc[1]), frames], loc, dict(width=width, height=height, keep=0, first=1), {},
           dict(video=video, out=frames * height * width))

# ---- emos_verify: temperature over a country, members that err together and alone, no analysis over the sea
rng = np.random.default_rng(4210)
for size, cells, members, loc in (("small", 1003, 20, 17), ("middle", 40009, 31, 56), ("large", 320003, 51, 125)):
    field = (12 + 8 * np.sin(np.arange(cells) / 877.0) + rng.normal(0, 1, cells)).astype(np.float32)
    spread = (1 + 0.7 * np.sin(np.arange(cells) / 3001.0)).astype(np.float32)
    member = field + spread * rng.standard_normal((members, cells), np.float32) + rng.normal(0, 0.5, (members, 1)).astype(np.float32)
    truth = field + 1.3 * spread * rng.standard_normal(cells, np.float32)
    truth[np.sin(np.arange(cells) / 97.0) + 0.3 * np.sin(np.arange(cells) / 31.0) < -0.85] = -9999
    coef = np.stack([rng.normal(0, 0.5, 6), rng.uniform(0.9, 1.05, 6), rng.uniform(0.2, 0.6, 6), rng.uniform(0.5, 1.6, 6)], -1)
    launch("emos_verify", size, [up(cells, loc)], [loc], dict(ncells=cells, nmembers=members), dict(limit=20.0),
           dict(member=member.astype(np.float32), truth=truth.astype(np.float32), coef=coef.astype(np.float32),
                zone=(np.arange(cells) // 211 % 6).astype(np.uint8), score=cells * 16))

launches.sort(key=lambda l: (l["kernel"], SIZES.index(l["name"].rsplit("-", 1)[1])))
with open(os.path.join(here, "launches.json"), "w") as f:
    json.dump(launches, f, indent=1)
    f.write("\n")

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


def smooth(rng, ny, nx, cell):
    """Noise of about unit deviation that changes over `cell` pixels."""
    coarse = rng.normal(0, 1, (ny // cell + 3, nx // cell + 3))
    y, x = np.arange(ny) / cell, np.arange(nx) / cell
    j, i = y.astype(int), x.astype(int)
    fy, fx = (y - j)[:, None], (x - i)[None, :]
    fy, fx = fy * fy * (3 - 2 * fy), fx * fx * (3 - 2 * fx)
    a = coarse[j][:, i] * (1 - fx) + coarse[j][:, i + 1] * fx
    b = coarse[j + 1][:, i] * (1 - fx) + coarse[j + 1][:, i + 1] * fx
    return (a * (1 - fy) + b * fy) * 1.4


# ---- c14_calibrate: a curve with the trend and the wiggles of the true ones; charcoal and bone, most of it of the Holocene
rng = np.random.default_rng(4801)
for size, samples, knots, spacing, oldest in (("small", 3, 1501, 5, 7000), ("middle", 83, 7001, 5, 30000), ("large", 607, 10801, 5, 50000)):
    t = np.arange(knots) * float(spacing)
    excess = np.interp(t, [0, 2000, 6000, 10000, 15000, 25000, 35000, 45000, 55000], [0, -10, 80, 100, 210, 420, 500, 430, 300])
    for scale, much in ((11, 2.0), (20, 4.0), (45, 8.0), (110, 12.0)):
        excess += much * np.interp(t, t[::scale], rng.normal(0, 1, len(t[::scale])))
    mean = -8033 * np.log((1 + excess / 1000) * np.exp(-t / 8267))
    sigma = (9 + t / 900 + (t / 9500) ** 3 * 1.1) * (1 + 0.15 * np.interp(t, t[::15], rng.normal(0, 1, len(t[::15])))).clip(0.6, 1.5)
    true = np.where(rng.random(samples) < 0.7, rng.uniform(300, min(9000, oldest), samples), rng.uniform(300, oldest, samples))
    deviation = np.round(rng.choice([18, 22, 25, 30, 40, 60], samples) * (1 + (true / 20000) ** 2))
    measured = np.round(np.interp(true, t, mean) + rng.normal(0, 1, samples) * deviation)
    launch("c14_calibrate", size, [samples * 64], [64], dict(nknots=knots, spacing=spacing), {},
           dict(curve=np.stack([mean, sigma], -1).astype(np.float32), age=np.stack([measured, deviation], -1).astype(np.float32),
                region=16 * samples, pieces=8 * samples, median=4 * samples))

# ---- cky_parse: phrases and parts of speech; rules and words have frequencies as in treebanks; sentences made by the grammar, with noise
rng = np.random.default_rng(4802)
for size, sentences, shortest, longest, phrases, tags, rules, words, loc in (("small", 2, 6, 8, 9, 12, 170, 150, 16),
        ("middle", 13, 9, 19, 17, 24, 620, 1500, 32), ("large", 23, 11, 27, 24, 35, 1090, 6007, 48)):
    symbols = phrases + tags
    per = np.maximum(4, (rules * (1 / np.arange(1, phrases + 1)) ** 0.7 / np.sum((1 / np.arange(1, phrases + 1)) ** 0.7)).astype(int))
    order = rng.permutation(phrases)
    by_parent = []
    for p in range(phrases):
        seen = {(int(rng.integers(phrases, symbols)), int(rng.integers(1, phrases))), (int(rng.integers(phrases, symbols)), int(rng.integers(phrases, symbols)))}
        while len(seen) < per[order[p]]:
            pick = []
            for side, chance in ((0, 0.5), (1, 0.35)):
                if rng.random() < chance:
                    pick.append(phrases + int(tags * rng.random() ** 1.8))
                else:
                    pick.append(1 + int((phrases - 1) * rng.random() ** 1.5))
            seen.add(tuple(pick))
        pairs = [sorted(seen)[k] for k in rng.permutation(len(seen))]
        share = 1 / np.arange(1, len(pairs) + 1) ** 1.2 * rng.uniform(0.4, 1.6, len(pairs))
        share = -np.sort(-share)
        by_parent.append((pairs, share / share.sum() * 0.9))
    lexicon, likely = [], [[] for _ in range(symbols)]
    for w in range(words):
        n = 1 + min(int(rng.geometric(0.62)) - 1, 4)
        own = set(phrases + (tags * rng.random(n) ** 1.5).astype(int))
        if rng.random() < 0.12:                                            # pronouns, names: a phrase by themselves
            own.add(int(rng.integers(1, phrases)))
        own = sorted(own)
        rank = 1 / (w + 3.0)
        score = np.log(rank * rng.dirichlet(np.ones(len(own))) + 1e-7)
        lexicon.append((own, np.minimum(score, -0.01)))
        for s in own:
            likely[s].append(w)

    def sentence(symbol, n):
        if n == 1:
            of = likely[symbol] or list(range(words))
            return [of[int(len(of) * rng.random() ** 2)]]
        pairs, share = by_parent[symbol] if symbol < phrases else by_parent[1]
        for _ in range(200):
            left, right = pairs[int(rng.choice(len(pairs), p=share / share.sum()))]
            at = int(rng.integers(1, n)) if rng.random() < 0.4 else min(n - 1, 1 + int(rng.geometric(0.5)))
            if left >= phrases:
                at = 1
            elif right >= phrases:
                at = n - 1
            if (left >= phrases and at > 1) or (right >= phrases and n - at > 1):
                continue
            break
        return sentence(left, at) + sentence(right, n - at)

    lengths = rng.integers(shortest, longest + 1, sentences)
    text = []
    for n in lengths:
        s = sentence(0, int(n))
        if rng.random() < 0.2:
            s[int(rng.integers(0, n))] = int(rng.integers(0, words))
        text += s
    cells = lengths * (lengths + 1) // 2
    assert len(text) == lengths.sum() and longest <= 48
    total = int(cells.sum())
    launch("cky_parse", size, [sentences * loc], [loc], dict(nsymbols=symbols), {},
           dict(begin=starts(lengths).astype(np.int32), place=starts(cells)[:-1].astype(np.int32), word=np.array(text, np.int32),
                lex_begin=starts([len(o) for o, _ in lexicon]).astype(np.int32),
                lex_tag=np.concatenate([o for o, _ in lexicon]).astype(np.int16),
                lex_score=np.concatenate([s for _, s in lexicon]).astype(np.float32),
                rule_begin=starts([len(p) for p, _ in by_parent] + [0] * tags).astype(np.int32),
                rule=np.concatenate([np.array(p) for p, _ in by_parent]).astype(np.int16),
                weight=np.log(np.concatenate([s for _, s in by_parent])).astype(np.float32),
                chart=4 * total * symbols, back=4 * total * symbols, tree=4 * len(text), score=4 * sentences))

# ---- cram_burnup: uranium, plutonium and what follows, with the fission products that matter; pins from fresh to well burnt
rng = np.random.default_rng(4803)
HOUR, DAY, YEAR = 3600.0, 86400.0, 3.156e7
# name: half-life, capture and fission (barn, thermal and fast), {daughter of decay: share}, daughter of capture, of (n,2n) with its barn
HEAVY = {"U234": (2.46e5 * YEAR, (60, 0.6), (0.05, 0.9), {}, "U235", None), "U235": (7.0e8 * YEAR, (60, 0.25), (310, 1.3), {}, "U236", None),
         "U236": (2.34e7 * YEAR, (4, 0.35), (0.04, 0.4), {}, "U237", ("U235", 0.002)), "U237": (6.75 * DAY, (200, 0.5), (1, 0.4), {"Np237": 1}, "U238", None),
         "U238": (4.5e9 * YEAR, (1.5, 0.3), (0, 0.1), {}, "U239", ("U237", 0.006)), "U239": (23.5 * 60, (10, 0.3), (6, 0.3), {"Np239": 1}, None, None),
         "Np237": (2.14e6 * YEAR, (100, 0.9), (0.02, 0.6), {}, "Np238", None), "Np238": (2.1 * DAY, (200, 0.2), (900, 1.2), {"Pu238": 1}, "Np239", None),
         "Np239": (2.36 * DAY, (30, 0.5), (0, 0.4), {"Pu239": 1}, None, None), "Pu238": (87.7 * YEAR, (230, 0.6), (8, 1.2), {"U234": 1}, "Pu239", None),
         "Pu239": (24100 * YEAR, (160, 0.3), (420, 1.8), {"U235": 1}, "Pu240", ("Pu238", 0.001)), "Pu240": (6560 * YEAR, (250, 0.4), (0.05, 0.5), {"U236": 1}, "Pu241", None),
         "Pu241": (14.3 * YEAR, (180, 0.4), (510, 1.7), {"Am241": 1}, "Pu242", None), "Pu242": (3.7e5 * YEAR, (12, 0.35), (0.01, 0.4), {"U238": 1}, "Pu243", None),
         "Pu243": (4.96 * HOUR, (50, 0.4), (100, 0.8), {"Am243": 1}, None, None), "Am241": (432 * YEAR, (420, 1.2), (2, 0.5), {"Np237": 1}, "Am242", None),
         "Am242": (16 * HOUR, (100, 0.3), (1300, 1.5), {"Cm242": 0.83, "Pu242": 0.17}, "Am243", None), "Am243": (7370 * YEAR, (45, 0.8), (0.1, 0.4), {"Np239": 1}, "Cm244", None),
         "Cm242": (163 * DAY, (8, 0.3), (2, 0.7), {"Pu238": 1}, "Cm243", None), "Cm243": (29 * YEAR, (60, 0.2), (300, 2.0), {"Pu239": 1}, "Cm244", None),
         "Cm244": (18.1 * YEAR, (12, 0.6), (0.7, 0.7), {"Pu240": 1}, "Cm245", None), "Cm245": (8500 * YEAR, (180, 0.3), (1000, 1.9), {"Pu241": 1}, None, None)}
LIGHT = {"Kr85": (10.8 * YEAR, 1, 0.003, {}, None), "Sr89": (50.5 * DAY, 0.4, 0.045, {}, "Sr90"), "Sr90": (28.8 * YEAR, 0.01, 0.057, {}, None),
         "Zr95": (64 * DAY, 0.5, 0.065, {"Nb95": 1}, None), "Nb95": (35 * DAY, 4, 0, {"Mo95": 1}, None), "Mo95": (0, 14, 0.001, {}, None),
         "Tc99": (2.1e5 * YEAR, 9, 0.061, {}, None), "Ru101": (0, 3, 0.052, {}, None), "Ru103": (39 * DAY, 6, 0.031, {"Rh103": 1}, None),
         "Rh103": (0, 100, 0, {}, None), "Rh105": (35 * HOUR, 8000, 0.01, {"Pd105": 1}, None), "Pd105": (0, 14, 0, {}, None), "Ag109": (0, 80, 0.0003, {}, None),
         "I135": (6.6 * HOUR, 40, 0.063, {"Xe135": 1}, None), "Xe131": (0, 70, 0.029, {}, None), "Xe135": (9.14 * HOUR, 1.5e6, 0.003, {"Cs135": 1}, None),
         "Cs133": (0, 30, 0.067, {}, "Cs134"), "Cs134": (2.06 * YEAR, 90, 0, {}, "Cs135"), "Cs135": (2.3e6 * YEAR, 6, 0, {}, None),
         "Cs137": (30.1 * YEAR, 0.2, 0.062, {}, None), "Ce144": (285 * DAY, 1, 0.055, {}, None), "Nd143": (0, 190, 0.06, {}, "Nd144"), "Nd144": (0, 3, 0.001, {}, "Nd145"),
         "Nd145": (0, 40, 0.039, {}, None), "Nd147": (11 * DAY, 250, 0.022, {"Pm147": 1}, None), "Pm147": (2.62 * YEAR, 150, 0, {"Sm147": 1}, "Pm148"),
         "Pm148": (5.4 * DAY, 8000, 0, {"Sm148": 1}, "Pm149"), "Pm149": (53 * HOUR, 1200, 0.011, {"Sm149": 1}, None), "Sm147": (0, 60, 0, {}, "Sm148"),
         "Sm148": (0, 4, 0, {}, "Sm149"), "Sm149": (0, 4.0e4, 0, {}, "Sm150"), "Sm150": (0, 90, 0, {}, "Sm151"), "Sm151": (90 * YEAR, 6000, 0.004, {}, "Sm152"),
         "Sm152": (0, 300, 0.003, {}, "Eu153"), "Eu153": (0, 300, 0.0016, {}, "Eu154"), "Eu154": (8.6 * YEAR, 700, 0, {}, "Eu155"), "Eu155": (4.75 * YEAR, 3000, 0.0003, {}, None)}
for size, mats, light, loc in (("small", 3, 5, 1), ("middle", 53, 26, 4), ("large", 307, len(LIGHT), 8)):
    names = list(HEAVY) + sorted(LIGHT, key=lambda k: -LIGHT[k][1] * max(LIGHT[k][2], 0.004))[:light]
    number = {k: i for i, k in enumerate(names)}
    n = len(names)
    decay, section = np.zeros((n, n)), np.zeros((n, n, 2))
    for k, i in number.items():
        lost = np.zeros(2)
        if k in HEAVY:
            life, capture, fission, daughters, next_of, knocked = HEAVY[k]
            lost += np.array(capture) + np.array(fission)
            if knocked and knocked[0] in number:
                section[number[knocked[0]], i, 1] += knocked[1]
                lost[1] += knocked[1]
            if max(fission) > 0.3:
                for f in names[len(HEAVY):]:
                    section[number[f], i] += LIGHT[f][2] * np.array(fission) * (1 + 0.2 * math.sin(3.0 * i + number[f]))
        else:
            life, capture, _, daughters, next_of = LIGHT[k]
            capture = (capture, 0.002 * min(capture, 500.0))
            lost += np.array(capture)
        if life:
            decay[i, i] -= math.log(2) / life
            for d, share in daughters.items():
                if d in number:
                    decay[number[d], i] += share * math.log(2) / life
        if next_of in number:
            section[number[next_of], i] += np.array(capture)
        section[i, i] -= lost
    used = (decay != 0) | (section.any(-1)) | np.eye(n, dtype=bool)
    filled = used.copy()
    for j in range(n):
        for i in range(j + 1, n):
            if filled[i, j]:
                filled[i, j + 1:] |= filled[j, j + 1:]
    position = -np.ones((n, n), int)
    position[filled] = np.arange(filled.sum())                             # by rows, columns ascending
    target = []
    for i in range(n):
        for j in range(i):
            if filled[i, j]:
                target += [position[i, u] for u in range(j + 1, n) if filled[j, u]]
    assert min(target) >= 0
    at = np.nonzero(used)
    burnt = rng.uniform(0, 1, mats) ** 0.8
    enriched = rng.choice([0.026, 0.035, 0.044], mats)
    before = np.zeros((n, mats))
    before[number["U235"]] = 0.0232 * enriched * (1 - 0.75 * burnt)
    before[number["U238"]] = 0.0232 * (1 - enriched) * (1 - 0.03 * burnt)
    before[number["U234"]] = 0.0232 * 0.009 * enriched
    before[number["Pu239"]] = 1.4e-4 * (1 - np.exp(-4 * burnt))
    before[number["Pu240"]] = 5.5e-5 * burnt ** 1.3
    before[number["Pu241"]] = 3.3e-5 * burnt ** 1.7
    for k in names[len(HEAVY):]:
        before[number[k]] = LIGHT[k][2] * 1e-3 * burnt * (0.01 if LIGHT[k][1] > 1000 else 1)
    flux = np.stack([rng.uniform(2e13, 6e13, mats), rng.uniform(1.5e14, 2.6e14, mats)], -1) * 1e-24
    # the coefficients and the pattern, tried on the first material with the whole matrix
    theta = np.array([3.509103608414918 + 8.436198985884374j, 5.948152268951177 + 3.587457362018322j, -5.264971343442647 + 16.22022147316793j,
                      1.419375897185666 + 10.92536348449672j, 6.416177699099435 + 1.194122393370139j, 4.993174737717997 + 5.996881713603942j,
                      -1.413928462488886 + 13.49772569889275j, -10.84391707869699 + 19.27744616718165j])
    alpha = np.array([5.464930576870210e3 - 3.797983575308356e4j, 9.045112476907548e1 - 1.115537522430261e3j, 2.344818070467641e2 - 4.228020157070496e2j,
                      9.453304067358312e1 - 2.951294291446048e2j, 7.283792954673409e2 - 1.205646080220011e5j, 3.648229059594851e1 - 1.155509621409682e2j,
                      2.547321630156819e1 - 2.639500283021502e1j, 2.394538338734709e1 - 5.650522971778156e0j])
    span = 10 * DAY
    x = 1.0
    for a, t in zip(alpha, theta):
        x += 2 * (a * (1 / (-1.3 - t)) * x).real
    assert abs(x * 2.124853710495224e-16 - math.exp(-1.3)) < 1e-12, x * 2.124853710495224e-16
    matrix = (decay + section @ flux[0]) * span
    dense = before[:, 0].copy()
    for a, t in zip(alpha, theta):
        dense += 2 * (a * np.linalg.solve(matrix - t * np.eye(n), dense)).real
    dense *= 2.124853710495224e-16
    assert dense.min() > -1e-12 and abs(dense[:len(HEAVY)].sum() / before[:len(HEAVY), 0].sum() - 1) < 0.01
    launch("cram_burnup", size, [up(mats, loc)], [loc], dict(nmaterials=mats, nnuclides=n, nentries=len(at[0])), dict(span=span),
           dict(place=position[at].astype(np.int32), decay=decay[at], section=section[at],
                row=starts(filled.sum(1)).astype(np.int32), column=np.nonzero(filled)[1].astype(np.int32),
                diagonal=np.diag(position).astype(np.int32), target=np.array(target, np.int32), flux=flux, before=before,
                after=8 * n * mats, factor=16 * int(filled.sum()) * mats, solution=16 * n * mats))

# ---- drop_cutter: the half of a mould: a bowl with ribs and a boss, triangles finer where it is bent; raster finishing
rng = np.random.default_rng(4804)
for size, nx, ny, pitch, radius, grid, loc in (("small", 13, 11, 1.1, 1.5, 7, (4, 4)), ("middle", 47, 37, 0.6, 1.5, 25, (12, 4)), ("large", 107, 83, 0.5, 2.0, 47, (32, 2))):
    wide, high = nx * pitch, ny * pitch
    gy = max(4, int(grid * high / wide))
    u, v = np.meshgrid(np.linspace(0, 1, grid), np.linspace(0, 1, gy))
    inner = ((u > 0) & (u < 1) & (v > 0) & (v < 1))
    u = u + inner * rng.uniform(-0.3, 0.3, u.shape) / grid
    v = v + inner * rng.uniform(-0.3, 0.3, v.shape) / gy
    r = np.hypot(u - 0.5, v - 0.5)
    z = 6 * (np.minimum(r / 0.42, 1) ** 2 - 1) + 2.5 * np.exp(-((r - 0.05) / 0.07).clip(0) ** 2 * 2)
    z += 1.6 / (1 + np.exp(-60 * (0.012 - np.abs(u - 0.31)))) + 1.6 / (1 + np.exp(-60 * (0.012 - np.abs(v - 0.64)))) + rng.normal(0, 0.01, z.shape)
    vertex = np.stack([u.ravel() * wide, v.ravel() * high, z.ravel(), np.zeros(u.size)], -1)
    k = (np.arange(gy - 1)[:, None] * grid + np.arange(grid - 1)[None, :]).ravel()
    flip = rng.random(len(k)) < 0.5
    one = np.where(flip[:, None], np.stack([k, k + 1, k + grid], -1), np.stack([k, k + 1, k + grid + 1], -1))
    two = np.where(flip[:, None], np.stack([k + 1, k + grid + 1, k + grid], -1), np.stack([k, k + grid + 1, k + grid], -1))
    tri = np.concatenate([one, two])
    corners = vertex[tri]
    side = 1.3 * radius
    ncx, ncy = int(wide / side) + 1, int(high / side) + 1
    cells = [[] for _ in range(ncx * ncy)]
    low, top = corners.min(1), corners.max(1)
    for t in range(len(tri)):
        for cy in range(max(int(low[t, 1] / side), 0), min(int(top[t, 1] / side), ncy - 1) + 1):
            for cx in range(max(int(low[t, 0] / side), 0), min(int(top[t, 0] / side), ncx - 1) + 1):
                cells[cy * ncx + cx].append(t)
    within = np.concatenate([np.array(c, int) for c in cells])
    launch("drop_cutter", size, [up(nx, loc[0]), up(ny, loc[1])], loc, dict(nx=nx, ny=ny, ncx=ncx, ncy=ncy),
           dict(pitch=pitch, side=side, radius=radius, bed=-12.0),
           dict(vertex=vertex.astype(np.float32), triangle=np.concatenate([tri, np.zeros((len(tri), 1), int)], 1).astype(np.int32),
                summit=top[:, 2].astype(np.float32), cell_begin=starts([len(c) for c in cells]).astype(np.int32),
                within=within.astype(np.int32), tip=4 * nx * ny, touch=nx * ny))

# ---- ean13_scan: pictures of packs with one or two labels, turned a little, some upside down, blurred; print and pattern about them
rng = np.random.default_rng(4805)
WIDTHS = ["3211", "2221", "2122", "1411", "1132", "1231", "1114", "1312", "1213", "3112"]
PARITY = [0x00, 0x0b, 0x0d, 0x0e, 0x13, 0x19, 0x1c, 0x15, 0x16, 0x1a]


def ean_modules(digits):
    """95 modules, 1 dark."""
    runs = "111"
    for k in range(6):
        w = WIDTHS[digits[k + 1]]
        runs += w[::-1] if PARITY[digits[0]] >> (5 - k) & 1 else w
    runs += "11111"
    for k in range(6):
        runs += WIDTHS[digits[k + 7]]
    runs += "111"
    out = []
    for k, w in enumerate(runs):
        out += [1 - k % 2] * int(w)
    assert len(out) == 95
    return np.array(out)


for size, width, rows, labels, half, loc in (("small", 307, 23, 1, 9, 4), ("middle", 853, 607, 2, 15, 16), ("large", 1931, 1447, 3, 21, 24)):
    y, x = np.mgrid[0:rows, 0:width].astype(np.float64)
    picture = 150 + 25 * smooth(rng, rows, width, max(8, width // 9)) + 8 * smooth(rng, rows, width, 5)
    letters = (smooth(rng, rows, width, 4) > 0.7) & (smooth(rng, rows, width, max(10, width // 14)) > 0.6)
    picture = np.where(letters, 60, picture)
    for k in range(labels):
        module = width / (130.0 if labels == 1 else rng.uniform(190, 330))
        angle = rng.normal(0, 0.03) + (math.pi if k == labels - 1 and labels > 1 else 0)
        mx = width * 0.5 if labels == 1 else width * rng.uniform(0.3, 0.7)
        my = rows * (k + 0.5) / labels
        along = ((x - mx) * math.cos(angle) + (y - my) * math.sin(angle)) / module + 47.5
        down = (-(x - mx) * math.sin(angle) + (y - my) * math.cos(angle))
        tall = rows * 0.41 / labels
        digits = [int(v) for v in rng.choice([4, 4, 4, 7, 3, 8, 0, 9], 1)] + [int(v) for v in rng.integers(0, 10, 11)]
        digits.append(-sum(d * (3 if i & 1 else 1) for i, d in enumerate(digits)) % 10)
        bars = ean_modules(digits)
        dark = np.zeros_like(x)
        for s in (-0.375, -0.125, 0.125, 0.375):                           # pixels as areas
            m = np.floor(along + s / module).astype(int)
            dark += np.where((m >= 0) & (m < 95), bars[m.clip(0, 94)], 0) / 4
        paper = (np.abs(down) < tall * 1.1) & (along > -11) & (along < 106)
        picture = np.where(paper, 215 + 0.1 * (picture - 150) - np.where(np.abs(down) < tall, 170, 0) * dark, picture)
    blurred = picture.copy()
    blurred[:, 1:-1] = 0.25 * picture[:, :-2] + 0.5 * picture[:, 1:-1] + 0.25 * picture[:, 2:]
    light = 0.8 + 0.25 * x / width
    launch("ean13_scan", size, [up(rows, loc)], [loc], dict(nrows=rows, width=width, half_of=half, bias=7), {},
           dict(picture=(blurred * light + rng.normal(0, 3, x.shape)).clip(0, 255).astype(np.uint8), code=8 * rows, where=16 * rows))

# ---- fringe_phase: a plaster head before a table; shadows beside it, dark paint and a shiny spot
rng = np.random.default_rng(4806)
for size, nx, ny, shifts, periods, loc in (("small", 67, 19, 4, 9.0, 4), ("middle", 223, 161, 4, 24.0, 8), ("large", 613, 457, 5, 48.0, 16)):
    y, x = np.mgrid[0:ny, 0:nx].astype(np.float64)
    away, mm = 900.0, 320.0 / nx
    lean = 2 * math.pi * periods / 320 * 0.35
    u, v = (x / nx - 0.48) / 0.3, (y / ny - 0.52) / 0.4
    ball = 1 - u * u - v * v
    z = np.where(ball > 0, 85 * np.sqrt(ball.clip(0, None)) + 3 * smooth(rng, ny, nx, max(6, nx // 25)), 0).clip(0, None)
    z += 14 * np.exp(-(u / 0.14) ** 2 - ((v - 0.1) / 0.25) ** 2) * (ball > 0.2)
    plane_x, plane_y, plane0 = 2 * math.pi * (periods - 2) / nx * 0.75, 0.02 / ny, 2 * math.pi
    phase = plane0 + plane_x * x + plane_y * y + away * lean * z / (away - z)
    assert phase.min() > 0 and phase.max() < 2 * math.pi * periods * 1.05, (phase.max() / 2 / math.pi, periods)
    shadow = (z < 1) & (np.roll(z, int(0.07 * nx), 1) > 25)
    albedo = np.where(ball > 0, 0.85, 0.5) + 0.05 * smooth(rng, ny, nx, 7)
    albedo = np.where((ball > 0) & (np.abs(v + 0.3) < 0.06) & (np.abs(np.abs(u) - 0.35) < 0.16), 0.12, albedo)
    albedo = np.where(shadow, 0.02, albedo)
    glint = 140 * np.exp(-((u + 0.3) ** 2 + (v + 0.45) ** 2) / 0.004)

    def shot(of):
        return ((25 + 190 * albedo * (0.5 + 0.45 * np.cos(of))) + glint + rng.normal(0, 2.2, x.shape)).clip(0, 255)

    step = 2 * math.pi * np.arange(shifts) / shifts
    fine = np.stack([shot(phase + s) for s in step])
    coarse = np.stack([shot(phase / periods + s) for s in (-2 * math.pi / 3, 0.0, 2 * math.pi / 3)])
    launch("fringe_phase", size, [up(ny, loc)], [loc], dict(nx=nx, ny=ny, nshifts=shifts),
           dict(periods=periods, weakest=12.0, plane0=plane0, plane_x=plane_x, plane_y=plane_y, away=away, lean=lean),
           dict(fine=fine.astype(np.uint8), coarse=coarse.astype(np.uint8), weight=np.stack([np.sin(step), np.cos(step)], -1).astype(np.float32),
                phase=4 * nx * ny, height=4 * nx * ny, tally=16 * ny))

# ---- iris_match: codes that go on along the angle as the filters' outputs do, eyelids over a part; some probes are of the gallery
rng = np.random.default_rng(4807)


def iris_code(n):
    """n x 8 bands x 256 angles: neighbours alike."""
    wave = rng.normal(0, 1, (n, 8, 256))
    wave += 0.6 * np.roll(wave, 1, 1)
    spectrum = np.fft.rfft(wave, axis=2)
    f = np.arange(spectrum.shape[2])
    return np.fft.irfft(spectrum * np.exp(-((f - 22.0) / 16) ** 2), 256, axis=2) > 0


def iris_mask(n):
    angle, band = np.arange(256)[None, None, :], np.arange(8)[None, :, None]
    upper = rng.uniform(5, 45, (n, 1, 1)) * (1 + 0.25 * (band - 4))
    lower = rng.uniform(0, 25, (n, 1, 1)) * (1 + 0.25 * (band - 4))
    lid = (np.abs(angle - 64) < upper / 1.3) | (np.abs(angle - 192) < lower / 1.3)
    glints = np.stack([smooth(rng, 8, 256, 6) > 2.4 for _ in range(n)])
    return ~(lid | glints)


def words_of(bits):
    return np.packbits(bits.reshape(len(bits), 2048), axis=1, bitorder="little").view(np.uint32)


for size, gallery, probes, reach, loc in (("small", 43, 2, 4, 8), ("middle", 391, 7, 8, 32), ("large", 2411, 11, 8, 64)):
    code, mask = iris_code(gallery), iris_mask(gallery)
    probe, probe_mask = iris_code(probes), iris_mask(probes)
    for p in range(0, probes, 2):
        k = int(rng.integers(0, gallery))
        by = int(rng.integers(-reach, reach + 1))
        wrong = np.repeat(rng.random((8, 64)) < 0.17, 4, axis=1)
        probe[p] = np.roll(code[k] ^ wrong, by, axis=1)
        probe_mask[p] = np.roll(mask[k], by, axis=1) & probe_mask[p]
    launch("iris_match", size, [up(gallery, loc), probes], [loc, 1], dict(ngallery=gallery, reach=reach, least=500), dict(same=0.32),
           dict(probe=words_of(probe), probe_mask=words_of(probe_mask), gallery=words_of(code).T, mask=words_of(mask).T,
                distance_to=4 * probes * gallery, turn=probes * gallery, matches=4 * probes))

# ---- kriging_blocks: a deposit drilled on fences, close in the rich part; some holes off the grid, none in a corner
rng = np.random.default_rng(4808)
for size, nx, ny, block, nearest, points, loc in (("small", 5, 4, 20.0, 8, 2, (2, 2)), ("middle", 31, 23, 20.0, 12, 3, (8, 2)), ("large", 97, 71, 12.5, 14, 3, (16, 2))):
    wide, high = nx * block, ny * block
    gap = 1.7 * block
    fx, fy = np.meshgrid(np.arange(0.5 * gap, wide, gap), np.arange(0.4 * gap, high, 0.7 * gap))
    at = np.stack([fx.ravel(), fy.ravel()], -1) + rng.normal(0, 0.06 * gap, (fx.size, 2))
    dx, dy = np.meshgrid(np.arange(0.3 * wide, 0.65 * wide, 0.45 * gap), np.arange(0.35 * high, 0.7 * high, 0.4 * gap))
    dense = np.stack([dx.ravel(), dy.ravel()], -1) + rng.normal(0, 0.05 * gap, (dx.size, 2))
    free = np.stack([rng.uniform(0, wide, fx.size // 8 + 1), rng.uniform(0, high, fx.size // 8 + 1)], -1)
    at = np.concatenate([at, dense, free])
    at = at[(at[:, 0] > 0) & (at[:, 0] < wide) & (at[:, 1] > 0) & (at[:, 1] < high)]
    at = at[~((at[:, 0] > 0.75 * wide) & (at[:, 1] > 0.7 * high))]
    field = smooth(rng, int(high) + 2, int(wide) + 2, max(8, int(3 * block)))
    rich = np.exp(-((at[:, 0] / wide - 0.48) ** 2 + (at[:, 1] / high - 0.52) ** 2) / 0.06)
    grade = np.exp(0.5 * field[at[:, 1].astype(int), at[:, 0].astype(int)] + 1.3 * rich - 0.6 + rng.normal(0, 0.2, len(at)))
    side = 1.5 * block
    ncx, ncy = int(wide / side) + 1, int(high / side) + 1
    cell = (at[:, 1] / side).astype(int) * ncx + (at[:, 0] / side).astype(int)
    order = np.argsort(cell, kind="stable")
    sample = np.concatenate([at[order], grade[order, None], np.zeros((len(at), 1))], 1)
    range_x, range_y, strike, sill, nugget = 6.5 * block, 3.5 * block, 0.6, 0.9, 0.15
    p = (np.stack(np.meshgrid(np.arange(4), np.arange(4)), -1).reshape(-1, 2) + 0.5) / 4 * block
    apart = p[:, None] - p[None]
    h = np.hypot((apart[..., 0] * math.cos(strike) + apart[..., 1] * math.sin(strike)) / range_x,
                 (-apart[..., 0] * math.sin(strike) + apart[..., 1] * math.cos(strike)) / range_y)
    inside = float(np.mean(np.where(h < 1, sill * (1 - 1.5 * h + 0.5 * h ** 3), 0)))
    launch("kriging_blocks", size, [up(nx, loc[0]), up(ny, loc[1])], loc,
           dict(nx=nx, ny=ny, ncx=ncx, ncy=ncy, nearest=nearest, rings=4, points=points),
           dict(block=block, side=side, nugget=nugget, sill=sill, wide=range_x, deep=range_y, strike=strike, inside=inside),
           dict(cell_begin=starts(np.bincount(cell, minlength=ncx * ncy)).astype(np.int32), sample=sample.astype(np.float32),
                grade=4 * nx * ny, variance=4 * nx * ny, used=nx * ny))

# ---- microlens_map: stars of a galaxy before a quasar, masses by Salpeter's law; the field is larger than the map
rng = np.random.default_rng(4809)
for size, nrx, nry, stars, pixels, loc in (("small", 29, 23, 31, 19, (8, 4)), ("middle", 131, 113, 139, 61, (16, 4)), ("large", 317, 293, 233, 157, (32, 4))):
    smooth_part, shear, in_stars = 0.13, 0.38, 0.27
    u = rng.random(stars)
    mass = (0.08 ** -1.35 + u * (1.5 ** -1.35 - 0.08 ** -1.35)) ** (-1 / 1.35)
    mass /= mass.mean()
    field = math.sqrt(mass.sum() / in_stars)                               # radius with this convergence
    r, a = field * np.sqrt(rng.random(stars)), rng.uniform(0, 2 * math.pi, stars)
    star = np.stack([r * np.cos(a), r * np.sin(a), mass, np.zeros(stars)], -1)
    pitch = 1.5 * field / max(nrx, nry)
    half = 0.25 * field
    launch("microlens_map", size, [up(nrx, loc[0]), up(nry, loc[1])], loc, dict(nrays_x=nrx, nrays_y=nry, nstars=stars, npixels=pixels),
           dict(pitch=pitch, cell=2 * half / pixels, smooth=smooth_part, shear=shear),
           dict(star=star.astype(np.float32), count=4 * pixels * pixels))

# ---- poker_equity: hands that are played more often than others, on all streets, against one to eight others
rng = np.random.default_rng(4810)
ranks = np.arange(8192)
straight = np.zeros(8192, np.uint8)
for top in range(12, 3, -1):
    need = 0x1f << (top - 4)
    straight[((ranks & need) == need) & (straight == 0)] = top + 1
straight[((ranks & 0x100f) == 0x100f) & (straight == 0)] = 4
five = ranks.copy()
for _ in range(8):
    more = np.array([bin(v).count("1") > 5 for v in five])
    five = np.where(more, five & (five - 1), five)
for size, spots, trials in (("small", 3, 5), ("middle", 19, 31), ("large", 71, 79)):
    situation, board = [], []
    for _ in range(spots):
        while True:
            cards = rng.permutation(52)[:7]
            high, low = sorted(cards[:2] // 4)[::-1]
            if high == low or high + low > 15 or (cards[0] % 4 == cards[1] % 4 and high - low < 4) or rng.random() < 0.1:
                break
        street = int(rng.choice([0, 3, 4, 5], p=[0.35, 0.35, 0.2, 0.1]))
        others = int(rng.choice(np.arange(1, 9), p=[0.4, 0.22, 0.13, 0.08, 0.07, 0.05, 0.03, 0.02]))
        situation.append([cards[0], cards[1], street, others])
        board.append(cards[2:7])
    launch("poker_equity", size, [spots * 32], [32], dict(ntrials=trials, salt=int(rng.integers(1, 1 << 30))), {},
           dict(situation=np.array(situation, np.int32), board=np.array(board, np.uint8), straight=straight, five=five.astype(np.uint16),
                share=4 * spots, kinds=36 * spots))

launches.sort(key=lambda l: (l["kernel"], SIZES.index(l["name"].rsplit("-", 1)[1])))
with open(os.path.join(here, "launches.json"), "w") as f:
    json.dump(launches, f, indent=1)
    f.write("\n")

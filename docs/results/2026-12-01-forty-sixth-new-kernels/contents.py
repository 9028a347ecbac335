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


# ---- karras_tree: a scanned scene: a floor, a torus, a few dense statues and stray points; some points twice
rng = np.random.default_rng(4601)


def spread(v):
    v = v.astype(np.uint64)
    for shift, mask in ((16, 0x030000FF), (8, 0x0300F00F), (4, 0x030C30C3), (2, 0x09249249)):
        v = (v | (v << np.uint64(shift))) & np.uint64(mask)
    return v


for size, leaves, loc in (("small", 613, 40), ("middle", 20011, 96), ("large", 487123, 128)):
    share = [leaves * 3 // 10, leaves * 3 // 10, leaves * 3 // 10]
    share.append(leaves - sum(share))
    floor = np.stack([rng.random(share[0]), rng.random(share[0]), 0.02 + rng.normal(0, 0.0005, share[0])], -1)
    u, v = rng.uniform(0, 2 * math.pi, (2, share[1]))
    torus = np.stack([0.5 + (0.3 + 0.08 * np.cos(v)) * np.cos(u), 0.5 + (0.3 + 0.08 * np.cos(v)) * np.sin(u), 0.3 + 0.08 * np.sin(v)], -1)
    where = rng.random((5, 3))[rng.integers(0, 5, share[2])]
    away = rng.normal(0, 1, (share[2], 3))
    statue = where + 0.02 * away / np.linalg.norm(away, axis=1, keepdims=True) + rng.normal(0, 0.0003, away.shape)
    points = np.concatenate([floor, torus, statue, rng.random((share[3], 3))])
    twice = rng.random(leaves) < 0.04
    points[twice] = points[rng.integers(0, leaves, twice.sum())]
    cell = (points * 1024).clip(0, 1023).astype(np.int64)
    code = (spread(cell[:, 0]) << np.uint64(2)) | (spread(cell[:, 1]) << np.uint64(1)) | spread(cell[:, 2])
    launch("karras_tree", size, [up(leaves - 1, loc)], [loc], dict(nleaves=leaves), {},
           dict(code=np.sort(code).astype(np.uint32), child=8 * (leaves - 1), parent=4 * (2 * leaves - 1), range=8 * (leaves - 1)))

# ---- suffix_refine: prose of words after Zipf, with phrases that come back and copied passages, after three or four doublings
rng = np.random.default_rng(4602)
for size, length, doublings, loc in (("small", 4507, 2, 16), ("middle", 60013, 3, 30), ("large", 700001, 3, 64)):
    letters = np.frombuffer(b"etaoinshrdlucmfwypvbgkjqxz", np.uint8)
    odds = 1 / np.arange(1, 27) ** 0.8
    words = [bytes(rng.choice(letters, max(1, int(rng.poisson(4.5))), p=odds / odds.sum())) for _ in range(4000)]
    odds = 1 / np.arange(2, 4002)
    pick = rng.choice(4000, length // 3, p=odds / odds.sum())
    text = bytearray()
    k = 0
    while len(text) < length:
        text += words[pick[k % len(pick)]] + (b". " if rng.random() < 0.08 else b" ")
        k += 1
        if len(text) > 500 and rng.random() < 0.004:
            start = int(rng.integers(0, len(text) - 300))
            text += text[start:start + int(rng.integers(40, 300))]
    text = np.frombuffer(bytes(text[:length]), np.uint8)
    rank = text.astype(np.int64) + 1
    depth = 1
    for _ in range(doublings):
        after = np.concatenate([rank[depth:], np.zeros(depth, np.int64)])
        _, rank = np.unique(rank * (length + 300) + after, return_inverse=True)
        rank = rank.reshape(-1) + 1
        depth *= 2
    order = np.argsort(rank, kind="stable")
    sorted_rank = rank[order]
    edges = np.concatenate([[0], np.nonzero(np.diff(sorted_rank))[0] + 1, [length]])
    counts = np.diff(edges)
    rank[order] = np.repeat(edges[1:], counts)
    many = counts > 1
    groups = np.stack([edges[:-1][many], counts[many]], -1)
    launch("suffix_refine", size, [up(len(groups), loc)], [loc], dict(ngroups=len(groups), depth=depth), {},
           dict(group=groups.astype(np.int32), order=order.astype(np.int32),
                rank=np.concatenate([rank, np.zeros(depth, np.int64)]).astype(np.int32),
                key=4 * length, fresh=4 * length, new_rank=4 * length, left=4 * len(groups)))

# ---- push_excess: a photograph's objects against their ground, some sweeps into the search; most pixels are at rest
rng = np.random.default_rng(4603)
for size, nx, ny, sweeps, loc in (("small", 61, 47, 12, (16, 8)), ("middle", 317, 241, 16, (12, 10)), ("large", 1283, 967, 24, (32, 6))):
    y, x = np.mgrid[0:ny, 0:nx].astype(float)
    object_of = np.zeros((ny, nx))
    for _ in range(7):
        cx, cy, r = rng.random() * nx, rng.random() * ny, rng.uniform(0.06, 0.17) * ny
        object_of = np.maximum(object_of, (((x - cx) / 1.4) ** 2 + (y - cy) ** 2 < r * r * (1 + 0.3 * np.sin(5 * np.arctan2(y - cy, x - cx)))))
    picture = 90 + 70 * object_of + 15 * np.sin(x / 31) * np.sin(y / 23) + rng.normal(0, 18, (ny, nx))
    source = (((picture - 85) / 30) ** 2 - 0).clip(0, 9) * 8
    drain = (((picture - 165) / 30) ** 2).clip(0, 9) * 8
    balance = np.rint(source - drain).astype(int)
    excess = np.where(balance > 0, balance, 0)
    excess[(rng.random((ny, nx)) < 0.45) & (object_of == 0)] = 0
    deep = np.zeros((ny, nx))
    inside = object_of > 0
    for step in range(1, 13):                                                                   # how far to the ground
        deep += inside
        inside = inside & np.roll(inside, 1, 0) & np.roll(inside, -1, 0) & np.roll(inside, 1, 1) & np.roll(inside, -1, 1)
    height = (deep + (excess > 0) + rng.integers(0, 2, (ny, nx))).astype(int)
    way = []
    for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        step = np.roll(picture, (-dy, -dx), (0, 1)) - picture
        way.append(np.rint(2 + 40 * np.exp(-step ** 2 / (2 * 25 ** 2)) - np.abs(rng.normal(0, 5, (ny, nx)))).clip(0))
    gx, gy = -(-nx // loc[0]), -(-ny // loc[1])
    launch("push_excess", size, [gx * loc[0], gy * loc[1]], loc, dict(nx=nx, ny=ny, sweeps=sweeps, highest=400), {},
           dict(excess=excess.astype(np.int32), height=height.astype(np.int32), sink=np.maximum(-balance, 0).astype(np.int32),
                way=np.array(way).astype(np.int32), new_excess=4 * nx * ny, new_height=4 * nx * ny, new_sink=4 * nx * ny,
                new_way=16 * nx * ny, inflow=4 * nx * ny, used=4 * gx * gy))

# ---- crystal_slip: a rolled sheet of aluminium: grains of a few textures; some regions are still elastic, some are bent back
rng = np.random.default_rng(4604)
planes = [(1, 1, 1), (-1, 1, 1), (1, -1, 1), (1, 1, -1)]
schmid = []
for n in planes:
    for b in ((0, 1, 1), (0, 1, -1), (1, 0, 1), (1, 0, -1), (1, 1, 0), (1, -1, 0)):
        if np.dot(n, b) == 0:
            m = np.outer(b, n) / math.sqrt(6)
            m = 0.5 * (m + m.T)
            schmid.append([m[0, 0], m[1, 1], m[2, 2], 2 * m[1, 2], 2 * m[0, 2], 2 * m[0, 1]])
schmid = np.array(schmid)
for size, points, grains, loc in (("small", 21, 4, 8), ("middle", 397, 17, 16), ("large", 8009, 211, 48)):
    ideal = rng.normal(0, 1, (4, 4))
    grain = ideal[rng.integers(0, 4, grains)] + 0.25 * rng.normal(0, 1, (grains, 4))
    grain[rng.random(grains) < 0.3] = rng.normal(0, 1, 4)
    of = np.sort(rng.integers(0, grains, points))
    lattice = grain[of] + 0.01 * rng.normal(0, 1, (points, 4))
    lattice /= np.linalg.norm(lattice, axis=1, keepdims=True)
    amount = 0.0012 * np.interp(np.arange(points), np.linspace(0, points, 14), rng.lognormal(0, 0.8, 14) * rng.choice([1, 1, 1, -1], 14))
    amount[rng.random(points) < 0.1] *= 0.1
    base = np.array([1, -0.1, -0.9, 0, 0.3, 0.05])
    strain = amount[:, None] * (base + 0.15 * rng.normal(0, 1, (points, 6)))
    strength = (31 + 30 * rng.beta(1.5, 3, grains)[of])[:, None] * rng.uniform(0.9, 1.2, (points, 12))
    launch("crystal_slip", size, [up(points, loc)], [loc], dict(npoints=points),
           dict(c11=106750.0, c12=60410.0, c44=28340.0, rate=0.0008, power=18.0, h0=310.0, saturated=75.0, latent=1.4),
           dict(lattice=lattice, strain=strain, strength=strength, schmid=schmid, stress=48 * points, hardened=96 * points, steps=4 * points))

# ---- fdn_reverb: claps, plucked notes and silence in rooms of different sizes
rng = np.random.default_rng(4605)
for size, rooms, lines, samples, room in (("small", 2, 16, 89, 700), ("middle", 5, 8, 1601, 1400), ("large", 37, 24, 2203, 2600)):
    t = np.arange(samples)
    sound = np.zeros((rooms, samples))
    for r in range(rooms):
        for _ in range(1 + samples // 300):
            at = int(rng.integers(0, samples))
            rest = samples - at
            if rng.random() < 0.4:
                sound[r, at:] += rng.normal(0, 0.5, rest) * np.exp(-np.arange(rest) / 60)
            else:
                sound[r, at:] += 0.4 * np.sin(np.arange(rest) * rng.uniform(0.02, 0.2)) * np.exp(-np.arange(rest) / 900)
    delay = (room * rng.uniform(0.25, 1.0, (rooms, 1)) * np.exp(-np.linspace(0, 1.2, lines))[None, :] * rng.uniform(0.96, 1, (rooms, lines)))
    delay = (delay.astype(int) | 1).clip(33, room)
    seconds = rng.uniform(0.6, 3.0, (rooms, 1))
    gain = np.stack([10 ** (-3 * delay / (48000 * seconds)), rng.uniform(0.05, 0.5, (rooms, lines))], -1)
    wander = np.stack([np.where(rng.random((rooms, lines)) < 0.25, rng.uniform(2, 12, (rooms, lines)), 0),
                       rng.uniform(0.5, 1.5, (rooms, lines)) * 2 * math.pi / 48000], -1)
    ring = np.zeros((rooms, lines, room), np.float32)
    ring[:] = rng.standard_normal(ring.shape, np.float32) * 0.02
    launch("fdn_reverb", size, [rooms * lines], [lines], dict(nsamples=samples, room=room), dict(wetness=0.35),
           dict(sound=sound.astype(np.float32), delay=delay.astype(np.int32), gain=gain.astype(np.float32), wander=wander.astype(np.float32),
                line=ring, wet=rooms * samples * 8))

# ---- sky_mesh: a sky with a gradient, stars and galaxies, one bright star, bad columns and cosmic rays
rng = np.random.default_rng(4606)
for size, width, height, mesh, stars, loc in (("small", 97, 71, (40, 32), 25, (8, 4)), ("middle", 509, 383, (64, 64), 500, (16, 6)),
                                              ("large", 2113, 1531, (64, 48), 9000, (32, 4))):
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    picture = 210 + 0.01 * x + 12 * np.sin(y / height * 2) + rng.standard_normal(x.shape, np.float32) * 9
    picture += 4000 / (1 + ((x - 0.3 * width) ** 2 + (y - 0.6 * height) ** 2) / 60)
    crowd = rng.random(stars) < 0.3
    sx = np.where(crowd, width * (0.7 + 0.1 * rng.normal(0, 1, stars)), width * rng.random(stars))
    sy = np.where(crowd, height * (0.3 + 0.1 * rng.normal(0, 1, stars)), height * rng.random(stars))
    flux = 300 * rng.pareto(1.1, stars).clip(0.1, 2000)
    wide = np.where(rng.random(stars) < 0.2, rng.uniform(2.5, 6, stars), 1.4)
    for k in range(stars):
        r = int(5 * wide[k])
        x0, x1, y0, y1 = max(int(sx[k]) - r, 0), min(int(sx[k]) + r + 1, width), max(int(sy[k]) - r, 0), min(int(sy[k]) + r + 1, height)
        if x0 < x1 and y0 < y1:
            box = (slice(y0, y1), slice(x0, x1))
            picture[box] += flux[k] / wide[k] ** 2 * np.exp(-((x[box] - sx[k]) ** 2 + (y[box] - sy[k]) ** 2) / (2 * wide[k] ** 2))
    picture[rng.random(x.shape) < 0.0005] += 900
    bad = (picture > 30000) | (rng.random(x.shape) < 0.0007)
    bad[:, rng.integers(0, width, 1 + width // 300)] = True
    bad[: height // 25] |= x[: height // 25] > 0.8 * width
    gx, gy = -(-width // mesh[0]), -(-height // mesh[1])
    launch("sky_mesh", size, [gx * loc[0], gy * loc[1]], loc, dict(width=width, height=height, mesh_x=mesh[0], mesh_y=mesh[1]),
           dict(clip=3.0, settled=0.002),
           dict(pixel=picture.astype(np.float32), bad=bad.astype(np.uint8), level=4 * gx * gy, noise=4 * gx * gy, kept=4 * gx * gy))

# ---- acelp_pulses: subframes of voiced and unvoiced speech and of pauses; the weighted filter rings more in vowels
rng = np.random.default_rng(4607)
for size, frames, rows in (("small", 3, 8), ("middle", 47, 4), ("large", 1609, 2)):
    target = np.empty((frames, 40))
    impulse = np.zeros((frames, 40))
    voiced = False
    for f in range(frames):
        if rng.random() < 0.1:
            voiced = not voiced
        r1, r2 = (rng.uniform(0.75, 0.93, 2) if voiced else rng.uniform(0.2, 0.6, 2))
        w1, w2 = (rng.uniform(0.25, 0.7), rng.uniform(0.9, 2.2)) if voiced else rng.uniform(1.2, 2.9, 2)
        a = np.convolve([1, -2 * r1 * math.cos(w1), r1 * r1], [1, -2 * r2 * math.cos(w2), r2 * r2])
        for n in range(40):
            impulse[f, n] = (n == 0) - sum(a[k] * impulse[f, n - k] for k in range(1, 5) if n >= k)
        drive = rng.normal(0, 0.25 if voiced else 1.0, 40)
        if voiced:
            drive[int(rng.integers(0, 40))] += rng.choice([-1, 1]) * rng.uniform(2, 5)
            drive[int(rng.integers(0, 40))] += rng.uniform(-2, 2)
        loud = 400 * rng.lognormal(0, 0.7) if voiced else 40 * rng.lognormal(0, 0.9)
        target[f] = loud * np.convolve(drive, impulse[f])[:40]
    launch("acelp_pulses", size, [8, frames * rows], [8, rows], {}, dict(focus=0.4),
           dict(target=target.astype(np.float32), impulse=impulse.astype(np.float32), code=16 * frames, measure=8 * frames, tried=4 * frames))

# ---- orca_agents: two crowds that walk through each other, a knot at a door, and loose walkers about
rng = np.random.default_rng(4608)
for size, agents, loc in (("small", 53, 9), ("middle", 1013, 20), ("large", 20021, 32)):
    side = math.sqrt(agents / 0.55)
    kind = rng.choice(4, agents, p=[0.35, 0.35, 0.1, 0.2])
    place = rng.random((agents, 2)) * side
    place[kind == 0] = (rng.random(((kind == 0).sum(), 2)) * [0.5, 0.6] + [0.05, 0.2]) * side
    place[kind == 1] = (rng.random(((kind == 1).sum(), 2)) * [0.5, 0.6] + [0.42, 0.2]) * side
    knot = kind == 2
    place[knot] = [0.93 * side, 0.9 * side] + rng.normal(0, 0.1 * math.sqrt(knot.sum()) + 0.3, (knot.sum(), 2))
    place = place.clip(0, side - 1e-3)
    for _ in range(12):                                                                         # apart from most others
        a, b = rng.integers(0, agents, (2, agents * 4))
        off = place[a] - place[b]
        d = np.linalg.norm(off, axis=1)
        close = (d < 0.5) & (d > 1e-6)
        np.add.at(place, a[close], 0.3 * off[close] / d[close][:, None] * (0.5 - d[close])[:, None])
    place = place.clip(0, side - 1e-3)
    goal = np.where((kind == 0)[:, None], [1.0, 0.0], np.where((kind == 1)[:, None], [-1.0, 0.0], rng.normal(0, 0.7, (agents, 2))))
    goal[knot] = ([0.93 * side, side] - place[knot]) / np.linalg.norm([0.93 * side, side + 0.1] - place[knot], axis=1, keepdims=True)
    pace = rng.normal(1.3, 0.2, agents).clip(0.6, 1.9)
    wanted = goal * pace[:, None] + rng.normal(0, 0.05, (agents, 2))
    speed = 0.8 * wanted + rng.normal(0, 0.15, (agents, 2))
    speed[knot] *= 0.2
    radius = rng.uniform(0.2, 0.3, agents)
    cell = 2.4
    columns = rows = int(side / cell) + 1
    number = (place[:, 1] / cell).astype(int) * columns + (place[:, 0] / cell).astype(int)
    order = np.argsort(number, kind="stable")
    launch("orca_agents", size, [up(agents, loc)], [loc], dict(nagents=agents, columns=columns, rows=rows), dict(cell=cell, horizon=3.0, span=0.1),
           dict(body=np.concatenate([place, speed], 1)[order].astype(np.float32),
                wish=np.concatenate([wanted, radius[:, None], 1.3 * pace[:, None]], 1)[order].astype(np.float32),
                begin=starts(np.bincount(number, minlength=columns * rows)).astype(np.int32), fresh=8 * agents, loosened=4 * agents))

# ---- knuth_plass: a novel: short lines of speech, long paragraphs; a few long words can be hyphenated; some columns are narrow
rng = np.random.default_rng(4609)
for size, paragraphs, loc in (("small", 19, 8), ("middle", 301, 12), ("large", 6007, 40)):
    all_of, penalties, counts, wides = [], [], [], []
    for p in range(paragraphs):
        n = int(rng.poisson(9)) + 2 if rng.random() < 0.4 else int(rng.gamma(3, 32)) + 5
        em = 10 * 1024
        x = z = w = 0
        rows = [(0, 0, 0, 0)]
        penalty = [0]
        long_of = rng.poisson(3.8, n) + 1
        for k in range(n):
            width = int(long_of[k] * em * 0.47 * rng.uniform(0.85, 1.15))
            if long_of[k] > 7 and rng.random() < 0.7:
                part = int(width * rng.uniform(0.3, 0.7))
                rows.append((x + part + em // 3, x + part, z, w))                               # a hyphen, only if broken
                penalty.append(50 | 0x10000)
            x += width
            stop = rng.random() < 0.1
            glue = em // 3 + (em // 12 if stop else 0)
            if k == n - 1:
                rows.append((x, x, z, w))
            else:
                rows.append((x, x + glue, z, w))
            penalty.append(0)
            x += glue
            z += em // 6 * (2 if stop else 1)
            w += em // 9
        all_of += rows
        penalties += penalty
        counts.append(len(rows))
        wides.append(int(em * (33 if rng.random() < 0.8 else rng.choice([19, 24]))))
    total = sum(counts)
    launch("knuth_plass", size, [up(paragraphs, loc)], [loc],
           dict(nparagraphs=paragraphs, tolerance=1500, line_penalty=10, hyphens=10000), {},
           dict(begin=starts(counts).astype(np.int32), place=np.array(all_of, np.int32), penalty=np.array(penalties, np.int32),
                wide=np.array(wides, np.int32), best=8 * total, **{"from": 4 * total}, lines=4 * paragraphs, total=8 * paragraphs))

# ---- frangi_vessels: an angiogram: trees of bright tubes in a dim organ, air about it, an aneurysm
rng = np.random.default_rng(4610)
for size, nx, ny, nz, reach, loc in (("small", 23, 19, 17, 1, (8, 4, 2)), ("middle", 61, 53, 47, 2, (10, 5, 3)), ("large", 173, 149, 109, 2, (24, 3, 2))):
    z, y, x = np.mgrid[0:nz, 0:ny, 0:nx].astype(np.float32)
    organ = ((x / nx - 0.5) / 0.46) ** 2 + ((y / ny - 0.5) / 0.42) ** 2 + ((z / nz - 0.5) / 0.55) ** 2 < 1
    volume = organ * (60 + 8 * np.sin(x / 7) * np.sin(y / 9) * np.sin(z / 8))
    for _ in range(4 + nx // 12):
        place = np.array([nx, ny, nz]) * rng.uniform(0.3, 0.7, 3)
        way = rng.normal(0, 1, 3)
        thick = rng.uniform(1.0, 3.2) * (nx / 173) ** 0.4
        for _ in range(int(nx * 0.5)):
            way += 0.25 * rng.normal(0, 1, 3)
            way /= np.linalg.norm(way)
            place = place + way
            thick = max(0.8, thick * 0.995)
            r = int(3 * thick) + 1
            low = np.maximum(place.astype(int) - r, 0)
            high = np.minimum(place.astype(int) + r + 1, [nx, ny, nz])
            if np.any(low >= high) or np.any(place < 0):
                break
            box = (slice(low[2], high[2]), slice(low[1], high[1]), slice(low[0], high[0]))
            d = (x[box] - place[0]) ** 2 + (y[box] - place[1]) ** 2 + (z[box] - place[2]) ** 2
            volume[box] = np.maximum(volume[box], 60 + 140 * np.exp(-d / (2 * thick ** 2)))
    volume += 100 * np.exp(-((x - 0.6 * nx) ** 2 + (y - 0.45 * ny) ** 2 + (z - 0.5 * nz) ** 2) / (2 * (0.05 * nx) ** 2))
    volume += rng.standard_normal(volume.shape, np.float32) * 3
    for axis in range(3):
        volume = 0.25 * np.roll(volume, 1, axis) + 0.5 * volume + 0.25 * np.roll(volume, -1, axis)
    launch("frangi_vessels", size, [up(nx, loc[0]), up(ny, loc[1]), up(nz, loc[2])], loc, dict(nx=nx, ny=ny, nz=nz, reach=reach),
           dict(least=30.0, alpha=0.5, beta=0.5, gamma=12.0),
           dict(volume=volume.astype(np.float32), vessel=4 * nx * ny * nz, thick=nx * ny * nz))

launches.sort(key=lambda l: (l["kernel"], SIZES.index(l["name"].rsplit("-", 1)[1])))
with open(os.path.join(here, "launches.json"), "w") as f:
    json.dump(launches, f, indent=1)
    f.write("\n")

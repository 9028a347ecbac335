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


# ---- ndvi_composite: fields, woods, a lake and mountains with snow; clouds come in fronts, orbits leave gaps
rng = np.random.default_rng(4701)
for size, nx, ny, days, loc in (("small", 61, 47, 5, (8, 8)), ("middle", 301, 233, 8, (20, 4)), ("large", 901, 677, 12, (32, 4))):
    y, x = np.mgrid[0:ny, 0:nx].astype(np.float32)
    high = smooth(rng, ny, nx, 60) + 0.3 * smooth(rng, ny, nx, 15)
    kind = smooth(rng, ny, nx, 25)
    field = rng.integers(0, 5, (ny // 9 + 1, nx // 13 + 1))[(y // 9).astype(int), (x // 13).astype(int)]
    green = np.where(kind > 0.4, 0.8, 0.25 + 0.13 * field)
    lake = high < -1.3
    snowy = high > 1.5
    red, nir, flags, zenith = [], [], [], []
    for d in range(days):
        grown = np.where(kind > 0.4, 1.0, 0.6 + 0.4 * np.sin(0.25 * d + field))
        value = (green * grown).clip(0.05, 0.92)
        sum_of = 0.35 + 0.05 * kind
        r = np.where(lake, 0.04, sum_of * (1 - value) / 2)
        n = np.where(lake, 0.02, sum_of * (1 + value) / 2)
        white = snowy & (rng.random() < 0.7)
        r, n = np.where(white, 0.8, r), np.where(white, 0.7, n)
        cover = smooth(rng, ny, nx, 40) + 0.5 * smooth(rng, ny, nx, 9) + rng.normal(-0.2, 0.6)
        thick = (cover / 0.8).clip(0, 1)
        r, n = r + thick * (0.7 - r), n + thick * (0.75 - n)
        cloud = np.where(cover > 0.5, 1, np.where(cover > 0.1, 2, 0))
        shadow = np.roll(cover > 0.5, (3, -4), (0, 1)) & (cloud == 0)
        r, n = np.where(shadow, 0.5 * r, r), np.where(shadow, 0.5 * n, n)
        haze = (1.2 + smooth(rng, ny, nx, 50)).clip(0, 3).astype(int)
        flags.append(cloud | shadow << 2 | haze << 3 | white << 5 | lake << 6)
        across = (x + 0.3 * y + 400 * rng.random()) % 420
        zenith.append(np.abs(across - 200) / 200 * 64)
        gap = (across > 404) | ((x + y // 6) % 311 < 1)
        red.append(np.where(gap, -1, 10000 * (r + 0.004 * rng.standard_normal(x.shape)).clip(0.005, 1)))
        nir.append(np.where(gap, -1, 10000 * (n + 0.004 * rng.standard_normal(x.shape)).clip(0.005, 1)))
    launch("ndvi_composite", size, [up(nx, loc[0]), up(ny, loc[1])], loc, dict(nx=nx, ny=ny, ndays=days, steepest=55), {},
           dict(red=np.array(red).astype(np.int16), nir=np.array(nir).astype(np.int16), flags=np.array(flags).astype(np.uint8),
                zenith=np.array(zenith).astype(np.uint8), index=2 * nx * ny, pair=4 * nx * ny, day=nx * ny, grade=nx * ny))

# ---- coating_stack: an antireflection coating, a mirror of quarter waves, a filter with chirped layers and a film of silver
rng = np.random.default_rng(4702)
for size, waves, angles, films, loc in (("small", 31, 7, 6, (8, 7)), ("middle", 201, 19, 23, (24, 4)), ("large", 701, 46, 31, (64, 2))):
    nm = np.linspace(320, 1100, waves)
    um = nm / 1000
    silica = np.stack([1.45 + 0.0035 / um ** 2, np.zeros(waves)], -1)
    titania = np.stack([2.2 + 0.035 / um ** 2, np.where(nm < 390, 0.002 * ((390 - nm) / 30) ** 2, 0)], -1)
    magnesia = np.stack([1.375 + 0.002 / um ** 2, np.zeros(waves)], -1)
    silver = np.stack([0.05 + 0.15 * np.exp(-(um - 0.3) / 0.1), 7.2 * um - 0.9], -1)
    glass = np.stack([1.505 + 0.0042 / um ** 2, np.zeros(waves)], -1)
    index, thick = [], []
    for j in range(films):
        if size == "large" and j == films // 2:
            index.append(silver)
            thick.append(18.0)
        elif j % 2:
            index.append(titania)
            thick.append(550 / 4 / 2.35 * (0.8 + 0.5 * j / films) * rng.uniform(0.9, 1.1))
        else:
            index.append(magnesia if j == 0 else silica)
            thick.append(550 / 4 / 1.46 * (0.8 + 0.5 * j / films) * rng.uniform(0.9, 1.1))
    launch("coating_stack", size, [up(waves, loc[0]), up(angles, loc[1])], loc, dict(nwaves=waves, nangles=angles, nlayers=films),
           dict(steepest=1.4), dict(wave=nm.astype(np.float32), refraction=np.array(index + [glass]).astype(np.float32),
                                    thick=np.array(thick, np.float32), reflected=8 * waves * angles, through=8 * waves * angles))

# ---- enigma_ic: German text through a real machine, some of its ten plugs known; all orders of the five wheels take part
rng = np.random.default_rng(4703)
wheels = np.array([[ord(c) - 65 for c in w] for w in ("EKMFLGDQVZNTOWYHXUSPAIBRCJ", "AJDKSIRUXBLHWTMCQGZNPYFVOE", "BDFHJLCPRTXVZNYEIWGAKMUSQO",
                                                      "ESOVPZJAYQUIRHXLNFTGKDCMWB", "VZBRGITYUPSDNHLXAWMJQOFECK")])
notches = np.array([ord(c) - 65 for c in "QEVJZ"])
mirror = np.array([ord(c) - 65 for c in "YRUHQSLDPXNGOKMIEBFZCWVJAT"])
backs = np.argsort(wheels, axis=1)
odds = np.array([6.5, 1.9, 3.1, 5.1, 17.4, 1.7, 3.0, 4.8, 7.6, 0.3, 1.2, 3.4, 2.5, 9.8, 2.5, 0.8, 0.1, 7.0, 7.3, 6.2, 4.4, 0.7, 1.9, 1.2, 0.1, 1.1])
for size, letters, slices, known, loc in (("small", 29, 2, 0, (13, 2)), ("middle", 67, 11, 4, (8, 4)), ("large", 121, 26, 6, (26, 2))):
    plain = rng.choice(26, letters, p=odds / odds.sum())
    mates = rng.permutation(26)[:20].reshape(10, 2)
    plug, guess = np.arange(26), np.arange(26)
    plug[mates[:, 0]], plug[mates[:, 1]] = mates[:, 1], mates[:, 0]
    guess[mates[:known, 0]], guess[mates[:known, 1]] = mates[:known, 1], mates[:known, 0]
    order = rng.permutation(5)[:3]
    a, b, c = (int(v) for v in rng.integers(0, 26, 3))
    cipher = []
    for p in plain:
        if b == notches[order[1]]:
            a, b = (a + 1) % 26, (b + 1) % 26
        elif c == notches[order[2]]:
            b = (b + 1) % 26
        c = (c + 1) % 26
        v = plug[p]
        for w, s in ((order[2], c), (order[1], b), (order[0], a)):
            v = (wheels[w][(v + s) % 26] - s) % 26
        v = mirror[v]
        for w, s in ((order[0], a), (order[1], b), (order[2], c)):
            v = (backs[w][(v + s) % 26] - s) % 26
        cipher.append(plug[v])
    rows = np.array([list(rng.permutation(5)[:3]) + [int(rng.integers(0, 26))] for _ in range(slices)])
    if size == "large":
        rows = np.array([list(order) + [k] for k in range(26)])
    launch("enigma_ic", size, [up(26, loc[0]), up(26, loc[1]), slices], [loc[0], loc[1], 1], dict(nletters=letters), {},
           dict(slice=rows.astype(np.int32), wheel=wheels.astype(np.uint8), notch=notches.astype(np.uint8), mirror=mirror.astype(np.uint8),
                plug=guess.astype(np.uint8), message=np.array(cipher, np.uint8), agree=4 * slices * 676))

# ---- go_areas: boards from the first moves to the end; both sides hold parts of the board, some stones are lost in the other's
rng = np.random.default_rng(4704)


def lawful(board):
    """Takes chains without liberties off: of white (2), then of black (1)."""
    side = len(board)
    for colour in (2, 1):
        seen = np.zeros((side, side), bool)
        for y0, x0 in zip(*np.nonzero(board == colour)):
            if seen[y0, x0]:
                continue
            chain, stack, free = [], [(y0, x0)], False
            seen[y0, x0] = True
            while stack:
                y, x = stack.pop()
                chain.append((y, x))
                for v, u in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)):
                    if 0 <= v < side and 0 <= u < side:
                        if board[v, u] == 0:
                            free = True
                        elif board[v, u] == colour and not seen[v, u]:
                            seen[v, u] = True
                            stack.append((v, u))
            if not free:
                for y, x in chain:
                    board[y, x] = 0
    return board


for size, boards, side, loc in (("small", 29, 13, 8), ("middle", 403, 19, 16), ("large", 2503, 19, 40)):
    first = []
    for _ in range(min(boards, 640)):
        lean = smooth(rng, side, side, 5)
        filled = rng.beta(2.2, 1.6) * 0.85
        colour = np.where(lean + rng.normal(0, 0.35, (side, side)) > 0, 1, 2)
        weight = filled * (1.35 - 0.5 * np.minimum(np.abs(lean), 1.5))                  # most stones stand at the borders
        first.append(lawful(np.where(rng.random((side, side)) < weight, colour, 0)))
    rows = []
    for k in range(boards):
        b = first[k % len(first)]
        b = np.rot90(b, k // len(first) % 4)
        b = b.T if k // len(first) % 8 > 3 else b
        bits = 1 << np.arange(side)
        rows.append(np.stack([((b == 1) * bits).sum(1), ((b == 2) * bits).sum(1)], -1))
    launch("go_areas", size, [up(boards, loc)], [loc], dict(nboards=boards, size=side), {},
           dict(board=np.array(rows).astype(np.uint32), area=8 * boards, chains=16 * boards))

# ---- water_hammer: hydropower penstocks, a water main over hills, oil lines; quick and slow valves; some tear off at high points
rng = np.random.default_rng(4705)
for size, pipes, least, most, steps in (("small", 3, 33, 61, 47), ("middle", 17, 50, 201, 301), ("large", 61, 60, 250, 601)):
    nodes = rng.integers(least, most, pipes)
    nodes[0] = most
    line, valve, rise = [], [], []
    for k in range(pipes):
        n = int(nodes[k])
        bore = rng.uniform(0.2, 1.2)
        face = math.pi * bore ** 2 / 4
        speed = rng.uniform(0.6, 2.8)
        fast = rng.uniform(900, 1250)
        reach = fast * 0.01
        start = rng.uniform(40, 180)
        rubbed = 0.018 * reach / (2 * 9.81 * bore * face ** 2)
        line.append((fast / (9.81 * face), rubbed, start, speed * face))
        valve.append((rng.choice([5, 30, 120, 400]) * rng.uniform(0.7, 1.3), rng.choice([1.0, 1.5, 2.0]), rng.integers(1, 12), 0))
        hill = 0.25 * start * np.interp(np.arange(n), np.linspace(0, n - 1, 7), rng.normal(0, 1, 7))
        lost = rubbed * (speed * face) ** 2
        rise.append(np.minimum(hill, start - lost * np.arange(n) - 8))
    total = int(nodes.sum())
    launch("water_hammer", size, [64 * pipes], [64], dict(nsteps=steps), dict(vapour=-9.9, span=0.01),
           dict(begin=starts(nodes).astype(np.int32), line=np.array(line), valve=np.array(valve, np.float32),
                rise=np.concatenate(rise).astype(np.float32), highest=4 * total, lowest=4 * total, torn=4 * pipes))

# ---- pairwise_ballots: councils of a few parties; many follow their party's list, the others their own mind; most stop early
rng = np.random.default_rng(4706)
for size, ballots, standing, groups in (("small", 401, 7, 3), ("middle", 3001, 16, 9), ("large", 24007, 23, 31)):
    party = rng.integers(0, 5, standing)
    known = rng.normal(0, 1, standing)
    rows = np.full((ballots, 8), 255)
    for k in range(ballots):
        own = rng.integers(0, 5)
        liking = known + 2.5 * (party == own) + rng.gumbel(0, 1, standing)
        stop = min(int(rng.geometric(0.25)), 8, standing) if rng.random() < 0.8 else min(8, standing)
        rows[k, :stop] = np.argsort(-liking)[:stop]
        odd = rng.random()
        if odd < 0.006:
            rows[k] = 255
        elif odd < 0.02:
            rows[k, int(rng.integers(0, 8))] = rng.integers(0, standing + 3)
    launch("pairwise_ballots", size, [64 * groups], [64], dict(nballots=ballots, ncandidates=standing), {},
           dict(ballot=rows.astype(np.uint8), copies=rng.zipf(2.0, ballots).clip(1, 5000).astype(np.int32),
                pair=4 * standing * standing, counts=12))

# ---- pedigree_inbreeding: breeds of cattle kept apart, a few sires a generation, dams that live on, some unknown parents
rng = np.random.default_rng(4707)
for size, fresh, breeds, herd, ages, loc in (("small", 97, 2, 16, 6, 8), ("middle", 211, 5, 40, 10, 16), ("large", 1201, 19, 48, 12, 24)):
    parents, breed, born, inbred = [], [], [], []
    members = [[] for _ in range(breeds)]
    for age in range(ages + 1):
        count = fresh if age == ages else breeds * herd
        sires = [rng.choice([v for v in m if born[v] == age - 1], max(2, herd // 10), replace=False) if age else [] for m in members]
        dams = [[v for v in m if born[v] >= age - 2] for m in members]
        for k in range(count):
            of = k % breeds
            pair = (-1, -1)
            if age:
                pair = (int(rng.choice(sires[of])) if rng.random() < 0.96 else -1, int(rng.choice(dams[of])) if rng.random() < 0.93 else -1)
                if pair[0] == pair[1]:
                    pair = (pair[0], -1)
            parents.append(pair)
            breed.append(of)
            born.append(age)
        if age < ages:
            for k in range(count):
                members[k % breeds].append(len(parents) - count + k)
    old = breeds * herd * ages
    inbred = np.zeros(old)
    for m in members:                                                                   # by the table of relationships
        place = {v: k for k, v in enumerate(m)}
        table = np.zeros((len(m), len(m)))
        for k, v in enumerate(m):
            s, d = (place.get(p, -1) for p in parents[v])
            row = np.zeros(k)
            for p in (s, d):
                if p >= 0:
                    row += 0.5 * table[p, :k]
            table[k, :k] = row
            table[:k, k] = row
            table[k, k] = 1 + (0.5 * table[s, d] if s >= 0 and d >= 0 else 0)
            inbred[v] = table[k, k] - 1
    launch("pedigree_inbreeding", size, [up(fresh, loc)], [loc], dict(nold=old, nnew=fresh), {},
           dict(parents=np.array(parents, np.int32), inbred=inbred.astype(np.float32), fresh=4 * fresh, traced=4 * fresh))

# ---- deygout_loss: a mast on a height above a valley; hills behind, a plain on one side
rng = np.random.default_rng(4708)
for size, nx, ny, cell, loc in (("small", 23, 19, 90.0, (8, 4)), ("middle", 83, 71, 60.0, (12, 6)), ("large", 173, 149, 50.0, (16, 8))):
    y, x = np.mgrid[0:ny, 0:nx].astype(float)
    ground = 250 + 90 * smooth(rng, ny, nx, max(nx // 4, 3)) + 35 * smooth(rng, ny, nx, max(nx // 12, 2)) + 8 * smooth(rng, ny, nx, 2)
    plain = 1 / (1 + np.exp((x - 0.7 * nx) / (0.04 * nx)))
    ground = 140 + (ground - 140) * plain
    ground -= 90 * np.exp(-((y - 0.5 * ny - 0.1 * ny * np.sin(x / nx * 7)) / (0.08 * ny)) ** 2)
    ground = ground.clip(60, None)
    inner = ground[ny // 5:ny - ny // 5, nx // 5:nx - nx // 5]
    my, mx = np.unravel_index(np.argmax(inner), inner.shape)
    launch("deygout_loss", size, [up(nx, loc[0]), up(ny, loc[1])], loc, dict(nx=nx, ny=ny, mast_x=mx + nx // 5, mast_y=my + ny // 5),
           dict(cell=cell, mast=30.0, mobile=1.5, wave=0.3747, power=58.0), dict(ground=ground.astype(np.int16), level=4 * nx * ny, edges=nx * ny))

# ---- train_running: a main line with a climb, slow curves and towns; fast trains, locals that stop everywhere, heavy freight
rng = np.random.default_rng(4709)
for size, trains, steps, stops, step, loc in (("small", 13, 311, 5, 50.0, 4), ("middle", 201, 1607, 12, 40.0, 12), ("large", 499, 2803, 23, 40.0, 32)):
    limit = np.full(steps, 44.4)
    at = 0
    while at < steps:
        n = int(rng.integers(8, 90))
        limit[at:at + n] = rng.choice([22.2, 27.8, 33.3, 38.9, 44.4], p=[0.1, 0.15, 0.2, 0.25, 0.3])
        at += n
    gradient = np.round(np.interp(np.arange(steps) // 12, np.linspace(0, steps / 12, 9), rng.normal(0, 6, 9)).clip(-14, 14), 1)
    station = np.sort(rng.choice(np.arange(1, steps // 25), stops - 2, replace=False)) * 25 + int(rng.integers(-4, 5))
    station = np.concatenate([[0], station, [steps]])
    kind = rng.choice(3, trains, p=[0.3, 0.45, 0.25])
    mass = np.where(kind == 0, rng.uniform(380, 700, trains), np.where(kind == 1, rng.uniform(120, 260, trains), rng.uniform(700, 1900, trains)))
    power = np.where(kind == 0, rng.uniform(4500, 8000, trains), np.where(kind == 1, rng.uniform(1500, 2600, trains), rng.uniform(4200, 6400, trains)))
    train = np.stack([mass, power, np.where(kind == 1, 0.8 * mass, 290), np.where(kind == 2, 0.25, np.where(kind == 1, 0.75, 0.55))], -1)
    drag = np.stack([mass * np.where(kind == 2, 14, 17), mass * 0.3, np.where(kind == 2, 11, 6.5) + mass * 0.003, rng.uniform(1.05, 1.12, trains)], -1)
    every = (1 << stops) - 1
    some = np.array([sum(1 << int(v) for v in rng.choice(stops, max(1, stops // 4), replace=False)) for _ in range(trains)])
    pattern = np.where(kind == 0, some, np.where(kind == 1, every, np.where(rng.random(trains) < 0.3, 1 << (stops // 2), 0)))
    length = (np.where(kind == 0, rng.uniform(180, 400, trains), np.where(kind == 1, rng.uniform(50, 150, trains), rng.uniform(300, 700, trains))) / step)
    many = np.stack([length.astype(int) + 1, np.where(kind == 2, 27, np.where(kind == 1, 38, 44)), np.where(kind == 1, 30, 90), pattern], -1)
    launch("train_running", size, [up(trains, loc)], [loc], dict(ntrains=trains, nsteps=steps, nstations=stops), dict(step=step),
           dict(limit=limit.astype(np.float32), gradient=gradient.astype(np.float32), station=station.astype(np.int32),
                train=train.astype(np.float32), drag=drag.astype(np.float32), kind=many.astype(np.int32),
                ceiling=4 * steps * trains, arrive=4 * stops * trains, energy=4 * trains))

# ---- ring_crossdate: oaks of one region over some centuries; beams of old houses, some from elsewhere
rng = np.random.default_rng(4710)
for size, series, years, short, longest, least, loc in (("small", 5, 211, 41, 90, 25, 16), ("middle", 23, 607, 60, 230, 30, 24),
                                                        ("large", 97, 1103, 60, 340, 30, 64)):
    common = rng.normal(0, 0.2, years)
    common[1:] += 0.15 * common[:-1]
    counts = rng.integers(short, longest, series)
    rings = []
    for k in range(series):
        n = int(counts[k])
        at = int(rng.integers(-n // 4, years - 3 * n // 4))
        own = rng.normal(0, 0.2, n)
        if rng.random() < 0.8:
            inside = (np.arange(n) + at >= 0) & (np.arange(n) + at < years)
            own[inside] += rng.uniform(0.5, 1.1) * common[np.arange(n)[inside] + at]
        rings.append(own)
    lags = years + longest - 2 * least + 1
    launch("ring_crossdate", size, [up(lags, loc), series], [loc, 1], dict(nmaster=years, nlags=lags, least=least), {},
           dict(begin=starts(counts).astype(np.int32), ring=np.concatenate(rings).astype(np.float32),
                master=(common + rng.normal(0, 0.05, years)).astype(np.float32), fit=4 * series * lags, alike=4 * series * lags))

launches.sort(key=lambda l: (l["kernel"], SIZES.index(l["name"].rsplit("-", 1)[1])))
with open(os.path.join(here, "launches.json"), "w") as f:
    json.dump(launches, f, indent=1)
    f.write("\n")

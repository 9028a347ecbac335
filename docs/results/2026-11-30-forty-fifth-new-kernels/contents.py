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


# ---- structure_factors: organic molecules in P21 and P212121, a third of the atoms with tensors, a few half occupied
rng = np.random.default_rng(4501)
gauss = np.array([[0.489918, 20.6593, 0.262003, 7.74039, 0.196767, 49.5519, 0.049879, 2.20159, 0.001305, 0, 0],
                  [2.31, 20.8439, 1.02, 10.2075, 1.5886, 0.5687, 0.865, 51.6512, 0.2156, 0.0181, 0.0091],
                  [12.2126, 0.0057, 3.1322, 9.8933, 2.0125, 28.9975, 1.1663, 0.5826, -11.529, 0.0311, 0.018],
                  [3.0485, 13.2771, 2.2868, 5.7011, 1.5463, 0.3239, 0.867, 32.9089, 0.2508, 0.0492, 0.0322],
                  [6.9053, 1.4679, 5.2034, 22.2151, 1.4379, 0.2536, 1.5863, 56.172, 0.8669, 0.3331, 0.5567]])
p21 = [([1, 0, 0, 0, 1, 0, 0, 0, 1], (0, 0, 0)), ([-1, 0, 0, 0, 1, 0, 0, 0, -1], (0, 0.5, 0))]
p212121 = [([1, 0, 0, 0, 1, 0, 0, 0, 1], (0, 0, 0)), ([-1, 0, 0, 0, -1, 0, 0, 0, 1], (0.5, 0, 0.5)),
           ([-1, 0, 0, 0, 1, 0, 0, 0, -1], (0, 0.5, 0.5)), ([1, 0, 0, 0, -1, 0, 0, 0, -1], (0.5, 0.5, 0))]
for size, reflections, atoms, cell, beta, ops, loc in (("small", 137, 43, (7.1, 9.6, 11.3), 98.3, p21, 9),
                                                       ("middle", 1409, 113, (11.2, 15.7, 21.9), 90, p212121, 24),
                                                       ("large", 6007, 331, (24.3, 27.9, 36.4), 90, p212121, 32)):
    a, b, c = cell
    sine, cosine = math.sin(math.radians(beta)), math.cos(math.radians(beta))
    star = np.array([1 / (a * sine), 1 / b, 1 / (c * sine)])
    reciprocal = np.array([star[0] ** 2, star[1] ** 2, star[2] ** 2, 0, -2 * star[0] * star[2] * cosine, 0])
    h, k, l = np.meshgrid(np.arange(-30, 31) if beta != 90 else np.arange(0, 31), np.arange(0, 31), np.arange(0, 41), indexing="ij")
    hkl = np.stack([h, k, l, 0 * h], -1).reshape(-1, 4)
    dd = (hkl[:, :3] ** 2) @ reciprocal[:3] + hkl[:, 0] * hkl[:, 2] * reciprocal[4]
    order = np.argsort(dd, kind="stable")
    hkl = hkl[order[1:reflections + 1]]
    xyz = rng.random((atoms, 3))
    kind = rng.choice(5, atoms, p=[0.45, 0.34, 0.08, 0.12, 0.01])
    aniso = (kind > 0) & (rng.random(atoms) < 0.6)
    bfactor = rng.gamma(6, 0.6, atoms) + 1
    occupied = np.where(rng.random(atoms) < 0.06, 0.5, 1.0)
    u = bfactor[aniso] / (8 * math.pi ** 2)
    full = u[:, None] * rng.uniform(0.7, 1.35, (len(u), 3))
    off = u[:, None] * rng.normal(0, 0.1, (len(u), 3))
    tensor = 2 * math.pi ** 2 * np.concatenate([full * star ** 2, off * star[[0, 0, 1]] * star[[1, 2, 2]]], 1)
    place_of = np.where(aniso, np.cumsum(aniso) - 1, -1)
    launch("structure_factors", size, [up(reflections, loc)], [loc],
           dict(nreflections=reflections, natoms=atoms, nkinds=len(gauss), nops=len(ops)), {},
           dict(hkl=hkl.astype(np.int32), place=np.concatenate([xyz, bfactor[:, None]], 1).astype(np.float32),
                about=np.stack([kind, place_of], -1).astype(np.int32), occupied=occupied.astype(np.float32),
                tensor=tensor.astype(np.float32), gauss=gauss.astype(np.float32),
                rotation=np.array([o[0] for o in ops], np.int32), shift=np.array([o[1] + (0,) for o in ops], np.float32),
                reciprocal=reciprocal.astype(np.float32), factor=reflections * 8))

# ---- flood_inertial: a winding river that has left its bed, with dikes and hollows about; two thirds of the cells dry; some rain
rng = np.random.default_rng(4502)
manning = np.array([0.03, 0.035, 0.05, 0.08, 0.12, 0.015])
for size, nx, ny, loc in (("small", 73, 61, (12, 5)), ("middle", 331, 277, (20, 6)), ("large", 1207, 1013, (32, 4))):
    y, x = np.mgrid[0:ny, 0:nx].astype(np.float32)
    middle = ny * (0.5 + 0.18 * np.sin(x / nx * 9) + 0.05 * np.sin(x / 17))
    off = np.abs(y - middle) / ny
    ground = 40 - 0.004 * x + 14 * off ** 1.3 + 0.5 * np.sin(x / 9 + np.sin(y / 14)) * np.sin(y / 7) + rng.normal(0, 0.05, x.shape)
    ground -= 2.6 * np.exp(-(off * ny / 4.0) ** 2)
    ground += 0.8 * (np.abs(off * ny - 9) < 1)
    level = 40 - 0.004 * x + 0.7 + 0.1 * np.sin(x / 50)
    depth = ((level - ground) + rng.normal(0, 0.004, x.shape)).clip(0) * (off < 0.2)
    rough = np.where(depth > 2, 0, rng.integers(1, 6, (ny // 12 + 1, nx // 12 + 1))[y.astype(int) // 12, x.astype(int) // 12])
    wet = depth > 0.05
    flow_x = np.zeros((ny, nx + 1))
    flow_x[:, 1:nx] = np.where(wet[:, 1:] & wet[:, :-1], depth[:, 1:] ** 1.6 * (0.5 + 0.05 * rng.normal(0, 1, (ny, nx - 1))), 0)
    flow_y = np.zeros((ny + 1, nx))
    flow_y[1:ny] = np.where(wet[1:] & wet[:-1], depth[1:] ** 1.6 * 0.08 * rng.normal(0, 1, (ny - 1, nx)), 0)
    source = np.where(np.sin(x / 61) * np.sin(y / 47) > 0.3, 8e-6, 0)
    source[(np.arange(5) * ny) // 5, 0] = 0.02
    launch("flood_inertial", size, [up(nx, loc[0]), up(ny, loc[1])], loc, dict(nx=nx, ny=ny),
           dict(wide=10.0, span=1.1, theta=0.85, dry=0.001),
           dict(ground=ground.astype(np.float32), depth=depth.astype(np.float32), rough=rough.astype(np.uint8),
                manning=manning.astype(np.float32), flow_x=flow_x.astype(np.float32), flow_y=flow_y.astype(np.float32),
                source=source.astype(np.float32), new_x=flow_x.size * 4, new_y=flow_y.size * 4, new_depth=depth.size * 4))

# ---- incircle_filter: surveyed points, here and there on an exact grid, triangulated somehow; numbered by the order they came in
rng = np.random.default_rng(4503)
for size, wide, high, loc in (("small", 37, 31, 12), ("middle", 139, 127, 40), ("large", 811, 601, 64)):
    n = wide * high
    y, x = np.mgrid[0:high, 0:wide]
    exact = (np.sin(x / 13.0) * np.sin(y / 11.0 + 1) > 0.55)
    shake = np.where(exact, 0, 1)[..., None] * rng.uniform(-0.35, 0.35, (high, wide, 2))
    point = np.round((np.stack([x, y], -1) + shake) * 25 * 1000) / 1000 + np.array([431200.0, 5411700.0])      # millimetres of a map
    node = np.arange(n).reshape(high, wide)
    p, q, r, s = node[:-1, :-1].ravel(), node[:-1, 1:].ravel(), node[1:, 1:].ravel(), node[1:, :-1].ravel()
    px, py = point.reshape(-1, 2).T

    def left(i, j, k):
        return (px[i] - px[k]) * (py[j] - py[k]) - (py[i] - py[k]) * (px[j] - px[k]) > 0.01

    slash = rng.random(len(p)) < 0.5                                                                          # of two ways, if both are sound
    slash = np.where(left(p, q, r) & left(p, r, s), slash | ~(left(p, q, s) & left(q, r, s)), False)
    triangle = np.where(slash[:, None, None], np.stack([p, q, r, p, r, s], -1).reshape(-1, 2, 3),
                        np.stack([p, q, s, q, r, s], -1).reshape(-1, 2, 3)).reshape(-1, 3)
    half = np.concatenate([triangle, triangle[:, [1, 2, 0]], triangle[:, [2, 0, 1]]])                          # a, b, corner to the left
    key = np.minimum(half[:, 0], half[:, 1]).astype(np.int64) * n + np.maximum(half[:, 0], half[:, 1])
    order = np.argsort(key, kind="stable")
    half, key = half[order], key[order]
    first = np.concatenate([[True], key[1:] != key[:-1]])
    at = np.flatnonzero(first)
    paired = np.concatenate([~first[1:], [False]])[at]
    other = np.where(paired, half[np.minimum(at + 1, len(half) - 1), 2], -1)
    edge = np.concatenate([half[at], other[:, None]], 1)
    block = rng.permutation((n + 63) // 64)                                                                   # numbers keep only some order
    rank = np.argsort(np.argsort(block[np.arange(n) // 64] * 64 + np.arange(n) % 64))
    renamed = np.empty((n, 2))
    renamed[rank] = point.reshape(-1, 2)
    edge = np.where(edge < 0, -1, rank[edge])
    edge = edge[np.argsort(np.arange(len(edge)) // 97 * 97 + rng.integers(0, 400, len(edge)), kind="stable")]
    launch("incircle_filter", size, [up(len(edge), loc)], [loc], dict(nedges=len(edge)), {},
           dict(point=renamed, edge=edge.astype(np.int32), verdict=len(edge)))

# ---- occupancy_beams: a robot that drives through a floor of rooms; glass and far doors give no echo; a map that already knows a part
rng = np.random.default_rng(4504)
for size, scans, beams, nx, ny, far, loc in (("small", 2, 181, 161, 131, 80.0, (13, 1)), ("middle", 11, 361, 421, 377, 160.0, (19, 2)),
                                             ("large", 67, 721, 1301, 907, 300.0, (48, 1))):
    y, x = np.mgrid[0:ny, 0:nx]
    wall = (x % 97 < 2) & (y % 53 > 14) | (y % 71 < 2) & (x % 61 > 13)
    wall |= rng.random((ny, nx)) < 0.0012
    wall[:2] = wall[-2:] = True
    wall[:, :2] = wall[:, -2:] = True
    t = np.linspace(0, 1, scans)
    px = nx * (0.5 + 0.33 * np.sin(5 * t + 0.4)) + rng.uniform(0, 1, scans)
    py = ny * (0.5 + 0.33 * np.cos(7 * t)) + rng.uniform(0, 1, scans)
    heading = 3 * np.sin(4 * t) + rng.normal(0, 0.02, scans)
    start, step = -0.75 * math.pi, 1.5 * math.pi / (beams - 1)
    angle = heading[:, None] + start + step * np.arange(beams)
    cosine, sine = np.cos(angle), np.sin(angle)
    cells = np.full(angle.shape, np.inf)
    for way in np.arange(1.5, far + 2, 0.5):
        cx, cy = np.floor(px[:, None] + way * cosine).astype(int), np.floor(py[:, None] + way * sine).astype(int)
        inside = (cx >= 0) & (cy >= 0) & (cx < nx) & (cy < ny)
        struck = ~inside | wall[cy.clip(0, ny - 1), cx.clip(0, nx - 1)]
        cells = np.where(struck & np.isinf(cells), way, cells)
    cells = cells + rng.normal(0, 0.3, cells.shape)
    mm = np.where(np.isinf(cells) | (rng.random(cells.shape) < 0.02), 0, cells * 50).clip(0, 65535)
    odds = np.where((x < nx * 0.4), np.where(wall, 2400, -1500) + rng.integers(-300, 300, (ny, nx)), 0)
    launch("occupancy_beams", size, [up(beams, loc[0]), up(scans, loc[1])], loc,
           dict(nscans=scans, nbeams=beams, nx=nx, ny=ny, empty=-41, full=87),
           dict(first=start, step=step, scale=0.02, farthest=far),
           dict(range=mm.astype(np.uint16), pose=np.stack([px, py, heading, 0 * px], -1).astype(np.float32), odds=odds.astype(np.int32),
                crossed=scans * beams * 2))

# ---- packet_patterns: requests and answers of the web, names, mail and ciphered packets; few of them bad
rng = np.random.default_rng(4505)
words = (b"index login admin static images assets jquery style content account search product user session token update download "
         b"config script image news video api v1 v2 data list item page view default main home upload report public private").split()
evil = (b"/etc/passwd|cmd.exe|union select|<script>|../../|%2e%2e%2f|xp_cmdshell|/bin/sh|wget http|powershell -enc|eval(base64_decode|"
        b"${jndi:|document.cookie|onerror=|drop table|information_schema|nc -e|() { :;};|\x90\x90\x90\x90\x90\x90|%u9090%u|"
        b"select * from|/wp-admin/setup|.htpasswd|phpmyadmin/scripts|cgi-bin/test|user-agent: sqlmap|masscan|nikto|meterpreter").split(b"|")
heads = (b"Host: www.|Accept: text/html,application/xhtml+xml|Accept-Encoding: gzip, deflate|Connection: keep-alive|Cookie: session=|"
         b"User-Agent: Mozilla/5.0 (X11; Linux x86_64)|Cache-Control: max-age=0|Referer: https://www.|Content-Type: text/html").split(b"|")
for size, packets, rules, mean, loc in (("small", 61, 90, 350, 8), ("middle", 701, 420, 560, 24), ("large", 9001, 1900, 640, 40)):
    patterns = [e.lower() for e in evil]
    while len(patterns) < rules:
        kind = rng.random()
        if kind < 0.55:
            w = bytes(words[int(rng.integers(len(words)))])
            patterns.append(b"/" + w + b"/" + bytes(rng.integers(97, 123, int(rng.integers(3, 9))).astype(np.uint8)) + b".php")
        elif kind < 0.85:
            patterns.append(bytes(rng.integers(97, 123, int(rng.integers(5, 13))).astype(np.uint8)) + b"=")
        else:
            patterns.append(bytes(rng.integers(0x80, 0xa0, int(rng.integers(4, 9))).astype(np.uint8)))
    used = sorted(set(b"".join(patterns)))
    class_of = np.zeros(256, np.uint8)
    for number, byte in enumerate(used):
        class_of[byte] = number + 1
    class_of[65:91] = class_of[97:123]
    classes = len(used) + 1
    goto, ends = [{}], [-1]
    for number, pat in enumerate(patterns):
        state = 0
        for byte in pat:
            c = int(class_of[byte])
            if c not in goto[state]:
                goto[state][c] = len(goto)
                goto.append({})
                ends.append(-1)
            state = goto[state][c]
        ends[state] = number
    table = np.zeros((len(goto), classes), np.int64)
    fail = np.zeros(len(goto), int)
    order = [0]
    for state in order:                                                                         # in breadth
        if state:
            table[state] = table[fail[state]]
        for c, to in goto[state].items():
            fail[to] = table[state, c] if state else 0
            if ends[to] < 0:
                ends[to] = ends[fail[to]]
            table[state, c] = to
            order.append(to)
    rank = np.empty(len(goto), int)
    rank[order] = np.arange(len(goto))
    pattern = np.array(ends)[order]
    table = rank[table[order]]
    table = table + 0x8000 * (pattern[table] >= 0)
    pages = []
    for d in range(packets):
        length = int(rng.integers(40, 120)) if rng.random() < 0.4 else int(rng.gamma(4, mean / 2.4).__ceil__())
        length = min(length, 1460)
        if rng.random() < 0.25:
            page = bytearray(rng.integers(0, 256, length).astype(np.uint8))
        else:
            page = bytearray(b"GET /" if rng.random() < 0.5 else b"HTTP/1.1 200 OK\r\n")
            while len(page) < length:
                page += bytes(words[int(rng.integers(len(words)))]) + (b"/", b" ", b"=", b"&", b".php?", b"\r\n")[int(rng.integers(0, 6))]
                if rng.random() < 0.12:
                    page += b"\r\n" + heads[int(rng.integers(len(heads)))] + b"\r\n"
        if rng.random() < 0.07:
            for _ in range(int(rng.integers(1, 6))):
                at, pat = int(rng.integers(0, length)), patterns[int(rng.integers(len(patterns)))]
                page[at:at + len(pat)] = pat.upper() if rng.random() < 0.3 else pat
        pages.append(bytes(page[:length]))
    launch("packet_patterns", size, [up(packets, loc)], [loc], dict(npackets=packets, nclasses=classes, nhot=min(6144 // classes, len(goto)), enough=4), {},
           dict(payload=np.frombuffer(b"".join(pages), np.uint8), begin=starts([len(p) for p in pages]).astype(np.int32), class_of=class_of,
                next=table.astype(np.uint16), pattern=pattern.astype(np.int16), severity=rng.integers(1, 11, len(patterns)).astype(np.uint8),
                alert=packets * 16))

# ---- fitch_parsimony: sequences that evolved on a tree, with gaps; candidates are other orders of joining
rng = np.random.default_rng(4506)


def joined(taxa, near):
    """Children of the inner nodes: lineages in a row are joined with a neighbour."""
    alive, pairs = list(range(taxa)), []
    while len(alive) > 1:
        k = int(rng.integers(0, len(alive) - 1))
        j = min(k + 1 + (int(rng.integers(0, 3)) if rng.random() < near else 0), len(alive) - 1)
        pairs.append((alive[k], alive[j]))
        alive[k] = taxa + len(pairs) - 1
        del alive[j]
    return np.array(pairs)


for size, taxa, words_of, trees, loc in (("small", 37, 61, 5, 12), ("middle", 83, 131, 19, 27), ("large", 151, 157, 89, 40)):
    true = joined(taxa, 0.0)
    sites = 32 * words_of - 13
    base = np.zeros((2 * taxa - 1, sites), np.uint8)
    base[2 * taxa - 2] = rng.integers(0, 4, sites)
    pace = rng.gamma(0.6, 0.05, sites).clip(0, 0.4)
    for k in range(taxa - 2, -1, -1):
        for to in true[k]:
            changed = rng.random(sites) < pace
            base[to] = np.where(changed, (base[taxa + k] + rng.integers(1, 4, sites)) % 4, base[taxa + k])
    bits = (np.arange(4)[None, :, None] == base[:taxa, None, :])
    gap = rng.random((taxa, sites // 20 + 1)) < 0.04
    bits |= np.repeat(gap, 20, 1)[:, None, :sites]
    padded = np.ones((taxa, 4, 32 * words_of), np.uint32)
    padded[:, :, :sites] = bits
    tip = (padded.reshape(taxa, 4, words_of, 32) << np.arange(32, dtype=np.uint32)).sum(3, dtype=np.uint32).transpose(0, 2, 1)
    child = np.stack([true] + [joined(taxa, 0.5) for _ in range(trees - 1)])
    groups = up(words_of, loc) // loc
    launch("fitch_parsimony", size, [groups * loc, trees], [loc, 1], dict(ntaxa=taxa, nwords=words_of, ntrees=trees), {},
           dict(tip=tip, child=child.astype(np.int32), inner=trees * (taxa - 1) * words_of * 16, changes=trees * groups * 4))

# ---- film_grain: a sunset over water with a dark shore; grain with some correlation; more of it in the mid tones
rng = np.random.default_rng(4507)
for size, width, height, loc in (("small", 172, 143, (11, 3)), ("middle", 636, 359, (16, 4)), ("large", 3836, 2157, (56, 1))):
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    picture = 560 - 300 * y / height + 160 * np.exp(-((x / width - 0.4) ** 2 + (y / height - 0.4) ** 2) / 0.01)
    picture += 60 * np.sin(x / 11 + 5 * np.sin(y / 37)) * (y > 0.6 * height)
    picture = np.where(y > height * (0.85 + 0.05 * np.sin(x / 60)), 90 + 10 * np.sin(x / 3), picture)
    picture += rng.standard_normal(picture.shape, np.float32) * 3
    raw = rng.normal(0, 60, (80, 90))
    for _ in range(2):
        raw = raw + 0.25 * np.roll(raw, 1, 0) + 0.3 * np.roll(raw, 1, 1) - 0.1 * np.roll(raw, (1, 1), (0, 1))
    grain = raw[7:80, 8:90].round().clip(-512, 511)
    scaling = np.interp(np.arange(257), [0, 40, 110, 180, 256], [20, 60, 96, 70, 30]).round()
    rows, columns = (height + 31) // 32, (width + 31) // 32
    offset = np.empty((rows, columns), np.uint8)
    for r in range(rows):
        seed = 4507 ^ (((r * 37 + 178) & 255) << 8) ^ ((r * 173 + 105) & 255)
        for c in range(columns):
            bit = (seed ^ (seed >> 1) ^ (seed >> 3) ^ (seed >> 12)) & 1
            seed = (seed >> 1) | (bit << 15)
            offset[r, c] = (seed >> 8) & 255
    launch("film_grain", size, [up(width // 4, loc[0]), up(height, loc[1])], loc,
           dict(width=width, height=height, columns=columns, shift=10, least=64, most=940), {},
           dict(source=picture.round().clip(0, 1023).astype(np.uint16), offset=offset, grain=grain.astype(np.int16),
                scaling=scaling.astype(np.uint8), result=width * height * 2))

# ---- deisotope: peptides of a digest at charges of 1 to 5, with what else the instrument sees
rng = np.random.default_rng(4508)
masses = 62
mean = (100 * np.arange(masses) + 50) * 0.000545
pattern = np.stack([np.exp(-mean) * mean ** k / math.factorial(k) for k in range(6)], -1)
pattern /= np.sqrt((pattern ** 2).sum(1, keepdims=True))
for size, spectra, peptides, loc in (("small", 7, 9, 10), ("middle", 41, 31, 24), ("large", 263, 60, 48)):
    mz_of, high_of = [], []
    for s in range(spectra):
        n = max(2, int(rng.poisson(peptides * rng.lognormal(0, 0.35))))
        mass = rng.lognormal(7.2, 0.45, n).clip(500, 5500)
        z = (1 + rng.poisson(0.35 + mass / 1400)).clip(1, 5)
        tall = rng.lognormal(11, 1.4, n)
        k = np.arange(6)
        mz = (mass[:, None] + k * 1.0033548378) / z[:, None] + 1.00727646688
        lam = (mass * 0.000545)[:, None]
        high = tall[:, None] * np.exp(-lam) * lam ** k / np.array([math.factorial(j) for j in k]) * rng.lognormal(0, 0.12, (n, 6))
        mz *= 1 + rng.normal(0, 2.5e-6, mz.shape)
        seen = (high > 1500) & (mz > 350) & (mz < 1850)
        stray = rng.poisson(2.5 * n)
        mz = np.concatenate([mz[seen], rng.uniform(350, 1850, stray)])
        high = np.concatenate([high[seen], rng.lognormal(8, 0.5, stray)])
        order = np.argsort(mz)
        mz_of.append(mz[order])
        high_of.append(high[order])
    count = [len(m) for m in mz_of]
    total = sum(count)
    launch("deisotope", size, [up(total, loc)], [loc], dict(npeaks=total, highest=5 if size != "large" else 6, nmasses=masses),
           dict(ppm=10.0, enough=0.85),
           dict(mz=np.concatenate(mz_of), intensity=np.concatenate(high_of).astype(np.float32),
                spectrum=np.repeat(np.arange(spectra), count).astype(np.int32), begin=starts(count).astype(np.int32),
                pattern=pattern.astype(np.float32), charge=total, fit=total * 8))

# ---- receiver_function: earthquakes below one station: a Moho, its multiples and a layer of sediment, in noise
rng = np.random.default_rng(4509)
for size, events, samples, lags, zero, spikes, loc in (("small", 3, 157, 61, 11, 15, 12), ("middle", 7, 401, 181, 31, 40, 30),
                                                       ("large", 53, 803, 361, 51, 90, 48)):
    t = np.arange(samples)
    vertical = np.empty((events, samples))
    radial = np.empty((events, samples))
    smooth = np.exp(-(np.arange(-12, 13) / 4.0) ** 2)
    for e in range(events):
        source = rng.normal(0, 1, samples) * np.exp(-((t - samples * 0.2) / (samples * rng.uniform(0.05, 0.2))) ** 2)
        source = np.convolve(source, smooth, "same")
        source /= np.abs(source).max()
        answer = np.zeros(samples)
        answer[0] = 0.5
        for far, high in ((6, 0.2), (lags * 0.2 + rng.normal(0, 1), 0.3), (lags * 0.5 + rng.normal(0, 2), 0.15), (lags * 0.62, -0.12)):
            answer[min(int(far), samples - 1)] += high * rng.normal(1, 0.2)
        noise = rng.lognormal(-3.2, 0.5)
        vertical[e] = source + noise * np.convolve(rng.normal(0, 0.4, samples), smooth, "same")
        radial[e] = np.convolve(source, answer)[:samples] + noise * np.convolve(rng.normal(0, 0.4, samples), smooth, "same")
    launch("receiver_function", size, [events * loc], [loc], dict(nevents=events, nsamples=samples, nlags=lags, zero=zero, nspikes=spikes),
           dict(width=3.2, least=0.001),
           dict(vertical=vertical.astype(np.float32), radial=radial.astype(np.float32), receiver=events * lags * 4, report=events * 8))

# ---- window_totals: accounts: many quiet ones, a few busy; several bookings a day, some amounts missing
rng = np.random.default_rng(4510)
for size, accounts, mean, groups, loc in (("small", 11, 60, 11, 16), ("middle", 83, 380, 40, 48), ("large", 1201, 430, 300, 64)):
    count = rng.lognormal(np.log(mean) - 0.5, 1.0, accounts).clip(1, 30 * mean).astype(int)
    count = np.where(rng.random(accounts) < 0.03, 0, count)
    day, amount = [], []
    for n in count:
        gaps = rng.geometric(0.3, n) - 1
        gaps[rng.random(n) < 0.35] = 0
        day.append(18000 + rng.integers(0, 300) + np.cumsum(gaps))
        cents = -(rng.lognormal(8, 1.2, n)).astype(np.int64)
        pay = rng.random(n) < 0.08
        cents[pay] = rng.integers(120000, 420000, pay.sum())
        cents[rng.random(n) < 0.015] = -2 ** 63
        amount.append(cents)
    total = int(count.sum())
    launch("window_totals", size, [groups * loc], [loc], dict(npartitions=accounts), {},
           dict(begin=starts(count).astype(np.int32), day=np.concatenate(day).astype(np.int32), amount=np.concatenate(amount).astype(np.int64),
                total=total * 8, lowest=total * 8, rank=total * 4, dense=total * 4))

launches.sort(key=lambda l: (l["kernel"], SIZES.index(l["name"].rsplit("-", 1)[1])))
with open(os.path.join(here, "launches.json"), "w") as f:
    json.dump(launches, f, indent=1)
    f.write("\n")

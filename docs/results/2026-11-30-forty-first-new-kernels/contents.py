#!/usr/bin/env python3
"""Inputs and launches for the ten kernels of this folder (numpy only, deterministic)."""
import json
import os
import numpy as np

here = os.path.dirname(os.path.abspath(__file__))
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


# ---- bls_transit: stars of a sector, half-hour or ten-minute exposures with a gap in the middle, some with planets, some that vary
rng = np.random.default_rng(4101)
for size, stars, per, trials, bins, boxes, loc in (("small", 1, 190, 9, 50, (1, 5), 24), ("middle", 3, 1150, 61, 180, (2, 14), 48),
                                                   ("large", 5, 3350, 307, 300, (3, 24), 100)):
    time, curve, ptr = [], [], [0]
    for _ in range(stars):
        t = np.sort(rng.uniform(0, 26.6, per))
        t = t[~((t > 12.7) & (t < 14.1)) & (rng.random(per) > 0.03)]
        err = rng.uniform(0.8, 1.3, len(t))
        f = rng.normal(0, err) + 0.6 * rng.random() * np.sin(t / rng.uniform(0.4, 3))
        if rng.random() < 0.8:
            period = rng.uniform(1, 9)
            f -= np.where(np.abs((t / period + rng.random()) % 1 - 0.5) < 0.1 / period, rng.uniform(1, 6), 0)
        w = err ** -2 / np.sum(err ** -2)
        f -= np.sum(w * f)
        time.append(t)
        curve.append(np.stack([w, w * f / np.sqrt(np.sum(w * f * f))], -1))
        ptr.append(ptr[-1] + len(t))
    launch("bls_transit", size, [trials * loc, stars], [loc, 1], dict(nfrequencies=trials, nbins=bins, narrowest=boxes[0], widest=boxes[1]),
           dict(least_weight=0.004), dict(time=np.concatenate(time).astype(np.float32), curve=np.concatenate(curve).astype(np.float32),
                                          star_ptr=np.array(ptr, np.int32), frequency=np.linspace(1 / 13, 1 / 0.6, trials).astype(np.float32),
                                          best=stars * trials * 16))

# ---- salmon_em: genes with one to a dozen isoforms, classes of their subsets, some with those of a paralogue, few genes with most reads
rng = np.random.default_rng(4102)
for size, genes, classes, loc in (("small", 130, 901, 25), ("middle", 2300, 29003, 50), ("large", 26000, 503001, 50)):
    isoforms = 1 + rng.geometric(0.28, genes).clip(1, 14)
    first = np.concatenate([[0], np.cumsum(isoforms)])
    n = int(first[-1])
    alpha = rng.lognormal(0, 2.2, genes)[np.repeat(np.arange(genes), isoforms)] * rng.gamma(0.5, 1, n)
    alpha[rng.random(n) < 0.05] = 0
    busy = rng.zipf(1.35, classes) - 1
    gene = np.where(busy < genes, busy, rng.integers(0, genes, classes))
    shuffled = rng.permutation(genes)[gene]
    cls, entry = [], []
    other = rng.random(classes) < 0.13
    far = rng.integers(0, genes, classes)
    few = rng.uniform(0.15, 1, classes)
    for k in range(15):
        ok = (k < isoforms[shuffled]) & ((rng.random(classes) < few) | (k == 0))
        cls.append(np.nonzero(ok)[0])
        entry.append(first[shuffled[ok]] + k)
        ok = other & (k < isoforms[far]) & (rng.random(classes) < few) & (far != shuffled)
        cls.append(np.nonzero(ok)[0])
        entry.append(first[far[ok]] + k)
    cls, entry = np.concatenate(cls), np.concatenate(entry)
    order = np.lexsort((entry, cls))
    cls, entry = cls[order], entry[order]
    ptr = np.concatenate([[0], np.cumsum(np.bincount(cls, minlength=classes))])
    weight = rng.lognormal(-7.3, 0.5, len(entry))
    weight[rng.random(classes)[cls] < 0.01] = 0
    launch("salmon_em", size, [up(classes, loc)], [loc], dict(nclasses=classes), dict(floor_weight=1e-8),
           dict(class_ptr=ptr.astype(np.int32), transcript=entry.astype(np.int32), weight=weight.astype(np.float32),
                reads=rng.zipf(1.7, classes).clip(1, 9999).astype(np.int32), alpha=alpha, sum=n * 4, likelihood=classes * 8, dropped=4))
    launches[-1]["content"]["sum"] = "0"
    launches[-1]["content"]["dropped"] = "0"

# ---- ebcot_encode: subbands of a photograph, smooth ground and textured spots, the lowest bands in the smallest blocks
rng = np.random.default_rng(4103)
table = np.zeros((3, 3, 3, 5), np.uint8)
for h in range(3):
    for v in range(3):
        for d in range(5):
            for o, (a, b) in enumerate(((h, v), (v, h))):
                table[o, h, v, d] = 8 if a == 2 else (7 if b else 6 if d else 5) if a == 1 else 4 if b == 2 else 3 if b == 1 else min(d, 2)
            s = h + v
            table[2, h, v, d] = 8 if d > 2 else (7 if s else 6) if d == 2 else min(s, 2) + 3 if d == 1 else min(s, 2)
for size, blocks, side, loc in (("small", 6, 16, 3), ("middle", 23, 32, 3), ("large", 85, 64, 5)):
    meta, coef, flag_at = [], [], []
    at = flags = room = 0
    for i in range(blocks):
        w = side if rng.random() < 0.8 else int(rng.integers(side // 2, side))
        h = side if rng.random() < 0.8 else int(rng.integers(side // 2, side))
        band = rng.integers(0, 4)                                                               # LL, LH, HL, HH
        y, x = np.mgrid[0:h, 0:w] / side
        p = rng.uniform(0, 6.283, 4)
        calm = np.sin(5 * x + p[0]) + np.cos(4 * y + p[1]) + np.sin(9 * (x + y) + p[2])
        scale = np.exp(0.9 * calm) * rng.lognormal(1.2 if band else 2.5, 0.6) * (0.5 if band == 3 else 1)
        edge = np.exp(-((x - 0.5 + 0.3 * np.sin(4 * y + p[3])) / 0.04) ** 2) * 60 * (band in (0, 2))
        value = (rng.laplace(0, 1, (h, w)) * scale + edge * rng.choice([-1, 1], (h, w), p=[0.3, 0.7])).astype(int).clip(-4095, 4095)
        if i == blocks // 2:
            value[:] = 0                                                                        # a block of the sky
        meta.append((at, w + 256 * h, (0, 0, 1, 2)[band], room))
        flag_at.append(flags)
        coef.append(value.ravel())
        at += w * h
        flags += (w + 2) * (h + 2)
        room += (w * h << 3) // 4 + 64
    launch("ebcot_encode", size, [up(blocks, loc)], [loc], dict(nblocks=blocks, room_shift=3), {},
           dict(coefficient=np.concatenate(coef).astype(np.int32), block=np.array(meta, np.int32), zero_context=table,
                flag_at=np.array(flag_at, np.int32), flags=flags, bytes=room, coded=blocks * 16))

# ---- whirlpool_pbkdf2: words of a list with a digit or two; few rounds of the thousand that a volume takes a launch
rng = np.random.default_rng(4104)
e = [0x1, 0xB, 0x9, 0xC, 0xD, 0x6, 0xF, 0x3, 0xE, 0x8, 0x7, 0x4, 0xA, 0x2, 0x5, 0x0]
r = [0x7, 0xC, 0xB, 0xD, 0xE, 0x4, 0x9, 0xF, 0x6, 0x3, 0x8, 0xA, 0x2, 0x5, 0x1, 0x0]
sbox = []
for b in range(256):
    u, l = e[b >> 4], e.index(b & 15)
    m = r[u ^ l]
    sbox.append(e[u ^ m] << 4 | e.index(l ^ m))


def times(a, b):
    p = 0
    while b:
        p ^= a if b & 1 else 0
        a = (a << 1) ^ (0x11d if a & 0x80 else 0)
        b >>= 1
    return p


row = [int.from_bytes(bytes(times(s, c) for c in (1, 1, 4, 1, 8, 5, 2, 9)), "big") for s in sbox]
tables = np.array([[(w >> 8 * t | w << 64 - 8 * t) & (1 << 64) - 1 for w in row] for t in range(8)], np.uint64)
rounds = np.array([int.from_bytes(bytes(sbox[8 * i:8 * i + 8]), "big") for i in range(10)], np.uint64)
for size, words, iterations, loc in (("small", 15, 1, 5), ("middle", 93, 9, 12), ("large", 1030, 31, 24)):
    pw = np.zeros((words, 64), np.uint8)
    for i in range(words):
        text = bytes(rng.integers(97, 123, rng.integers(4, 13)).astype(np.uint8)) + bytes(rng.integers(48, 58, rng.integers(0, 4)).astype(np.uint8))
        pw[i, :len(text)] = list(text)
    launch("whirlpool_pbkdf2", size, [up(words, loc)], [loc], dict(nwords=words, iterations=iterations, block=1, wanted=0x1234567890abcdef), {},
           dict(tables=tables, rounds=rounds, password=pw.view(">u8").astype(np.uint64), salt=rng.integers(0, 1 << 63, 8, dtype=np.int64).astype(np.uint64),
                key=words * 64, found=4))
    launches[-1]["content"]["found"] = "0"

# ---- submanifold_conv: a street in voxels: the road in rings, kerbs, cars, house fronts and trees; voxels in the order of the scan
rng = np.random.default_rng(4105)
for size, points, nx, nz, cin, quads, rows, residual in (("small", 130, 26, 10, 8, 4, 6, 0), ("middle", 2573, 92, 20, 16, 4, 10, 0),
                                                         ("large", 26003, 280, 40, 32, 8, 6, 1)):
    kind = rng.random(points * 2)
    ring = rng.integers(4, 28, points * 2)
    a = rng.uniform(-np.pi, np.pi, points * 2)
    d = np.where(kind < 0.5, nx * 0.45 / ring * 3.2, nx * 0.45 * rng.uniform(0.2, 1, points * 2))
    x, y = nx / 2 + d * np.cos(a), nx / 2 + d * np.sin(a)
    z = 2 + 0.6 * np.sin(x / 31)
    front = (kind > 0.5) & (kind < 0.8)
    y = np.where(front, nx / 2 + np.sign(np.sin(a)) * nx * 0.28 + 1.2 * (np.floor(x / 23) % 2), y)
    z = np.where(front, rng.uniform(2, nz - 1, points * 2), z)
    car = kind > 0.8
    x, y = np.where(car, np.floor(x / 19) * 19 + rng.uniform(0, 9, points * 2), x), np.where(car, np.floor(y / 31) * 31 + rng.choice([0, 4], points * 2), y)
    z = np.where(car, rng.uniform(2, 6, points * 2), z)
    p = np.stack([z, y, x], -1).astype(int).clip(1, [nz - 2, nx - 2, nx - 2])
    key = (p[:, 0] * nx + p[:, 1]) * nx + p[:, 2]
    _, one = np.unique(key, return_index=True)
    one = np.sort(rng.permutation(one)[:points])
    one = one[np.argsort(np.round(a[one], 1), kind="stable")]
    key = key[one]
    n = len(key)
    order = np.argsort(key)
    rule = np.full((27, n), -1, np.int32)
    for k in range(27):
        want = key + ((k // 9 - 1) * nx + (k // 3 % 3 - 1)) * nx + (k % 3 - 1)
        at = np.searchsorted(key[order], want).clip(0, n - 1)
        hit = key[order][at] == want
        rule[k, hit] = order[at[hit]]
    feature = np.maximum(rng.normal(0, 1, (n, cin)), 0)
    launch("submanifold_conv", size, [quads, up(n, rows)], [quads, rows],
           dict(nvoxels=n, in_channels=cin, out_quads=quads, ntaps=27, residual=residual), {},
           dict(feature=feature.astype(np.float32), rule=rule, weight=rng.normal(0, (27 * cin) ** -0.5, (27, cin, quads * 4)).astype(np.float32),
                scale_shift=np.concatenate([rng.uniform(0.5, 1.5, quads * 4), rng.normal(0, 0.2, quads * 4)]).astype(np.float32),
                shortcut=rng.normal(0, 1, (n, quads * 4)).astype(np.float32), out=n * quads * 16))

# ---- symbol_sync: bursts of QPSK with raised-cosine pulses, off in clock and carrier, from loud to hardly heard
rng = np.random.default_rng(4106)
mu = np.arange(129)[:, None] / 128
k = np.arange(8)[None] - 3 - mu
taps = np.sinc(k) * (0.54 + 0.46 * np.cos(np.pi * k / 4.5))
taps /= taps.sum(1, keepdims=True)
for size, bursts, symbols, loc in (("small", 16, 70, 4), ("middle", 73, 500, 7), ("large", 233, 2600, 10)):
    sample, meta, start = [], [], []
    first = place = 0
    for _ in range(bursts):
        n = int(symbols * rng.uniform(0.4, 1.6))
        sps = rng.choice([2.0, 2.5, 4.0])
        true = sps * (1 + rng.normal(0, 1e-3))
        t = np.arange(int(n * sps)) / true + rng.random()
        a = (rng.choice([-1, 1], n + 20) + 1j * rng.choice([-1, 1], n + 20))
        y = np.zeros(len(t), complex)
        for d in range(-5, 7):
            m = np.floor(t).astype(int) + d
            u = t - m
            lobe = 1 - (2 * 0.35 * u) ** 2
            pulse = np.sinc(u) * np.where(np.abs(lobe) < 1e-6, np.pi / 4, np.cos(np.pi * 0.35 * u) / np.where(np.abs(lobe) < 1e-6, 1, lobe))
            y += a[(m + 8) % (n + 20)] * pulse
        snr = 10 ** rng.uniform(0.4, 2)
        loud = rng.lognormal(-1, 0.7)
        off = rng.normal(0, 0.02)
        y *= np.exp(1j * (off * np.arange(len(t)) / sps + rng.uniform(0, 6.283)))
        y = loud * (y + (rng.normal(0, 1, len(t)) + 1j * rng.normal(0, 1, len(t))) * snr ** -0.5)
        most = int(len(t) / sps * 1.02) + 4
        meta.append((first, len(t), place, most))
        start.append((off + rng.normal(0, 0.005), sps, 1 / loud * rng.uniform(0.5, 2), snr))
        first += len(t)
        place += most
        sample.append(np.stack([y.real, y.imag], -1))
    launch("symbol_sync", size, [up(bursts, loc)], [loc], dict(nbursts=bursts),
           dict(gain_clock=0.1, gain_omega=0.0025, spread=0.01, alpha=0.05, beta=0.0015, gain_level=0.01),
           dict(sample=np.concatenate(sample).astype(np.float32), burst=np.array(meta, np.int32), taps=taps.astype(np.float32),
                start=np.array(start, np.float32), soft=place * 2, found=bursts * 8, state=bursts * 16))

# ---- psor_american: a book of puts and calls on a few dozen underlyings, weeks to two years
rng = np.random.default_rng(4107)
for size, options, points, steps, loc in (("small", 5, 31, 5, 1), ("middle", 39, 61, 16, 6), ("large", 271, 101, 30, 6)):
    under = rng.integers(0, 24, options)
    spot = rng.lognormal(4, 0.7, 24)[under]
    vol = (rng.uniform(0.14, 0.6, 24)[under] + rng.normal(0, 0.01, options)).clip(0.1, 0.8)
    sign = np.where(rng.random(options) < 0.6, -1, 1)
    years = rng.choice([0.1, 0.25, 0.5, 1, 2], options)
    dividend = np.where(sign > 0, rng.uniform(0.01, 0.08, options), rng.choice([0, 0.02], options))
    book = np.stack([spot, spot * np.exp(rng.normal(0, 0.12, options)), np.full(options, 0.045), dividend, vol, years, sign, np.full(options, 4.5)], -1)
    launch("psor_american", size, [up(options, loc)], [loc], dict(noptions=options, npoints=points, nsteps=steps, max_sweeps=60),
           dict(relax=1.25, tolerance=1e-6),
           dict(option=book, value=options * points * 8, right=options * points * 8, payoff=options * points * 8, answer=options * 32,
                rounds=options * 4))

# ---- restir_spatial: a hall with spheres and pillars under hundreds of lamps, an open door to the sky
rng = np.random.default_rng(4108)
for size, w, h, lights, count, loc in (("small", 23, 17, 40, 3, [6, 4]), ("middle", 82, 58, 150, 5, [12, 5]), ("large", 331, 218, 600, 5, [12, 6])):
    tan_x, tan_y = 0.75, 0.75 * h / w
    y, x = np.mgrid[0:h, 0:w]
    d = np.stack([((x + 0.5) / w * 2 - 1) * tan_x, (1 - (y + 0.5) / h * 2) * tan_y, -np.ones((h, w))], -1)
    d /= np.linalg.norm(d, axis=-1, keepdims=True)
    z = np.full((h, w), np.inf)
    normal = np.zeros((h, w, 3))
    what = np.zeros((h, w), int)
    with np.errstate(divide="ignore", invalid="ignore"):
        for i, (axis, at, side) in enumerate(((1, -1.6, 1), (1, 4.0, -1), (0, -7.0, 1), (0, 7.0, -1), (2, -22.0, 1))):
            t = at / d[..., axis]
            p = d * t[..., None]
            ok = (t > 0) & (t < z) & (p[..., 2] > -22.01) & ~((axis == 2) & (np.abs(p[..., 0] - 2) < 2) & (p[..., 1] < 2))
            z[ok], what[ok] = t[ok], i
            normal[ok] = np.eye(3)[axis] * side
        for i in range(30):
            c = np.array([rng.uniform(-6, 6), rng.uniform(-1.2, 2.5), rng.uniform(-20, -5)])
            radius = rng.uniform(0.3, 1.1)
            b = d @ c
            disc = b * b - c @ c + radius ** 2
            t = b - np.sqrt(np.maximum(disc, 0))
            ok = (disc > 0) & (t > 0) & (t < z)
            z[ok], what[ok] = t[ok], 5 + i
            normal[ok] = ((d * t[..., None] - c) / radius)[ok]
    sky = ~np.isfinite(z)
    p = d * np.where(sky, 1, z)[..., None]
    rough = (0.15 + (what * 37 % 11) * 0.07)
    colour = np.stack([60 + what * 53 % 190, 60 + what * 101 % 190, 60 + what * 29 % 190, np.where(what % 4 == 3, 230, 5)], -1).astype(np.uint8)
    lamp = np.zeros((lights, 8))
    lamp[:, :3] = np.stack([rng.uniform(-6.8, 6.8, lights), rng.uniform(-1, 3.9, lights), rng.uniform(-21.5, -1, lights)], -1)
    lamp[:, 3] = rng.uniform(0.03, 0.15, lights)
    lamp[:, 4:7] = rng.uniform(0.2, 1, (lights, 3)) * rng.lognormal(1, 0.8, (lights, 1))
    lamp[:, 7] = rng.uniform(3, 9, lights)
    base = colour / 255.0
    pick, best, total = np.full((h, w), -1), np.zeros((h, w)), np.zeros((h, w))
    for _ in range(8):                                                                          # the candidates of the pass before
        at = rng.integers(0, lights, (h, w))
        l = lamp[at]
        to = l[..., :3] - p
        dist2 = np.maximum((to ** 2).sum(-1), l[..., 3] ** 2)
        to /= np.linalg.norm(to, axis=-1, keepdims=True)
        cosine = (to * normal).sum(-1)
        half = to - d
        half /= np.linalg.norm(half, axis=-1, keepdims=True)
        nv, nh, vh = np.maximum(-(normal * d).sum(-1), 1e-3), np.maximum((normal * half).sum(-1), 0), np.maximum(-(d * half).sum(-1), 0)
        a2 = rough ** 4
        spread = a2 / (np.pi * (nh * nh * (a2 - 1) + 1) ** 2)
        c = np.maximum(cosine, 0)
        hidden = 0.5 / (c * np.sqrt(nv * nv * (1 - a2) + a2) + nv * np.sqrt(c * c * (1 - a2) + a2))
        f0 = 0.04 * (1 - base[..., 3:]) + base[..., :3] * base[..., 3:]
        mirror = f0 + (1 - f0) * ((1 - vh) ** 5)[..., None]
        q = dist2 / l[..., 7] ** 2
        value = ((1 - mirror) * base[..., :3] * (1 - base[..., 3:]) / np.pi + mirror * (spread * hidden)[..., None]) * l[..., 4:7]
        value = (value @ (0.2126, 0.7152, 0.0722)) * c * (1 - q * q) ** 2 / dist2
        value = np.where((cosine > 0) & (q <= 1), value, 0)
        total += value
        take = (value > 0) & (rng.random((h, w)) * total < value)
        pick[take], best[take] = at[take], value[take]
    keep = (pick >= 0) & ~sky
    res = np.zeros((h, w, 4), np.int32)
    res[..., 0] = np.where(keep, pick, -1)
    res[..., 1] = np.where(sky, 0, rng.integers(1, 12, (h, w)))
    res[..., 2] = np.where(keep, best, 0).astype(np.float32).view(np.int32)
    res[..., 3] = np.where(keep, total / 8 * lights / np.where(keep, best, 1), 0).astype(np.float32).view(np.int32)
    launch("restir_spatial", size, [up(w, loc[0]), up(h, loc[1])], loc, dict(width=w, height=h, nlights=lights, neighbours=count, most=10, frame=77),
           dict(radius=w / 24, tan_x=tan_x, tan_y=tan_y, depth_agrees=0.1, normal_agrees=0.9),
           dict(depth=np.where(sky, 0, z).astype(np.float32), surface=np.concatenate([normal, rough[..., None]], -1).astype(np.float16), albedo=colour,
                light=lamp.astype(np.float32), reservoir=res, reused=w * h * 16, shade=w * h * 8))

# ---- json_extract: events of a web shop, members in any order, texts with escapes and accents, some rows cut off or not JSON at all
rng = np.random.default_rng(4109)
words = "the order of été größe basket \"quoted\" shipping back\\slash zwölf returned naïve customer line\nbreak 東京 refund {curly} [open gift wrapped".split(" ")


def event(long):
    user = {"id": int(rng.integers(1, 1 << 40)), "name": " ".join(rng.choice(words, rng.integers(1, 4))),
            "score": rng.choice([int(rng.integers(0, 100)), round(rng.normal(0, 50), 4), float(rng.lognormal(0, 40))])}
    draw = rng.random()
    if draw < 0.08:
        del user["score"]
    elif draw < 0.2:
        user["score"] = [None, True, False, "n/a \"later\"", [1, 2, {"score": 3}]][rng.integers(0, 5)]
    row = {"type": str(rng.choice(["view", "cart", "purchase", "refund"])), "ts": 1700000000000 + int(rng.integers(0, 1 << 32)), "user": user,
           "score": 7, "note": " ".join(rng.choice(words, rng.integers(0, 5 + 25 * long))),
           "items": [{"sku": f"A-{rng.integers(0, 1 << 20):05x}", "price": round(rng.lognormal(3, 1), 2), "user": {"score": 1},
                      "tags": list(rng.choice(words, rng.integers(0, 4)))} for _ in range(rng.integers(0, 2 + 5 * long))]}
    if rng.random() < 0.05:
        del row["user"]
    keys = list(row)
    rng.shuffle(keys)
    return {k: row[k] for k in keys}


for size, rows, distinct, long, loc in (("small", 161, 161, 0, 20), ("middle", 2203, 700, 1, 36), ("large", 40003, 1500, 1, 40)):
    made = []
    for _ in range(distinct):
        text = json.dumps(event(long), ensure_ascii=bool(rng.random() < 0.3), indent=1 if rng.random() < 0.07 else None,
                          separators=(",", ":") if rng.random() < 0.6 else None).encode()
        draw = rng.random()
        made.append(text[:rng.integers(0, len(text))] if draw < 0.02 else b"timeout: " + text[:30] if draw < 0.03 else b"" if draw < 0.04 else text)
    rowtext = made if rows == distinct else [made[i] for i in rng.integers(0, distinct, rows)]
    ptr = np.concatenate([[0], np.cumsum([len(t) for t in rowtext])])
    launch("json_extract", size, [up(rows, loc)], [loc], dict(nrows=rows, nkeys=2), {},
           dict(text=np.frombuffer(b"".join(rowtext), np.uint8), row_ptr=ptr.astype(np.int32), path=np.frombuffer(b"userscore", np.uint8),
                key_ptr=np.array([0, 4, 9], np.int32), power=10.0 ** np.arange(23), kind=rows, span=rows * 8, number=rows * 8, kinds=32))
    launches[-1]["content"]["kinds"] = "0"

# ---- dem_contact: grains of three materials poured into a hopper, in heaps with holes, some of them sliding and spinning
rng = np.random.default_rng(4110)
young, poisson, restitution, friction = np.array([20e6, 2e6, 5e6]), np.array([0.22, 0.4, 0.3]), np.array([0.6, 0.3, 0.5]), np.array([0.5, 0.7, 0.3])
shear = young / (2 * (1 + poisson))
i, j = np.mgrid[0:3, 0:3]
loge = np.log(np.sqrt(restitution[i] * restitution[j]))
pair = np.stack([1 / ((1 - poisson[i] ** 2) / young[i] + (1 - poisson[j] ** 2) / young[j]),
                 1 / ((2 - poisson[i]) / shear[i] / 2 + (2 - poisson[j]) / shear[j] / 2),
                 2 * np.sqrt(5 / 6) * loge / np.sqrt(loge ** 2 + np.pi ** 2), np.minimum(friction[i], friction[j])], -1)
for size, n, loc in (("small", (6, 5, 5), 18), ("middle", (20, 18, 19), 36), ("large", (60, 47, 42), 54)):
    nx, ny, nz = n
    r0 = 1.5e-3
    z, y, x = np.mgrid[0:nz, 0:ny, 0:nx]
    full = rng.random(z.shape) < 0.88
    full &= z < nz * (0.72 + 0.28 * np.sin(x / nx * 3 + y / ny * 2))
    place = np.stack([(x + 0.5 * (z % 2)) * 1.97, (y + 0.5 * (z % 2)) * 1.97, z * 1.38], -1) * r0 + rng.normal(0, 0.055, z.shape + (3,)) * r0
    place += np.array([1.0, 1.0, 0.97]) * r0
    radius = r0 * rng.choice([0.93, 1.0, 1.04], z.shape, p=[0.3, 0.5, 0.2])
    number = np.full(z.shape, -1)
    number[full] = np.arange(full.sum())
    total = int(full.sum())
    a, b = [], []
    for dz in range(-2, 3):
        for dy in range(-2, 3):
            for dx in range(-2, 3):
                if (dz, dy, dx) == (0, 0, 0):
                    continue
                zz, yy, xx = z + dz, y + dy, x + dx
                ok = full & (zz >= 0) & (zz < nz) & (yy >= 0) & (yy < ny) & (xx >= 0) & (xx < nx)
                zz, yy, xx = zz[ok], yy[ok], xx[ok]
                near = (number[zz, yy, xx] >= 0) & (np.linalg.norm(place[ok] - place[zz, yy, xx], axis=-1) < radius[ok] + radius[zz, yy, xx] + 0.35 * r0)
                a.append(number[ok][near])
                b.append(number[zz, yy, xx][near])
    a, b = np.concatenate(a), np.concatenate(b)
    name = np.argsort(np.arange(total) + rng.normal(0, 40, total))                              # grains have moved since they were sorted
    rank = np.argsort(name)
    a, b = rank[a], rank[b]
    order = np.lexsort((rng.random(len(a)), a))
    a, b = a[order], b[order]
    p, rad = place[full][name], radius[full][name]
    ptr = np.concatenate([[0], np.cumsum(np.bincount(a, minlength=total))])
    mass = 4 / 3 * np.pi * rad ** 3 * 2500
    flow = np.stack([0.05 * np.sin(p[:, 2] * 60), 0.03 * np.cos(p[:, 0] * 40), -0.08 + 0 * mass], -1) + rng.normal(0, 0.01, (total, 3))
    walls = np.array([(0, 0, 1, 0), (1, 0, 0, 0), (-1, 0, 0, -(nx + 0.6) * 1.97 * r0), (0, 1, 0, 0), (0, -1, 0, -(ny + 0.6) * 1.97 * r0)], float)
    apart = np.linalg.norm(p[a] - p[b], axis=-1) - rad[a] - rad[b]
    entries = len(a) + total * len(walls)
    slid = np.zeros((entries, 4))
    old = np.zeros(entries, bool)
    old[:len(a)] = (apart < 0) & (rng.random(len(a)) < 0.93)
    away = p @ walls[:, :3].T - walls[:, 3] - rad[:, None]
    old[len(a):] = (away < 0).ravel()
    slid[old, :3] = rng.normal(0, 1, (old.sum(), 3)) * rng.lognormal(-12, 0.9, (old.sum(), 1))
    slid[old, 3] = 1
    zero = np.zeros(total)
    launch("dem_contact", size, [up(total, loc)], [loc], dict(nparticles=total, nmaterials=3, nwalls=len(walls), nlist=len(a)),
           dict(dt=2e-6, rolling=0.02, gravity=9.81),
           dict(place=np.concatenate([p, rad[:, None]], 1), velocity=np.concatenate([flow, mass[:, None]], 1),
                spin=np.concatenate([rng.normal(0, 8, (total, 3)), zero[:, None]], 1), material=rng.choice(3, total, p=[0.2, 0.5, 0.3]).astype(np.uint8),
                pair=pair, list_ptr=ptr.astype(np.int32), list=b.astype(np.int32), wall=walls, slid=slid, slid_on=entries * 32, force=total * 32,
                torque=total * 32))

launches.sort(key=lambda l: (l["kernel"], SIZES.index(l["name"].rsplit("-", 1)[1])))
with open(os.path.join(here, "launches.json"), "w") as f:
    json.dump(launches, f, indent=1)
    f.write("\n")

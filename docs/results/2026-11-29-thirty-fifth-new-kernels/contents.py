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


# ---- antikt_jets: two or three hard partons an event over a soft background
rng = np.random.default_rng(3501)
for size, nev, soft in (("small", 6, 16), ("middle", 16, 90), ("large", 56, 190)):
    events = []
    for _ in range(nev):
        pt, rap, phi = [], [], []
        hard = rng.integers(2, 4)
        phi0 = rng.uniform(-np.pi, np.pi)
        for h in range(hard):
            k = rng.integers(4, 9) if size == "small" else rng.integers(8, 22)
            z = rng.dirichlet(np.full(k, 0.5))
            pt += list(np.maximum(rng.uniform(40, 220) * z, 0.3))
            rap += list(rng.normal(0, 1.2) + rng.normal(0, 0.12, k))
            phi += list(phi0 + 2 * np.pi * h / hard + rng.normal(0, 0.3) + rng.normal(0, 0.12, k))
        k = rng.poisson(soft)
        pt += list(0.25 + rng.exponential(0.7, k))
        rap += list(rng.uniform(-4, 4, k))
        phi += list(rng.uniform(-np.pi, np.pi, k))
        pt, rap, phi = np.array(pt), np.array(rap), np.array(phi)
        mt = np.sqrt(pt * pt + 0.1396 ** 2)
        m = np.stack([pt * np.cos(phi), pt * np.sin(phi), mt * np.sinh(rap), mt * np.cosh(rap)], 1)
        events.append(rng.permutation(m)[:512])
    ptr = np.concatenate(([0], np.cumsum([len(e) for e in events])))
    launch("antikt_jets", size, [nev * 64], [64], {}, dict(radius2=0.16, min_pt2=25.0),
           dict(particles=np.concatenate(events).astype(np.float32), event_ptr=ptr.astype(np.int32),
                jets=int(ptr[-1]) * 16, njets=nev * 4))

# ---- rainflow_count: a vehicle on the road: slow turns, body and wheel modes of changing strength, potholes, noise
rng = np.random.default_rng(3502)
for size, nch, ns, loc in (("small", 8, 1500, 1), ("middle", 48, 6000, 4), ("large", 300, 12000, 4)):
    t = np.arange(ns) / 500.0
    x = np.zeros((nch, ns))
    for c in range(nch):
        rough = np.interp(t, np.linspace(0, t[-1], 12), rng.lognormal(0, 0.7, 12))
        slow = np.interp(t, np.linspace(0, t[-1], max(int(t[-1]), 4)), rng.normal(0, 700, max(int(t[-1]), 4)))
        body = np.sin(2 * np.pi * 1.6 * t + 2 * np.cumsum(rng.normal(0, 0.05, ns)))
        wheel = np.sin(2 * np.pi * 12 * t + 2 * np.cumsum(rng.normal(0, 0.1, ns)))
        x[c] = slow + rough * (500 * body + 180 * wheel) + rng.normal(0, 9, ns)
        for at in rng.integers(0, ns, max(ns // 1500, 1)):
            ring = np.arange(min(150, ns - at))
            x[c, at:at + len(ring)] += rng.uniform(1500, 6000) * np.exp(-ring / 30) * np.sin(ring / 5)
    launch("rainflow_count", size, [up(nch, loc)], [loc],
           dict(nchannels=nch, nsamples=ns, gate=40, bin_width=160), dict(unit=0.021, knee=52.0),
           dict(strain=np.clip(x, -32768, 32767).astype(np.int16), ranges=nch * 64 * 4, result=nch * 16))

# ---- evp_stress: a polar basin: coasts, a pack with leads and a marginal zone, a gyre of a few cm/s
rng = np.random.default_rng(3503)
for size, nx, ny, loc in (("small", 40, 30, [4, 4]), ("middle", 150, 110, [16, 4]), ("large", 600, 440, [32, 4])):
    def smooth(shape, waves, n=10):
        yy, xx = np.mgrid[0:shape[0], 0:shape[1]]
        f = np.zeros(shape)
        for _ in range(n):
            kx, ky = rng.normal(0, waves, 2)
            f += np.sin(2 * np.pi * (kx * xx / nx + ky * yy / nx) + rng.uniform(0, 6.3))
        return f / np.sqrt(n / 2)
    cshape, qshape = (ny, nx), (ny + 1, nx + 1)
    dx = 25e3 * (1 + 0.25 * smooth(qshape, 0.3, 4) * 0.3)
    hte, htn = dx * 1.02, dx * 0.98
    dxt, dyt = 0.25 * (htn[1:, 1:] + htn[:-1, 1:] + htn[1:, :-1] + htn[:-1, :-1]), 0.5 * (hte[1:, 1:] + hte[1:, :-1])
    psi = smooth(qshape, 1.0, 8)
    u = 0.06 * np.gradient(psi, axis=0) * nx / 6 + 0.01 * smooth(qshape, 6)
    v = -0.06 * np.gradient(psi, axis=1) * nx / 6 + 0.01 * smooth(qshape, 6)
    conc = np.clip(1.02 - np.abs(0.04 * smooth(cshape, 9)) - np.clip(smooth(cshape, 1.2) - 1.0, 0, 1), 0, 1)
    ice = (smooth(cshape, 1.6) > -1.1) & (conc > 0.15)
    h = np.clip(1.8 + 0.8 * smooth(cshape, 2), 0.1, 5)
    strength = np.where(ice, 2.75e4 * h * conc * np.exp(-20 * (1 - conc)), 0)
    land = ~np.pad(ice, 1, mode="edge")
    wet = ~(land[:-1, :-1] & land[:-1, 1:] & land[1:, :-1] & land[1:, 1:])
    u, v = np.where(wet, u, 0), np.where(wet, v, 0)
    stress = np.concatenate([np.stack([strength * (-0.7 + 0.2 * smooth(cshape, 3)) for _ in range(4)]),
                             np.stack([strength * 0.15 * smooth(cshape, 3) for _ in range(4)]),
                             np.stack([strength * 0.1 * smooth(cshape, 3) for _ in range(4)])])
    launch("evp_stress", size, [up(nx, loc[0]), up(ny, loc[1])], loc, dict(nx=nx, ny=ny),
           dict(ellipse2=0.25, relax=0.028, slow=1e-11),
           dict(u=u, v=v, htn=htn, hte=hte, dxt=dxt, dyt=dyt, strength=strength, ice=ice.astype(np.uint8), stress=stress))

# ---- joint_hist: a head in CT and, turned and shifted, with the contrast of an MR scan
rng = np.random.default_rng(3504)


def head(px, py, pz):
    """px.. in [-1, 1] across the head -> tissue class"""
    r = (px / 0.72) ** 2 + (py / 0.9) ** 2 + (pz / 1.1) ** 2
    t = np.zeros(px.shape, np.int8)
    t[r < 1] = 1                                                     # scalp
    t[r < 0.9] = 2                                                   # bone
    t[r < 0.78] = 3                                                  # fluid
    fold = 0.06 * np.sin(14 * px + 3 * np.sin(9 * py)) * np.cos(13 * py + 6 * pz)
    t[r < 0.7 + fold] = 4                                            # grey
    t[r < 0.5 + 1.6 * fold] = 5                                      # white
    t[((np.abs(px) - 0.12) / 0.07) ** 2 + (py / 0.3) ** 2 + (pz / 0.25) ** 2 < 1] = 3
    return t


for size, nx, ny, nz, mx, my, mz, loc in (("small", 24, 24, 16, 26, 28, 18, [8, 4, 1]),
                                          ("middle", 64, 64, 40, 60, 72, 44, [16, 4, 1]),
                                          ("large", 192, 200, 96, 208, 208, 104, [16, 8, 1])):
    z, y, x = np.meshgrid(np.linspace(-1, 1, nz), np.linspace(-1, 1, ny), np.linspace(-1, 1, nx), indexing="ij")
    ct = np.array([-1000, 20, 1050, 8, 38, 28])[head(x, y, z)]
    fixed = ct + rng.normal(0, 25, ct.shape) * (ct > -1000) + rng.normal(0, 4, ct.shape)
    c, s = np.cos(0.12), np.sin(0.12)
    rot = np.array([[c, -s, 0], [s, c, 0.05], [0, -0.05, 1]])
    shift = np.array([0.05, -0.03, 0.04])
    z, y, x = np.meshgrid(np.linspace(-1, 1, mz), np.linspace(-1, 1, my), np.linspace(-1, 1, mx), indexing="ij")
    q = np.tensordot(np.linalg.inv(rot), np.stack([x - shift[0], y - shift[1], z - shift[2]]), 1)
    mr = np.array([-990, 600, -800, -500, 150, 480])[head(*q)]
    moving = mr + rng.normal(0, 40, mr.shape)
    to_unit = np.diag([2 / (nx - 1), 2 / (ny - 1), 2 / (nz - 1)])
    to_vox = np.diag([(mx - 1) / 2, (my - 1) / 2, (mz - 1) / 2])
    near = rot + rng.normal(0, 0.01, (3, 3))                         # the optimiser is not there yet
    a = to_vox @ near @ to_unit
    b = to_vox @ (near @ -np.ones(3) + shift + np.array([0.02, 0.01, -0.03]) + 1)
    launch("joint_hist", size, [up(nx, loc[0]), up(ny, loc[1]), (nz + 7) // 8], loc,
           dict(nx=nx, ny=ny, nz=nz, mx=mx, my=my, mz=mz),
           dict(fixed_scale=32 / 2300, moving_scale=32 / 1800, low=-1050, air=-600),
           dict(fixed=np.rint(fixed).astype(np.int16), moving=np.rint(moving).astype(np.int16),
                affine=np.concatenate([a, b[:, None]], 1).astype(np.float32), hist=np.zeros(1024, np.uint32)))

# ---- bpe_tokens: merges learnt from a made-up language, then a corpus of it with rarer words, numbers, signs
rng = np.random.default_rng(3505)
NONE = 0xffffffff
onset = ["", "b", "c", "d", "f", "g", "h", "l", "m", "n", "p", "r", "s", "t", "v", "w", "st", "tr", "pr", "ch", "sh", "th", "pl", "gr"]
nucleus = ["a", "e", "i", "o", "u", "ea", "ou", "ie", "a", "e", "i", "o"]
coda = ["", "", "", "n", "r", "s", "t", "l", "m", "nd", "st", "ng", "ck"]
ending = ["", "", "", "s", "ed", "ing", "er", "ly", "tion", "ment"]
syll = [o + v + c for o in onset for v in nucleus for c in coda]
syll_p = rng.pareto(0.9, len(syll)) + 0.02
syll_p /= syll_p.sum()


def make_word():
    w = "".join(syll[i] for i in rng.choice(len(syll), rng.choice([1, 2, 3, 4], p=[.35, .4, .2, .05]), p=syll_p))
    return (" " if rng.random() < 0.9 else "") + w + ending[rng.integers(len(ending))]


kinds = list(dict.fromkeys(w[:32] for w in (make_word() for _ in range(16000)) if w.strip()))
freq = 1.0 / (np.arange(len(kinds)) + 2.7) ** 1.02
train = 2500
words = [np.frombuffer(w.encode(), np.uint8).astype(np.int64) for w in kinds[:train]]
width = max(len(w) for w in words)
grid = np.full((train, width), -1, np.int64)
for i, w in enumerate(words):
    grid[i, :len(w)] = w
weights = np.rint(freq[:train] * 1e7).astype(np.int64)
merges = []
while len(merges) < 3000:
    valid = grid[:, 1:] >= 0
    key = (grid[:, :-1] << 20 | grid[:, 1:])[valid]
    uniq, inv = np.unique(key, return_inverse=True)
    total = np.bincount(inv.ravel(), weights=np.broadcast_to(weights[:, None], valid.shape)[valid])
    if not len(uniq):
        break
    k = int(uniq[np.argmax(total)])
    l, r, new = k >> 20, k & 0xfffff, 256 + len(merges)
    merges.append((l, r, new))
    hit = (grid[:, :-1] == l) & (grid[:, 1:] == r)
    for i in np.flatnonzero(hit.any(1)):
        row, out, j = [t for t in grid[i] if t >= 0], [], 0
        while j < len(row):
            if j + 1 < len(row) and row[j] == l and row[j + 1] == r:
                out.append(new)
                j += 2
            else:
                out.append(row[j])
                j += 1
        grid[i] = -1
        grid[i, :len(out)] = out


def merge_table(pairs, slots):
    table = np.full((slots, 4), NONE, np.uint32)
    table[:, 3] = 0
    pairs = np.array(pairs, np.uint64)
    h = ((pairs[:, 0] * np.uint64(0x9E3779B1)) ^ (pairs[:, 1] * np.uint64(0x85EBCA77))) & np.uint64(NONE)
    h = (h ^ (h >> np.uint64(15))).astype(np.int64)
    used = np.zeros(slots, bool)
    for (l, r, i), at in zip(pairs.tolist(), h.tolist()):
        while used[at & (slots - 1)]:
            at += 1
        used[at & (slots - 1)] = True
        table[at & (slots - 1), :3] = (l, r, i)
    return table


for size, nw, used, slots, loc in (("small", 400, 600, 2048, 8), ("middle", 12000, 3000, 8192, 32), ("large", 150000, 3000, 262144, 32)):
    pairs = merges[:used]
    if size == "large":                                              # the other languages of a large vocabulary
        extra = rng.integers(0, 100000, (120000, 2))
        extra = np.unique(np.where(np.arange(2) == 1, np.maximum(extra, 256 + used), extra), axis=0)
        pairs = pairs + [(int(l), int(r), 256 + used + i) for i, (l, r) in enumerate(rng.permutation(extra))]
    pick = rng.choice(len(kinds), nw, p=freq / freq.sum())
    text = [kinds[i] for i in pick]
    for i in np.flatnonzero(rng.random(nw) < 0.12):
        text[i] = [",", ".", " " + str(rng.integers(0, 3000)), " (", "\n"][rng.integers(5)]
    raw = [w.encode() for w in text]
    ptr = np.concatenate(([0], np.cumsum([len(w) for w in raw])))
    launch("bpe_tokens", size, [up(nw, loc)], [loc], dict(nwords=nw, mask=slots - 1), {},
           dict(text=np.frombuffer(b"".join(raw), np.uint8), word_ptr=ptr.astype(np.uint32), table=merge_table(pairs, slots),
                tokens=int(ptr[-1]) * 4, count=nw * 4))

# ---- feeder_sweep: a trunk with laterals, homes and shops, some with the sun on the roof; one scenario an hour and draw
rng = np.random.default_rng(3506)
for size, nb, ns, loc in (("small", 33, 32, 8), ("middle", 123, 240, 8), ("large", 720, 1024, 16)):
    parent = np.zeros(nb, np.int32)
    trunk = max(nb // 3, 4)
    tip = None
    for b in range(1, nb):
        if b < trunk:
            parent[b] = b - 1
        else:
            parent[b] = tip if tip is not None and rng.random() < 0.8 else rng.integers(1, trunk)
            tip = b
    z = rng.uniform(0.5, 1.5, nb) * (1 + 1.5 * (np.arange(nb) >= trunk))
    z = np.stack([z, z * rng.uniform(0.4, 0.9, nb)], 1)
    base = rng.lognormal(0, 0.8, nb) / nb
    base[0] = 0
    hour = rng.integers(0, 24, ns)
    home = 0.4 + 0.5 * np.exp(-((hour - 19) / 3.0) ** 2) + 0.25 * np.exp(-((hour - 8) / 2.0) ** 2)
    shop = 0.25 + 0.7 * ((hour > 8) & (hour < 18))
    sun = np.clip(np.sin((hour - 6) / 12 * np.pi), 0, 1) * rng.beta(4, 2, ns)
    kind = rng.random(nb) < 0.25
    pv = (rng.random(nb) < 0.3) * 0.9
    p = base[:, None] * (np.where(kind[:, None], shop, home) * rng.lognormal(0, 0.25, (nb, ns)) - pv[:, None] * sun)
    q = base[:, None] * np.where(kind[:, None], shop, home) * 0.3
    flow_p, drop = p.copy(), np.zeros((nb, ns))
    flow_q = q.copy()
    for b in range(nb - 1, 0, -1):
        flow_p[parent[b]] += flow_p[b]
        flow_q[parent[b]] += flow_q[b]
    for b in range(1, nb):
        drop[b] = drop[parent[b]] + z[b, 0] * flow_p[b] + z[b, 1] * flow_q[b]
    z *= 0.085 / drop.max()
    z[0] = 0
    launch("feeder_sweep", size, [up(ns, loc)], [loc], dict(nbus=nb, nscenarios=ns, max_sweeps=20),
           dict(slack=1.02, tolerance=1e-6),
           dict(load=np.stack([p, q], -1), parent=parent, impedance=z, voltage=nb * ns * 16, current=nb * ns * 16,
                loss=ns * 8, sweeps=ns * 4))

# ---- sum_threshold: Rayleigh noise, steady carriers, bursts, a drifting satellite, some samples flagged before
rng = np.random.default_rng(3507)
for size, nch, nt in (("small", 6, 128), ("middle", 40, 512), ("large", 300, 1000)):
    level = 1 + 0.15 * np.sin(np.arange(nch) / 17.0)
    a = rng.rayleigh(1.0, (nch, nt)) * level[:, None] * (1 + 0.02 * np.sin(np.arange(nt) / 90.0))
    for _ in range(max(nch * nt // 2500, 3)):                        # bursts
        c, t, l = rng.integers(nch), rng.integers(nt), rng.integers(1, 40)
        a[c, t:t + l] += rng.exponential(2.5) + 0.7
    for t in rng.integers(0, nt, max(nt // 150, 1)):                 # lightning over all channels
        a[:, t:t + 2] += rng.exponential(2.0) + 1
    for c in rng.integers(0, nch, max(nch // 20, 1)):                # carriers that go on and off
        a[c] += 4 * (np.sin(np.arange(nt) / rng.uniform(20, 60) + rng.uniform(0, 6)) > 0.4)
    drift = (np.arange(nt) * nch / nt * 0.8).astype(int)
    a[np.minimum(drift, nch - 1), np.arange(nt)] += 3
    known = rng.random((nch, nt)) < 0.01
    known[:, nt // 3:nt // 3 + nt // 60] = True                      # the antennas slew
    launch("sum_threshold", size, [nch * 128], [128], dict(ntimes=nt, longest=32), dict(base=6.0),
           dict(amplitude=a.astype(np.float32), known=known.astype(np.uint8), flags=nch * nt, noise=nch * 4))

# ---- intra4_satd: frames with sky, roofs at many angles, brick, text-like strokes and sensor noise
rng = np.random.default_rng(3508)
for size, w, h, loc in (("small", 64, 48, [4, 4]), ("middle", 352, 208, [8, 8]), ("large", 960, 544, [16, 4])):
    y, x = np.mgrid[0:h, 0:w].astype(float)
    img = 170 - 60 * y / h + 15 * np.sin(x / 70.0)
    for _ in range(max(w * h // 2500, 6)):
        cx, cy, ang, hw, hh = rng.uniform(0, w), rng.uniform(0, h), rng.uniform(0, np.pi), rng.uniform(4, 40), rng.uniform(4, 40)
        x0, x1, y0, y1 = (int(np.clip(v, 0, m)) for v, m in ((cx - 60, w), (cx + 60, w), (cy - 60, h), (cy + 60, h)))
        sx, sy = x[y0:y1, x0:x1] - cx, y[y0:y1, x0:x1] - cy
        a, b = sx * np.cos(ang) + sy * np.sin(ang), sy * np.cos(ang) - sx * np.sin(ang)
        cover = np.clip(hw - np.abs(a) + 0.5, 0, 1) * np.clip(hh - np.abs(b) + 0.5, 0, 1)
        tone = rng.uniform(20, 235) + rng.choice([0, 0, 25]) * np.sign(np.sin(a / rng.uniform(0.8, 3)) + 0.3)
        img[y0:y1, x0:x1] += cover * (tone - img[y0:y1, x0:x1])
    img += rng.normal(0, 1, (h, w)) * (1 + 3 * (rng.random((h // 48 + 1, w // 48 + 1)) < 0.3).repeat(48, 0).repeat(48, 1)[:h, :w])
    hint = rng.choice(9, (h // 4, w // 4), p=[.22, .2, .22, .05, .08, .06, .06, .06, .05])
    launch("intra4_satd", size, [up(w // 4, loc[0]), up(h // 4, loc[1])], loc, dict(width=w, height=h, **{"lambda": 4}), {},
           dict(luma=np.clip(np.rint(img), 0, 255).astype(np.uint8), hint=hint.astype(np.uint8), mode=w * h // 16, cost=w * h // 8))

# ---- rns_baseconv: uniformly random residues, as a ciphertext's are; NTT primes of 50 to 55 bits
rng = np.random.default_rng(3509)


def is_prime(p):
    if any(p % s == 0 for s in (3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)):
        return False
    d, r = p - 1, 0
    while d % 2 == 0:
        d, r = d // 2, r + 1
    for a in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        v = pow(a, d, p)
        if v in (1, p - 1):
            continue
        for _ in range(r - 1):
            v = v * v % p
            if v == p - 1:
                break
        else:
            return False
    return True


def primes(bits, n):
    out, p = [], (1 << bits) + 1
    while len(out) < n:
        p -= 1 << 17
        if is_prime(p):
            out.append(p)
    return out


for size, n, nq, np_, loc in (("small", 512, 3, 4, 8), ("middle", 4096, 4, 9, 32), ("large", 32768, 6, 20, 64)):
    qs, ps = primes(50, nq), primes(55, np_)
    Q = 1
    for q in qs:
        Q *= q
    src = np.zeros(nq, np.dtype([("q", "u8"), ("inv", "u8"), ("shoup", "u8"), ("recip", "f8")]))
    for i, q in enumerate(qs):
        inv = pow(Q // q % q, -1, q)
        src[i] = (q, inv, (inv << 64) // q, 1.0 / q)
    tgt = np.zeros((np_, 4), np.uint64)
    for j, p in enumerate(ps):
        ratio = (1 << 128) // p
        tgt[j] = (p, ratio & (2 ** 64 - 1), ratio >> 64, Q % p)
    punct = np.array([[Q // q % p for q in qs] for p in ps], np.uint64)
    launch("rns_baseconv", size, [up(n, loc)], [loc], dict(n=n, nsource=nq, ntarget=np_), {},
           dict(residue=np.stack([rng.integers(0, q, n, dtype=np.uint64) for q in qs]), source=src, target=tgt,
                punctured=punct, out=np_ * n * 8))

# ---- d3_dispersion: branched molecules grown on a diamond lattice, hydrogens on the free valences
rng = np.random.default_rng(3510)
cov = np.array([0.32, 0.75, 0.71, 0.63, 1.03]) * 1.889726 * 4 / 3
nref = np.array([2, 5, 4, 3, 3], np.uint8)
ref_cn = np.array([[0.9118, 0, 0, 0, 0], [0, 0.9868, 1.9985, 2.9987, 3.9844], [0, 0.9944, 2.0143, 2.9903, 0],
                   [0, 0.9925, 1.9887, 0, 0], [0, 0.9971, 1.9903, 0, 0]], np.float32)
self6 = np.array([[3.0267, 7.5916, 1, 1, 1], [49.113, 43.2452, 29.3602, 25.7809, 18.2104], [25.2685, 22.1241, 19.6768, 15.5817, 1],
                  [15.5059, 12.8161, 10.3708, 1, 1], [134.0066, 130.1, 125.8, 1, 1]])
ref_c6 = np.sqrt(self6[:, None, :, None] * self6[None, :, None, :])
step = 1.54 / np.sqrt(3) * np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]])
for size, na, loc in (("small", 48, 4), ("middle", 180, 8), ("large", 720, 16)):
    sites, order = {(0, 0, 0): 0}, [(0, 0, 0)]
    place = [np.zeros(3)]
    while len(order) < na * 0.45:
        i = rng.integers(max(0, len(order) - 30), len(order)) if rng.random() < 0.7 else rng.integers(len(order))
        k = rng.integers(4)
        sign = 1 - 2 * (sum(order[i]) // 1 % 2 != 0)
        new = tuple(int(v) for v in np.array(order[i]) + sign * np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]])[k])
        if new in sites:
            continue
        sites[new] = len(order)
        order.append(new)
        place.append(place[i] + sign * step[k])
    kind = [int(v) for v in rng.choice([1, 2, 3, 4], len(order), p=[.68, .14, .15, .03])]
    free = [place[i] + (1 - 2 * (sum(o) % 2 != 0)) * step[k] * 1.09 / 1.54 for i, o in enumerate(order) for k in range(4)
            if tuple(int(v) for v in np.array(o) + (1 - 2 * (sum(o) % 2 != 0)) * np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]])[k]) not in sites]
    free = [free[i] for i in rng.permutation(len(free))[:na - len(order)]]
    xyz = (np.array(place + free) + rng.normal(0, 0.03, (len(place) + len(free), 3))) * 1.889726
    el = np.array(kind + [0] * len(free), np.uint8)
    n = len(el)
    r = np.sqrt(((xyz[:, None] - xyz[None]) ** 2).sum(-1)) + np.eye(n) * 1e6
    cn = (1 / (1 + np.exp(-16 * ((cov[el][:, None] + cov[el][None]) / r - 1)))).sum(1)
    launch("d3_dispersion", size, [up(n, loc)], [loc], dict(natoms=n, nelements=5),
           dict(cutoff2=900.0, s8=0.7875, a1=0.4289, a2=4.4407),
           dict(atom=np.concatenate([xyz, cn[:, None]], 1).astype(np.float32), element=el, nref=nref, ref_cn=ref_cn,
                ref_c6=ref_c6.astype(np.float32), r2r4=np.array([2.00734898, 3.10492822, 2.71175247, 2.5936168, 3.99], np.float32),
                energy=n * 4))

launches.sort(key=lambda l: (l["kernel"], SIZES.index(l["name"].rsplit("-", 1)[1])))
with open(os.path.join(here, "launches.json"), "w") as f:
    json.dump(launches, f, indent=1)
    f.write("\n")

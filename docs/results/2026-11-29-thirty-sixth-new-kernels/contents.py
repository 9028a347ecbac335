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



# ---- ripemd160_digests: SHA-256 digests are random bits; a watch list of some thousand addresses in a bitmap
rng = np.random.default_rng(3601)
for size, n, bits, watched, loc in (("small", 1500, 14, 300, 16), ("middle", 60000, 18, 9000, 64), ("large", 450000, 22, 200000, 64)):
    bitmap = np.zeros(1 << bits, np.uint8)
    bitmap[rng.integers(0, 1 << bits, watched)] = 1
    launch("ripemd160_digests", size, [up(n, loc)], [loc], dict(n=n, bits=bits), {},
           dict(message=rng.integers(0, 1 << 32, (n, 8), dtype=np.uint32), watched=np.packbits(bitmap, bitorder="little"),
                digest=n * 20, maybe=n))

# ---- sao_luma: a decoded 10-bit picture: slopes, edges at many angles, blocking and ringing; an encoder's choices
rng = np.random.default_rng(3602)
for size, w, h, log2, loc in (("small", 208, 120, 4, [8, 8]), ("middle", 960, 540, 6, [16, 8]), ("large", 3840, 2160, 6, [32, 4])):
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    img = 420 + 150 * np.sin(x / 301 + 0.3) * np.cos(y / 217)
    for _ in range(40):
        cx, cy, ang = rng.uniform(0, w), rng.uniform(0, h), rng.uniform(0, np.pi)
        a = (x - cx) * np.float32(np.cos(ang)) + (y - cy) * np.float32(np.sin(ang))
        b = (y - cy) * np.float32(np.cos(ang)) - (x - cx) * np.float32(np.sin(ang))
        inside = (np.abs(a) < rng.uniform(0.02, 0.15) * w) & (np.abs(b) < rng.uniform(0.02, 0.15) * h)
        img[inside] = rng.uniform(80, 940) + 12 * np.sin(a[inside] / rng.uniform(1.5, 9))
    rough = (rng.random((h // 8 + 1, w // 8 + 1)) ** 4 * 14).repeat(8, 0).repeat(8, 1)[:h, :w]   # 8x8 transforms
    img += np.rint(rng.normal(0, 1, (h, w)) * rough * 0.5) + (rng.normal(0, 1.2, (h // 8 + 1, w // 8 + 1))).repeat(8, 0).repeat(8, 1)[:h, :w]
    across, down = (w + (1 << log2) - 1) >> log2, (h + (1 << log2) - 1) >> log2
    blocks = np.zeros((down, across, 8), np.uint8)
    kind = rng.choice(3, (down, across), p=[.38, .17, .45])
    kind[:, 1:] = np.where(rng.random((down, across - 1)) < 0.4, kind[:, :-1], kind[:, 1:])      # merged from the left
    blocks[..., 0] = kind
    middle = np.clip((img[:down << log2:1 << log2, :across << log2:1 << log2].astype(int) >> 5) - 2, 0, 28)
    blocks[..., 1] = np.where(kind == 1, middle, np.where(kind == 2, rng.choice(4, kind.shape, p=[.35, .3, .18, .17]), 0))
    edge = np.stack([rng.integers(0, 5, kind.shape), rng.integers(0, 3, kind.shape), -rng.integers(0, 3, kind.shape), -rng.integers(0, 5, kind.shape)], -1)
    band = rng.integers(-6, 7, kind.shape + (4,))
    blocks[..., 2:6] = np.where(kind[..., None] == 2, edge, np.where(kind[..., None] == 1, band, 0)).astype(np.int8).view(np.uint8)
    launch("sao_luma", size, [up(w, loc[0]), up(h, loc[1])], loc, dict(width=w, height=h, log2_block=log2, blocks_across=across, depth=10), {},
           dict(recon=np.clip(np.rint(img), 0, 1023).astype(np.uint16), blocks=blocks, out=w * h * 2))

# ---- aem_layers: a flight line over a conductive overburden of changing depth, a buried channel, a resistive basement
rng = np.random.default_rng(3603)


def bessel_j0(x):
    t = (np.arange(400) + 0.5) / 400 * np.pi
    return np.cos(x[..., None] * np.sin(t)).mean(-1)


for size, ns, nf, nl, nk, loc in (("small", 16, 3, 5, 40, 4), ("middle", 64, 5, 8, 64, 8), ("large", 256, 6, 20, 100, 16)):
    at = np.arange(ns) / ns
    thick = 3.0 * 1.12 ** np.arange(nl - 1) * (24 / nl) ** 0.9
    depth = np.concatenate(([0], np.cumsum(thick)))
    cover = 18 + 12 * np.sin(5 * at) + np.cumsum(rng.normal(0, 0.6, ns))
    sigma = np.where(depth[:, None] < cover, 0.06 * np.exp(0.4 * np.sin(9 * at)), 0.002)
    channel = (np.abs(at - 0.55) < 0.1) & (np.abs(depth[:, None] - 60) < 25)
    sigma = np.where(channel, 0.25, sigma) * rng.lognormal(0, 0.15, (nl, ns))
    freq = np.geomspace(380, 101000, nf)
    sep = np.where(np.arange(nf) % 2 == 1, 9.06, 7.93)
    lam = np.geomspace(2e-4, 0.9, nk)[None] * np.ones((nf, 1))
    weight = lam ** 3 * np.log(0.9 / 2e-4) / (nk - 1) * bessel_j0(lam * sep[:, None])            # d lambda = lambda d log
    weight[:, [0, -1]] *= 0.5
    launch("aem_layers", size, [up(ns, loc), nf], [loc, 1], dict(nsoundings=ns, nlayers=nl, nlambda=nk), {},
           dict(conductivity=sigma.astype(np.float32), thickness=thick.astype(np.float32),
                height=(32 + 6 * np.sin(13 * at) + rng.normal(0, 1, ns)).astype(np.float32),
                frequency=np.stack([2 * np.pi * freq * 4e-7 * np.pi, sep], 1).astype(np.float32),
                **{"lambda": lam.astype(np.float32)}, weight=weight.astype(np.float32), ppm=nf * ns * 8))

# ---- art_lookup: paths of a shop's pages (a few sections, slugs of words, numbers), asked for by popularity, some mistyped
rng = np.random.default_rng(3604)
letters = "etaoinshrdlucmfwypvbgk"
lexicon = ["".join(letters[min(int(rng.exponential(6)), 21)] for _ in range(rng.integers(3, 9))) for _ in range(900)]
sections = ["/product/", "/product/", "/product/", "/category/", "/user/", "/blog/2026/", "/blog/2025/", "/help/", "/static/img/"]
lex_p = 1 / (np.arange(len(lexicon)) + 4.0)
lex_p /= lex_p.sum()


def make_path():
    s = sections[rng.integers(len(sections))]
    if s == "/user/":
        return s + lexicon[rng.choice(900, p=lex_p)] + str(rng.integers(0, 10000))
    tail = "-".join(lexicon[k] for k in rng.choice(900, rng.integers(1, 4), p=lex_p))
    return s + tail + ("/" + str(rng.integers(1, 40000)) if s == "/product/" else "")


def build_art(keys, key_at, values):
    pools = {2: [], 3: [], 4: [], 5: []}

    def grow(lo, hi, depth):
        if hi - lo == 1:
            return 1 << 29 | lo
        a, b = keys[lo], keys[hi - 1]
        lcp = depth
        while a[lcp] == b[lcp]:
            lcp += 1
        children, i = [], lo
        while i < hi:
            j = i
            c = keys[i][lcp]
            while j < hi and keys[j][lcp] == c:
                j += 1
            children.append((c, grow(i, j, lcp + 1)))
            i = j
        kind = 2 if len(children) <= 4 else 3 if len(children) <= 16 else 4 if len(children) <= 48 else 5
        pools[kind].append((a[depth:lcp], children))
        return kind << 29 | len(pools[kind]) - 1

    root = grow(0, len(keys), 0)
    head = [("prefix", "u1", 8), ("len", "u2"), ("count", "u2")]
    shape = {2: [("key", "u1", 4), ("child", "u4", 4)], 3: [("key", "u1", 16), ("child", "u4", 16)],
             4: [("slot", "u1", 256), ("child", "u4", 48)], 5: [("child", "u4", 256)]}
    out = {}
    for kind, nodes in pools.items():
        arr = np.zeros(max(len(nodes), 1), np.dtype(head + shape[kind]))
        for r, (prefix, children) in zip(arr, nodes):
            r["prefix"][:min(len(prefix), 8)] = list(prefix[:8])
            r["len"], r["count"] = len(prefix), len(children)
            for i, (c, ref) in enumerate(children):
                if kind in (2, 3):
                    r["key"][i] = c
                if kind == 4:
                    r["slot"][c] = i + 1
                r["child"][c if kind == 5 else i] = ref
        out[kind] = arr
    return root, out, np.stack([key_at, values], 1).astype(np.uint32)


for size, nk, nq, loc in (("small", 2500, 1500, 8), ("middle", 25000, 24000, 32), ("large", 130000, 200000, 64)):
    keys = sorted({make_path().encode() + b"\0" for _ in range(nk)})
    key_at = np.concatenate(([0], np.cumsum([len(k) for k in keys])))[:-1]
    root, pools, leaves = build_art(keys, key_at, rng.integers(0, 1 << 31, len(keys)))
    rank = rng.permutation(len(keys))
    pick = rank[np.minimum((len(keys) ** rng.random(nq) - 1).astype(int), len(keys) - 1)]        # popularity ~ 1 / rank
    pick = np.where(rng.random(nq) < 0.5, rng.integers(0, len(keys), nq), pick)
    asked = [keys[i] for i in pick]
    for i in np.flatnonzero(rng.random(nq) < 0.18):
        k = bytearray(asked[i][:-1])
        if rng.random() < 0.5:
            k[rng.integers(1, len(k))] = ord(letters[rng.integers(22)])
        else:
            k = k[:rng.integers(2, len(k))] + b"x" * rng.integers(0, 2)
        asked[i] = bytes(k) + b"\0"
    ptr = np.concatenate(([0], np.cumsum([len(q) for q in asked])))
    launch("art_lookup", size, [up(nq, loc)], [loc], dict(root=root, nqueries=nq), {},
           dict(query=np.frombuffer(b"".join(asked), np.uint8), query_ptr=ptr.astype(np.uint32), pool4=pools[2], pool16=pools[3],
                pool48=pools[4], pool256=pools[5], leaves=leaves, keys=np.frombuffer(b"".join(keys), np.uint8), value=nq * 4))

# ---- nucleus_sample: logits of a language model: a broad bulk, a few candidates far above, more of them where it is unsure
rng = np.random.default_rng(3605)
for size, nb, vocab in (("small", 4, 4000), ("middle", 28, 16384), ("large", 112, 50257)):
    common = rng.normal(0, 1.2, vocab) - 0.35 * np.log(np.arange(vocab) + 3)
    z = common + rng.normal(0, 1.6, (nb, vocab))
    for r in range(nb):
        k = int(2 ** rng.uniform(0, 9))
        top = (rng.random(k) ** 3 * vocab).astype(int)
        z[r, top] += rng.uniform(3, 9) + rng.gumbel(0, 1.5, k)
    launch("nucleus_sample", size, [nb * 128], [128], dict(vocab=vocab, max_rounds=32), dict(top_p=0.92),
           dict(logits=z.astype(np.float32), temperature=rng.choice([0.6, 0.7, 0.8, 1.0, 1.0, 1.2], nb).astype(np.float32),
                uniform=rng.random((nb, 32), dtype=np.float32), prob=nb * vocab * 4, token=nb * 4, rounds=nb * 4))

# ---- hindex_core: graphs with a few hubs (R-MAT), one to three rounds after the degrees
rng = np.random.default_rng(3606)


def next_round(ptr, col, core):
    row = np.repeat(np.arange(len(core)), np.diff(ptr))
    c = np.minimum(core[col], core[row])
    c = c[np.lexsort((-c, row))]
    rank = np.arange(len(col)) - np.repeat(ptr[:-1], np.diff(ptr)) + 1
    return np.bincount(row[c >= rank], minlength=len(core))


for size, scale, per, rounds, loc in (("small", 11, 7, 0, 16), ("middle", 15, 12, 1, 32), ("large", 18, 10, 2, 64)):
    m = per << scale
    u, v = np.zeros(m, np.int64), np.zeros(m, np.int64)
    for _ in range(scale):
        r = rng.random(m)
        u, v = u * 2 + (r > 0.76), v * 2 + ((r > 0.57) & (r < 0.76) | (r > 0.95))
    names = rng.permutation(1 << scale)
    u, v = names[u], names[v]
    n = 1 << scale
    key = np.unique(np.concatenate([u, v])[np.tile(u != v, 2)] * n + np.concatenate([v, u])[np.tile(u != v, 2)])
    u, v = key // n, key % n
    ptr = np.concatenate(([0], np.cumsum(np.bincount(u, minlength=n))))
    core = np.diff(ptr)
    active = np.ones(n, bool)
    for _ in range(rounds):
        new = next_round(ptr, v, core)
        active = np.bincount(u[(new != core)[v]], minlength=n) > 0
        core = new
    launch("hindex_core", size, [up(n, loc)], [loc], dict(nvertices=n), {},
           dict(row_ptr=ptr.astype(np.uint32), column=v.astype(np.uint32), core=core.astype(np.uint32), active=active.astype(np.uint8),
                bucket=(len(v) + n) * 4, next_core=n * 4, changed=n))

# ---- svd_jacobi: off-diagonal blocks of a boundary-element matrix: 1 / r between two patches, singular values fall fast
rng = np.random.default_rng(3607)
for size, nb, m, n in (("small", 3, 24, 8), ("middle", 14, 32, 16), ("large", 64, 64, 32)):
    a = np.zeros((nb, m, n))
    for b in range(nb):
        gap = np.array([rng.uniform(1.1, 3.0), *rng.normal(0, 0.7, 2)])
        src, dst = rng.random((n, 3)) * [1, 1, 0.2], rng.random((m, 3)) * [1, 1, 0.2] + gap
        a[b] = 1 / np.sqrt(((dst[:, None] - src[None]) ** 2).sum(-1)) + rng.normal(0, 2e-4, (m, n))
    launch("svd_jacobi", size, [nb * 64], [64], dict(m=m, n=n, max_sweeps=20), dict(tolerance=2e-6),
           dict(matrix=a.astype(np.float32), left=nb * m * n * 4, sigma=nb * n * 4, right=nb * n * n * 4, sweeps=nb * 4))

# ---- sky_scatter: noon, afternoon and the sun at the horizon
rng = np.random.default_rng(3608)
for size, w, h, vs, ss, sun_up, loc in (("small", 32, 16, 10, 6, 60, [4, 4]), ("middle", 80, 48, 16, 8, 18, [8, 4]),
                                        ("large", 256, 144, 24, 10, -1.5, [16, 4])):
    waves = np.array([680, 550, 440, 615]) / 550.0
    haze = 4.4e-3 * waves ** -0.84
    e = np.radians(sun_up)
    medium = np.stack([13.6e-3 * waves ** -4.09, haze, haze * 1.11, np.array([0.65, 1.881, 0.085, 1.6]) * 1e-3,
                       np.array([1.5, 1.86, 1.9, 1.7]) * 10, [np.cos(e) * 0.8, np.sin(e), np.cos(e) * 0.6, 0]])
    launch("sky_scatter", size, [up(w, loc[0]), up(h, loc[1])], loc, dict(width=w, height=h, view_steps=vs, sun_steps=ss),
           dict(ground=6360.0, top=6460.0, camera=0.5, g=0.78),
           dict(medium=medium.astype(np.float32), noise=rng.permutation(np.arange(4096) % 256).astype(np.uint8), sky=w * h * 16))

# ---- tv_dual3d: an abdomen-like volume of ellipsoids with noise and a dual variable some iterations old
rng = np.random.default_rng(3609)
for size, nx, ny, nz, loc in (("small", 56, 48, 24, [8, 4, 1]), ("middle", 128, 112, 48, [16, 4, 1]), ("large", 192, 176, 112, [32, 2, 2])):
    z, y, x = (v.astype(np.float32) for v in np.meshgrid(np.linspace(-1, 1, nz), np.linspace(-1, 1, ny), np.linspace(-1, 1, nx), indexing="ij"))
    img = np.where((x / 0.85) ** 2 + (y / 0.7) ** 2 < 1, np.float32(0.2), np.float32(0))
    for _ in range(14):
        c, s = rng.uniform(-0.5, 0.5, 3), rng.uniform(0.08, 0.4, 3)
        img[((x - c[0]) / s[0]) ** 2 + ((y - c[1]) / s[1]) ** 2 + ((z - c[2]) / s[2]) ** 2 < 1] = rng.uniform(0.1, 0.35)
    img += rng.normal(0, 0.012, img.shape).astype(np.float32)
    grad = [np.diff(img, axis=k, append=np.take(img, [-1], k)) * np.float32(18) + rng.normal(0, 0.1, img.shape).astype(np.float32) for k in (2, 1, 0)]
    size_of = np.maximum(1, np.sqrt(sum(g * g for g in grad)))
    launch("tv_dual3d", size, [up(nx, loc[0]), up(ny, loc[1]), up(nz, loc[2])], loc, dict(nx=nx, ny=ny, nz=nz),
           dict(step_xy=6.5, step_z=3.9, shrink=0.985),
           dict(image=img, px=grad[0] / size_of, py=grad[1] / size_of, pz=grad[2] / size_of))

# ---- drift_particles: clumps of all masses and a thin background, in the order of an older sort
rng = np.random.default_rng(3610)
record = np.dtype([("pos", "f4", 3), ("mass", "f4"), ("vel", "f4", 3), ("smoothing", "f4"), ("acc", "f4", 3), ("potential", "f4"),
                   ("id", "u4", 2), ("kind", "u2"), ("bin", "u2"), ("old_acc", "f4")])
for size, n, loc in (("small", 20000, 16), ("middle", 180000, 64), ("large", 900000, 64)):
    box, parts, flows, left = 100.0, [], [], n
    while left > n // 4:
        k = min(left - n // 4, int(n * 0.0004 * (1 + rng.pareto(0.9))) + 1)
        r = 0.3 * (k / n * 1e3) ** 0.33 * (1 / (rng.random(k) ** (-2 / 3) - 1 + 1e-3)) ** 0.5
        d = rng.normal(0, 1, (k, 3))
        parts.append(rng.uniform(0, box, 3) + np.minimum(r, 8)[:, None] * d / np.linalg.norm(d, axis=1, keepdims=True))
        flows.append(rng.normal(0, 250, 3) + rng.normal(0, 1, (k, 3)) * 120 * (k / n * 1e3) ** 0.33)
        left -= k
    parts.append(rng.uniform(0, box, (left, 3)))
    flows.append(rng.normal(0, 200, (left, 3)))
    pos, vel = np.concatenate(parts) % box, np.concatenate(flows)
    cell = (pos / box * 32).astype(int) @ [1, 32, 1024]
    order = np.argsort(cell, kind="stable")
    p = np.zeros(n, record)
    p["pos"], p["vel"] = np.minimum(pos[order], box * (1 - 1e-6)), vel[order]
    p["mass"], p["smoothing"], p["acc"] = 0.01, 0.05, rng.normal(0, 30, (n, 3))
    p["potential"], p["bin"] = -rng.gamma(2, 1e4, n), rng.integers(4, 12, n)
    p["id"][:, 0], p["kind"], p["old_acc"] = rng.permutation(n), 1, 30
    launch("drift_particles", size, [up(n, loc)], [loc], dict(n=n), dict(drift=2.5e-4, box=box), dict(particles=p, morton=n * 4))

launches.sort(key=lambda l: (l["kernel"], SIZES.index(l["name"].rsplit("-", 1)[1])))
with open(os.path.join(here, "launches.json"), "w") as f:
    json.dump(launches, f, indent=1)
    f.write("\n")

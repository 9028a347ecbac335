#!/usr/bin/env python3
"""Inputs and launches for the ten kernels of this folder (numpy only, deterministic)."""
import json
import os
import numpy as np

here = os.path.dirname(os.path.abspath(__file__))
data = os.path.join(here, "data")
os.makedirs(data, exist_ok=True)
rng = np.random.default_rng(2033)
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


# ---- fsst_encode: addresses of web pages, the symbol table trained on a sample of them
def fsst_hash(w):
    h = (w * 2971215073) & 0xffffffff
    return (h ^ (h >> 15)) & 1023


def fsst_tables(symbols):
    value, meta = np.zeros(1024, np.uint64), np.zeros(1024, np.uint16)
    short = np.full(65536, 0x1ff, np.uint16)
    kept, twos = [], []
    for s in symbols:
        if len(kept) == 255:
            break
        if len(s) >= 3:
            slot = fsst_hash(int.from_bytes(s[:3], "little"))
            if meta[slot]:
                continue
            value[slot], meta[slot] = int.from_bytes(s, "little"), len(s) << 8 | len(kept)
        elif len(s) == 2:
            twos.append((s, len(kept)))
        else:
            short[s[0]::256] = 1 << 8 | len(kept)
        kept.append(s)
    for s, code in twos:
        short[int.from_bytes(s, "little")] = 2 << 8 | code
    return kept, value, meta, short


def fsst_codes(s, value, meta, short):
    pos, out = 0, []
    while pos < len(s):
        w = s[pos:pos + 8]
        slot = fsst_hash(int.from_bytes(w[:3], "little"))
        m = int(meta[slot])
        n = m >> 8
        if not m or n > len(w) or int.from_bytes(w[:n], "little") != int(value[slot]):
            m = int(short[int.from_bytes(w[:2], "little")])
        out.append((m & 255, w[:m >> 8]))
        pos += m >> 8
    return out


words = ("news shop article index product search user login image static archive forum topic wiki page review travel "
         "sport music video download blog category en de fr catalog item view detail about contact help api data list").split()
hosts = [f"{a}.{b}{c}.{d}" for a in ("www", "m", "blog", "shop") for b in ("example", "nord", "garten", "photo", "city", "open")
         for c in ("", "news", "world", "lab") for d in ("com", "org", "de", "net")]
hshare = 1 / (np.arange(len(hosts)) + 1.0)
hshare /= hshare.sum()


def addresses(n):
    host, depth = rng.choice(len(hosts), n, p=hshare), rng.integers(0, 5, n)
    word, kind, num = rng.integers(0, len(words), (n, 5)), rng.random(n), rng.integers(1, 1000000, n)
    out = []
    for i in range(n):
        s = ("https://" if kind[i] < 0.8 else "http://") + hosts[host[i]] + "/" + "/".join(words[k] for k in word[i, :depth[i]])
        if kind[i] < 0.35:
            s += f"?id={num[i]}&session={num[i] * 2654435761 % 4294967296:08x}"
        elif kind[i] < 0.6:
            s += f"/{words[word[i, 4]]}-{num[i]}.html"
        out.append(s.encode())
    return out


sample = addresses(500)
symbols = []
for turn in range(5):
    tables = fsst_tables(symbols)
    gain = {}
    for s in sample:
        last = None
        for code, sym in fsst_codes(s, *tables[1:]):
            gain[sym] = gain.get(sym, 0) + len(sym)
            if last and len(last) + len(sym) <= 8:
                gain[last + sym] = gain.get(last + sym, 0) + len(last) + len(sym)
            last = sym
    symbols = sorted(gain, key=lambda s: (-gain[s], s))
_, hvalue, hmeta, hshort = fsst_tables(symbols)
for size, n, loc in (("small", 300, 8), ("middle", 13000, 32), ("large", 390000, 64)):
    strings = addresses(n)
    off = np.concatenate(([0], np.cumsum([len(s) for s in strings]))).astype(np.uint32)
    text = np.frombuffer(b"".join(strings) + bytes(8), np.uint8)
    launch("fsst_encode", size, [up(n, loc)], [loc], dict(nstrings=n), {},
           dict(offset=off, text=text, hash_symbol=hvalue, hash_meta=hmeta, short_meta=hshort,
                packed=2 * int(off[-1]) + 8, packed_len=n * 4))

# ---- jv_assign: scans of a radar, tracks and their detections, missed ones and clutter
for size, count, lo, hi in (("small", 4, 8, 14), ("middle", 50, 25, 48), ("large", 190, 60, 115)):
    problems, costs, nc, nm = [], [], 0, 0
    for s in range(count):
        tracks = int(rng.integers(lo, hi))
        pos = rng.uniform(0, 100, (tracks, 2))
        seen = pos[rng.random(tracks) < 0.9]
        det = np.concatenate([seen + rng.normal(0, 1.5, seen.shape), rng.uniform(0, 100, (tracks // 5, 2))])
        d2 = ((pos[:, None] - det[None]) ** 2).sum(-1) / 1.5 ** 2
        c = np.minimum(0.5 * d2 + 2, 60) + rng.random(d2.shape) * 0.01
        miss = np.full((tracks, 3 + tracks // 8), 15.0) + rng.random((tracks, 3 + tracks // 8)) * 0.01
        c = np.concatenate([c, miss], 1)
        if c.shape[1] < tracks:
            c = np.concatenate([c, np.full((tracks, tracks - c.shape[1]), 16.0)], 1)
        c = c[:, rng.permutation(c.shape[1])]
        assert tracks <= c.shape[1] <= 160
        problems.append((tracks, c.shape[1], nc, nm))
        costs.append(c.ravel())
        nc, nm = nc + c.size, nm + tracks
    launch("jv_assign", size, [count * 64], [64], {}, {},
           dict(problem=np.array(problems, np.int32), cost=np.concatenate(costs).astype(np.float32), match=nm * 4, total=count * 4))

# ---- ntv2_shift: two national grids, denser sub-grids about cities, two of those with a centre of their own
grid_t = np.dtype([("lat0", "f8"), ("lon0", "f8"), ("lat1", "f8"), ("lon1", "f8"), ("dlat", "f8"), ("dlon", "f8"),
                   ("rows", "i4"), ("cols", "i4"), ("node", "i4"), ("child", "i4"), ("nchild", "i4"), ("pad", "i4")])


def ntv2(ncity, step):
    boxes = [(47.0, 5.5, 55.2, 15.2, step), (46.0, -1.0, 51.2, 5.5, step)]
    cells = [(la, lo) for la in np.arange(47.6, 54.6, 0.8) for lo in np.arange(6.0, 14.4, 1.0)]
    city = [cells[k] for k in rng.permutation(len(cells))[:ncity]]
    child = [(2, ncity), (0, 0)]
    for la, lo in city:
        boxes.append((la, lo, la + 0.5, lo + 0.7, step / 4))
        child.append((0, 0))
    for k in range(min(2, ncity)):
        la, lo = city[k]
        child[2 + k] = (len(boxes), 1)
        boxes.append((la + 0.15, lo + 0.2, la + 0.35, lo + 0.45, step / 16))
        child.append((0, 0))
    g = np.zeros(len(boxes), grid_t)
    nodes, at = [], 0
    for k, (la0, lo0, la1, lo1, st) in enumerate(boxes):
        rows, cols = int(round((la1 - la0) / st)) + 1, int(round((lo1 - lo0) / st)) + 1
        g[k] = (la0, lo0, la0 + (rows - 1) * st, lo0 + (cols - 1) * st, st, st, rows, cols, at) + child[k] + (0,)
        la = (la0 + np.arange(rows) * st)[:, None]
        lo = (lo0 + np.arange(cols) * st)[None]
        dlon = -4.6 + 0.25 * (lo - 10) + 0.1 * np.sin(la * 3) * np.cos(lo * 2.3) + 0.01 * np.sin(la * 31 + lo * 17)
        dlat = -3.9 + 0.12 * (la - 50) + 0.08 * np.cos(la * 2.2 + lo) + 0.01 * np.cos(la * 23 - lo * 29)
        nodes.append(np.stack([dlon, dlat], -1).reshape(-1, 2))
        at += rows * cols
    return g, np.concatenate(nodes).astype(np.float32), np.array(city)


for size, n, ncity, step, inverse, loc in (("small", 1500, 6, 0.1, 0, 8), ("middle", 70000, 20, 0.05, 1, 32),
                                           ("large", 1700000, 36, 0.02, 1, 64)):
    g, nodes, city = ntv2(ncity, step)
    share = 1 / (np.arange(ncity) + 2.0)
    pick = np.sort(rng.choice(ncity, n, p=share / share.sum()))       # parcels come by region
    pts = np.stack([city[pick, 1] + 0.35 + rng.normal(0, 0.2, n), city[pick, 0] + 0.25 + rng.normal(0, 0.13, n)], -1)
    wide = rng.random(n) < 0.25
    pts[wide] = np.stack([rng.uniform(-1.3, 15.4, wide.sum()), rng.uniform(46.2, 55.3, wide.sum())], -1)
    launch("ntv2_shift", size, [up(n, loc)], [loc], dict(npoints=n, ntop=2, inverse=inverse), {},
           dict(grids=g, nodes=nodes, points=pts, shifted=n * 16))

# ---- gf2_m4rm: dense random matrices of a linear code, rows packed low bit first
for size, m, k, n in (("small", 130, 150, 500), ("middle", 700, 650, 1200), ("large", 3900, 3700, 4300)):
    a = np.packbits(rng.integers(0, 2, (m, k), dtype=np.uint8), axis=1, bitorder="little")
    nb = up(n, 256)
    bits = np.zeros((k, nb), np.uint8)
    bits[:, :n] = rng.integers(0, 2, (k, n), dtype=np.uint8)
    b = np.packbits(bits, axis=1, bitorder="little")
    launch("gf2_m4rm", size, [nb // 256 * 64, up(m, 256) // 256], [64, 1], dict(m=m, k=k, a_stride=a.shape[1], b_stride=nb // 256), {},
           dict(a=a, b=b, c=m * nb // 8))

# ---- quickscorer_rank: boosted trees grown best first on some features more than others, documents of queries
for size, docs, nf, ntrees, nleaf, loc in (("small", 150, 30, 40, 16, 8), ("middle", 2200, 90, 150, 32, 32),
                                           ("large", 11000, 136, 400, 64, 64)):
    x = rng.normal(0, 1, (docs, nf))
    x[:, ::3] = np.exp(x[:, ::3])
    x[:, 1::5] = np.rint(2 * x[:, 1::5])
    x = x.astype(np.float32)
    fshare = 1 / (rng.permutation(nf) + 3.0)
    fshare /= fshare.sum()
    nodes, leaves = [], np.zeros((ntrees, 64), np.float32)
    for t in range(ntrees):
        def grow(lo, n, t=t):
            if n == 1:
                return
            left = int(np.clip(rng.binomial(n, rng.uniform(0.25, 0.75)), 1, n - 1))
            f = int(rng.choice(nf, p=fshare))
            thr = x[rng.integers(0, docs), f]
            mask = ((1 << 64) - 1) ^ (((1 << left) - 1) << lo)
            nodes.append((t // 32, f, float(thr), t % 32, mask))
            grow(lo, left)
            grow(lo + left, n - left)
        grow(0, nleaf)
        leaves[t, :nleaf] = rng.normal(0, 0.1, nleaf)
    nodes.sort(key=lambda v: v[:3])
    nblocks = (ntrees + 31) // 32
    where = np.array([v[0] * nf + v[1] for v in nodes])
    ptr = np.searchsorted(where, np.arange(nblocks * nf + 1)).astype(np.uint32)
    launch("quickscorer_rank", size, [up(docs, loc)], [loc], dict(ndocs=docs, nfeatures=nf, ntrees=ntrees), {},
           dict(features=x, node_ptr=ptr, threshold=np.array([v[2] for v in nodes], np.float32),
                node_tree=np.array([v[3] for v in nodes], np.uint8), node_mask=np.array([v[4] for v in nodes], np.uint64),
                leaf_value=leaves, score=docs * 4))

# ---- qcp_rmsd: a chain that moves between some folds, each frame turned at random
for size, nconf, natoms in (("small", 22, 45), ("middle", 130, 118), ("large", 610, 214)):
    def chain():
        step = rng.normal(0, 1, (natoms, 3))
        step = step + np.roll(step, 1, 0)
        return np.cumsum(3.8 * step / np.linalg.norm(step, axis=1)[:, None], 0)
    folds = [chain() for _ in range(4)]
    confs = np.zeros((nconf, 3, natoms), np.float32)
    for c in range(nconf):
        s = c / nconf * 3
        k = int(s)
        p = folds[k] * (1 - s + k) + folds[k + 1] * (s - k) + rng.normal(0, 0.6, (natoms, 3))
        q = rng.normal(0, 1, (3, 3))
        r, _ = np.linalg.qr(q)
        r *= np.sign(np.linalg.det(r))
        confs[c] = ((p - p.mean(0)) @ r).T
    launch("qcp_rmsd", size, [up(nconf, 8), up(nconf, 8)], [8, 8], dict(nconf=nconf, natoms=natoms), {},
           dict(coords=confs, trace=(confs.astype(np.float64) ** 2).sum((1, 2)).astype(np.float32), rmsd=nconf * nconf * 4))

# ---- tiled_deferred: a street with boxes, many small lamps along it
for size, w, h, nl, loc in (("small", 70, 44, 40, [8, 4]), ("middle", 390, 220, 260, [8, 8]), ("large", 1270, 710, 900, [16, 16])):
    focal = 0.8 * w
    y, x = np.mgrid[0:h, 0:w] + 0.5
    rx, ry = (x - w / 2) / focal, (y - h / 2) / focal
    with np.errstate(divide="ignore"):
        planes = [(2.0 / ry, (0, -1, 0)), (np.where(rx < 0, -9.0 / rx, -1), (1, 0, 0)), (np.where(rx > 0, 9.0 / rx, -1), (-1, 0, 0))]
    z, nrm = np.full((h, w), 1e9), np.zeros((h, w, 3))
    for k, (d, nn) in enumerate(planes):
        ok = (d > 0.3) & (d < z)
        if k:
            ok &= ry * d > -7                              # roofs of the houses
        z[ok], nrm[ok] = d[ok], nn
    for _ in range(14):
        bz, bx, s = rng.uniform(5, 60), rng.uniform(-6, 6), rng.uniform(0.5, 1.6)
        ok = (np.abs(rx * bz - bx) < s) & (ry * bz > 2 - 2 * s) & (ry * bz < 2) & (bz < z)
        z[ok], nrm[ok] = bz, (0, 0, -1)
    sky = z > 90
    z[sky] = 0
    rough = rng.normal(0, 0.12, nrm.shape)
    nrm = nrm + rough
    nrm[sky] = (0, 0, -1)
    nrm8 = np.zeros((h, w, 4), np.int8)
    nrm8[..., :3] = np.rint(nrm / np.linalg.norm(nrm, axis=2)[..., None] * 127)
    alb = np.stack([120 + 60 * np.sin(x / 9), 110 + 50 * np.sin(y / 7), 100 + 0 * x, 128 + 90 * np.cos(x / 23)], -1)
    pos = np.stack([rng.uniform(-9, 9, nl), rng.uniform(-4, 1.9, nl), rng.uniform(2, 80, nl), rng.gamma(4, 0.8, nl) + 1], -1)
    col = np.concatenate([rng.uniform(0.5, 3.5, (nl, 3)), np.ones((nl, 1))], 1)
    gx, gy = up(w, loc[0]), up(h, loc[1])
    launch("tiled_deferred", size, [gx, gy], loc, dict(width=w, height=h, nlights=nl), dict(focal=focal),
           dict(depth=z.astype(np.float32), normal=nrm8, albedo=np.clip(alb, 0, 255).astype(np.uint8),
                light_pos=pos.astype(np.float32), light_colour=col.astype(np.float32), frame=w * h * 4,
                tile_lights=gx // loc[0] * (gy // loc[1]) * 4))

# ---- pvq_search: bands of 10 ms frames of music, wide bands halved, pulses as many as 32 bits hold at most
ucount = [[0] * 136 for _ in range(34)]
ucount[0][0] = 1
for n in range(1, 34):
    for k in range(1, 136):
        ucount[n][k] = ucount[n - 1][k] + ucount[n][k - 1] + ucount[n - 1][k - 1]
kmax = [0] + [max([k for k in range(1, 127) if ucount[n][k] + ucount[n][k + 1] < 2 ** 32]) for n in range(1, 33)]
u_table = (np.array(ucount, dtype=object) % 2 ** 32).astype(np.uint32)
widths = []
edges = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28, 34, 40, 48, 60, 78, 100]
for lo, hi in zip(edges, edges[1:]):
    parts = [(hi - lo) * 4]
    while max(parts) > 32:
        parts = [v for p in parts for v in (p // 2, p - p // 2)]
    widths += parts
widths = np.array(widths)
start = np.concatenate(([0], np.cumsum(widths)))
for size, frames, loc in (("small", 12, 8), ("middle", 700, 32), ("large", 15000, 64)):
    nb = len(widths)
    f = np.arange(start[-1])
    level = 6.0 * np.exp(-f / 120) * (1 + 0.8 * np.sin(f / 5.0))
    loud = 0.4 + np.abs(np.sin(np.arange(frames) / 37.0))
    coef = rng.laplace(0, 1, (frames, start[-1])) * level * loud[:, None]
    coef[np.sin(np.arange(frames) / 61.0) > 0.97] = 0      # pauses
    norm = np.sqrt(np.add.reduceat(coef ** 2, start[:-1], 1)) + 1e-27
    coef /= np.repeat(norm, widths, 1)
    bits = np.clip(np.log2(norm + 1e-9) + 2.2 + rng.normal(0, 0.5, norm.shape), 0.15, 4) * widths ** 0.8
    k = np.clip(np.rint(bits * 0.8), 1, np.array(kmax)[widths]).astype(np.uint32)
    first = np.arange(frames)[:, None] * start[-1] + start[:-1]
    leaf = np.stack([first, widths | k << 8], -1).astype(np.uint32)
    launch("pvq_search", size, [up(frames * nb, loc)], [loc], dict(nleaves=frames * nb), {},
           dict(coef=coef.astype(np.float32), leaf=leaf, u_table=u_table, pulses=coef.size, index=frames * nb * 4, energy=frames * nb * 4))

# ---- sddmm_csr: a citation graph with communities and a heavy tail of degrees
for size, rows, mean, d in (("small", 130, 7, 32), ("middle", 2700, 14, 64), ("large", 19000, 33, 128)):
    deg = np.clip((rng.pareto(1.7, rows) + 0.3) * mean * 0.7, 0, rows // 2).astype(int)
    ptr = np.concatenate(([0], np.cumsum(deg)))
    home = np.repeat(np.arange(rows), deg)
    near = (home + rng.normal(0, max(8, rows / 60), len(home))).astype(int) % rows
    far = (rows * rng.random(len(home)) ** 2.5).astype(int)
    col = np.where(rng.random(len(home)) < 0.6, near, far)
    col = col[np.lexsort((col, home))]
    launch("sddmm_csr", size, [rows * 32], [32], dict(d4=d // 4), dict(scale=d ** -0.5),
           dict(row_ptr=ptr.astype(np.uint32), col=col.astype(np.uint32), edge=rng.uniform(0.3, 1, len(col)).astype(np.float32),
                query=rng.normal(0, 1, (rows, d)).astype(np.float32), key=rng.normal(0, 1, (rows, d)).astype(np.float32),
                out=len(col) * 4, row_max=rows * 4))

# ---- dsmc_collide: argon with some helium through a normal shock, denser and hotter behind it
kb, masses, dias, omegas = 1.380649e-23, np.array([6.63e-26, 6.65e-27]), np.array([4.17e-10, 2.33e-10]), np.array([0.81, 0.66])
pair = np.zeros((2, 2, 4))
for i in range(2):
    for j in range(2):
        m, d, om = masses[i] * masses[j] / (masses[i] + masses[j]), (dias[i] + dias[j]) / 2, (omegas[i] + omegas[j]) / 2
        gam = {0.81: 0.9064, 0.66: 0.9460, 0.735: 0.9239}[round(om, 3)]        # Gamma(2.5 - omega)
        pair[i, j] = (np.pi * d * d * (2 * kb * 273 / m) ** (om - 0.5) / gam, 1 - om,
                      masses[i] / (masses[i] + masses[j]), masses[j] / (masses[i] + masses[j]))
for size, cells, loc in (("small", 220, 8), ("middle", 7500, 32), ("large", 118000, 64)):
    pos = np.arange(cells) / cells
    shock = 1 / (1 + np.exp(-(pos - 0.45) * 30))
    n = rng.poisson(8 + 18 * shock)
    start_c = np.concatenate(([0], np.cumsum(n)))
    cell = np.repeat(np.arange(cells), n)
    spec = (rng.random(len(cell)) < 0.2).astype(int)
    temp = 293 + 1400 * shock[cell]
    v = rng.normal(0, 1, (len(cell), 3)) * np.sqrt(kb * temp / masses[spec])[:, None]
    v[:, 0] += 1100 - 750 * shock[cell]
    top = 1.6e-15 * np.sqrt(0.4 + shock)
    launch("dsmc_collide", size, [up(cells, loc)], [loc], dict(ncells=cells, nspecies=2), dict(weight=5.0e13),
           dict(cell_start=start_c.astype(np.uint32), velocity=np.concatenate([v, spec[:, None]], 1).astype(np.float32),
                pair_table=pair.astype(np.float32), sigma_max=top.astype(np.float32), remainder=rng.random(cells).astype(np.float32),
                seeds=rng.integers(0, 2 ** 32, cells, dtype=np.uint32), collisions=np.zeros(1, np.uint32)))

launches.sort(key=lambda l: (l["kernel"], SIZES.index(l["name"].rsplit("-", 1)[1])))
with open(os.path.join(here, "launches.json"), "w") as f:
    json.dump(launches, f, indent=1)
    f.write("\n")

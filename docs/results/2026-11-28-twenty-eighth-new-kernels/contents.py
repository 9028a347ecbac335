#!/usr/bin/env python3
"""Inputs and launches for the ten kernels of this folder (numpy only, deterministic)."""
import json
import os
import numpy as np

here = os.path.dirname(os.path.abspath(__file__))
data = os.path.join(here, "data")
os.makedirs(data, exist_ok=True)
rng = np.random.default_rng(2028)
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


# ---- cdef_luma: gratings of several directions, edges and noise; a fifth of the blocks is skipped
for size, w, h in (("small", 32, 32), ("middle", 320, 256), ("large", 1920, 1080)):
    hp = (h + 7) // 8 * 8
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    ang = np.floor(x / 40) * 0.7 + np.floor(y / 24) * 0.45
    pic = 128 + 50 * np.sin((x * np.cos(ang) + y * np.sin(ang)) * 0.55) + 40 * (((x // 56 + y // 72) % 2) - 0.5)
    pic = np.clip(pic + rng.normal(0, 6, pic.shape), 0, 255).astype(np.uint8)
    launch("cdef_luma", size, [w, hp], [8, 8], dict(width=w, height=h, stride=w, pri_strength=9, sec_strength=4, damping=5), {},
           dict(src=pic, dst=w * h, skip=(rng.random(w // 8 * (hp // 8)) < 0.2).astype(np.uint8)))

# ---- gillespie_ssa: a genetic toggle switch with dimers, an mRNA and a protein each
X0 = np.array([1, 1, 5, 5, 20, 20], np.int32)             # gene A, gene B, mRNA A, mRNA B, protein A, protein B
REACT = np.array([[0, -1], [1, -1], [2, -1], [3, -1], [2, -1], [3, -1], [4, -1], [5, -1], [4, 4], [4, 5]], np.int32)
CHANGE = np.zeros((10, 6), np.int32)
for r, d in enumerate(({2: 1}, {3: 1}, {4: 1}, {5: 1}, {2: -1}, {3: -1}, {4: -1}, {5: -1}, {4: -2}, {4: -1, 5: -1})):
    for s, v in d.items():
        CHANGE[r, s] = v
RATES = np.array([4, 4, 3, 3, 0.5, 0.5, 0.4, 0.4, 0.004, 0.006])
for size, n, loc, t_end in (("small", 16, 8, 0.6), ("middle", 128, 16, 3.0), ("large", 1024, 32, 12.0)):
    rates = (RATES * rng.lognormal(0, 0.4, (n, 10))).astype(np.float32)
    launch("gillespie_ssa", size, [n], [loc], dict(ntraj=n, max_events=100000), dict(t_end=t_end),
           dict(seeds=rng.integers(1, 2**63, n).astype(np.uint64), x_init=X0, reactants=REACT, change=CHANGE,
                rates=rates, x_out=n * 24, mean_out=n * 24, events=n * 4))


# ---- radix_partition: foreign keys, some of them frequent
def murmur(h):
    h = h.astype(np.uint32)
    h ^= h >> np.uint32(16)
    h *= np.uint32(0x85ebca6b)
    h ^= h >> np.uint32(13)
    h *= np.uint32(0xc2b2ae35)
    return h ^ (h >> np.uint32(16))


for size, n in (("small", 5000), ("middle", 200000), ("large", 3000000)):
    groups = (n + 1023) // 1024
    keys = np.where(rng.random(n) < 0.15, rng.zipf(1.4, n) % 1000, rng.integers(0, max(n // 4, 16), n)).astype(np.uint32)
    part = (murmur(keys) & np.uint32(63)).astype(np.int64)
    hist = np.bincount(part * groups + np.arange(n) // 1024, minlength=64 * groups)
    off = np.concatenate(([0], np.cumsum(hist)[:-1])).astype(np.uint32)
    launch("radix_partition", size, [groups * 128], [128], dict(ntuples=n), {},
           dict(tuples=np.stack([keys, np.arange(n, dtype=np.uint32)], 1), out=n * 8, block_off=off,
                bloom=np.zeros(64 * 512, np.uint32)))

# ---- vg_cos_prices: a surface of quotes, a few of them expired
for size, n, loc, terms in (("small", 16, 8, 32), ("middle", 256, 32, 64), ("large", 4096, 64, 128)):
    t = rng.choice([0.0, 7, 14, 30, 60, 91, 182, 365, 730], n, p=[0.02, 0.1, 0.12, 0.2, 0.16, 0.16, 0.12, 0.08, 0.04]) / 365
    launch("vg_cos_prices", size, [n], [loc], dict(n=n, nterms=terms),
           dict(spot=100, rate=0.03, **{"yield": 0.01}, sigma=0.18, theta=-0.14, nu=0.2),
           dict(strike=np.round(100 * np.exp(rng.normal(0, 0.15, n))), expiry=t,
                is_call=rng.integers(0, 2, n).astype(np.uint8), price=n * 8, delta=n * 8))

# ---- sinkhorn_rows: squared distances of two clouds
for size, n, loc in (("small", 128, 32), ("middle", 512, 32), ("large", 2048, 64)):
    p, q = rng.random((n, 2)), rng.random((n, 2)) * 0.8 + 0.1
    c = ((p[:, None] - q[None]) ** 2).sum(2).astype(np.float32)
    b = rng.dirichlet(np.full(n, 3.0))
    launch("sinkhorn_rows", size, [n], [loc], dict(n=n, m=n), dict(eps=0.02, relax=1.0),
           dict(cost=c, g=rng.normal(0, 0.05, n).astype(np.float32), log_b=np.log(b + 1e-12).astype(np.float32),
                f_old=np.zeros(n, np.float32), f_new=n * 4, change=n * 4))

# ---- parilu_sweep: nine-point grids with a few far links, symmetric pattern
for size, nx, loc in (("small", 10, 32), ("middle", 56, 64), ("large", 220, 128)):
    n = nx * nx
    y, x = np.divmod(np.arange(n), nx)
    rows, cols = [np.arange(n)], [np.arange(n)]
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            ok = (0 <= y + dy) & (y + dy < nx) & (0 <= x + dx) & (x + dx < nx)
            rows.append(np.arange(n)[ok])
            cols.append(((y + dy) * nx + x + dx)[ok])
    a, b = rng.integers(0, n, n), rng.integers(0, n, n)
    rows += [a, b]
    cols += [b, a]
    key = np.unique(np.concatenate(rows).astype(np.int64) * n + np.concatenate(cols))
    i, j = np.divmod(key, n)
    val = np.where(i == j, 12.0, -rng.random(len(key)))
    low = i > j
    l_ptr = np.searchsorted(i[low], np.arange(n + 1))
    up = np.flatnonzero(~low)
    by_col = up[np.lexsort((i[up], j[up]))]
    u_ptr = np.searchsorted(j[by_col], np.arange(n + 1))
    pos = np.zeros(len(key), np.int32)
    pos[low] = np.arange(low.sum())
    pos[by_col] = np.arange(len(by_col))
    i32 = np.int32
    nnz = len(key)
    launch("parilu_sweep", size, [(nnz + loc - 1) // loc * loc], [loc], dict(nnz=nnz), {},
           dict(a_row=i.astype(i32), a_col=j.astype(i32), a_val=val, a_pos=pos, l_ptr=l_ptr.astype(i32),
                l_col=j[low].astype(i32), l_val=val[low] / 12, u_ptr=u_ptr.astype(i32), u_row=i[by_col].astype(i32),
                u_val=val[by_col], l_new=int(low.sum()) * 8, u_new=len(by_col) * 8))


# ---- bfs_bottom_up: R-MAT graphs, the first level whose frontier is 2% of the vertices or more
def rmat(scale, edges):
    u, v = np.zeros(edges, np.uint32), np.zeros(edges, np.uint32)
    for _ in range(scale):
        r = rng.random(edges, dtype=np.float32)
        u = u * 2 + (r >= 0.76)
        v = v * 2 + (((r >= 0.57) & (r < 0.76)) | (r >= 0.95))
    perm = rng.permutation(1 << scale).astype(np.uint32)
    u, v = perm[u], perm[v]
    return np.concatenate([u, v]), np.concatenate([v, u])


def bitmap(mask):
    return np.packbits(mask, bitorder="little").view(np.uint32)


for size, scale, deg, loc in (("small", 11, 8, 16), ("middle", 16, 8, 32), ("large", 19, 8, 64)):
    n = 1 << scale
    u, v = rmat(scale, n * deg)
    key = np.unique(u[u != v].astype(np.uint64) * np.uint64(n) + v[u != v])
    u, v = (key // np.uint64(n)).astype(np.uint32), (key % np.uint64(n)).astype(np.uint32)
    ptr = np.concatenate(([0], np.cumsum(np.bincount(u, minlength=n)))).astype(np.uint32)
    grade = np.diff(ptr.astype(np.int64))
    front = np.zeros(n, bool)
    front[rng.choice(np.flatnonzero(grade >= 4))] = True
    seen = front.copy()
    for _ in range(8):
        if front.mean() >= 0.02:
            break
        nxt = np.zeros(n, bool)
        nxt[v[front[u]]] = True
        front = nxt & ~seen
        seen |= front
    words = n // 32
    launch("bfs_bottom_up", size, [words], [loc], dict(nverts=n), {},
           dict(row_ptr=ptr, col=v, visited=bitmap(seen), frontier=bitmap(front), next=words * 4,
                parent=np.full(n, -1, np.int32), found=words * 4))

# ---- llg_torque3d: a disc with vortices, three materials
MAT = np.array([[8e5, 1.3e-11, 0, 0, 0.02, 0, 0, 1], [5.8e5, 1.5e-11, 8e5, 3e-3, 0.1, 0, 0, 1],
                [1.4e6, 2e-11, 4e4, 0, 0.01, 1, 0, 0]], np.float32)
for size, nx, ny, nz, loc in (("small", 16, 16, 8, [16, 4, 1]), ("middle", 64, 64, 16, [16, 4, 2]),
                              ("large", 256, 128, 64, [32, 4, 1])):
    z, y, x = np.meshgrid(np.arange(nz), np.arange(ny), np.arange(nx), indexing="ij")
    phi = 0.31 * x / (1 + nx / 64) + 0.17 * y + 0.05 * z + rng.normal(0, 0.1, x.shape)
    the = 1.57 + 0.9 * np.sin(0.09 * x - 0.13 * y)
    inside = ((x - nx / 2 + 0.5) / (nx / 2)) ** 2 + ((y - ny / 2 + 0.5) / (ny / 2)) ** 2 < 1
    m = np.stack([np.sin(the) * np.cos(phi), np.sin(the) * np.sin(phi), np.cos(the), np.ones_like(phi)], -1)
    m = (m * inside[..., None]).astype(np.float32)
    hd = (-m * np.array([1e4, 1e4, 6e5, 0])).astype(np.float32)
    region = np.where(z < nz // 2, 0, np.where(z < 3 * nz // 4, 1, 2)).astype(np.uint8)
    launch("llg_torque3d", size, [nx, ny, nz], loc, dict(nx=nx, ny=ny, nz=nz),
           dict(inv_dx=5e8, inv_dy=5e8, inv_dz=1e9, hx=1e4, hy=0, hz=5e3),
           dict(mag=m, h_demag=hd, region=region, materials=MAT, dmdt=m.nbytes))

# ---- capsule_routing
for size, samples, nin in (("small", 2, 32), ("middle", 12, 128), ("large", 80, 512)):
    u = rng.normal(0, 0.1, (samples, nin, 10, 16)).astype(np.float32)
    launch("capsule_routing", size, [samples * 160], [160], dict(nin=nin, iterations=3), {},
           dict(u_hat=u, v_out=samples * 640, length_out=samples * 40))

# ---- polar_sc_decode: rate one half by the Bhattacharyya bounds, 2 dB BPSK
for size, n, loc, logn in (("small", 32, 8, 6), ("middle", 128, 16, 8), ("large", 1536, 32, 9)):
    size_n = 1 << logn
    bhat = np.array([0.5])
    for _ in range(logn):
        bhat = np.stack([2 * bhat - bhat**2, bhat**2], 1).reshape(-1)
    frozen = np.ones(size_n, bool)
    frozen[np.argsort(bhat, kind="stable")[: size_n // 2]] = False
    word = np.where(frozen, 0, rng.integers(0, 2, (n, size_n))).astype(np.uint8)
    code = word.copy()
    for s in range(logn):
        half = 1 << s
        c = code.reshape(n, -1, 2, half)
        c[:, :, 0] ^= c[:, :, 1]
    var = 1 / (2 * 0.5 * 10 ** 0.2)
    llr = (2 / var * (1 - 2.0 * code + rng.normal(0, var**0.5, code.shape))).astype(np.float32)
    launch("polar_sc_decode", size, [n], [loc], dict(ncodes=n, logn=logn), {},
           dict(llr=llr, frozen=bitmap(frozen), decoded=n * size_n // 8, metric=n * 4))

launches.sort(key=lambda l: (l["kernel"], SIZES.index(l["name"].rsplit("-", 1)[1])))
with open(os.path.join(here, "launches.json"), "w") as f:
    json.dump(launches, f, indent=1)
    f.write("\n")

#!/usr/bin/env python3
"""Inputs and launches for the ten kernels of this folder (numpy only, deterministic)."""
import json
import os
import numpy as np

here = os.path.dirname(os.path.abspath(__file__))
data = os.path.join(here, "data")
os.makedirs(data, exist_ok=True)
rng = np.random.default_rng(61)
launches = []
SIZES = ("small", "middle", "large")


def launch(name, size, glob, loc, args, reals, buffers):
    """buffers: name -> bytes, or an array whose bytes are the contents, or (file, array)."""
    sizes, content = {}, {}
    for b, v in buffers.items():
        if isinstance(v, int):
            sizes[b] = str(v)
            continue
        fname = f"{name}_{size}_{b}.bin"
        if isinstance(v, tuple):
            fname, v = v
        v = np.ascontiguousarray(v)
        v.tofile(os.path.join(data, fname))
        sizes[b] = str(v.nbytes)
        content[b] = f"@data/{fname}"
    launches.append({"file": name + ".cl", "kernel": name, "name": f"{name}-{size}",
                     "global": [int(g) for g in glob], "local": [int(l) for l in loc],
                     "args": {k: int(v) for k, v in args.items()},
                     "reals": {k: float(v) for k, v in reals.items()},
                     "buffers": sizes, "content": content})


# ---- cosmo_hdiff: smooth fields with noise (the limiter acts here and there)
def field(nz, ny, nx):
    z, y, x = np.ogrid[0:nz, 0:ny, 0:nx]
    f = np.sin(x * 0.11 + z) * np.cos(y * 0.07) * 8 + 280
    return (f + rng.normal(0, 0.05, (nz, ny, nx))).astype(np.float32)


for size, nx, ny, nz, loc in (("small", 64, 64, 4, [64, 1, 1]), ("middle", 256, 64, 8, [32, 4, 1]),
                              ("large", 512, 256, 32, [64, 4, 1])):
    b = nx * ny * nz * 4
    launch("cosmo_hdiff", size, [nx, ny, nz // 4], loc, dict(nx=nx, ny=ny), {},
           {"in": field(nz, ny, nx), "hdmask": b, "out": b})

# ---- arakawa_jacobian
for size, nx, ny, loc in (("small", 128, 64, [32, 2]), ("middle", 512, 512, [64, 4]), ("large", 2048, 2048, [16, 16])):
    b = nx * ny * 8
    launch("arakawa_jacobian", size, [nx, ny], loc, dict(nx=nx, ny=ny),
           dict(inv_dx=0.5, beta=0.2, nu=1e-3, mu=1e-2), dict(psi=b, zeta=b, tend=b))

# ---- cherk_xengine
for size, nant, ntime, nchan in (("small", 32, 64, 2), ("middle", 64, 256, 4), ("large", 256, 256, 6)):
    nb = nant // 16
    launch("cherk_xengine", size, [8 * nb * (nb + 1) // 2, 8, nchan], [8, 8, 1], dict(nant=nant, ntime=ntime), {},
           dict(volt=nchan * ntime * nant * 8, vis=nchan * nant * (nant + 1) // 2 * 8))

# ---- cabac_residual: random bytes decode to what the adaptive model thinks likely
LPS = np.array("""128 176 208 240 128 167 197 227 128 158 187 216 123 150 178 205 116 142 169 195 111 135 160 185
105 128 152 175 100 122 144 166 95 116 137 158 90 110 130 150 85 104 123 142 81 99 117 135 77 94 111 128
73 89 105 122 69 85 100 116 66 80 95 110 62 76 90 104 59 72 86 99 56 69 81 94 53 65 77 89 51 62 73 85
48 59 69 80 46 56 66 76 43 53 63 72 41 50 59 69 39 48 56 65 37 45 54 62 35 43 51 59 33 41 48 56 32 39 46 53
30 37 43 50 29 35 41 48 27 33 39 45 26 31 37 43 24 30 35 41 23 28 33 39 22 27 32 37 21 26 30 35 20 24 29 33
19 23 27 31 18 22 26 30 17 21 25 28 16 20 23 27 15 19 22 25 14 18 21 24 14 17 20 23 13 16 19 22 12 15 18 21
12 14 17 20 11 14 16 19 11 13 15 18 10 12 15 17 10 12 14 16 9 11 13 15 9 11 12 14 8 10 12 14 8 9 11 13
7 9 11 12 7 9 10 12 7 8 10 11 6 8 9 11 6 7 9 10 6 7 8 9 2 2 2 2""".split(), np.uint8)
NEXT = np.array("""0 0 1 2 2 4 4 5 6 7 8 9 9 11 11 12 13 13 15 15 16 16 18 18 19 19 21 21 22 22 23 24 24 25 26 26
27 27 28 29 29 30 30 30 31 32 32 33 33 33 34 34 35 35 35 36 36 36 37 37 37 38 38 63""".split(), np.uint8)
assert LPS.size == 256 and NEXT.size == 64
INIT = np.zeros(41, np.uint8)
INIT[0] = 10 * 2 + 1
INIT[1:16] = np.arange(15) * 2                       # significant: rarer at higher frequencies
INIT[16:31] = (14 - np.arange(15)) * 2               # last: likelier towards the end
INIT[31:36] = 8 * 2
INIT[36:41] = 4 * 2

for size, n, loc, blocks in (("small", 32, 16, 8), ("middle", 256, 32, 24), ("large", 2048, 64, 64)):
    lens = rng.integers(blocks * 3, blocks * 10, n)
    start = np.concatenate(([0], np.cumsum(lens))).astype(np.int32)
    bytes_ = rng.integers(0, 256, start[-1]).astype(np.uint8)
    bytes_[start[:-1]] %= 200
    launch("cabac_residual", size, [n], [loc], dict(nblocks=blocks), {},
           {"in": bytes_, "slice_start": start, "lps_tab": LPS, "lps_next": NEXT, "ctx_init": INIT,
            "coef": n * blocks * 32})


# ---- anchor_chain: reads with a true alignment, repeats and stray hits
def anchors(nreads, scale):
    out, ptr = [], [0]
    for _ in range(nreads):
        qlen = int(np.clip(rng.lognormal(np.log(scale), 0.7), 400, 40000))
        base = int(rng.integers(10**6, 10**8))
        q = np.sort(rng.choice(qlen, max(qlen // 14, 8), replace=False))
        drift = np.cumsum(rng.integers(-2, 3, q.size) * (rng.random(q.size) < 0.3))
        parts = [np.stack([base + q + drift, q], 1)]
        for _ in range(rng.integers(0, 4)):          # repeat copies, partial and shifted
            a = int(rng.integers(0, q.size))
            e = min(q.size, a + int(rng.integers(5, 120)))
            parts.append(np.stack([base + q[a:e] + int(rng.integers(-3000, 3000)), q[a:e]], 1))
        k = q.size // 3
        parts.append(np.stack([base + rng.integers(-5000, qlen + 5000, k), rng.integers(0, qlen, k)], 1))
        p = np.concatenate(parts)
        out.append(p[np.lexsort((p[:, 1], p[:, 0]))])
        ptr.append(ptr[-1] + len(p))
    return np.concatenate(out).astype(np.int32), np.array(ptr, np.int32)


for size, n, loc, scale in (("small", 8, 4, 400), ("middle", 48, 8, 1000), ("large", 160, 8, 4000)):
    a, ptr = anchors(n, scale)
    launch("anchor_chain", size, [n], [loc],
           dict(nreads=n, span=15, max_dist=5000, bandwidth=500, max_iter=400, max_skip=25), {},
           dict(anchors=a, read_ptr=ptr, score=np.zeros(len(a), np.int32), parent=np.full(len(a), -1, np.int32), best_end=n * 4))


# ---- sudoku_dfs: shuffled solved grids with cells taken out
def puzzles(n, lo, hi):
    r, c = np.divmod(np.arange(81), 9)
    base = ((3 * (r % 3) + r // 3 + c) % 9).reshape(9, 9)
    out = np.zeros((n, 81), np.uint8)
    for k in range(n):
        rows = np.concatenate([3 * b + rng.permutation(3) for b in rng.permutation(3)])
        cols = np.concatenate([3 * b + rng.permutation(3) for b in rng.permutation(3)])
        g = (rng.permutation(9) + 1)[base[rows][:, cols]].reshape(81)
        g[rng.choice(81, 81 - int(rng.integers(lo, hi)), replace=False)] = 0
        out[k] = g
    return out


for size, n, loc in (("small", 32, 8), ("middle", 128, 16), ("large", 3072, 64)):
    launch("sudoku_dfs", size, [n], [loc], dict(max_nodes=20000), {},
           dict(puzzles=puzzles(n, 26, 36), result=n, nodes_out=n * 4))

# ---- poly1305_tags
for size, n, loc, nb in (("small", 128, 16, 64), ("middle", 2048, 64, 128), ("large", 8192, 128, 512)):
    launch("poly1305_tags", size, [n], [loc], dict(nblocks=nb), {},
           dict(msg=n * nb * 16, keys=n * 32, tags=n * 16))

# ---- pr_flash: methane, propane, n-pentane, n-decane
CRIT = np.array([190.56, 4.599e6, 0.0115, 369.83, 4.248e6, 0.1523, 469.7, 3.370e6, 0.2515, 617.7, 2.110e6, 0.4923])
for size, n, loc in (("small", 16, 8), ("middle", 512, 32), ("large", 8192, 64)):
    launch("pr_flash", size, [n], [loc], dict(ncells=n, max_iter=60), dict(tol=1e-12),
           dict(temp=rng.uniform(290, 420, n), pres=10 ** rng.uniform(5.7, 7.1, n),
                feed=rng.dirichlet([4, 1.5, 1.2, 2], n).T, crit=CRIT, vapour_frac=n * 8, kout=n * 32))

# ---- voigt_lines: offsets from the base wavenumber, lines crowded into bands
for size, n, nlines, dnu in (("small", 192, 150, 0.02), ("middle", 1536, 1400, 0.02), ("large", 16384, 9000, 0.01)):
    width, cut = n * dnu, 4.0
    centre = rng.uniform(0, width, 6)
    off = np.where(rng.random(nlines) < 0.6, rng.choice(centre, nlines) + rng.normal(0, width / 14, nlines),
                   rng.uniform(-cut, width + cut, nlines))
    off = np.sort(off).astype(np.float32)
    lines = np.stack([off, 10 ** rng.uniform(-4, 0, nlines), rng.uniform(0.04, 0.11, nlines),
                      rng.uniform(0, 2500, nlines)], 1).astype(np.float32)
    g = np.arange(n // 64)
    first = np.searchsorted(off, g * 64 * dnu - cut)
    last = np.searchsorted(off, (g * 64 + 63) * dnu + cut)
    launch("voigt_lines", size, [n], [64], {},
           dict(nu_base=2300.0, dnu=dnu, cutoff=cut, temp=230.0, press=0.03, molmass=44.0),
           dict(lines=lines, window=np.stack([first, last], 1).astype(np.int32), kabs=n * 4))

# ---- im2col_nchw: 3x3 with padding
for size, c, hw, stride, loc in (("small", 3, 64, 2, 64), ("middle", 8, 128, 1, 128), ("large", 32, 256, 1, 256)):
    o = (hw + 2 - 3) // stride + 1
    n = c * o * o
    launch("im2col_nchw", size, [n], [loc],
           dict(n=n, height=hw, width=hw, ksize=3, pad=1, stride=stride, dilation=1, height_col=o, width_col=o), {},
           dict(im=c * hw * hw * 4, col=n * 9 * 4))

launches.sort(key=lambda l: (l["kernel"], SIZES.index(l["name"].rsplit("-", 1)[1])))
with open(os.path.join(here, "launches.json"), "w") as f:
    json.dump(launches, f, indent=1)
    f.write("\n")

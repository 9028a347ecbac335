#!/usr/bin/env python3
"""Inputs and launches for the ten kernels of this folder (numpy only, deterministic)."""
import json
import os
import numpy as np

here = os.path.dirname(os.path.abspath(__file__))
data = os.path.join(here, "data")
os.makedirs(data, exist_ok=True)
rng = np.random.default_rng(2029)
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


# ---- gemm_bias_gelu: tokens of a batch, the expansion of a feed-forward block
for size, m, n, k in (("small", 60, 128, 16), ("middle", 200, 768, 192), ("large", 600, 2048, 512)):
    launch("gemm_bias_gelu", size, [n // 4, up(m, 64) // 4], [16, 16], dict(m=m, n=n, k=k), {},
           dict(act=rng.normal(0, 1, (m, k)).astype(np.float32), weight=rng.normal(0, k**-0.5, (n, k)).astype(np.float32),
                bias=rng.normal(0, 0.1, n).astype(np.float32), out=m * n * 4))

# ---- canny_nms: discs and bars on a shaded ground, smoothed, with a little noise
for size, w, h, shapes in (("small", 60, 42, 4), ("middle", 640, 480, 60), ("large", 3840, 2160, 700)):
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    pic = 70 + 60 * x / w + 30 * np.sin(y / 41)
    for s in range(shapes):
        cx, cy, r, v = rng.integers(0, w), rng.integers(0, h), rng.integers(6, 12 + h // 12), rng.uniform(10, 245)
        box = np.s_[max(cy - r, 0):cy + r + 1, max(cx - r, 0):cx + r + 1]
        dx, dy = x[box] - cx, y[box] - cy
        if s % 3:
            pic[box] = np.where(dx * dx + dy * dy < r * r, v, pic[box])
        else:
            a = rng.uniform(0, 3.1)
            pic[box] = np.where(np.abs(dx * np.cos(a) + dy * np.sin(a)) < r / 4, v, pic[box])
    pic += rng.normal(0, 5, pic.shape)
    for axis in (0, 1):
        pic = (np.roll(pic, 2, axis) + 4 * np.roll(pic, 1, axis) + 6 * pic + 4 * np.roll(pic, -1, axis) + np.roll(pic, -2, axis)) / 16
    launch("canny_nms", size, [up(w, 32), up(h, 8)], [32, 8], dict(width=w, height=h, stride=w, low=30, high=90), {},
           dict(src=np.clip(pic, 0, 255).astype(np.uint8), edges=w * h, totals=np.zeros(2, np.uint32)))

# ---- ma_cross_grid: a price in ticks with changing volatility and slow trends
for size, grid, loc, bars, steps in (("small", 16, [8, 8], 120, (2, 1, 8, 3)), ("middle", 32, [8, 8], 2500, (2, 2, 10, 5)),
                                     ("large", 96, [16, 16], 9000, (2, 1, 10, 3))):
    vol = 0.01 * np.exp(0.5 * np.sin(np.arange(bars) / 97) + rng.normal(0, 0.2, bars))
    ret = vol * rng.normal(0, 1, bars) + 0.0012 * np.sin(np.arange(bars) / 60)
    price = np.maximum(np.round(50000 * np.exp(np.cumsum(ret) - 0.4 * np.linspace(0, ret.sum(), bars))), 100).astype(np.int32)
    prefix = np.concatenate(([0], np.cumsum(price.astype(np.int64))))
    logret = np.concatenate(([0], np.diff(np.log(price)))).astype(np.float32)
    n = grid * grid
    launch("ma_cross_grid", size, [grid, grid], loc,
           dict(nbars=bars, fast_first=steps[0], fast_step=steps[1], slow_first=steps[2], slow_step=steps[3], band_bp=20, stop_bp=500),
           dict(cost=0.0004),
           dict(price=price, prefix=prefix, logret=logret, pnl=n * 4, drawdown=n * 4, sharpe=n * 4, trades=n * 4))

# ---- cwt_morlet: chirps and bursts in noise, scales of a quarter or an eighth of an octave
for size, n, nscales, first, ratio in (("small", 250, 4, 2.0, 2**0.5), ("middle", 4000, 16, 3.0, 2**0.25),
                                       ("large", 20000, 32, 3.0, 2**0.15)):
    t = np.arange(n)
    sig = np.sin(2 * np.pi * (0.002 + 0.05 * t / n) * t) + 0.5 * np.sin(0.9 * t) * (t % 900 < 120) + rng.normal(0, 0.3, n)
    scales = first * ratio ** np.arange(nscales)
    half = np.ceil(4 * scales).astype(np.int32)
    psi = []
    for s, l in zip(scales, half):
        u = np.arange(-l, l + 1) / s
        psi.append(np.pi**-0.25 * np.exp(1j * 6.0 * u - u * u / 2) / np.sqrt(s))
    psi = np.concatenate(psi).astype(np.complex64)
    ptr = np.concatenate(([0], np.cumsum(2 * half + 1)[:-1])).astype(np.int32)
    launch("cwt_morlet", size, [up(n, 64), nscales], [64, 4], dict(nsamples=n), {},
           dict(signal=sig.astype(np.float32), wavelet=psi, wav_ptr=ptr, half_width=half,
                coef=nscales * n * 8, power=nscales * n * 4))

# ---- gpe_step3d: a cloud with a bent vortex line in a harmonic trap
for size, nx, ny, nz, loc in (("small", 16, 16, 12, [8, 8, 1]), ("middle", 64, 60, 48, [8, 4, 4]), ("large", 160, 128, 96, [16, 8, 2])):
    h = 14.0 / nx
    z, y, x = np.meshgrid(*((np.arange(k) - 0.5 * (k - 1)) * h for k in (nz, ny, nx)), indexing="ij")
    trap = 0.5 * (x * x + 1.1 * y * y + 1.8 * z * z)
    dens = np.maximum(9.0 - trap, 0) / 100
    core = (x - 0.3 - 0.1 * z) + 1j * (y - 0.05 * z * z)
    psi = np.sqrt(dens + 1e-9) * core / np.sqrt(np.abs(core) ** 2 + 0.1)
    for a in (0, 1, 2):
        edge = np.moveaxis(psi, a, 0)
        edge[:2] = 0
        edge[-2:] = 0
    launch("gpe_step3d", size, [up(nx, loc[0]), up(ny, loc[1]), up(nz, loc[2])], loc, dict(nx=nx, ny=ny, nz=nz),
           dict(h=h, dt=0.02 * h * h, g=100.0, omega=0.6),
           dict(cur=psi, prev=psi * np.exp(0.002j), trap=trap, next=psi.nbytes))

# ---- merge_path_spmv: rows of very different lengths, half of the columns near the diagonal
for size, nrows, mean, per, loc in (("small", 600, 12, 64, 16), ("middle", 120000, 14, 128, 32), ("large", 900000, 12, 256, 64)):
    deg = np.minimum((mean * 0.38 * (rng.pareto(1.6, nrows) + 0.4)).astype(np.int64), nrows // 4)
    deg[rng.random(nrows) < 0.05] = 0
    rp = np.concatenate(([0], np.cumsum(deg)))
    nnz = int(rp[-1])
    row = np.repeat(np.arange(nrows), deg)
    near = np.clip(row + np.round(rng.laplace(0, 60, nnz)).astype(np.int64), 0, nrows - 1)
    far = (nrows * rng.random(nnz) ** 2).astype(np.int64)
    col = np.where(rng.random(nnz) < 0.5, near, far)
    col = (np.sort(row * nrows + col) - row * nrows).astype(np.int32)
    items = up(-(-(nrows + nnz) // per), loc)
    launch("merge_path_spmv", size, [items], [loc], dict(nrows=nrows, nnz=nnz, per_item=per), {},
           dict(row_ptr=rp.astype(np.int32), col=col, val=rng.normal(0, 1, nnz), x=rng.random(nrows), y=nrows * 8,
                carry_row=items * 4, carry_val=items * 8))


# ---- boruvka_pick: street-like grids with some diagonals and long links, after two rounds
def boruvka_round(u, v, rank, comp):
    n = len(comp)
    cu, cv = comp[u], comp[v]
    out = cu != cv
    best = np.full(n, np.iinfo(np.int64).max)
    np.minimum.at(best, cu[out], rank[out])
    np.minimum.at(best, cv[out], rank[out])
    where = np.empty(len(u), np.int64)
    where[rank] = np.arange(len(u))
    roots = np.flatnonzero(best < len(u))
    e = where[best[roots]]
    other = np.where(cu[e] == roots, cv[e], cu[e])
    par = np.arange(n)
    par[roots] = other
    back = par[par[roots]] == roots                      # pairs that chose each other: the smaller is the root
    par[roots] = np.where(back & (roots < other), roots, other)
    return par


for size, side, loc in (("small", 40, 32), ("middle", 300, 64), ("large", 1200, 64)):
    n = side * side
    v0 = np.arange(n)
    y, x = np.divmod(v0, side)
    far = rng.integers(0, n, (n // 6, 2))
    pairs = [np.stack([v0[x < side - 1], v0[x < side - 1] + 1], 1), np.stack([v0[y < side - 1], v0[y < side - 1] + side], 1)]
    diag = v0[(x < side - 1) & (y < side - 1) & (rng.random(n) < 0.5)]
    pairs += [np.stack([diag, diag + side + 1], 1), far[far[:, 0] != far[:, 1]]]
    pairs = np.concatenate(pairs)
    pairs = pairs[rng.random(len(pairs)) < 0.92]
    key = np.unique(pairs.min(1) * n + pairs.max(1))
    u, v = np.divmod(key, n)
    rank = rng.permutation(len(u))
    comp, parent = v0.copy(), v0.copy()
    for _ in range(2):
        par = boruvka_round(u, v, rank, comp)
        parent = np.where(parent == v0, par, parent)     # trees hang their roots under other roots
        comp = parent
        while (comp[comp] != comp).any():
            comp = comp[comp]
    parent = parent[parent]                              # one step of path halving, as the hooking kernel leaves it
    src, dst, rk = np.concatenate([u, v]), np.concatenate([v, u]), np.concatenate([rank, rank])
    order = np.lexsort((dst, src))
    launch("boruvka_pick", size, [up(n, loc)], [loc], dict(nverts=n), {},
           dict(row_ptr=np.concatenate(([0], np.cumsum(np.bincount(src, minlength=n)))).astype(np.uint32),
                col=dst[order].astype(np.uint32), rank=rk[order].astype(np.uint32), parent=parent.astype(np.uint32),
                lightest=np.full(n, 0xFFFFFFFF, np.uint32), alive=n * 4))

# ---- ascon128_seal: packets of an uplink, short ones, full ones and some between
for size, n, loc, biggest in (("small", 32, 8, 64), ("middle", 2000, 32, 1400), ("large", 30000, 64, 1400)):
    kind = rng.random(n)
    length = np.where(kind < 0.4, rng.integers(0, 60, n), np.where(kind < 0.75, biggest, rng.integers(40, biggest, n)))
    words = (length + 7) // 8
    ptr = np.concatenate(([0], np.cumsum(words)[:-1])).astype(np.uint32)
    total = max(int(words.sum()), 1)
    rand = lambda k: np.frombuffer(rng.bytes(8 * k), np.uint64)
    launch("ascon128_seal", size, [up(n, loc)], [loc], dict(npackets=n), {},
           dict(plain=rand(total), word_ptr=ptr, bytes=length.astype(np.uint32), nonce=rand(2 * n), header=rand(2 * n),
                key=rand(2), cipher=total * 8, tag=n * 16))

# ---- cigar_pileup: short reads sorted by position, with clips, indels, duplicates and a few spliced ones
for size, nreads, reg, loc in (("small", 48, 1000, 8), ("middle", 15000, 90000, 32), ("large", 120000, 600000, 64)):
    start = 1000000
    genome = rng.integers(0, 4, reg + 4000)
    pos = np.sort(rng.integers(-150, reg, nreads))
    code = np.array([1, 2, 4, 8], np.uint8)
    cig, cptr, bptr, nibbles = [], [0], [], []
    at = 0
    for p in pos:
        n = 150 if rng.random() < 0.9 else int(rng.integers(60, 150))
        ops, kind = [], rng.random()
        clip = int(rng.integers(1, 30)) if rng.random() < 0.12 else 0
        body = n - clip
        if clip:
            ops.append((clip, 4))
        cut = int(rng.integers(10, body - 20))
        gap = int(rng.geometric(0.3))
        if kind < 0.75:
            ops.append((body, 0))
        elif kind < 0.86:
            ops += [(cut, 0), (gap, 2), (body - cut, 0)]
        elif kind < 0.95:
            gap = min(gap, 8)
            ops += [(cut, 0), (gap, 1), (body - cut - gap, 0)]
        elif kind < 0.98:
            ops += [(cut, 7), (1, 8), (body - cut - 1, 7)]
        else:
            ops += [(cut, 0), (int(rng.integers(100, 3000)), 3), (body - cut, 0)]
        cig += [l << 4 | o for l, o in ops]
        cptr.append(len(cig))
        seq = code[genome[(p + 200 + np.arange(n)) % len(genome)]]
        bptr.append(at)
        even = n + (n & 1)
        nibbles.append(np.concatenate([seq, np.zeros(even - n, np.uint8)]))
        at += even
    nib = np.concatenate(nibbles)
    wrong = rng.random(len(nib))
    nib = np.where(wrong < 0.004, code[rng.integers(0, 4, len(nib))], np.where(wrong > 0.999, 15, nib)).astype(np.uint8)
    qual = np.where(rng.random(len(nib)) < 0.85, 37, rng.integers(2, 37, len(nib))).astype(np.uint8)
    flag = np.where(rng.random(nreads) < 0.08, 0x400, 0) | np.where(rng.random(nreads) < 0.5, 0x10, 0) | 3
    mapq = np.where(rng.random(nreads) < 0.9, 60, rng.integers(0, 60, nreads))
    launch("cigar_pileup", size, [up(nreads, loc)], [loc],
           dict(nreads=nreads, region_start=start, region_len=reg, min_mapq=20, min_qual=13), {},
           dict(read_pos=(pos + start).astype(np.int32), read_flag=flag.astype(np.uint16), read_mapq=mapq.astype(np.uint8),
                cigar_ptr=np.array(cptr, np.uint32), cigar=np.array(cig, np.uint32), base_ptr=np.array(bptr, np.uint32),
                bases=(nib[0::2] << 4 | nib[1::2]).astype(np.uint8), quals=qual,
                counts=np.zeros(reg * 6, np.uint32), used=nreads * 4))

# ---- bitonic_tiles: prices with many ties, some returns below zero
for size, n in (("small", 1900), ("middle", 100000), ("large", 3000000)):
    col = np.round(rng.lognormal(3, 1.2, n), 1) * np.where(rng.random(n) < 0.1, -1, 1)
    tiles = (n + 1023) // 1024
    launch("bitonic_tiles", size, [tiles * 256], [256], dict(nrows=n), {},
           dict(column=col.astype(np.float32), runs=n * 8, distinct=tiles * 4))

launches.sort(key=lambda l: (l["kernel"], SIZES.index(l["name"].rsplit("-", 1)[1])))
with open(os.path.join(here, "launches.json"), "w") as f:
    json.dump(launches, f, indent=1)
    f.write("\n")

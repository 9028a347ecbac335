#!/usr/bin/env python3
"""Inputs and launches for the ten kernels of this folder (numpy only, deterministic)."""
import json
import os
import numpy as np

here = os.path.dirname(os.path.abspath(__file__))
data = os.path.join(here, "data")
os.makedirs(data, exist_ok=True)
rng = np.random.default_rng(2030)
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


# ---- eam_forces: hot copper with a few vacancies, lists with a skin, atoms in the order of the cells
def cubics(r, f, df):
    """Hermite cubics of each table interval: x p^3 + y p^2 + z p + w, p from 0 to 1."""
    h = r[1] - r[0]
    a, b, da, db = f[:-1], f[1:], df[:-1] * h, df[1:] * h
    return np.stack([2 * (a - b) + da + db, 3 * (b - a) - 2 * da - db, da, a], 1).astype(np.float32)


A0, CUT, SKIN, NTAB = 3.615, 4.95, 0.7, 2000
r = np.linspace(0, 5.5, NTAB + 1)
fade = np.clip((r - 4.2) / (CUT - 4.2), 0, 1)
fade = 1 - fade ** 3 * (10 - 15 * fade + 6 * fade * fade)
phi_r = r * (0.55 * np.exp(-6.2 * (r / 2.556 - 1)) - 0.25 * np.exp(-3.0 * (r / 2.556 - 1))) * fade
rho = np.exp(-5.0 * (r / 2.556 - 1)) * fade
pair_tab, rho_tab = (cubics(r, f, np.gradient(f, r)) for f in (phi_r, rho))
basis = np.array([[0, 0, 0], [1, 1, 0], [1, 0, 1], [0, 1, 1]])
g = np.mgrid[-4:5, -4:5, -4:5].reshape(3, -1).T
reach = g[(g.sum(1) % 2 == 0) & ((g * g).sum(1) > 0) & ((g * g).sum(1) * (A0 / 2) ** 2 < (CUT + SKIN + 0.9) ** 2)]
for size, cells, loc in (("small", 4, 16), ("middle", 10, 64), ("large", 27, 64)):
    z, y, x = np.mgrid[0:cells, 0:cells, 0:cells].reshape(3, -1)
    half = (2 * np.stack([x, y, z], 1)[:, None, :] + basis[None]).reshape(-1, 3)      # half lattice units
    half = half[rng.random(len(half)) > 0.012]
    n, box, m = len(half), cells * A0, 2 * cells
    pos = half * (A0 / 2) + rng.normal(0, 0.11, (n, 3))
    where = np.full((m, m, m), -1)
    where[half[:, 0], half[:, 1], half[:, 2]] = np.arange(n)
    lists = np.full((n, len(reach)), -1, np.int32)
    for k, o in enumerate(reach):
        t = (half + o) % m
        j = where[t[:, 0], t[:, 1], t[:, 2]]
        d = pos - pos[j]
        d -= box * np.rint(d / box)
        lists[:, k] = np.where((j >= 0) & ((d * d).sum(1) < (CUT + SKIN) ** 2), j, -1)
    lists = np.sort(np.where(lists < 0, n, lists), 1)                 # by index, the missing ones last
    count = (lists < n).sum(1)
    pitch = up(n, 32)
    neigh = np.zeros((count.max(), pitch), np.int32)
    neigh[:, :n] = np.where(lists < n, lists, 0)[:, :count.max()].T
    launch("eam_forces", size, [up(n, loc)], [loc], dict(natoms=n, pitch=pitch, ntab=NTAB),
           dict(inv_dr=NTAB / 5.5, cut2=CUT * CUT, box_x=box, box_y=box, box_z=box),
           dict(pos=np.concatenate([pos, np.ones((n, 1))], 1).astype(np.float32), fp=rng.normal(-0.3, 0.02, n).astype(np.float32),
                nneigh=count.astype(np.int32), neigh=neigh, pair_tab=pair_tab, rho_tab=rho_tab, force=n * 16))

# ---- mc_bipred16: a panning camera, some objects that move by themselves, half of the blocks with two references
for size, w, h in (("small", 64, 48), ("middle", 640, 360), ("large", 1920, 1080)):
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    pic = lambda s: np.clip(120 + 50 * np.sin((x + s) / 23) * np.cos(y / 31) + 25 * np.sin((x + s) * y / 4000)
                            + rng.normal(0, 4, (h, w)), 0, 255).astype(np.uint8)
    bw, bh = (w + 15) // 16, (h + 15) // 16
    own = rng.random((bh, bw)) < 0.25
    mv = np.empty((bh, bw, 4))
    for l, pan in ((0, (-22, 3)), (1, (25, -2))):
        mv[..., 2 * l] = pan[0] + np.where(own, rng.normal(0, 40, (bh, bw)), rng.integers(-1, 2, (bh, bw)))
        mv[..., 2 * l + 1] = pan[1] + np.where(own, rng.normal(0, 25, (bh, bw)), rng.integers(-1, 2, (bh, bw)))
    still = rng.random((bh, bw)) < 0.2
    mv[still] = np.round(mv[still] / 4) * 4
    mode = rng.choice([1, 2, 3], (bh, bw), p=[0.3, 0.2, 0.5])
    launch("mc_bipred16", size, [bw * 16, bh * 16], [16, 16], dict(width=w, height=h, stride=w), {},
           dict(ref0=pic(0), ref1=pic(9), vectors=np.round(mv).astype(np.int16), mode=mode.astype(np.uint8), pred=w * h))

# ---- asof_join: a trading day, a few busy symbols and many quiet ones, quotes in bursts
for size, nsym, nq, nt, loc in (("small", 12, 3000, 100, 4), ("middle", 150, 200000, 30000, 32), ("large", 450, 3500000, 700000, 64)):
    share = 1 / (np.arange(nsym) + 3.0)
    sym = np.sort(rng.choice(nsym, nq, p=rng.permutation(share / share.sum())))
    ptr = np.concatenate(([0], np.cumsum(np.bincount(sym, minlength=nsym))))
    qt, mid, spread = np.empty(nq, np.int64), np.empty(nq, np.int64), rng.geometric(0.5, nq)
    for s in range(nsym):
        a, b = ptr[s], ptr[s + 1]
        gap = rng.exponential(1, b - a) * np.where(rng.random(b - a) < 0.6, 0.02, 2.5)
        qt[a:b] = 34200000000 + (np.cumsum(gap) / max(gap.sum(), 1e-9) * 23390e6).astype(np.int64)
        mid[a:b] = int(rng.integers(1000, 30000)) + np.cumsum(rng.choice([-1, 0, 0, 0, 0, 1], b - a))
    near = rng.integers(0, nq, nt)
    tt = qt[near] + rng.exponential(30000, nt).astype(np.int64) - 200
    order = np.argsort(tt, kind="stable")
    tt, near = tt[order], near[order]
    step = rng.choice([0, 1, 2], nt, p=[0.42, 0.42, 0.16])
    bid = mid - spread // 2
    price = np.where(step == 0, bid[near], np.where(step == 1, bid[near] + spread[near], bid[near] + spread[near] // 2))
    launch("asof_join", size, [up(nt, loc)], [loc], dict(ntrades=nt, tolerance_us=60000000, window_us=2000000), {},
           dict(sym_ptr=ptr.astype(np.uint32), quote_time=qt, bid_ask=np.stack([bid, bid + spread], 1).astype(np.int32),
                trade_time=tt, trade_sym=sym[near].astype(np.uint16), trade_price=price.astype(np.int32),
                matched=nt * 4, side=nt, measures=nt * 8))

# ---- node2vec_walks: a graph with hubs and triangles, as of friends; every walk begins elsewhere
for size, n, mean, nwalks, length, loc in (("small", 500, 8, 96, 12, 8), ("middle", 9000, 14, 6000, 30, 32),
                                           ("large", 70000, 22, 26000, 50, 64)):
    weight = (np.arange(n) + 10.0) ** -0.55
    half = n * mean // 4
    a, b = (rng.choice(n, half, p=weight / weight.sum()) for _ in (0, 1))
    c = rng.integers(0, n, half)
    d = (c + np.maximum(1, rng.exponential(6, half).astype(np.int64)) * rng.choice([-1, 1], half)) % n
    u, v = np.concatenate([a, c]), np.concatenate([b, d])
    name = rng.permutation(n)
    u, v = name[u[u != v]], name[v[u != v]]
    key = np.unique(np.concatenate([u * n + v, v * n + u]))
    src, dst = np.divmod(key, n)
    rp = np.concatenate(([0], np.cumsum(np.bincount(src, minlength=n))))
    start = np.resize(rng.permutation(n), nwalks)
    launch("node2vec_walks", size, [up(nwalks, loc)], [loc], dict(nwalks=nwalks, length=length, seed=12345), dict(inv_p=0.25, inv_q=2.0),
           dict(row_ptr=rp.astype(np.uint32), col=dst.astype(np.uint32), start=start.astype(np.uint32), walks=nwalks * length * 4))


# ---- pdf40_collide: ranges of keys, with the right one in the large range only
def rc4(key, text):
    s, j = list(range(256)), 0
    for i in range(256):
        j = (j + s[i] + key[i % len(key)]) & 255
        s[i], s[j] = s[j], s[i]
    out, i, j = bytearray(), 0, 0
    for t in text:
        i = (i + 1) & 255
        j = (j + s[i]) & 255
        s[i], s[j] = s[j], s[i]
        out.append(t ^ s[(s[i] + s[j]) & 255])
    return bytes(out)


PAD = bytes.fromhex("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a")
for size, items, per, nkeys, right in (("small", 128, 1, 100, -1), ("middle", 2048, 4, 8000, -1), ("large", 12800, 12, 150000, 98765)):
    base = 0x5A21C00000
    key = base + right if right >= 0 else 0x1122334455
    launch("pdf40_collide", size, [items], [64], dict(key_low=base & 0x7FFFFFFF, key_high=base >> 32, nkeys=nkeys, per_item=per), {},
           dict(target=np.frombuffer(rc4(key.to_bytes(5, "little"), PAD), np.uint32), hits=np.zeros(16, np.uint32)))


# ---- asian_sobol: direction numbers of primitive polynomials, a bridge over the fixings
def primitive(degree):
    size = (1 << degree) - 1
    for p in range((1 << degree) | 1, 2 << degree, 2):
        x, n = 1, 0
        while True:
            x <<= 1
            if x >> degree:
                x ^= p
            n += 1
            if x == 1 or n > size:
                break
        if n == size:
            yield p


def directions(dims):
    out = [[1 << (31 - b) for b in range(32)]]
    degree = 1
    while len(out) < dims:
        for p in primitive(degree):
            m = [int(rng.integers(0, 1 << k)) * 2 + 1 for k in range(degree)]
            v = [m[k] << (31 - k) for k in range(min(degree, 32))]
            for k in range(degree, 32):
                t = v[k - degree] ^ (v[k - degree] >> degree)
                for i in range(1, degree):
                    if p >> (degree - i) & 1:
                        t ^= v[k - i]
                v.append(t)
            out.append(v)
            if len(out) == dims:
                break
        degree += 1
    return np.array(out, np.uint32)


def bridge(steps, dt):
    node, weight = [(steps - 1, -1, -1, 0)], [(0, 0, np.sqrt(steps * dt), 0)]
    todo = [(-1, steps - 1)]
    while todo:
        a, b = todo.pop(0)
        if b - a < 2:
            continue
        k = (a + b) // 2
        lw, rw = (b - k) / (b - a), (k - a) / (b - a)
        node.append((k, a, b, 0))
        weight.append((lw, rw, np.sqrt((k - a) * (b - k) / (b - a) * dt), 0))
        todo += [(a, k), (k, b)]
    return np.array(node, np.int32), np.array(weight, np.float32)


for size, npaths, steps, loc in (("small", 120, 12, 8), ("middle", 9000, 26, 32), ("large", 100000, 52, 64)):
    dt, sigma, rate = 1.0 / steps, 0.28, 0.03
    node, weight = bridge(steps, dt)
    launch("asian_sobol", size, [up(npaths, loc)], [loc], dict(npaths=npaths, first_point=4096, nsteps=steps),
           dict(spot=100.0, strike=103.0, drift_dt=(rate - sigma * sigma / 2) * dt, sigma=sigma),
           dict(directions=directions(steps), shift=rng.integers(0, 1 << 32, steps).astype(np.uint32), node=node, weight=weight,
                payoff=npaths * 8))

# ---- nms_mask64: clusters of boxes round the objects of a picture, by falling score
for size, n, nobj, classes in (("small", 150, 6, 4), ("middle", 2500, 40, 20), ("large", 14000, 120, 20)):
    cx, cy, bw, bh = rng.uniform(0, 1333, nobj), rng.uniform(0, 800, nobj), rng.lognormal(4.3, 0.7, nobj), rng.lognormal(4.3, 0.7, nobj)
    cls = np.minimum(rng.geometric(0.3, nobj) - 1, classes - 1)
    obj = rng.integers(0, nobj, n)
    ex, ey = bw[obj] * np.exp(rng.normal(0, 0.25, n)), bh[obj] * np.exp(rng.normal(0, 0.25, n))
    x, y = cx[obj] + rng.normal(0, 0.2, n) * ex, cy[obj] + rng.normal(0, 0.2, n) * ey
    label = np.where(rng.random(n) < 0.85, cls[obj], np.minimum(rng.geometric(0.3, n) - 1, classes - 1))
    boxes = np.clip(np.stack([x - ex / 2, y - ey / 2, x + ex / 2, y + ey / 2], 1), 0, [1333, 800, 1333, 800])
    blocks = (n + 63) // 64
    launch("nms_mask64", size, [blocks * 64, blocks], [64, 1], dict(nboxes=n, nblocks=blocks), dict(threshold=0.5),
           dict(boxes=boxes.astype(np.float32), labels=label.astype(np.int32), mask=n * blocks * 8))


# ---- demons_force3d: a body with organs and bones in air, the moving one breathed and shifted
def body(x, y, z, nx, ny, nz):
    u, v, w = (x / nx - 0.5) * 2, (y / ny - 0.5) * 2, (z / nz - 0.5) * 2
    ct = np.full(u.shape, -1000.0, np.float32)
    ct[(u / 0.85) ** 2 + (v / 0.65) ** 2 < 1] = 40
    for a, b, c, ra, rb, rc, hu in ((-0.4, 0, 0.1, 0.3, 0.42, 0.8, -820), (0.4, 0, 0.1, 0.3, 0.42, 0.8, -820),
                                    (0.05, -0.1, -0.1, 0.2, 0.22, 0.4, 60), (0, 0.48, 0, 0.11, 0.11, 5, 500)):
        ct[((u - a) / ra) ** 2 + ((v - b) / rb) ** 2 + ((w - c) / rc) ** 2 < 1] = hu
    return ct


for size, nx, ny, nz, loc in (("small", 20, 18, 12, [4, 4, 2]), ("middle", 70, 64, 50, [16, 4, 1]), ("large", 180, 150, 100, [32, 4, 1])):
    z, y, x = np.meshgrid(*(np.arange(k, dtype=np.float32) for k in (nz, ny, nx)), indexing="ij")
    soft = lambda v: (v + np.roll(v, 1, 0) + np.roll(v, 1, 1) + np.roll(v, 1, 2)) / 4 + rng.normal(0, 12, v.shape)
    fixed = soft(body(x, y, z, nx, ny, nz))
    s = nx / 60
    moving = soft(body(x + 1.5 * s * np.sin(z / nz * 3), y - 1.0 * s, z + 2 * s * np.cos(y / ny * 3), nx, ny, nz))
    field = np.stack([-0.9 * s * np.sin(z / nz * 3), 0.6 * s + 0 * x, -1.3 * s * np.cos(y / ny * 3), 0 * x], -1)
    launch("demons_force3d", size, [up(nx, loc[0]), up(ny, loc[1]), up(nz, loc[2])], loc, dict(nx=nx, ny=ny, nz=nz),
           dict(max_step=2.0, noise=15.0),
           dict(fixed=np.round(fixed).astype(np.int16), moving=np.round(moving).astype(np.int16), field=field.astype(np.float32),
                update=nx * ny * nz * 16))


# ---- epistasis_boost: SNPs in Hardy-Weinberg proportions with some linkage of neighbours
def planes(gen):
    nsnp, ns = gen.shape
    out = np.zeros((nsnp, 2, up(ns, 64)), np.uint8)
    for k in (0, 1):
        out[:, k, :ns] = gen == k
    return np.packbits(out, axis=-1, bitorder="little").view(np.uint64)


for size, nsnp, ncase, nctrl in (("small", 45, 250, 300), ("middle", 300, 1000, 1400), ("large", 1500, 2300, 3100)):
    maf = rng.uniform(0.05, 0.5, nsnp)[:, None]
    gen = sum((rng.random((nsnp, ncase + nctrl)) < maf).astype(np.int8) for _ in (0, 1))
    for s in range(1, nsnp):
        same = rng.random(ncase + nctrl) < 0.35
        gen[s, same] = gen[s - 1, same]
    case, ctrl = gen[:, :ncase], gen[:, ncase:]
    margin = np.stack([np.stack([(c == k).sum(1) for k in (0, 1, 2)], 1) for c in (ctrl, case)], 1)
    cb, kb = planes(case), planes(ctrl)
    launch("epistasis_boost", size, [up(nsnp, 16), up(nsnp, 8)], [16, 8],
           dict(nsnps=nsnp, case_words=cb.shape[2], ctrl_words=kb.shape[2], ncases=ncase, nctrls=nctrl), {},
           dict(case_bits=cb, ctrl_bits=kb, margin=margin.astype(np.int32), score=nsnp * nsnp * 4))

# ---- amg_direct_interp: bilinear elements of an anisotropic, rotated diffusion with jumps, PMIS coarsening
for size, w, h, loc in (("small", 40, 35, 16), ("middle", 250, 210, 64), ("large", 900, 770, 64)):
    n = w * h
    dense = np.zeros((h, w, 3, 3))
    y, x = np.mgrid[0:h - 1, 0:w - 1]
    scale = 10.0 ** np.round(2 * np.sin(x / w * 9) * np.cos(y / h * 7))
    ang = 0.6 * x / w + 0.2
    eps = np.where((x // 50 + y // 50) % 2, 0.05, 0.8)
    kxx = scale * (np.cos(ang) ** 2 + eps * np.sin(ang) ** 2)
    kyy = scale * (np.sin(ang) ** 2 + eps * np.cos(ang) ** 2)
    kxy = scale * (1 - eps) * np.sin(ang) * np.cos(ang)
    sx, sy = (-1, 1), (-1, 1)
    for ay in (0, 1):
        for ax in (0, 1):
            for by in (0, 1):
                for bx in (0, 1):
                    gxx = sx[ax] * sx[bx] * (1 / 3 if ay == by else 1 / 6)
                    gyy = sy[ay] * sy[by] * (1 / 3 if ax == bx else 1 / 6)
                    gxy = (sx[ax] * sy[by] + sy[ay] * sx[bx]) / 4
                    dense[ay:h - 1 + ay, ax:w - 1 + ax, 1 + by - ay, 1 + bx - ax] += kxx * gxx + kyy * gyy + kxy * gxy
    dense[..., 1, 1] += 1e-3 * dense[..., 1, 1]
    yy, xx, dy, dx = np.meshgrid(np.arange(h), np.arange(w), (-1, 0, 1), (-1, 0, 1), indexing="ij", sparse=True)
    inside = (yy + dy >= 0) & (yy + dy < h) & (xx + dx >= 0) & (xx + dx < w)
    col = ((yy + dy) * w + xx + dx)[inside].astype(np.int32)
    val = dense[inside]
    rp = np.concatenate(([0], np.cumsum(inside.sum((2, 3)).ravel())))
    row = np.repeat(np.arange(n, dtype=np.int32), np.diff(rp))
    off = np.where(row == col, 0, -val)
    strong = (off > 0) & (off >= 0.25 * np.maximum.reduceat(off, rp[:-1])[row])
    measure = np.bincount(col[strong], minlength=n) + rng.random(n)
    state = np.where(measure < 1, -1, 0)                       # 0 open, 1 coarse, -1 fine
    link = (col[strong], row[strong])
    while (state == 0).any():
        open_ = np.where(state == 0, measure, 0)
        best = np.zeros(n)
        for p, q in (link, link[::-1]):
            use = open_[q] > 0
            np.maximum.at(best, p[use], open_[q[use]])
        state[(state == 0) & (measure > best)] = 1
        hit = np.zeros(n, bool)
        hit[link[1][state[link[0]] == 1]] = True               # rows that depend on a coarse point
        state[(state == 0) & hit] = -1
    coarse = np.where(state == 1, np.cumsum(state == 1) - 1, -1).astype(np.int32)
    take = np.where(coarse >= 0, 1, np.bincount(row[strong & (coarse[col] >= 0)], minlength=n))
    pp = np.concatenate(([0], np.cumsum(take)))
    launch("amg_direct_interp", size, [up(n, loc)], [loc], dict(nrows=n), {},
           dict(row_ptr=rp.astype(np.int32), col=col, val=val, strong=strong.astype(np.uint8), coarse=coarse,
                p_ptr=pp.astype(np.int32), p_col=int(pp[-1]) * 4, p_val=int(pp[-1]) * 8))
    print(size, "coarse share", (state == 1).mean(), "entries a row", pp[-1] / n)

launches.sort(key=lambda l: (l["kernel"], SIZES.index(l["name"].rsplit("-", 1)[1])))
with open(os.path.join(here, "launches.json"), "w") as f:
    json.dump(launches, f, indent=1)
    f.write("\n")

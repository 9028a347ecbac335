#!/usr/bin/env python3
"""Inputs and launches for the ten kernels of this folder (numpy only, deterministic)."""
import json
import os
import numpy as np

here = os.path.dirname(os.path.abspath(__file__))
data = os.path.join(here, "data")
os.makedirs(data, exist_ok=True)
rng = np.random.default_rng(59)
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
                     "global": glob, "local": loc,
                     "args": {k: int(v) for k, v in args.items()},
                     "reals": {k: float(v) for k, v in reals.items()},
                     "buffers": sizes, "content": content})


# ---- mttkrp_mode1
for size, I, J, K, R in (("small", 8, 16, 80, 32), ("middle", 32, 64, 120, 32), ("large", 256, 256, 200, 16)):
    launch("mttkrp_mode1", size, [R, J], [16, 8], dict(I=I, J=J, K=K, R=R), {},
           dict(X=I * J * K * 4, A=I * R * 4, C=K * R * 4, M=J * R * 4))


# ---- louvain_gain: planted communities, a heavy-tailed degree, part-way through the moves
def louvain(n):
    deg = np.clip((4 + rng.pareto(1.3, n) * 16).astype(np.int64), 4, 400)
    ptr = np.zeros(n + 1, np.int64)
    ptr[1:] = np.cumsum(deg)
    src = np.repeat(np.arange(n), deg)
    m = len(src)
    near = np.abs(src + np.rint(rng.normal(0, 45, m)).astype(np.int64)) % n
    far = (n * rng.random(m) ** 2).astype(np.int64)
    col = np.where(rng.random(m) < 0.72, near, far)
    w = np.minimum(rng.geometric(0.4, m), 60)
    comm = np.where(rng.random(n) < 0.7, np.arange(n) // 12 * 12, np.arange(n))
    strength = np.bincount(src, w, n).astype(np.int64)
    total = np.bincount(comm, strength, n).astype(np.int64)
    bins = np.flatnonzero((deg > 32) & (deg <= 192))
    return ptr, col, w, comm, strength, total, bins


for size, n in (("small", 256), ("middle", 4096), ("large", 48000)):
    ptr, col, w, comm, strength, total, bins = louvain(n)
    g = len(bins)
    launch("louvain_gain", size, [64 * g], [64], dict(two_m=w.sum()), {},
           dict(bin=bins.astype(np.int32), row_ptr=ptr.astype(np.int32), col=col.astype(np.int32),
                weight=w.astype(np.uint16), comm=comm.astype(np.int32),
                comm_total=total.astype(np.int32), strength=strength.astype(np.int32),
                new_comm=4 * g, gain_out=4 * g))


# ---- hevc_deblock_v: smooth scene, texture in places, each block offset by coarse quantisation
def hevc(w, h, frames):
    bw, bh = w // 8, h // 8
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    out, bss, qps = [], [], []
    for f in range(frames):
        img = 118 + 52 * np.sin(x / 91 + f * .3) * np.cos(y / 67) + 28 * np.sin((x + 2 * y) / 37)
        img += 35 * (np.hypot(x - w * .4 - 9 * f, y - h * .5) < h * .22)
        act = np.kron(rng.random((bh // 3 + 1, bw // 3 + 1)) ** 4, np.ones((24, 24)))[:h, :w]
        img += act * rng.normal(0, 14, (h, w))
        qp = np.clip(np.rint(32 + 3 * np.kron(rng.normal(0, 1, (bh // 2 + 1, bw // 2 + 1)),
                                              np.ones((2, 2)))[:bh, :bw]), 22, 45)
        step = 2.0 ** ((qp - 4) / 6)
        off = rng.normal(0, 1, (bh, bw)) * step * .12
        img += np.kron(off, np.ones((8, 8)))
        out.append(np.clip(np.rint(img), 16, 235).astype(np.uint8))
        cu = rng.random((bh // 2 + 1, bw // 2 + 1))
        cu = np.kron(cu, np.ones((4, 2)))[:h // 4, :bw]
        bs = np.where(cu < .25, 2, np.where(cu < .6, 1, 0))
        inner = (np.arange(bw) % 2 == 1)[None, :] & (rng.random((h // 4, bw)) < .6)
        bs = np.where(inner, 0, bs)
        bss.append(bs.astype(np.uint8))
        qps.append(qp.astype(np.uint8))
    return np.stack(out), np.stack(bss), np.stack(qps)


beta_tab = np.array([0] * 16 + list(range(6, 19)) + list(range(20, 65, 2)), np.uint8)
tc_tab = np.array([0] * 18 + [1] * 9 + [2] * 4 + [3] * 4 + [4] * 3 +
                  [5, 5, 6, 6, 7, 8, 9, 10, 11, 13, 14, 16, 18, 20, 22, 24], np.uint8)
assert len(beta_tab) == 52 and len(tc_tab) == 54
for size, w, h, fr, loc in (("small", 416, 240, 1, [4, 4, 1]), ("middle", 1280, 720, 2, [16, 4, 1]),
                            ("large", 1920, 1080, 3, [16, 2, 1])):
    img, bs, qp = hevc(w, h, fr)
    launch("hevc_deblock_v", size, [w // 8, h // 4, fr], loc, dict(width=w, height=h), {},
           dict(luma=img, bs_map=bs, qp_map=qp, beta_tab=("hevc_beta.bin", beta_tab),
                tc_tab=("hevc_tc.bin", tc_tab)))

# ---- moog_ladder
for size, v, ns, loc in (("small", 32, 32, 16), ("middle", 256, 128, 32), ("large", 1024, 400, 64)):
    note = rng.integers(28, 84, v)
    pitch = 440 * 2 ** ((note - 69 + rng.normal(0, .06, v)) / 12) / 48000
    patch = np.stack([pitch, np.exp(rng.uniform(np.log(300), np.log(9000), v)) / 48000,
                      rng.uniform(.05, .95, v), rng.uniform(.6, 2.5, v)], 1).astype(np.float32)
    env = np.stack([rng.uniform(.3, 1, v), 1 - rng.uniform(1e-5, 4e-4, v)], 1).astype(np.float32)
    launch("moog_ladder", size, [v], [loc], dict(nsamples=ns), {},
           dict(patch=patch, envelope=env, stages=rng.normal(0, .3, (v, 4)).astype(np.float32),
                phases=(rng.random(v) * .999).astype(np.float32), out=v * ns * 4))

# ---- dg_maxwell_volume
D = rng.normal(0, 1, (3, 20, 20))
D -= D.mean(2, keepdims=True)
Dm = np.zeros((20, 20, 4), np.float32)
Dm[:, :, :3] = D.transpose(2, 1, 0)
for size, ne, epb in (("small", 64, 2), ("middle", 2048, 4), ("large", 32768, 4)):
    launch("dg_maxwell_volume", size, [20, ne], [20, epb], {}, dict(inv_eps=.44, inv_mu=1.0),
           dict(q=ne * 480, vgeo=ne * 36, D=("dg_D.bin", Dm), rhs=ne * 480))


# ---- sw_threebody: hot silicon, diamond lattice, neighbours within 4.35 A
def silicon(nc):
    a = 5.431
    basis = np.array([[0, 0, 0], [0, 2, 2], [2, 0, 2], [2, 2, 0],
                      [1, 1, 1], [1, 3, 3], [3, 1, 3], [3, 3, 1]]) * a / 4
    c = np.stack(np.meshgrid(*[np.arange(nc)] * 3, indexing="ij"), -1).reshape(-1, 3)
    n, box = 8 * len(c), nc * a
    pos = (c[:, None, :] * a + basis[None]).reshape(-1, 3)
    pos = (pos + np.clip(rng.normal(0, .13, pos.shape), -.4, .4)) % box
    ids = np.arange(n).reshape(nc, nc, nc, 8)
    rows, cols = [], []
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            for dz in (-1, 0, 1):
                other = np.roll(ids, (-dx, -dy, -dz), (0, 1, 2))
                i = np.repeat(ids[..., :, None], 8, -1).ravel()
                j = np.repeat(other[..., None, :], 8, -2).ravel()
                d = pos[j] - pos[i]
                d -= box * np.rint(d / box)
                ok = ((d * d).sum(1) < 4.35 ** 2) & (i != j)
                rows.append(i[ok])
                cols.append(j[ok])
    rows, cols = np.concatenate(rows), np.concatenate(cols)
    o = np.argsort(rows, kind="stable")
    rows, cols = rows[o], cols[o]
    num = np.bincount(rows, minlength=n)
    start = np.cumsum(num) - num
    rank = np.arange(len(rows)) - start[rows]
    neigh = np.zeros((num.max(), n), np.int32)
    neigh[rank, rows] = cols
    p4 = np.zeros((n, 4))
    p4[:, :3] = pos
    return n, box, p4, num.astype(np.int32), neigh


for size, nc, loc in (("small", 3, 24), ("middle", 10, 64), ("large", 18, 64)):
    n, box, p4, num, neigh = silicon(nc)
    launch("sw_threebody", size, [n], [loc], dict(natoms=n), dict(box=box),
           dict(pos=p4, numneigh=num, neigh=neigh, force=n * 32))

# ---- lda_gibbs: Zipfian words, log-normal document lengths, half-mixed assignments
for size, nd, pad, mean, V in (("small", 60, 64, 28, 1500), ("middle", 500, 512, 75, 8000),
                               ("large", 4080, 4096, 90, 16000)):
    length = np.clip(np.exp(rng.normal(np.log(mean), .6, nd)), 5, 900).astype(np.int64)
    ptr = np.zeros(nd + 1, np.int64)
    ptr[1:] = np.cumsum(length)
    nt = ptr[-1]
    doc = np.repeat(np.arange(nd), length)
    theta = rng.dirichlet(np.full(32, .15), nd)
    z = (np.cumsum(theta, 1)[doc] < rng.random((nt, 1))).sum(1).clip(0, 31)
    zipf = np.minimum(np.exp(rng.random(nt) * np.log(V)).astype(np.int64), V - 1)
    words = np.where(rng.random(nt) < .55, zipf * 31 % V // 32 * 32 % (V - 32) + z, zipf)
    z = np.where(rng.random(nt) < .5, z, rng.integers(0, 32, nt))
    wt = np.bincount(words * 32 + z, minlength=V * 32)
    launch("lda_gibbs", size, [pad], [32], dict(ndocs=nd, seed=20240611),
           dict(alpha=.1, beta=.01, vbeta=.01 * V),
           dict(doc_ptr=ptr.astype(np.int32), words=words.astype(np.int32), z_old=z.astype(np.uint8),
                z_new=int(nt), word_topic=wt.astype(np.int32),
                topic_total=np.bincount(z, minlength=32).astype(np.int32),
                delta_word_topic=V * 128, delta_topic=128))

# ---- argon2_fill
for size, cand, blocks in (("small", 4, 16), ("middle", 16, 64), ("large", 48, 512)):
    launch("argon2_fill", size, [32 * cand], [32], dict(blocks=blocks), {},
           dict(seeds=rng.integers(0, 2 ** 64, cand * 256, np.uint64), memory=cand * blocks * 1024,
                tags=cand * 1024))

# ---- kan_spline
for size, ni, no, b, G in (("small", 64, 128, 8, 8), ("middle", 128, 256, 64, 12), ("large", 200, 256, 448, 16)):
    x = (rng.normal(0, .8, (b, 1)) * .4 + rng.normal(0, .9, (b, ni))).astype(np.float32)
    launch("kan_spline", size, [no // 4, b], [min(64, no // 4), 1], dict(n_in=ni, G=G),
           dict(grid_lo=-2.5, inv_h=(G - 3) / 5.0),
           dict(x=x, coef=ni * G * no * 4, base_w=ni * no * 4, y=b * no * 4))


# ---- connect4_negamax: random legal openings in which nobody has four
def four(s):
    return any((m & (m >> (2 * d))) for d in (1, 6, 7, 8) for m in (s & (s >> d),))


def position():
    while True:
        pos = mask = 0
        for _ in range(int(rng.integers(6, 17))):
            c = int(rng.integers(0, 7))
            if mask >> (7 * c + 5) & 1:
                continue
            m = mask | (mask + (1 << 7 * c))
            opp = pos ^ mask
            if four(opp ^ m):
                break
            pos, mask = opp, m
        else:
            return pos, mask


for size, n, loc, depth in (("small", 32, 8, 3), ("middle", 256, 32, 4), ("large", 1024, 32, 5)):
    p = np.array([position() for _ in range(n)], np.uint64)
    launch("connect4_negamax", size, [n], [loc], dict(depth=depth), {},
           dict(positions=p, value=4 * n, move=n, nodes=4 * n))

launches.sort(key=lambda l: (l["kernel"], SIZES.index(l["name"].rsplit("-", 1)[1])))
with open(os.path.join(here, "launches.json"), "w") as f:
    json.dump(launches, f, indent=1)

"""Writes what the buffers hold that decide what is done, and launches.json (needs numpy)."""
import json, os
import numpy as np
here = os.path.dirname(os.path.abspath(__file__)); os.makedirs(here + '/data', exist_ok=True)
r = np.random.default_rng(57)
L = []
S = ('small', 'middle', 'large')
def add(kernel, size, g, l, args, reals, buffers, content=None):
    e = {"file": kernel + ".cl", "kernel": kernel, "name": f"{kernel}-{size}", "global": g, "local": l, "args": args,
         "reals": reals, "buffers": {k: str(v) for k, v in buffers.items()}}
    assert all(a % b == 0 for a, b in zip(g, l))
    if content:
        e["content"] = content
        for k, v in content.items(): assert os.path.getsize(f"{here}/{v[1:]}") == buffers[k], (kernel, k)
    L.append(e)
def save(name, a):
    np.ascontiguousarray(a).tofile(f"{here}/data/{name}.bin"); return f"@data/{name}.bin"
def up(n, m): return (n + m - 1) // m * m
def starts(lengths, t=np.int32):
    b = np.zeros(len(lengths) + 1, t); b[1:] = np.cumsum(lengths); return b
f32 = np.float32
def emit(kernel, s, g, l, args, reals, inputs, outputs):
    """inputs: arrays, with content; outputs: bytes"""
    b = {k: a.nbytes for k, a in inputs.items()}; b.update(outputs)
    add(kernel, s, g, l, args, reals, b, {k: save(f"{kernel}-{k}-{s}", a) for k, a in inputs.items()})

import hashlib

# srad_tile: speckled ultrasound, dark vessels in brighter tissue; sizes that are not multiples of the tile
for s, (h, w) in zip(S, ((50, 62), (250, 270), (1003, 1150))):
    y, x = np.mgrid[0:h, 0:w] / 40.0
    tissue = 90 + 40 * np.sin(x + 0.3 * np.sin(2 * y)) * np.cos(0.7 * y); tissue[(np.sin(0.9 * x - y) > 0.8)] = 20
    img = np.clip(tissue * r.gamma(4, 0.25, (h, w)), 1, 255); img = np.exp(img / 255).astype(f32)
    emit('srad_tile', s, [up(w, 16), up(h, 16)], [16, 16], {"rows": h, "cols": w}, {"q0sqr": float(img[:40, :40].var() / img[:40, :40].mean() ** 2), "lambda": 0.5},
        {"image": img}, {"image_out": 4 * h * w, "coefficient": 4 * h * w})

# pgain_switch: a mixture of Gaussians; open centres are points, each point belongs to the nearest of them
for s, (n, dim, k) in zip(S, ((1500, 16, 10), (30000, 32, 16), (150000, 48, 24))):
    mid = r.normal(scale=1.0, size=(3 * k, dim)).astype(f32); who = r.integers(0, 3 * k, n)
    p = mid[who] + r.normal(scale=0.5, size=(n, dim)).astype(f32); p = p.astype(f32); w = r.integers(1, 9, n).astype(f32)
    centre = np.sort(r.choice(n, k, replace=False)); d = (p * p).sum(1)[:, None] - 2 * p @ p[centre].T + (p[centre] ** 2).sum(1)[None, :]
    near = d.argmin(1); table = np.zeros(n, np.int32); table[centre] = np.arange(k); isc = np.zeros(n, np.uint8); isc[centre] = 1
    emit('pgain_switch', s, [up(n, 128)], [128], {"points": n, "dimensions": dim, "candidate": int(r.integers(n)), "centers": k}, {},
        {"coordinate": p.T, "weight": w, "cost": (np.maximum(d[np.arange(n), near], 0) * w).astype(f32), "assign": centre[near].astype(np.int32), "center_table": table, "is_center": isc},
        {"work": 4 * n * (k + 1), "switched": n})

# lavamd_home: boxes of side one, particles in number about a mean
for s, (bx, by, bz, mean) in zip(S, ((2, 2, 1, 24), (3, 3, 3, 34), (5, 5, 4, 60))):
    n = bx * by * bz; c = np.clip(r.poisson(mean, n), 1, 128).astype(np.int32); b = starts(c); nb = np.full((n, 26), -1, np.int32); cnt = np.zeros(n, np.int32); pos = []
    for i in range(n):
        x, y, z = i % bx, i // bx % by, i // (bx * by); pos.append(r.random((c[i], 3)) + (x, y, z))
        m = [(Z * by + Y) * bx + X for Z in range(z - 1, z + 2) for Y in range(y - 1, y + 2) for X in range(x - 1, x + 2) if 0 <= X < bx and 0 <= Y < by and 0 <= Z < bz and (X, Y, Z) != (x, y, z)]
        nb[i, :len(m)] = m; cnt[i] = len(m)
    pos = np.concatenate(pos); rv = np.concatenate([(pos ** 2).sum(1, keepdims=True) / 2, pos], 1)
    emit('lavamd_home', s, [64 * n], [64], {}, {"alpha": 0.5}, {"begin": b, "neighbour_count": cnt, "neighbours": nb, "rv": rv, "charge": r.uniform(-1, 1, len(pos))}, {"fv": 32 * len(pos)})

# cutcp_lattice: water-like density, thinner on one side, bins of 4 A
for s, (g, cut) in zip(S, (((16, 8, 8), 4.0), ((16, 16, 16), 8.0), ((40, 32, 32), 8.0))):
    margin, side, h = cut, 4.0, 0.5; nb = [int(np.ceil((q * h + 2 * margin) / side)) for q in g]; ext = np.array(nb) * side
    n = int(0.1 * ext.prod()); p = r.random((n, 3)) * ext; p = p[r.random(n) < 0.6 + 0.4 * (p[:, 0] < ext[0] * 0.6)]
    cell = np.floor(p / side).astype(np.int64); key = (cell[:, 2] * nb[1] + cell[:, 1]) * nb[0] + cell[:, 0]; o = np.argsort(key, kind='stable')
    b = starts(np.bincount(key, minlength=nb[0] * nb[1] * nb[2])); assert b[-1] == len(p) and len(b) == nb[0] * nb[1] * nb[2] + 1
    q = r.choice([-0.834, 0.417], len(p), p=(1 / 3, 2 / 3)); atoms = np.concatenate([p[o] - margin, q[o, None]], 1).astype(f32)
    for k in range(3): assert (g[k] - 1) * h + 2 * margin <= ext[k]
    emit('cutcp_lattice', s, list(g), [8, 4, 4], {"bins_x": nb[0], "bins_y": nb[1], "bins_z": nb[2]}, {"spacing": h, "cutoff": cut, "bin_length": side, "margin": margin}, {"atoms": atoms, "begin": b}, {"potential": 4 * g[0] * g[1] * g[2]})

# md5_mask: digests of other passwords, a few from the candidates; four lower-case letters first, then digits and letters
def words(n, letters): return np.frombuffer(letters, np.uint8)[r.integers(0, len(letters), (n, 4))]
for s, (n, inner, dig) in zip(S, ((64, 8, 200), (1024, 32, 1000), (4096, 110, 4000))):
    l = words(n, b'0123456789abcdefghijklmnopqrstuvwxyz'); rt = words(4 * inner, b'abcdefghijklmnopqrstuvwxyz')
    plain = [bytes(rt[r.integers(4 * inner)]) + bytes(l[r.integers(n)]) for _ in range(6)] + [r.integers(33, 127, 10, dtype=np.uint8).tobytes() for _ in range(dig - 6)]
    d = np.array([np.frombuffer(hashlib.md5(x).digest(), np.uint32) for x in plain], np.uint32); d = d[np.lexsort((d[:, 3], d[:, 2], d[:, 1], d[:, 0]))]
    bits = np.zeros(65536, np.uint8); bits[d[:, 0] & 0xffff] = 1
    emit('md5_mask', s, [up(n, 32)], [32], {"left_count": n, "inner_count": inner, "digest_count": dig, "capacity": 64}, {},
        {"left": l.view(np.uint32).ravel(), "right": rt.view(np.uint32).reshape(inner, 4), "bitmap": np.packbits(bits, bitorder='little').view(np.uint32), "digests": d, "hit_count": np.zeros(1, np.uint32)}, {"hits": 8 * 64})

# cfd_flux: a renumbered mesh: neighbours mostly close by, some a plane away, few anywhere; wing and far field at the rim
for s, n in zip(S, (1000, 24000, 200000)):
    st = up(n, 64); w = max(8, int(n ** (1 / 3))); i = np.arange(n)
    nb = np.stack([i + r.integers(1, 5, n), i - r.integers(1, 5, n), i + w * r.choice([-1, 1], n) + r.integers(-2, 3, n), i + w * w * r.choice([-1, 1], n) + r.integers(-w, w, n)])
    far = r.random((4, n)) < 0.03; nb = np.where(far, r.integers(0, n, (4, n)), nb); nb = np.where((nb < 0) | (nb >= n), -2, nb)
    rim = r.random((4, n)); nb = np.where(rim < 0.012, -1, np.where(rim > 0.99, -2, nb)); full = np.full((4, st), -1, np.int32); full[:, :n] = nb
    nm = r.normal(size=(3, 4, st)); nm[:, 3] = -nm[:, :3].sum(1); nm *= 0.01
    rho = 1.4 * (1 + r.normal(scale=0.03, size=st)); v = np.stack([1.2 + r.normal(scale=0.1, size=st), r.normal(scale=0.1, size=st), r.normal(scale=0.1, size=st)]); p = 1 + 0.05 * r.normal(size=st).clip(-3, 3)
    ff = np.array([1.4, 1.4 * 1.2, 0, 0, 1 / 0.4 + 0.5 * 1.4 * 1.44], f32)
    emit('cfd_flux', s, [up(n, 64)], [64], {"elements": n, "stride": st}, {"smoothing": 0.2},
        {"neighbours": full, "normals": nm.astype(f32), "variables": np.stack([rho, rho * v[0], rho * v[1], rho * v[2], p / 0.4 + 0.5 * rho * (v ** 2).sum(0)]).astype(f32), "far_field": ff}, {"fluxes": 20 * st})

# gemver_rank2: nothing here decides anything; the last sizes are larger than the caches
for s, (rows, cols, slabs) in zip(S, ((192, 250, 2), (1000, 1000, 4), (3000, 3000, 8))):
    h = cols // 2
    add('gemver_rank2', s, [up(h, 64), slabs], [64, 1], {"rows": rows, "pairs": h}, {"beta": 1.2},
        {"a": 8 * rows * cols, "u1": 8 * rows, "v1": 8 * cols, "u2": 8 * rows, "v2": 8 * cols, "y": 8 * rows, "partial": 8 * cols * slabs})

# kdtree_nearest: a scan of surfaces, queries near them in any order and some off
def cloud(n):
    k = r.integers(0, 3, n); a = r.random((n, 2)); p = np.zeros((n, 3))
    p[k == 0] = np.c_[a * 20, 0.3 * np.sin(a[:, 0] * 9)][k == 0]; p[k == 1] = np.c_[a[:, 0] * 20, 0 * a[:, 0], a[:, 1] * 6][k == 1]
    t = a[:, 0] * 6.2832; p[k == 2] = np.c_[10 + 2 * np.cos(t), 12 + 2 * np.sin(t), a[:, 1] * 5][k == 2]
    return p + r.normal(scale=0.01, size=(n, 3))
for s, (n, m) in zip(S, ((2000, 300), (50000, 5000), (300000, 40000))):
    p = cloud(n).astype(f32); order = np.arange(n); nodes = [None]; todo = [(0, 0, n, 0)]; deepest = 0
    while todo:
        at, b, e, depth = todo.pop(); deepest = max(deepest, depth)
        if e - b <= 8: nodes[at] = (0.0, -1, b, e); continue
        q = p[order[b:e]]; ax = int(np.ptp(q, 0).argmax()); h = (e - b) // 2; o = np.argpartition(q[:, ax], h); order[b:e] = order[b:e][o]
        nodes[at] = (float(q[o[h], ax]), ax, len(nodes), len(nodes) + 1); todo += [(len(nodes) + 1, b + h, e, depth + 1), (len(nodes), b, b + h, depth + 1)]; nodes += [None, None]
    assert deepest < 38
    N = np.zeros((len(nodes), 4), f32); N[:, 0] = [x[0] for x in nodes]; N.view(np.int32)[:, 1:] = np.array([x[1:] for x in nodes], np.int32)
    T = N.view(np.int32); lf = T[:, 1] < 0; assert T[~lf, 2:].min() > 0 and T[~lf, 2:].max() < len(nodes) and T[lf, 3].max() == n and (T[lf, 3] > T[lf, 2]).all()
    P = np.zeros((n, 4), f32); P[:, :3] = p[order]; P.view(np.int32)[:, 3] = order
    Q = np.zeros((m, 4), f32); Q[:, :3] = p[r.integers(0, n, m)] + r.normal(scale=np.where(r.random((m, 1)) < 0.9, 0.05, 0.6), size=(m, 3))
    emit('kdtree_nearest', s, [up(m, 64)], [64], {"count": m}, {"radius": 2.0}, {"nodes": N, "points": P, "queries": Q}, {"nearest": 4 * m, "distance": 4 * m})

# pathfinder_pyramid: weights 0 to 9 as in the benchmark, costs of the rows before
for s, (cols, height, first) in zip(S, ((2500, 8, 1), (40000, 20, 20), (600000, 20, 0))):
    wall = r.integers(0, 10, (first + height, cols), dtype=np.uint8); src = r.integers(20, 60, cols).astype(np.int32); groups = -(-cols // (256 - 2 * height))
    emit('pathfinder_pyramid', s, [256 * groups], [256], {"cols": cols, "first_row": first, "height": height}, {}, {"wall": wall, "source": src}, {"result": 4 * cols})

# mriq_voxels: a spiral trajectory, voxels of a slab
for s, (quads, k) in zip(S, ((64, 64), (512, 130), (2048, 500))):
    n = 4 * quads; side = int(np.ceil((n / 4) ** 0.5)); i = np.arange(n); x, y, z = ((i % side) / side - 0.5, (i // side % side) / side - 0.5, (i // (side * side)) * 0.01)
    t = np.arange(k) / k; sm = np.stack([side / 2 * t * np.cos(60 * t), side / 2 * t * np.sin(60 * t), r.uniform(-4, 4, k), r.gamma(2, 0.05, k)], 1)
    emit('mriq_voxels', s, [up(quads, 32)], [32], {"sample_count": k, "quads": quads}, {}, {"samples": sm.astype(f32), "x": x.astype(f32), "y": y.astype(f32), "z": z.astype(f32)}, {"q_real": 16 * quads, "q_imag": 16 * quads})

assert len(L) == 30
json.dump(L, open(here + '/launches.json', 'w'), indent=1)

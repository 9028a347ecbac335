"""Writes what the buffers hold that decide what is done, and launches.json (needs numpy)."""
import json, os
import numpy as np
here = os.path.dirname(os.path.abspath(__file__)); os.makedirs(here + '/data', exist_ok=True)
r = np.random.default_rng(58)
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

f64 = np.float64
# d8_flowtrace: tilted hills, steepest descent
def hills(n):
    y, x = np.mgrid[0:n, 0:n].astype(f64); z = 0.6 * x + 0.35 * y
    for k in range(24):
        w = 2 ** r.uniform(3, 7.5); a = r.uniform(0, 2 * np.pi); z += 0.035 * w * np.sin((x * np.cos(a) + y * np.sin(a)) * 2 * np.pi / w + r.uniform(0, 6))
    return z + r.normal(scale=0.02, size=(n, n))
for s, n in zip(S, (64, 256, 768)):
    z = hills(n).astype(f32); p = np.pad(z, 1, constant_values=np.inf); best = np.zeros((n, n)); d = np.full((n, n), 255, np.uint8)
    for k, (dx, dy) in enumerate(((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))):
        drop = (z - p[1 + dy:1 + dy + n, 1 + dx:1 + dx + n]) / (2 ** 0.5 if k & 1 else 1); m = drop > best; best[m] = drop[m]; d[m] = k
    cover = np.kron(r.integers(0, 4, (n // 16, n // 16)), np.ones((16, 16))).astype(np.uint8)
    emit('d8_flowtrace', s, [n, n], [16, 8], {"width": n, "height": n, "max_steps": 2000}, {"cell": 10.0}, {"dem": z, "direction": d, "cover": cover}, {"travel": 4 * n * n, "outlet": 4 * n * n})

# pwm_lookahead: motifs with informative columns, a genome with some N
for s, (n, m) in zip(S, ((2048, 6), (24576, 10), (200000, 16))):
    g = r.choice(4, n, p=(0.3, 0.2, 0.2, 0.3)).astype(np.uint8)
    for a in r.integers(0, n, n // 5000): g[a:a + 60] = 4
    w = r.integers(7, 21, m).astype(np.int32); M = np.zeros((m, 24, 4), np.int16); R = np.zeros((m, 24), np.int16); T = np.zeros(m, np.int32)
    for i in range(m):
        f = r.dirichlet([0.35] * 4, w[i]) * 0.96 + 0.01; M[i, :w[i]] = np.round(100 * np.log2(f / 0.25)); top = M[i, :w[i]].max(1)
        R[i, :w[i]] = top.sum() - np.cumsum(top); T[i] = int(0.72 * top.sum())
    emit('pwm_lookahead', s, [up(n, 64)], [64], {"length": n, "motifs": m}, {}, {"genome": g, "matrices": M, "best_rest": R, "width": w, "threshold": T}, {"hits": 2 * n, "top": 4 * n})

# threefish_ctr
for s, n in zip(S, (512, 12000, 131072)):
    emit('threefish_ctr', s, [up(n, 64)], [64], {"blocks": n, "first": 1}, {}, {"key": r.integers(0, 2 ** 63, 8).astype(np.uint64), "tweak": r.integers(0, 2 ** 63, 2).astype(np.uint64)}, {"plain": 64 * n, "cipher": 64 * n})

# mtf_zrle: runs as after a sort of contexts, few symbols at a time
def bwt_like(n):
    o = []; c = 0
    while c < n:
        near = r.choice(np.arange(32, 127), int(r.integers(1, 7))); k = int(r.geometric(1 / 90)); sym = near[np.minimum(r.geometric(0.6, k) - 1, len(near) - 1)]
        x = np.where(r.random(k) < 0.05, r.integers(0, 256, k), sym); o.append(np.repeat(x, r.geometric(0.5, k))); c += len(o[-1])
    return np.concatenate(o)[:n].astype(np.uint8)
for s, (n, cap) in zip(S, ((16, 512), (64, 4096), (512, 5000))):
    ln = cap - r.integers(0, 100, n)
    emit('mtf_zrle', s, [up(n, 4)], [4], {"blocks": n}, {}, {"sorted": np.concatenate([bwt_like(int(k)) for k in ln]), "begin": starts(ln)}, {"symbols": 2 * int(ln.sum() + n), "produced": 4 * n, "rank_sum": 4 * n})

# pfor_scan_sum: a roughly rising column (order dates, say), widths that vary by frame
for s, (n, groups) in zip(S, ((256, 8), (6000, 16), (60000, 32))):
    w = r.choice([5, 7, 9, 11, 14], n, p=(0.15, 0.25, 0.3, 0.2, 0.1)).astype(np.uint8); base = (np.cumsum(r.integers(0, 20, n)) + r.integers(0, 2000, n)).astype(np.int32); size = w.astype(np.int64) * 8
    st = starts(size, np.uint32); packed = np.append(r.integers(0, 2 ** 32, int(st[-1]), dtype=np.uint32), np.uint32(0)); top = (base + (1 << w.astype(np.int64)) - 1).astype(np.int32)
    emit('pfor_scan_sum', s, [64 * groups], [64], {"frames": n, "low": int(np.quantile(base, 0.1)), "high": int(np.quantile(base, 0.85))}, {}, {"packed": packed, "start": st[:-1], "base": base, "top": top, "width": w}, {"sums": 8 * groups, "counts": 4 * groups})

# cds_bootstrap: upward sloping spread curves
for s, n in zip(S, (64, 768, 8192)):
    lvl = np.exp(r.normal(np.log(0.009), 0.7, n))[:, None]; yr = np.array([0.5, 1, 2, 3, 4, 5, 7, 10]); sp = np.clip(lvl * (0.55 + 0.2 * np.log1p(yr)) * np.exp(r.normal(scale=0.02, size=(n, 8))), 0.0005, 0.08)
    t = np.arange(41) * 0.25
    emit('cds_bootstrap', s, [up(n, 32)], [32], {"names": n}, {"recovery": 0.4, "tolerance": 1e-12}, {"spreads": sp, "discount": np.exp(-(0.02 + 0.001 * t) * t)}, {"hazard": 64 * n, "survival5": 8 * n, "iterations": 4 * n})

# ltc_quads: a wavy floor and a sphere under rectangles, some of which dip below the horizon
for s, (w, h, l) in zip(S, ((32, 32, 1), (128, 96, 2), (384, 256, 4))):
    y, x = np.mgrid[0:h, 0:w]; X = (x / w - 0.5) * 10; Z = (y / h - 0.5) * 10; H = 0.3 * np.sin(1.7 * X) * np.cos(1.3 * Z); N = np.stack([-0.51 * np.cos(1.7 * X) * np.cos(1.3 * Z), 1 + 0 * X, 0.39 * np.sin(1.7 * X) * np.sin(1.3 * Z)], -1)
    d2 = X ** 2 + Z ** 2; ball = d2 < 4; H = np.where(ball, np.sqrt(np.maximum(4 - d2, 0)), H); N = np.where(ball[..., None], np.stack([X, H + 0.01, Z], -1), N)
    pos = np.stack([X, H, Z, 0 * X + 1], -1); nr = np.concatenate([N, (0.15 + 0.7 * (np.sin(X * 2) * np.sin(Z * 2) > 0))[..., None]], -1)
    i, j = np.mgrid[0:32, 0:32] / 31.0; tab = np.stack([1 / (0.1 + 0.9 * j), -0.4 * i * (1 - j), 0.3 * i * (1 - j), 1 + 0 * i], -1)
    c = r.uniform(-4, 4, (l, 1, 3)) * (1, 0, 1) + (0, 1.2, 0); u = r.normal(size=(l, 1, 3)); v = r.normal(size=(l, 1, 3)); cor = np.concatenate([c - u - v, c + u - v, c + u + v, c - u + v], 1); cor = np.concatenate([cor, np.ones((l, 4, 1))], -1)
    emit('ltc_quads', s, [w, h], [16, 4] if s != 'small' else [8, 8], {"width": w, "lights": l}, {"eye_x": 0.5, "eye_y": 5.0, "eye_z": -9.0},
        {"position": pos.astype(f32), "normal_rough": nr.astype(f32), "table": tab.astype(f32), "corners": cor.astype(f32), "colour": r.uniform(0.5, 4, (l, 4)).astype(f32)}, {"image": 16 * w * h})

# gat_aggregate: heavy-tailed degrees, popular neighbours
for s, n in zip(S, (160, 2500, 24000)):
    deg = np.minimum(1 + (5 * r.pareto(1.6, n)).astype(np.int64), n // 2); rs = starts(deg); e = int(rs[-1]); nb = (n * r.random(e) ** 1.8).astype(np.int64) % n; nb = r.permutation(n)[nb].astype(np.int32)
    emit('gat_aggregate', s, [16 * n], [16], {}, {"leak": 0.2}, {"row_start": rs, "neighbour": nb, "score_from": r.normal(size=n).astype(f32), "score_to": r.normal(size=n).astype(f32)}, {"feature": 256 * n, "out": 256 * n})

# dedisperse_dm: the quadratic delays of an L-band receiver
for s, (dm, n, c) in zip(S, ((8, 512, 32), (32, 2048, 64), (96, 8192, 128))):
    f = np.linspace(1500, 1200, c); k = f ** -2.0 - f[0] ** -2.0; d = np.round(np.arange(dm)[:, None] / dm * 1000 * k / k[-1]).astype(np.int32); stride = n + 1024; assert d.max() + n <= stride
    emit('dedisperse_dm', s, [n // 4, dm], [64, 1], {"channels": c, "stride": stride, "quads": n // 4}, {}, {"filterbank": np.clip(r.normal(96, 12, (c, stride)), 0, 255).astype(np.uint8), "delay": d, "masked": (r.random(c) < 0.1).astype(np.uint8)}, {"series": 4 * n * dm, "peak": 4 * dm * (n // 256)})

# mehrstellen19: nothing decides
for s, (x, y, z) in zip(S, ((32, 16, 12), (64, 64, 40), (144, 128, 112))):
    emit('mehrstellen19', s, [x, y, z], [16, 4, 2], {"nx": x, "ny": y, "nz": z}, {"spacing": 0.3, "omega": 0.8}, {}, {k: 8 * x * y * z for k in ("potential", "density", "next")})

assert len(L) == 30
json.dump(L, open(here + '/launches.json', 'w'), indent=1)

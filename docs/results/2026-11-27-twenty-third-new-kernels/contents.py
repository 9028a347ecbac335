"""Writes what the buffers hold that decide what is done, and launches.json (needs numpy)."""
import json, os
import numpy as np
here = os.path.dirname(os.path.abspath(__file__)); os.makedirs(here + '/data', exist_ok=True)
r = np.random.default_rng(56)
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

# okada_patches: a curved thrust with a slip pulse, a vertical strike-slip strand, a quarter of the patches locked
for s, (n, m) in zip(S, ((64, 4), (512, 12), (2048, 48))):
    k = np.arange(m); vert = k % 4 == 3; strike = 0.3 + 0.15 * np.sin(k / 5.0); dip = np.where(vert, np.pi / 2, np.deg2rad(12 + 10 * r.random(m)))
    p = np.stack([8e3 * (k % 8) - 3e4, 1.2e4 * (k // 8) - 3e4, 1.5e4 + 4e3 * (k % 5), strike, dip, np.full(m, 1.2e4), np.full(m, 9e3), np.zeros(m)], 1)
    u = np.stack([np.where(vert, 1.5, 0.2) * r.random(m), np.where(vert, 0.0, 4.0 * r.random(m))], 1); u[r.random(m) < 0.2] = 0
    emit('okada_patches', s, [up(n, 32)], [32], {"stations": n, "patches": m}, {"poisson": 0.25}, {"station": r.normal(scale=6e4, size=(n, 2)), "patch": p, "slip": u}, {"moved": 24 * n})

# wfa_edit: reads with errors of several rates, a few unrelated pairs that give up
for s, (n, length, most) in zip(S, ((256, 100, 30), (4096, 150, 40), (24576, 300, 60))):
    P, T = [], []
    for _ in range(n):
        a = r.choice(np.frombuffer(b'ACGT', np.uint8), int(r.integers(length * 4 // 5, length + 1))); rate = r.choice([0.005, 0.02, 0.06, 0.12], p=(0.45, 0.3, 0.2, 0.05)); b = []
        for c, x in zip(a.tolist(), r.random(len(a)).tolist()):
            if x < rate * 0.6: b.append(int(b'ACGT'[int(x * 1e6) & 3]))
            elif x < rate * 0.8: b += [c, int(b'ACGT'[int(x * 1e6) & 3])]
            elif x >= rate: b.append(c)
        b = np.array(b, np.uint8) if r.random() > 0.03 else r.choice(np.frombuffer(b'ACGT', np.uint8), len(a))
        P.append(np.concatenate([a, np.full(8, 1, np.uint8)])); T.append(np.concatenate([b, np.full(8, 2, np.uint8)]))
    emit('wfa_edit', s, [up(n, 32)], [32], {"pairs": n, "max_score": most}, {}, {"pattern": np.concatenate(P), "text": np.concatenate(T), "pattern_begin": starts([len(x) for x in P], np.uint32), "text_begin": starts([len(x) for x in T], np.uint32)}, {"distance": 2 * n, "compared": 4 * n})

# fpc_doubles: sensor series with a few decimals, steps and repeats, packed by the encoder that belongs to the kernel
def fpc(v):
    """v: (blocks, values) bit patterns"""
    B, n = v.shape; U = np.uint64; F = np.zeros((B, 1024), U); D = np.zeros((B, 1024), U); fh = np.zeros(B, np.int64); dh = fh.copy(); last = np.zeros(B, U); I = np.arange(B)
    code = np.zeros((B, n), np.uint8); res = np.zeros((B, n), U); cnt = np.zeros((B, n), np.int64); lim = [U(1) << U(8 * j) for j in range(8)]
    size = lambda x: sum((x >= q).astype(np.int64) for q in lim)
    for i in range(n):
        w = v[:, i]; a, b = w ^ F[I, fh], w ^ (D[I, dh] + last); d = b < a; x = np.where(d, b, a); y = size(x); y = np.where(y == 4, 5, y)
        code[:, i] = np.where(y >= 5, 8 - y, 7 - y) | d * 8; res[:, i] = x; cnt[:, i] = y
        F[I, fh] = w; fh = ((fh << 6) ^ (w >> U(48)).astype(np.int64)) & 1023; e = w - last; D[I, dh] = e; dh = ((dh << 2) ^ (e >> U(40)).astype(np.int64)) & 1023; last = w
    keep = np.arange(8)[None, :] < cnt.reshape(-1, 1); by = res.reshape(-1).view(np.uint8).reshape(-1, 8); per = cnt.sum(1); data = by[keep]; cut = np.cumsum(per)[:-1]
    return [np.concatenate([code[j, 0::2] | code[j, 1::2] << 4, x]).astype(np.uint8) for j, x in enumerate(np.split(data, cut))]
for s, (n, m) in zip(S, ((32, 512), (256, 2816), (768, 8192))):
    x = np.cumsum(r.normal(scale=0.02, size=(n, m)) * (r.random((n, m)) < 0.4), 1) + r.uniform(10, 90, (n, 1)); x[: n // 2] = np.round(x[: n // 2], 1); x[n // 2:n // 2 + n // 4] = np.round(x[n // 2:n // 2 + n // 4] * 16) / 16
    v = np.ascontiguousarray(x).view(np.uint64); B = fpc(v)
    emit('fpc_doubles', s, [up(n, 8)], [8], {"blocks": n, "values": m}, {}, {"packed": np.concatenate(B), "begin": starts([len(q) for q in B], np.uint32)}, {"tables": n * 16384, "out": 8 * n * m})

# rho_walk61: points of y^2 = x^3 + 7x + b
Q = 2**61 - 1
def point():
    while True:
        x = int(r.integers(0, Q)); y2 = (x * x * x + 7 * x + 1234567) % Q; y = pow(y2, (Q + 1) // 4, Q)
        if y * y % Q == y2: return x, (y if r.random() < 0.5 else Q - y)
table = np.array([point() for _ in range(32)], np.uint64)
for s, (n, it) in zip(S, ((64, 4), (256, 24), (1024, 60))):
    emit('rho_walk61', s, [n], [32], {"iterations": it, "mark_mask": 255}, {}, {"points": np.array([point() for _ in range(8 * n)], np.uint64), "table": table}, {"marked": 128 * n, "hits": 4 * n})

# bsi_aggregate: log-normal prices in cents, appended in time, one row in fifty deleted
def slices(v, bits): return np.stack([np.packbits((v >> b & 1).astype(np.uint8), bitorder='little') for b in range(bits)])
for s, (vec, q, groups) in zip(S, ((512, 2, 4), (5120, 4, 16), (16384, 6, 32))):
    rows = 256 * vec; pr = np.minimum(np.exp(r.normal(8.2, 0.9, rows) + 0.4 * np.sin(np.arange(rows) / rows * 9)), 2**20 - 1).astype(np.int64); am = np.minimum(r.geometric(0.004, rows), 4095)
    lo = np.exp(r.normal(8.0, 0.8, q)).astype(np.int64); bound = np.stack([lo, np.minimum(lo * r.uniform(1.05, 4, q), 2**20 - 1).astype(np.int64)], 1).astype(np.uint32); bound[-1] = (900000, 1000000)
    emit('bsi_aggregate', s, [64 * groups, q], [64, 1], {"vectors": vec, "price_bits": 20, "amount_bits": 12}, {}, {"price": slices(pr, 20), "amount": slices(am, 12), "alive": np.packbits(r.random(rows) > 0.02, bitorder='little'), "bounds": bound}, {"result": 16 * groups * q})

# bcjr_maxlog: soft bits of a noisy channel
for s, g in zip(S, (4, 96, 1280)):
    n = 256 * g; x = [(2.0 * (r.choice([-1, 1], n) + r.normal(scale=0.8, size=n))).astype(f32) for _ in range(2)] + [r.normal(scale=1.0, size=n).astype(f32)]
    emit('bcjr_maxlog', s, [64 * g], [64], {"bits": n}, {"extrinsic_scale": 0.75}, {"systematic": x[0], "parity": x[1], "apriori": x[2]}, {"extrinsic": 4 * n})

# svgf_atrous: a floor, spheres, sky above the horizon; noisy radiance
for s, (w, h, step) in zip(S, ((24, 16, 1), (64, 40, 2), (272, 160, 4))):
    y, x = np.mgrid[0:h, 0:w]; X, Y = (x + 0.5 - w / 2) / h, (h / 2 - y - 0.5) / h; g = np.zeros((h, w, 4)); g[..., 3] = -1; fl = Y < 0.12; g[fl] = np.stack([0 * Y, 1 + 0 * Y, 0 * Y, 1.0 / (0.2 - Y)], -1)[fl]
    for _ in range(9):
        cx, cy, R, z = r.uniform(-0.8, 0.8), r.uniform(-0.4, 0.2), r.uniform(0.06, 0.2), r.uniform(1, 4); d2 = 1 - ((X - cx) ** 2 + (Y - cy) ** 2) / R ** 2; k = d2 > 0; nz = np.sqrt(np.maximum(d2, 0))
        g[k] = np.stack([(X - cx) / R, (Y - cy) / R, nz, z - R * nz], -1)[k]
    dep = np.where(g[..., 3] < 0, 0, g[..., 3]); sl = np.stack([np.gradient(dep, axis=1), np.gradient(dep, axis=0)], -1); base = np.clip(g[..., 1:2] * 0.5 + 0.5, 0, 1) * np.array([0.9, 0.8, 0.7]); c = base * r.gamma(2.0, 0.5, (h, w, 1))
    emit('svgf_atrous', s, [up(w, 16), up(h, 8)], [16, 8], {"width": w, "height": h, "step": step}, {"phi_colour": 4.0, "phi_normal": 128.0}, {"radiance": np.concatenate([c, 0.05 + 0.3 * r.random((h, w, 1))], -1).astype(f32), "geometry": g.astype(f32), "depth_slope": sl.astype(f32)}, {"filtered": 16 * w * h})

# lob_replay: active and quiet instruments; limits around a wandering middle, many cancels, few market orders
for s, (n, mean) in zip(S, ((32, 150), (128, 1500), (384, 6000))):
    ln = np.maximum(20, np.minimum(r.lognormal(np.log(mean), 0.7, n), 6 * mean)).astype(np.int64); M = []
    for m in ln:
        mid = 128 + np.clip(np.cumsum(r.normal(scale=0.15, size=m)), -80, 80); kind = r.choice([0, 1, 2], m, p=(0.52, 0.4, 0.08)); side = r.integers(0, 2, m); away = r.geometric(0.25, m) - 2
        lev = np.clip(np.where(side == 0, mid - away, mid + away), 0, 255).astype(np.int64); qty = np.minimum(r.geometric(0.01, m), 65535) * np.where(r.random(m) < 0.05, 10, 1); qty = np.minimum(qty, 65535)
        M.append(np.stack([kind | side << 2 | lev << 8 | qty << 16, np.minimum(r.exponential(300, m), 1e6).astype(np.int64)], 1).astype(np.uint32))
    emit('lob_replay', s, [up(n, 8)], [8], {"instruments": n}, {}, {"messages": np.concatenate(M), "begin": starts(ln, np.uint32)}, {"book": 2048 * n, "volume": 8 * n, "notional": 8 * n, "mean_spread": 4 * n, "trades": 4 * n})

# hnsw_beam: clustered vectors; twelve near neighbours and up to four long links each
for s, (n, q, beam) in zip(S, ((1000, 32, 16), (8000, 256, 32), (20000, 1536, 48))):
    cen = r.normal(size=(max(8, n // 250), 48)); x = (cen[r.integers(0, len(cen), n)] + r.normal(scale=0.7, size=(n, 48))).astype(f32); sq = (x * x).sum(1); ln = np.full((n, 16), -1, np.int32)
    for b in range(0, n, 1000):
        d = sq[None, :] - 2 * x[b:b + 1000] @ x.T; d[np.arange(len(d)), b + np.arange(len(d))] = np.inf; ln[b:b + 1000, :12] = np.argpartition(d, 12, 1)[:, :12]
    far = r.integers(0, n, (n, 4)); ln[:, 12:] = np.where(np.arange(4)[None, :] < r.integers(0, 5, (n, 1)), far, -1)
    query = (x[r.integers(0, n, q)] + r.normal(scale=0.4, size=(q, 48))).astype(f32)
    emit('hnsw_beam', s, [up(q, 8)], [8], {"count": q, "vertices": n, "beam": beam, "k": 10}, {}, {"vectors": x, "links": ln, "queries": query, "entries": r.integers(0, n, q).astype(np.int32)}, {"visited": q * ((n + 31) // 32) * 4, "nearest": 40 * q, "nearest_distance": 40 * q, "evaluated": 4 * q})

# cahn_hilliard3d: nothing that decides
for s, (x, y, z) in zip(S, ((16, 16, 8), (48, 40, 32), (128, 96, 64))):
    b = 8 * x * y * z; add('cahn_hilliard3d', s, [x, y, z], [8, 8, 4], {"nx": x, "ny": y, "nz": z}, {"dt": 0.002, "inv_h2": 1.0, "kappa": 1.5}, {"phi": b, "phi_new": b, "potential": b})

assert len(L) == 30
json.dump(L, open(here + '/launches.json', 'w'), indent=1)

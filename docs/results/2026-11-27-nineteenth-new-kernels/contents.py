"""Writes what the buffers hold that decide what is done, and launches.json (needs numpy)."""
import json, os
import numpy as np
here = os.path.dirname(os.path.abspath(__file__)); os.makedirs(here + '/data', exist_ok=True)
r = np.random.default_rng(52)
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

# marching_tets: a smooth thing with noise, most cells empty
for s, n in zip(S, (20, 52, 112)):
    z, y, x = np.mgrid[0:n, 0:n, 0:n] * (2 * np.pi / n)
    v = 600 * (np.sin(2 * x + 0.3) * np.cos(2 * y) + np.sin(2 * y) * np.cos(2 * z) + np.sin(2 * z) * np.cos(x)) + r.normal(scale=12, size=x.shape)
    v = v.round().astype(np.int16); c = n - 1
    add('marching_tets', s, [up(c, 16), up(c * c, 4)], [16, 4], {"nx": n, "ny": n, "nz": n}, {"iso": 350.5, "sx": 0.7, "sy": 0.7, "sz": 1.25},
        {"volume": v.nbytes, "triangles": c**3, "area": 4 * c**3}, {"volume": save(f'tets-volume-{s}', v)})

# gorilla_decode: series of several kinds (steady, rounded readings, full noise), encoded here; the large ones repeat them in some order
def gorilla(values):
    b = [int(x) for x in values.view(np.uint64)]; out = [format(b[0], '064b')]; L0 = None
    for p, q in zip(b, b[1:]):
        x = p ^ q
        if not x: out.append('0'); continue
        lead = min(31, 64 - x.bit_length()); trail = (x & -x).bit_length() - 1
        if L0 is not None and lead >= L0[0] and trail >= L0[1]: lead, trail = L0; out.append('10'); n = 64 - lead - trail
        else: n = 64 - lead - trail; L0 = (lead, trail); out.append('11' + format(lead, '05b') + format(n - 1, '06b'))
        assert 0 <= n <= 64 and x >> trail < 1 << n
        out.append(format(x >> trail, f'0{n}b'))
    t = ''.join(out); t += '0' * (-len(t) % 32 + 64)
    return np.packbits(np.frombuffer(t.encode(), np.uint8) - 48).view('>u4').astype(np.uint32)
for s, (chunks, distinct, longest) in zip(S, ((64, 64, 200), (640, 200, 500), (2560, 300, 1000))):
    enc, num = [], []
    for k in range(distinct):
        n = longest if r.random() < 0.7 else int(r.integers(longest // 4, longest)); kind = r.integers(4)
        v = [np.round(20 + np.cumsum(r.normal(scale=0.1, size=n)), 1), np.where(r.random(n) < 0.1, 1.0, 0.0).cumsum() + 100.0,
             np.repeat(r.integers(0, 50, n // 8 + 1), 8)[:n].astype(float), 5 + r.normal(size=n)][kind]
        enc.append(gorilla(np.ascontiguousarray(v, dtype=np.float64))); num.append(n)
    order = r.permutation(np.arange(chunks) % distinct)
    stream = np.concatenate([enc[i] for i in order]); b = starts([len(enc[i]) for i in order], np.uint32)[:-1].copy(); num = np.array([num[i] for i in order], np.uint16)
    print('gorilla', s, int(num.sum()), 'values', stream.nbytes)
    add('gorilla_decode', s, [up(chunks, 32)], [32], {"chunks": chunks}, {}, {"stream": stream.nbytes, "chunk_begin": b.nbytes, "chunk_values": num.nbytes, "summary": 32 * chunks},
        {"stream": save(f'gorilla-stream-{s}', stream), "chunk_begin": save(f'gorilla-begin-{s}', b), "chunk_values": save(f'gorilla-values-{s}', num)})

# ransac_plane: ground, a wall and clutter
for s, (hyps, n) in zip(S, ((32, 1500), (256, 6000), (768, 20000))):
    p = np.zeros((n, 4), np.float32); p[:, 0] = r.uniform(-30, 30, n); p[:, 1] = r.uniform(-30, 30, n)
    p[:, 2] = 0.03 * p[:, 0] - 0.01 * p[:, 1] + r.normal(scale=0.04, size=n)
    w = r.random(n) < 0.4; p[w, 2] += r.exponential(2.0, int(w.sum())); p[:, 3] = 0
    add('ransac_plane', s, [64 * hyps], [64], {"count": n, "seed": 12345}, {"tolerance": 0.12}, {"points": p.nbytes, "planes": 16 * hyps, "inliers": 4 * hyps, "cost": 4 * hyps},
        {"points": save(f'ransac-points-{s}', p)})

for s, n in zip(S, (8, 12, 13)):
    add('nqueens_prefix', s, [up(n**3, 32)], [32], {"n": n}, {}, {"solutions": 4 * n**3})

# eikonal_tiles: arrival times that are right in part and far too late elsewhere, some not yet known
for s, (w, h) in zip(S, ((48, 40), (250, 190), (630, 500))):
    y, x = np.mgrid[0:h, 0:w].astype(np.float64)
    slow = 1 + 0.5 * np.sin(x / 17) * np.cos(y / 23); slow[(np.hypot(x - w * 0.6, y - h * 0.4) < h * 0.15)] = 4.0
    d = np.hypot(x - w * 0.3, y - h * 0.5); u = 1.1 * d * (1 + 0.15 * np.sin(x / 5) * np.sin(y / 6)); u[d > 0.4 * w] = 1e9
    u = np.where(r.random(u.shape) < 0.3, u + 3.0, u); u[int(h * 0.5), int(w * 0.3)] = 0
    u, slow = u.astype(np.float32), slow.astype(np.float32); g = [up(w, 16), up(h, 16)]
    add('eikonal_tiles', s, g, [16, 16], {"width": w, "height": h, "max_sweeps": 40}, {"h": 1.0, "tolerance": 0.0005},
        {"u_old": u.nbytes, "slowness": slow.nbytes, "u_new": u.nbytes, "tile_sweeps": 4 * (g[0] // 16) * (g[1] // 16)}, {"u_old": save(f'eikonal-u-{s}', u), "slowness": save(f'eikonal-slow-{s}', slow)})

# kepler_conjunction: mostly low orbits, some eccentric, some high ones that are skipped
for s, (n, steps) in zip(S, ((64, 30), (640, 120), (2400, 200))):
    e = np.zeros((n, 6)); kind = r.random(n)
    e[:, 0] = np.where(kind < 0.7, r.uniform(6800, 7700, n), np.where(kind < 0.85, r.uniform(12000, 26000, n), r.uniform(26000, 42300, n)))
    e[:, 1] = np.where(kind < 0.7, r.uniform(0.0002, 0.02, n), np.where(kind < 0.85, 1 - 6900 / e[:, 0], r.uniform(0, 0.02, n)))
    e[:, 2] = r.uniform(0.1, 1.75, n); e[:, 3:] = r.uniform(0, 2 * np.pi, (n, 3))
    a = np.arange(steps) * 60.0 * np.sqrt(398600.4418 / 7150.0**3); rad = 7150 * (1 - 0.008 * np.cos(a))
    t = np.stack([rad * np.cos(a), rad * np.sin(a) * np.cos(1.7), rad * np.sin(a) * np.sin(1.7), rad], axis=1)
    assert (e[:, 1] >= 0).all() and (e[:, 1] < 0.9).all()
    add('kepler_conjunction', s, [up(n, 32)], [32], {"objects": n, "steps": steps}, {"start": 3600.0, "dt": 60.0}, {"catalogue": e.nbytes, "target": t.nbytes, "closest": 16 * n},
        {"catalogue": save(f'kepler-catalogue-{s}', e), "target": save(f'kepler-target-{s}', t)})

# crc32c_records: lengths spread widely
for s, (n, mean) in zip(S, ((256, 300), (4000, 900), (12000, 1500))):
    b = starts(np.clip(r.lognormal(np.log(mean), 0.7, n), 1, 20000).astype(np.int64), np.uint32); d = r.integers(0, 256, int(b[-1]), dtype=np.uint8)
    stored = r.integers(0, 2**32, n, dtype=np.uint64).astype(np.uint32)
    assert (np.diff(b.astype(np.int64)) > 0).all() and b[-1] == len(d)
    print('crc', s, len(d))
    add('crc32c_records', s, [up(n, 64)], [64], {"records": n}, {}, {"data": d.nbytes, "record_begin": b.nbytes, "stored": stored.nbytes, "checksum": 4 * n, "good": n},
        {"data": save(f'crc-data-{s}', d), "record_begin": save(f'crc-begin-{s}', b), "stored": save(f'crc-stored-{s}', stored)})

# palette_kmeans: a smooth picture with noise, its palette drawn from the pixels
for s, (w, h, k, per) in zip(S, ((72, 60, 16, 2), (240, 200, 32, 4), (640, 480, 48, 8))):
    y, x = np.mgrid[0:h, 0:w]; p = np.zeros((h * w, 4))
    for c in range(3): p[:, c] = (128 + 90 * np.sin(x / (17.0 + 9 * c) + c) * np.cos(y / (29.0 - 5 * c))).ravel() + r.normal(scale=9, size=h * w)
    p = p.clip(0, 255).astype(np.uint8); p[:, 3] = 255; pal = p[r.choice(h * w, k, replace=False)].copy(); n = h * w
    assert k <= 64
    add('palette_kmeans', s, [up((n + per - 1) // per, 64)], [64], {"count": n, "colours": k, "per_item": per}, {},
        {"pixels": p.nbytes, "palette": pal.nbytes, "assigned": n, "sums": 16 * k, "error": 4},
        {"pixels": save(f'palette-pixels-{s}', p), "palette": save(f'palette-palette-{s}', pal), "sums": save(f'palette-sums-{s}', np.zeros(4 * k, np.uint32)), "error": save(f'palette-error-{s}', np.zeros(1, np.uint32))})

# ctc_alpha
for s, (count, longest, classes) in zip(S, ((2, 50, 28), (12, 160, 32), (48, 260, 48))):
    fl = r.integers(longest * 6 // 10, longest + 1, count); ll = np.minimum(r.integers(longest // 8, longest // 3 + 1, count), np.minimum(63, (fl - 1) // 2))
    fb, lb = starts(fl), starts(ll); lab = r.integers(1, classes, int(lb[-1])).astype(np.uint8)
    z = r.normal(scale=2.0, size=(int(fb[-1]), classes)); z[:, 0] += 2; z -= np.log(np.exp(z).sum(axis=1, keepdims=True)); z = z.astype(np.float32)
    assert (2 * ll + 1 <= 128).all() and (ll >= 1).all() and lab.max() < classes and (fl > 2 * ll).all()
    add('ctc_alpha', s, [128 * count], [128], {"classes": classes}, {}, {"log_probs": z.nbytes, "frame_begin": fb.nbytes, "labels": lab.nbytes, "label_begin": lb.nbytes, "loss": 4 * count},
        {"log_probs": save(f'ctc-probs-{s}', z), "frame_begin": save(f'ctc-frames-{s}', fb), "labels": save(f'ctc-labels-{s}', lab), "label_begin": save(f'ctc-labelbegin-{s}', lb)})

# label_propagation: degrees with a long tail, neighbours mostly near by, labels half settled
for s, (n, mean) in zip(S, ((1500, 6), (25000, 9), (120000, 11))):
    deg = np.clip(r.pareto(1.6, n) * mean * 0.6 + 1, 0, 400).astype(np.int64); deg[r.random(n) < 0.02] = 0; b = starts(deg); m = int(b[-1])
    v = np.repeat(np.arange(n), deg); near = r.random(m) < 0.75
    nb = np.where(near, (v // 50) * 50 + r.integers(0, 50, m), r.integers(0, n, m)).clip(0, n - 1).astype(np.int32)
    lab = np.where(r.random(n) < 0.55, np.arange(n) // 50 * 50, np.arange(n)).astype(np.int32); wt = r.uniform(0.2, 2.0, m).astype(np.float32)
    assert nb.min() >= 0 and nb.max() < n and lab.min() >= 0 and lab.max() < n
    print('labels', s, m, 'edges')
    add('label_propagation', s, [up(n, 64)], [64], {"vertices": n}, {}, {"row_begin": b.nbytes, "neighbours": nb.nbytes, "weights": wt.nbytes, "labels": lab.nbytes, "new_labels": 4 * n, "changed": n},
        {"row_begin": save(f'lp-begin-{s}', b), "neighbours": save(f'lp-neighbours-{s}', nb), "weights": save(f'lp-weights-{s}', wt), "labels": save(f'lp-labels-{s}', lab)})

assert len(L) == 30
json.dump(L, open(here + '/launches.json', 'w'), indent=1)

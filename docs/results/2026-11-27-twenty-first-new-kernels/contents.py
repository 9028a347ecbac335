"""Writes what the buffers hold that decide what is done, and launches.json (needs numpy)."""
import json, os
import numpy as np
here = os.path.dirname(os.path.abspath(__file__)); os.makedirs(here + '/data', exist_ok=True)
r = np.random.default_rng(54)
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

# kuwahara_rgba: smooth shapes with edges and noise
for s, (w, h, rad) in zip(S, ((64, 48, 2), (320, 240, 3), (512, 384, 3))):
    y, x = np.mgrid[0:h, 0:w]; p = np.zeros((h, w, 4))
    for c in range(3): p[..., c] = 110 + 60 * np.sin(x / (9.0 + 4 * c)) * np.cos(y / 13.0) + 40 * (((x // 23) + (y // 17)) % 2) + r.normal(scale=8, size=(h, w))
    p[..., 3] = 255; p = np.clip(p, 0, 255).astype(np.uint8)
    add('kuwahara_rgba', s, [up(w, 16), up(h, 8)], [16, 8], {"width": w, "height": h, "radius": rad}, {}, {"src": p.nbytes, "dst": p.nbytes}, {"src": save(f'kuwahara-src-{s}', p)})

# lsm_regress: put on paths after some steps
for s, (n, groups, step, steps) in zip(S, ((20000, 8, 20, 50), (300000, 32, 25, 50), (2500000, 64, 40, 100))):
    spot = 100 * np.exp(r.normal(scale=0.2 * np.sqrt(step / steps), size=n)); ex = r.integers(step + 1, steps + 1, n).astype(np.int16); cash = np.maximum(0, 104 - spot * np.exp(r.normal(scale=0.1, size=n)))
    d = np.exp(-0.05 / steps * np.arange(steps + 1))
    add('lsm_regress', s, [64 * groups], [64], {"paths": n, "step": step}, {"strike": 104.0}, {"spot": spot.nbytes, "cash_flow": cash.nbytes, "exercise_step": ex.nbytes, "discount": d.nbytes, "partial": 8 * 15 * groups},
        {"spot": save(f'lsm-spot-{s}', spot), "cash_flow": save(f'lsm-cash-{s}', cash), "exercise_step": save(f'lsm-exercise-{s}', ex), "discount": save(f'lsm-discount-{s}', d)})

# peptide_hyperscore: tryptic peptides; a spectrum has the ions of one of its candidates, with gaps, and noise
letters = np.frombuffer(b'ACDEFGHIKLMNPQRSTVWY', np.uint8); mass = dict(zip(b'ACDEFGHIKLMNPQRSTVWY', (71.03711, 160.03065, 115.02694, 129.04259, 147.06841, 57.02146, 137.05891, 113.08406, 128.09496, 113.08406, 131.04049, 114.04293, 97.05276, 128.05858, 156.10111, 87.03203, 101.04768, 99.06841, 186.07931, 163.06333)))
mt = np.zeros(128); mt[list(mass)] = list(mass.values())
for s, (n, spectra, noise) in zip(S, ((512, 16, 80), (12000, 200, 200), (60000, 1000, 350))):
    ln = np.clip(r.normal(14, 5, n), 7, 35).astype(int); b = starts(ln); q = r.choice(letters, int(b[-1])); q[b[1:] - 1] = np.where(r.random(n) < 0.5, ord('K'), ord('R'))
    of = np.sort(r.integers(0, spectra, n)).astype(np.int32); P = []
    for k in range(spectra):
        m = np.nonzero(of == k)[0]; i = int(m[0]) if len(m) else 0; pre = np.cumsum(mt[q[b[i]:b[i + 1]]]); ions = np.concatenate([pre[:-1] + 1.00727646, pre[-1] - pre[:-1] + 18.0105647 + 1.00727646]); ions = ions[r.random(len(ions)) < 0.7]
        mz = np.concatenate([ions * (1 + r.normal(scale=3e-6, size=len(ions))), r.uniform(100, 1800, int(noise * r.uniform(0.5, 1.2)))]); o = np.argsort(mz)
        P.append(np.stack([mz, r.lognormal(2, 1, len(mz))], axis=1)[o].astype(np.float32))
    pb = starts([len(p) for p in P]); P = np.concatenate(P)
    add('peptide_hyperscore', s, [up(n, 64)], [64], {"candidates": n}, {"ppm": 20.0}, {"sequence": q.nbytes, "seq_begin": b.nbytes, "spectrum_of": of.nbytes, "peaks": P.nbytes, "peaks_begin": pb.nbytes, "score": 4 * n, "matched": 2 * n},
        {"sequence": save(f'peptide-sequence-{s}', q), "seq_begin": save(f'peptide-begin-{s}', b), "spectrum_of": save(f'peptide-spectrum-{s}', of), "peaks": save(f'peptide-peaks-{s}', P), "peaks_begin": save(f'peptide-peaksbegin-{s}', pb)})

# physarum_agents: agents gathered along the veins of the trail
for s, (n, w, h) in zip(S, ((4000, 256, 256), (80000, 512, 384), (500000, 1280, 800))):
    y, x = np.mgrid[0:h, 0:w]; t = np.exp(-6 * np.sin(x / 19.0 + 2 * np.sin(y / 31.0))**2) + np.exp(-6 * np.sin(y / 23.0 + 2 * np.cos(x / 37.0))**2); t = (t + 0.05 * r.random((h, w))).astype(np.float32)
    c = r.choice(w * h, n, p=(t / t.sum(dtype=np.float64)).ravel().astype(np.float64) / (t / t.sum(dtype=np.float64)).astype(np.float64).sum()); a = np.zeros((n, 4), np.float32)
    a[:, 0] = c % w + r.uniform(0.02, 0.95, n); a[:, 1] = c // w + r.uniform(0.02, 0.95, n); a[:, 2] = r.uniform(0, 2 * np.pi, n); a[:, 3] = r.uniform(0.5, 1.0, n)
    add('physarum_agents', s, [up(n, 64)], [64], {"count": n, "width": w, "height": h, "frame": 117}, {"sense_angle": 0.4, "sense_distance": 9.0, "turn": 0.35, "speed": 1.2}, {"agents": a.nbytes, "trail": t.nbytes, "deposit": 4 * w * h},
        {"agents": save(f'physarum-agents-{s}', a), "trail": save(f'physarum-trail-{s}', t), "deposit": save(f'physarum-deposit-{s}', np.zeros(w * h, np.uint32))})

# hashgrid_encode: samples along rays, so that neighbours are near each other
for s, (rays, per, lev, lg) in zip(S, ((32, 32, 8, 14), (160, 64, 16, 15), (480, 64, 16, 17))):
    o = r.uniform(0, 1, (rays, 1, 3)); d = r.normal(size=(rays, 1, 3)); d /= np.linalg.norm(d, axis=2, keepdims=True); p = ((o + d * np.linspace(0, 0.7, per)[None, :, None]) % 1.0).astype(np.float32).reshape(-1, 3); n = len(p)
    res = np.floor(16 * 1.38 ** np.arange(lev)).astype(np.int32); t = r.normal(scale=0.1, size=(lev << lg) * 2).astype(np.float16)
    add('hashgrid_encode', s, [up(n, 64), lev], [64, 1], {"count": n, "log2_table": lg}, {}, {"points": p.nbytes, "table": t.nbytes, "resolutions": res.nbytes, "features": 4 * lev * n},
        {"points": save(f'hashgrid-points-{s}', p), "table": save(f'hashgrid-table-{s}', t), "resolutions": save(f'hashgrid-resolutions-{s}', res)})

# jones_apply: some channels flagged for interference, some samples singly
for s, (ant, ch) in zip(S, ((16, 64), (36, 128), (64, 256))):
    bl = np.array([(p, q) for p in range(ant) for q in range(p + 1, ant)], np.int32); nb = len(bl)
    g = r.normal(scale=0.05, size=(ant, ch, 8)).astype(np.float32); g[..., 0] += 1; g[..., 6] += 1; v = r.normal(size=(nb, ch, 8)).astype(np.float32)
    f = ((r.random(ch) < 0.06)[None, :] | (r.random((nb, ch)) < 0.02)).astype(np.uint8)
    add('jones_apply', s, [ch, nb], [64, 1], {"channels": ch}, {}, {"visibility": v.nbytes, "gains": g.nbytes, "baseline": bl.nbytes, "flags": f.nbytes, "corrected": v.nbytes, "weight": 4 * nb * ch},
        {"visibility": save(f'jones-visibility-{s}', v), "gains": save(f'jones-gains-{s}', g), "baseline": save(f'jones-baseline-{s}', bl), "flags": save(f'jones-flags-{s}', f)})

# like_filter: comments of words; the pattern's words are among them
vocab = 'the quickly final regular special express ironic pending bold even silent deposits accounts requests packages foxes theodolites instructions platelets sleep haggle nag wake cajole among above along furiously carefully slyly special requests'.split()
for s, (n, pat, neg) in zip(S, ((1500, '%special%requests%', 0), (40000, '%special%requests%', 1), (250000, '%expr_ss%fox%sl_ly%', 0))):
    k = r.integers(3, 11, n); w = r.integers(0, len(vocab), int(k.sum())); e = np.cumsum(k)
    rows = [' '.join(vocab[i] for i in w[e[j] - k[j]:e[j]]).encode() for j in range(n)]
    c = np.frombuffer(b''.join(rows), np.uint8); o = starts([len(x) for x in rows], np.uint32); p = np.frombuffer(pat.encode(), np.uint8); m = up(n, 32) // 8
    add('like_filter', s, [up(n, 128)], [128], {"rows": n, "pattern_length": len(p), "negate": neg}, {}, {"chars": c.nbytes, "offsets": o.nbytes, "pattern": p.nbytes, "bitmap": m, "selected": 4},
        {"chars": save(f'like-chars-{s}', c), "offsets": save(f'like-offsets-{s}', o), "pattern": save(f'like-pattern-{s}', p), "bitmap": save(f'like-bitmap-{s}', np.zeros(m, np.uint8)), "selected": save(f'like-selected-{s}', np.zeros(1, np.uint32))})

# png_unfilter: pictures filtered here, mostly with Paeth and Sub as an encoder's heuristic chooses
for s, (n, lo, hi) in zip(S, ((16, 32, 48), (96, 48, 80), (384, 64, 112))):
    D, dim = [], []
    for _ in range(n):
        w, h = (int(v) for v in r.integers(lo, hi + 1, 2)); y, x = np.mgrid[0:h, 0:w]; a, b = r.uniform(0.03, 0.2, 2)
        p = np.stack([128 + 90 * np.sin(a * x + c) * np.cos(b * y) + r.normal(scale=3, size=(h, w)) for c in range(3)] + [np.full((h, w), 255.0)], axis=2)
        z = np.zeros((h + 1, w + 1, 4), np.int32); z[1:, 1:] = np.clip(p, 0, 255); t, A, B, C = z[1:, 1:], z[1:, :-1], z[:-1, 1:], z[:-1, :-1]
        q = A + B - C; pa, pb, pc = abs(q - A), abs(q - B), abs(q - C); pred = np.stack([0 * A, A, B, (A + B) >> 1, np.where((pa <= pb) & (pa <= pc), A, np.where(pb <= pc, B, C))])
        f = r.choice(5, h, p=(0.03, 0.2, 0.12, 0.15, 0.5)); o = np.zeros((h, 1 + 4 * w), np.uint8); o[:, 0] = f; o[:, 1:] = ((t - pred[f, np.arange(h)]) & 255).reshape(h, 4 * w)
        D.append(o.ravel()); dim.append((w, h))
    dim = np.array(dim, np.int32); ib = starts([len(d) for d in D], np.uint32)[:-1]; ob = starts(4 * dim.prod(axis=1), np.uint32); out = int(ob[-1]); ob = ob[:-1]; D = np.concatenate(D)
    print('png', s, out)
    add('png_unfilter', s, [n], [4], {"images": n}, {}, {"inflated": D.nbytes, "in_begin": ib.nbytes, "out_begin": ob.nbytes, "dims": dim.nbytes, "pixels": out, "status": 4 * n},
        {"inflated": save(f'png-inflated-{s}', D), "in_begin": save(f'png-inbegin-{s}', ib), "out_begin": save(f'png-outbegin-{s}', ob), "dims": save(f'png-dims-{s}', dim)})

# os_cfar: exponential clutter whose level changes with range, and targets
for s, (rows, bins) in zip(S, ((4, 256), (32, 1000), (96, 1500))):
    p = r.exponential(size=(rows, bins)) * np.exp(2.5 * np.exp(-np.arange(bins) / 150.0)) ; k = rows * bins // 150; p[r.integers(0, rows, k), r.integers(0, bins, k)] *= 60; p = p.astype(np.float32)
    add('os_cfar', s, [up(bins, 128), rows], [128, 1], {"bins": bins, "order": 17}, {"alpha": 8.5}, {"power": p.nbytes, "threshold": p.nbytes, "hit": rows * bins, "hits_of_row": 4 * rows},
        {"power": save(f'cfar-power-{s}', p), "hits_of_row": save(f'cfar-hits-{s}', np.zeros(rows, np.int32))})

# blowfish_cbc
for s, n in zip(S, (4096, 60000, 400000)):
    c = r.integers(0, 2**32, 2 * n, dtype=np.uint32); x = r.integers(0, 2**32, 1024, dtype=np.uint32); p = r.integers(0, 2**32, 18, dtype=np.uint32)
    add('blowfish_cbc', s, [up(n, 1024) // 4], [256], {"blocks": n, "iv_left": 305419896, "iv_right": 1985229328}, {}, {"cipher": c.nbytes, "plain": c.nbytes, "sbox": x.nbytes, "parray": p.nbytes},
        {"cipher": save(f'blowfish-cipher-{s}', c), "sbox": save(f'blowfish-sbox-{s}', x), "parray": save(f'blowfish-parray-{s}', p)})

assert len(L) == 30
json.dump(L, open(here + '/launches.json', 'w'), indent=1)

"""Writes what the buffers hold that decide what is done, and launches.json (needs numpy)."""
import json, os
import numpy as np
here = os.path.dirname(os.path.abspath(__file__)); os.makedirs(here + '/data', exist_ok=True)
r = np.random.default_rng(53)
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

# poseidon_goldilocks: elements below the modulus
for s, (rows, cols) in zip(S, ((64, 6), (512, 12), (3072, 20))):
    t = r.integers(0, 0xffffffff00000001, rows * cols, dtype=np.uint64); rc = r.integers(0, 0xffffffff00000001, 360, dtype=np.uint64)
    add('poseidon_goldilocks', s, [up(rows, 32)], [32], {"rows": rows, "columns": cols}, {}, {"trace": t.nbytes, "round_constants": rc.nbytes, "digests": 32 * rows},
        {"trace": save(f'poseidon-trace-{s}', t), "round_constants": save(f'poseidon-rc-{s}', rc)})

# points_zbuffer: a street: ground, two walls and clutter in the order of a scanner's sweeps; a part lies behind the camera
for s, (n, w, h) in zip(S, ((16000, 320, 240), (160000, 800, 600), (1200000, 1600, 900))):
    t = np.linspace(0, 1, n); kind = r.random(n); along = -15 + 75 * t + r.normal(scale=3.0, size=n); side = r.uniform(-9, 9, n)
    p = np.zeros((n, 4), np.float32); wall = kind > 0.55
    p[:, 0] = np.where(wall, np.sign(side) * 9 + r.normal(scale=0.05, size=n), side); p[:, 1] = np.where(wall, r.uniform(-8, 1.7, n), 1.7 + r.normal(scale=0.03, size=n))
    c = kind > 0.92; p[c, 0] = r.normal(scale=4, size=int(c.sum())); p[:, 2] = along; p[:, 3] = r.uniform(0, 1, n)
    a = 0.12; pose = np.array([[np.cos(a), 0, np.sin(a), 0.3], [0, 1, 0, 0.1], [-np.sin(a), 0, np.cos(a), 2.0]], np.float32)
    add('points_zbuffer', s, [up(n, 64)], [64], {"count": n, "width": w, "height": h}, {"focal": 0.8 * w, "near_plane": 0.3, "far_plane": 80.0, "splat": 0.02},
        {"points": p.nbytes, "pose": pose.nbytes, "image": 4 * w * h}, {"points": save(f'zbuffer-points-{s}', p), "pose": save(f'zbuffer-pose-{s}', pose), "image": save(f'zbuffer-image-{s}', np.full(w * h, 2**32 - 1, np.uint32))})

# ibwt_blocks: text of words drawn with Zipf's law, transformed here; the larger ones repeat some blocks in some order
words = [bytes(r.choice(np.frombuffer(b'etaoinshrdlucmfwypvbgk', np.uint8), r.integers(2, 10), p=(lambda q: q / q.sum())(1 / np.arange(3, 25)))) for _ in range(800)]
def transform(n):
    z = np.minimum(r.zipf(1.3, n // 3), 800) - 1; t = np.frombuffer(b' '.join(words[i] for i in z)[:n], np.uint8); assert len(t) == n
    rank = t.astype(np.int64); k = 1
    while k < n:
        key = rank * (n + 300) + np.roll(rank, -k); o = np.argsort(key, kind='stable'); q = key[o]
        d = np.concatenate([[0], np.cumsum(q[1:] != q[:-1])]); rank = np.empty(n, np.int64); rank[o] = d; k *= 2
        if d[-1] == n - 1: break
    return t[o - 1], int(np.nonzero(o == 0)[0][0])
for s, (blocks, distinct, size) in zip(S, ((8, 8, 3000), (48, 12, 9000), (224, 16, 18000))):
    have = [transform(int(size * r.uniform(0.6, 1.0))) for _ in range(distinct)]; order = r.permutation(np.arange(blocks) % distinct)
    d = np.concatenate([have[i][0] for i in order]); b = starts([len(have[i][0]) for i in order], np.uint32); o = np.array([have[i][1] for i in order], np.uint32)
    print('ibwt', s, len(d))
    add('ibwt_blocks', s, [up(blocks, 8)], [8], {"blocks": blocks}, {}, {"bwt": d.nbytes, "block_begin": b.nbytes, "origin": o.nbytes, "tt": 4 * len(d), "text": len(d), "adler": 4 * blocks},
        {"bwt": save(f'ibwt-bwt-{s}', d), "block_begin": save(f'ibwt-begin-{s}', b), "origin": save(f'ibwt-origin-{s}', o)})

# gaussian_tiles: splats crowded in the middle, already sorted by depth; each listed in the tiles its box touches
for s, (w, h, n, wide) in zip(S, ((64, 48, 150, 4.0), (256, 200, 1200, 5.0), (640, 480, 6000, 6.0))):
    m = np.stack([np.where(r.random(n) < 0.5, r.normal(0.5, 0.15, n), r.random(n)) * w, np.where(r.random(n) < 0.5, r.normal(0.5, 0.15, n), r.random(n)) * h], axis=1)
    sx = np.clip(r.lognormal(np.log(wide), 0.5, n), 1, 30); sy = np.clip(sx * r.lognormal(-0.3, 0.5, n), 1, 30); a = r.uniform(0, np.pi, n); ca, sa = np.cos(a), np.sin(a)
    con = np.stack([ca**2 / sx**2 + sa**2 / sy**2, ca * sa * (1 / sx**2 - 1 / sy**2), sa**2 / sx**2 + ca**2 / sy**2, r.beta(2, 1.5, n)], axis=1)
    rad = 3 * np.maximum(sx, sy); tw, th = up(w, 16) // 16, up(h, 16) // 16
    lo = np.clip(np.floor((m - rad[:, None]) / 16), 0, [tw - 1, th - 1]).astype(int); hi = np.clip(np.floor((m + rad[:, None]) / 16), 0, [tw - 1, th - 1]).astype(int)
    nx = hi[:, 0] - lo[:, 0] + 1; num = nx * (hi[:, 1] - lo[:, 1] + 1); g = np.repeat(np.arange(n), num); k = np.arange(len(g)) - np.repeat(np.cumsum(num) - num, num)
    tile = (lo[g, 1] + k // nx[g]) * tw + lo[g, 0] + k % nx[g]; o = np.argsort(tile, kind='stable'); lst = g[o].astype(np.int32); b = starts(np.bincount(tile, minlength=tw * th))
    assert lst.min() >= 0 and lst.max() < n and b[-1] == len(lst) and len(b) == tw * th + 1
    print('gaussians', s, len(lst) / tw / th, 'a tile')
    m, con, col = m.astype(np.float32), con.astype(np.float32), r.random((n, 4)).astype(np.float32)
    add('gaussian_tiles', s, [16 * tw, 16 * th], [16, 16], {"width": w, "height": h}, {"background": 0.1},
        {"tile_begin": b.nbytes, "tile_splats": lst.nbytes, "mean": m.nbytes, "conic_opacity": con.nbytes, "colour": col.nbytes, "image": 16 * w * h, "contributors": 4 * w * h},
        {"tile_begin": save(f'gs-begin-{s}', b), "tile_splats": save(f'gs-splats-{s}', lst), "mean": save(f'gs-mean-{s}', m), "conic_opacity": save(f'gs-conic-{s}', con), "colour": save(f'gs-colour-{s}', col)})

# garch_loglik
for s, (sets, n) in zip(S, ((48, 250), (384, 750), (1536, 1250))):
    vol = 0.01 * np.exp(np.convolve(r.normal(scale=0.15, size=n + 40), np.ones(40) / 6, 'valid')[:n]); x = vol * r.standard_t(6, n)
    nu = r.uniform(3, 15, sets); from math import lgamma, log, pi
    c = np.zeros((sets, 8)); c[:, 0] = r.normal(scale=2e-4, size=sets); c[:, 1] = r.uniform(1e-6, 5e-6, sets); c[:, 2] = r.uniform(0.01, 0.1, sets); c[:, 3] = r.uniform(0, 0.1, sets); c[:, 4] = r.uniform(0.75, 0.93, sets)
    c[:, 5] = nu; c[:, 6] = [lgamma(0.5 * v + 0.5) - lgamma(0.5 * v) - 0.5 * log(pi * (v - 2)) for v in nu]
    add('garch_loglik', s, [up(sets, 16)], [16], {"observations": n, "candidates": sets}, {"start_variance": 0.0001}, {"returns": x.nbytes, "grid": c.nbytes, "loglik": 8 * sets, "forecast": 8 * sets},
        {"returns": save(f'garch-returns-{s}', x), "grid": save(f'garch-grid-{s}', c)})

# xnor_conv3
for s, (w, h, i, o) in zip(S, ((10, 10, 2, 2), (28, 28, 4, 4), (56, 56, 4, 8))):
    x = r.integers(0, 2**32, w * h * i, dtype=np.uint64).astype(np.uint32); k = r.integers(0, 2**32, 32 * o * 9 * i, dtype=np.uint64).astype(np.uint32); t = r.normal(scale=np.sqrt(288 * i), size=32 * o).astype(np.int16)
    add('xnor_conv3', s, [o, up(w, 8), h], [o, 8, 1], {"width": w, "height": h, "words_in": i, "words_out": o}, {}, {"activations": x.nbytes, "weights": k.nbytes, "thresholds": t.nbytes, "result": 4 * w * h * o},
        {"activations": save(f'xnor-activations-{s}', x), "weights": save(f'xnor-weights-{s}', k), "thresholds": save(f'xnor-thresholds-{s}', t)})

# nussinov_fold
for s, (n, least, most) in zip(S, ((4, 40, 60), (28, 60, 100), (150, 70, 120))):
    b = starts(r.integers(least, most + 1, n)); d = r.choice(4, int(b[-1]), p=(0.22, 0.28, 0.28, 0.22)).astype(np.uint8)
    add('nussinov_fold', s, [64 * n], [64], {}, {}, {"bases": d.nbytes, "seq_begin": b.nbytes, "score": 2 * n, "best_split": 2 * n}, {"bases": save(f'rna-bases-{s}', d), "seq_begin": save(f'rna-begin-{s}', b)})

# two_opt_moves: jittered grid under shuffled names, a tour in rows to and fro that is shuffled in places
for s, (w, h, K) in zip(S, ((48, 40, 8), (220, 200, 10), (640, 500, 10))):
    n = w * h; y, x = np.mgrid[0:h, 0:w]; p = np.stack([x + r.uniform(-0.45, 0.45, (h, w)), y + r.uniform(-0.45, 0.45, (h, w))], axis=2); name = r.permutation(n).reshape(h, w)
    off = [(a, b) for a in range(-2, 3) for b in range(-2, 3) if a or b]; D, N = [], []
    for a, b in off:
        yy, xx = np.clip(y + a, 0, h - 1), np.clip(x + b, 0, w - 1); out = (yy != y + a) | (xx != x + b)
        D.append(np.where(out, 1e9, np.hypot(*(p[yy, xx] - p).transpose(2, 0, 1)))); N.append(name[yy, xx])
    o = np.argsort(np.stack(D, 2).reshape(n, 24), axis=1)[:, :K]; nb = np.zeros((n, K), np.int32); nb[name.ravel()] = np.take_along_axis(np.stack(N, 2).reshape(n, 24), o, axis=1)
    xy = np.zeros((n, 2), np.float32); xy[name.ravel()] = p.reshape(n, 2); snake = name.copy(); snake[1::2] = snake[1::2, ::-1]
    tour = snake.ravel()[np.argsort(np.arange(n) + np.where(r.random(n) < 0.3, r.uniform(0, 6, n), 0))].astype(np.int32); pos = np.empty(n, np.int32); pos[tour] = np.arange(n)
    assert np.array_equal(np.sort(tour), np.arange(n)) and nb.min() >= 0 and nb.max() < n
    g = up(n, 128)
    add('two_opt_moves', s, [g], [128], {"cities": n, "candidates": K}, {}, {"xy": xy.nbytes, "tour": tour.nbytes, "position": pos.nbytes, "neighbours": nb.nbytes, "group_gain": g // 32, "group_move": g // 16, "improving": 4},
        {"xy": save(f'tsp-xy-{s}', xy), "tour": save(f'tsp-tour-{s}', tour), "position": save(f'tsp-position-{s}', pos), "neighbours": save(f'tsp-neighbours-{s}', nb), "improving": save(f'tsp-improving-{s}', np.zeros(1, np.uint32))})

# nv12_bgra: nothing in it depends on what the picture holds
for s, (w, h) in zip(S, ((640, 360), (1280, 720), (3840, 2160))):
    add('nv12_bgra', s, [up(w // 8, 16), up(h // 2, 4)], [16, 4], {"width": w, "height": h, "luma_pitch": w, "chroma_pitch": w, "bgra_pitch": 4 * w}, {}, {"luma": w * h, "chroma": w * h // 2, "bgra": 4 * w * h})

# ggx_prefilter: sky with a bright sun
for s, (env, face, samples, rough) in zip(S, ((128, 8, 32, 0.3), (256, 16, 128, 0.5), (512, 32, 192, 0.7))):
    y, x = np.mgrid[0:env, 0:env] / env; e = np.zeros((env, env, 4), np.float16)
    for c in range(3): e[..., c] = 0.6 + 0.3 * np.sin(7 * x + c) * np.cos(5 * y) + 40 * np.exp(-900 * ((x - 0.6)**2 + (y - 0.4)**2))
    e[..., 3] = 1
    add('ggx_prefilter', s, [face, face, 6], [8, 8, 1], {"env_size": env, "face_size": face, "samples": samples}, {"roughness": rough}, {"env": e.nbytes, "cube": 8 * 6 * face * face}, {"env": save(f'ggx-env-{s}', e)})

assert len(L) == 30
json.dump(L, open(here + '/launches.json', 'w'), indent=1)

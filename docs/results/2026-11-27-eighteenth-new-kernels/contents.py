"""Writes what the buffers hold that decide what is done, and launches.json (needs numpy)."""
import json, os
import numpy as np
here = os.path.dirname(os.path.abspath(__file__)); os.makedirs(here + '/data', exist_ok=True)
r = np.random.default_rng(51)
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

# pairhmm_forward: active regions, each with a few haplotypes that differ in some places, and reads off them; all against all
for s, (regions, reads_each, haps_each, longest) in zip(S, ((1, 3, 2, 100), (8, 6, 2, 200), (24, 10, 4, 240))):
    hb, rb, rq, hl, rl, pairs = [], [], [], [], [], []
    for g in range(regions):
        root = r.integers(0, 4, int(r.integers(longest * 6 // 10, longest + 1)))
        h0, r0 = len(hl), len(rl); haps = []
        for k in range(haps_each):
            h = root.copy(); w = r.random(len(h)) < 0.01 * k; h[w] = r.integers(0, 4, int(w.sum()))
            if k: h = np.delete(h, int(r.integers(5, len(h) - 5)))
            haps.append(h); hb.append(h); hl.append(len(h))
        for k in range(reads_each):
            n = int(r.integers(36, 65)) if len(root) > 80 else int(r.integers(30, 50)); n = min(n, 64)
            h = haps[int(r.integers(haps_each))]; n = min(n, len(h) - 2); at = int(r.integers(0, len(h) - n + 1)); d = h[at:at + n].copy()
            w = r.random(n) < 0.02; d[w] = r.integers(0, 4, int(w.sum()))
            rb.append(d); rq.append(r.integers(8, 41, n)); rl.append(n)
        pairs += [(r0 + i, h0 + j) for i in range(reads_each) for j in range(haps_each)]
    acgt = np.frombuffer(b'ACGT', np.uint8)
    hb = acgt[np.concatenate(hb)]; rb = acgt[np.concatenate(rb)]; rq = np.concatenate(rq).astype(np.uint8)
    rb[r.random(len(rb)) < 0.002] = ord('N')
    hs, rs, p = starts(hl), starts(rl), np.array(pairs, np.int32)
    assert max(rl) <= 64 and min(hl) >= 1 and p[:, 0].max() < len(rl) and p[:, 1].max() < len(hl) and rs[-1] == len(rb) == len(rq) and hs[-1] == len(hb) and p.min() >= 0
    print('pairhmm', s, len(p), 'pairs', sum(64 * (rl[i] + hl[j] - 1) for i, j in pairs), 'lane steps')
    add('pairhmm_forward', s, [64 * len(p)], [64], {}, {"gap_open": 0.00003, "gap_extend": 0.1},
        {"read_bases": rb.nbytes, "read_quals": rq.nbytes, "read_begin": rs.nbytes, "haplotypes": hb.nbytes, "hap_begin": hs.nbytes, "pairs": p.nbytes, "log10_likelihood": 4 * len(p)},
        {"read_bases": save(f'hmm-reads-{s}', rb), "read_quals": save(f'hmm-quals-{s}', rq), "read_begin": save(f'hmm-readbegin-{s}', rs),
         "haplotypes": save(f'hmm-haps-{s}', hb), "hap_begin": save(f'hmm-hapbegin-{s}', hs), "pairs": save(f'hmm-pairs-{s}', p)})

# fm_seed_search: a transform of that many bases; the reads walk it backwards, with errors (a wrong base ends the match)
block_t = np.dtype([('before', '<u4', 4), ('p0', '<u8'), ('p1', '<u8')])
for s, (rows, count, length) in zip(S, ((1 << 16, 320, 64), (1 << 20, 3000, 100), (1 << 23, 20000, 120))):
    bwt = r.choice(4, rows, p=[0.3, 0.2, 0.2, 0.3]).astype(np.uint8)
    blocks = np.zeros(rows // 64 + 1, block_t)
    totals = np.zeros(5, np.uint32)
    two = bwt.reshape(-1, 64)
    for c in range(4):
        per = (two == c).sum(axis=1); blocks['before'][:, c] = starts(per); totals[c + 1] = per.sum()
    blocks['p0'][:-1] = np.packbits(two & 1, axis=1, bitorder='little').view('<u8')[:, 0]
    blocks['p1'][:-1] = np.packbits(two >> 1, axis=1, bitorder='little').view('<u8')[:, 0]
    first = np.cumsum(totals).astype(np.uint32); assert first[4] == rows
    lf = np.zeros(rows, np.int32)
    for c in range(4): w = np.flatnonzero(bwt == c); lf[w] = int(first[c]) + np.arange(len(w))
    n = np.where(r.random(count) < 0.3, r.integers(length // 2, length + 1, count), length).astype(np.uint16)
    words = (length + 15) // 16
    row = r.integers(0, rows, count); bases = np.zeros((count, words * 16), np.uint64)
    for k in range(length):                       # the k-th base taken lies at n - 1 - k
        live = np.flatnonzero(n > k)
        bases[live, n[live].astype(np.int64) - 1 - k] = bwt[row[live]]
        row = lf[row]
    wrong = r.random(bases.shape) < 0.012; bases[wrong] = r.integers(0, 4, int(wrong.sum()))
    junk = r.random(count) < 0.08; bases[junk] = r.integers(0, 4, (int(junk.sum()), words * 16))
    packed = np.zeros((count, words), np.uint32)
    for k in range(16): packed |= (bases[:, k::16] << np.uint64(2 * k)).astype(np.uint32)
    # the same search here, for a few reads: low and high stay within the rows
    def occ(c, i): b = i >> 6; return int(blocks['before'][b, c]) + int((bwt[b << 6:i] == c).sum())
    for i in range(20):
        lo, hi = 0, rows
        for at in range(int(n[i]) - 1, -1, -1):
            c = int(packed[i, at >> 4] >> np.uint32(2 * (at & 15))) & 3
            a, b = int(first[c]) + occ(c, lo), int(first[c]) + occ(c, hi)
            assert 0 <= a <= b <= rows
            lo, hi = (a, b) if a < b else (int(first[c]), int(first[c + 1]))
    assert int(n.max()) <= words * 16
    add('fm_seed_search', s, [up(count, 32)], [32], {"rows": rows, "read_count": count, "words_per_read": words, "min_seed": 19, "max_hits": 16}, {},
        {"index": blocks.nbytes, "first_row": 20, "reads": packed.nbytes, "lengths": n.nbytes, "seeds": 16 * count},
        {"index": save(f'fm-index-{s}', blocks), "first_row": save(f'fm-first-{s}', first), "reads": save(f'fm-reads-{s}', packed), "lengths": save(f'fm-lengths-{s}', n)})

# clique_bnb: random graphs of several densities, some with a clique planted
def visits(a):
    total = 0
    for v in range(64):
        stack = [a[v] & (((1 << 64) - 1) << v << 1) & ((1 << 64) - 1)]; best = 1
        while stack:
            c = stack[-1]
            if len(stack) + bin(c).count('1') <= best: stack.pop(); continue
            low = c & -c; w = low.bit_length() - 1; rest = c ^ low; stack[-1] = rest; total += 1; best = max(best, len(stack) + 1)
            if rest & a[w]: stack.append(rest & a[w])
    return total
for s, graphs in zip(S, (5, 160, 1500)):
    adj = np.zeros((graphs, 64), np.uint64)
    for g in range(graphs):
        n = int(r.integers(44, 65)); d = r.uniform(0.3, 0.6)
        m = np.triu(r.random((n, n)) < d, 1)
        if r.random() < 0.4:
            k = r.choice(n, int(r.integers(8, 13)), replace=False); m[np.ix_(k, k)] = True; m = np.triu(m, 1)
        m = m | m.T
        full = np.zeros((64, 64), np.uint8); full[:n, :n] = m
        assert (full == full.T).all() and not full.diagonal().any()
        adj[g] = np.packbits(full, axis=1, bitorder='little').view('<u8')[:, 0]
    if graphs <= 5: print('clique visits', s, [visits([int(x) for x in a]) for a in adj])
    add('clique_bnb', s, [64 * graphs], [64], {}, {}, {"adjacency": adj.nbytes, "clique_size": 4 * graphs, "nodes_visited": 4 * graphs},
        {"adjacency": save(f'clique-adjacency-{s}', adj)})

# ghash_4bit: packets of two kinds, short ones and full ones, few of a multiple of 16 bytes
for s, (messages, full) in zip(S, ((160, 256), (1600, 1460), (9000, 1460))):
    n = np.where(r.random(messages) < 0.45, r.integers(40, 120, messages), np.where(r.random(messages) < 0.6, full, r.integers(120, full + 1, messages)))
    b = starts(n, np.uint32); keys = r.integers(0, 2**63, (messages, 2), dtype=np.int64).astype(np.uint64) * np.uint64(2) + np.uint64(1)
    print('ghash', s, int(((n + 15) // 16).sum()), 'blocks')
    add('ghash_4bit', s, [up(messages, 32)], [32], {"messages": messages}, {}, {"data": int(b[-1]), "begin": b.nbytes, "keys": keys.nbytes, "tags": 16 * messages},
        {"begin": save(f'ghash-begin-{s}', b), "keys": save(f'ghash-keys-{s}', keys)})

# robertson_ros2: the classical rates times a factor of each cell's own, some cells begin near equilibrium
def steps(y, k, duration, rtol, atol, most):
    g = 1 + 1 / np.sqrt(2); t, h, good, bad = 0.0, 1e-5, 0, 0
    f = lambda y: np.array([-k[0] * y[0] + k[2] * y[1] * y[2], k[0] * y[0] - k[1] * y[1]**2 - k[2] * y[1] * y[2], k[1] * y[1]**2])
    while t < duration and good + bad < most:
        h = min(h, duration - t)
        J = np.array([[-k[0], k[2] * y[2], k[2] * y[1]], [k[0], -2 * k[1] * y[1] - k[2] * y[2], -k[2] * y[1]], [0, 2 * k[1] * y[1], 0]])
        M = np.linalg.inv(np.eye(3) / (h * g) - J); k1 = M @ f(y); k2 = M @ (f(y + k1 / g) - 2 / (g * h) * k1); new = y + (1.5 * k1 + 0.5 * k2) / g
        e = max(np.sqrt((((0.5 * (k1 + k2) / g) / (atol + rtol * np.maximum(abs(y), abs(new))))**2).mean()), 1e-10)
        if e <= 1: t += h; y = np.maximum(new, 0); good += 1
        else: bad += 1
        h *= min(max(0.9 / np.sqrt(e), 0.2), 6.0)
    assert abs(y.sum() - 1) < 1e-2
    return good, bad
for s, (cells, duration, rtol) in zip(S, ((48, 40.0, 1e-3), (192, 400.0, 1e-4), (1200, 400.0, 1e-4))):
    y = np.zeros((3, cells)); y[2] = np.where(r.random(cells) < 0.4, r.uniform(0.2, 0.8, cells), 0.0); y[1] = 1e-6; y[0] = 1 - y[1] - y[2]
    k = np.array([[0.04], [3e7], [1e4]]) * np.exp(r.normal(scale=0.8, size=(3, cells)))
    print('robertson', s, [steps(y[:, c], k[:, c], duration, rtol, 1e-8, 2000) for c in range(6)])
    add('robertson_ros2', s, [up(cells, 16)], [16], {"cells": cells, "max_steps": 2000}, {"duration": duration, "rtol": rtol, "atol": 1e-8},
        {"initial": y.nbytes, "rate_constants": k.nbytes, "outcome": y.nbytes, "statistics": 8 * cells},
        {"initial": save(f'robertson-initial-{s}', y), "rate_constants": save(f'robertson-rates-{s}', k)})

# mog2_background: a still scene with some flickering pixels, and moving blobs in the new frame
for s, (w, h) in zip(S, ((60, 44), (300, 220), (640, 480))):
    n = w * h; y, x = np.mgrid[0:h, 0:w]
    base = np.stack([120 + 60 * np.sin(x / 17.0), 110 + 50 * np.cos(y / 13.0), 90 + 40 * np.sin((x + y) / 23.0)], axis=-1).reshape(n, 3)
    count = r.choice([1, 2, 3, 4], n, p=[0.55, 0.25, 0.12, 0.08]).astype(np.uint8)
    flicker = (np.sin(x / 40.0) * np.cos(y / 30.0) > 0.55).reshape(n); count[flicker] = np.maximum(count[flicker], 3)
    wv = np.zeros((4, n, 2), np.float32); mu = np.zeros((4, n, 4), np.float32)
    wt = np.where(np.arange(4)[:, None] < count, r.random((4, n)) ** 3 + np.array([3.0, 0.3, 0.1, 0.02])[:, None], 0.0)
    wt = -np.sort(-wt, axis=0); wv[..., 0] = wt / wt.sum(axis=0); wv[..., 1] = r.uniform(5, 30, (4, n))
    for m in range(4): mu[m, :, :3] = base + r.normal(scale=3 if m == 0 else 35, size=(n, 3))
    now = mu[0, :, :3] + r.normal(scale=3.0, size=(n, 3))
    second = flicker & (r.random(n) < 0.5); now[second] = mu[1, second, :3] + r.normal(scale=3.0, size=(int(second.sum()), 3))
    for _ in range(6):
        cx, cy, rad = r.random() * w, r.random() * h, h * r.uniform(0.05, 0.13); inside = ((x - cx)**2 + (y - cy)**2 < rad * rad).reshape(n)
        now[inside] = r.integers(0, 256, 3) + r.normal(scale=12.0, size=(int(inside.sum()), 3))
    frame = np.zeros((n, 4), np.uint8); frame[:, :3] = now.clip(0, 255); frame[:, 3] = 255
    assert count.min() >= 1 and count.max() <= 4
    add('mog2_background', s, [up(w, 16), up(h, 4)], [16, 4], {"width": w, "height": h},
        {"rate": 0.01, "prune": 0.0005, "near_background": 16.0, "near_mode": 9.0, "background_share": 0.9},
        {"frame": 4 * n, "mode_count": n, "weight_var": wv.nbytes, "mean": mu.nbytes, "mode_count_next": n, "weight_var_next": wv.nbytes, "mean_next": mu.nbytes, "mask": n},
        {"frame": save(f'mog-frame-{s}', frame), "mode_count": save(f'mog-count-{s}', count), "weight_var": save(f'mog-weightvar-{s}', wv), "mean": save(f'mog-mean-{s}', mu)})

for s, (sequences, mean) in zip(S, ((4, 5), (16, 20), (64, 32))):
    n = r.geometric(1 / mean, sequences).clip(1, 4 * mean); b = starts(n)
    u = r.normal(scale=0.18, size=(3, 64, 64)).astype(np.float16); bias = r.normal(scale=0.1, size=(3, 64)).astype(np.float32)
    x = r.normal(size=(int(b[-1]), 3, 64)).astype(np.float32)
    print('gru', s, int(b[-1]), 'steps')
    add('gru_sequence_f16', s, [64 * sequences], [64], {}, {}, {"recurrent": u.nbytes, "bias": bias.nbytes, "projected": x.nbytes, "step_begin": b.nbytes, "last_state": 256 * sequences},
        {"recurrent": save(f'gru-recurrent-{s}', u), "bias": save(f'gru-bias-{s}', bias), "projected": save(f'gru-projected-{s}', x), "step_begin": save(f'gru-begin-{s}', b)})

# fem_tet_forces: a block of cubes, six tetrahedra in each, the nodes moved a little; the elements' order is that of the cubes in small bricks
for s, c in zip(S, (6, 18, 34)):
    k, j, i = (v.ravel() for v in np.mgrid[0:c, 0:c, 0:c]); q = c + 1
    node = lambda a, b, d: (i + a) + q * ((j + b) + q * (k + d))
    import itertools
    tets = []
    for path in itertools.permutations(range(3)):
        at = [0, 0, 0]; ids = [node(0, 0, 0)]
        for axis in path: at[axis] = 1; ids.append(node(*at))
        odd = path in ((0, 2, 1), (1, 0, 2), (2, 1, 0))
        if odd: ids[2], ids[1] = ids[1], ids[2]
        tets.append(np.stack(ids, axis=1))
    tets = np.stack(tets, axis=1).reshape(-1, 4)
    brick = (i // 4) + 64 * (j // 4) + 4096 * (k // 4); key = np.repeat(brick, 6) * 1000 + r.integers(0, 1000, len(tets))
    order = np.argsort(key, kind='stable'); tets = tets[order].astype(np.int32)
    z, y, x = np.mgrid[0:q, 0:q, 0:q]; p0 = np.stack([x.ravel(), y.ravel(), z.ravel()], axis=1) * 0.1; p0 = p0 + r.normal(scale=0.006, size=p0.shape)
    d = np.stack([p0[tets[:, m]] - p0[tets[:, 0]] for m in (1, 2, 3)], axis=2)
    volume = np.linalg.det(d) / 6; assert (volume > 0).all()
    rest = np.zeros((len(tets), 3, 4), np.float32); rest[:, :, :3] = np.linalg.inv(d); rest[:, 0, 3] = volume
    mat = (tets[:, 0] // (q * q) * 4 // q).astype(np.uint8)
    lame = (np.array([[1.0, 0.8], [2.0, 1.0], [0.5, 0.6], [4.0, 2.0]]) * 1e-3).astype(np.float32)
    p = np.zeros((q**3, 4), np.float32); p[:, :3] = p0 + 0.02 * np.sin(3 * p0[:, [1, 2, 0]])
    assert tets.min() >= 0 and tets.max() < q**3 and mat.max() < 4
    n = len(tets)
    add('fem_tet_forces', s, [up(n, 64)], [64], {"tet_count": n}, {}, {"tets": tets.nbytes, "rest": rest.nbytes, "material": n, "lame": 32, "position": p.nbytes, "force": 12 * q**3},
        {"tets": save(f'fem-tets-{s}', tets), "rest": save(f'fem-rest-{s}', rest), "material": save(f'fem-material-{s}', mat), "lame": save(f'fem-lame-{s}', lame), "position": save(f'fem-position-{s}', p)})

codes = r.integers(0, 2**32, (37, 32), dtype=np.uint64).astype(np.uint32)
for s, (channels, n, extra) in zip(S, ((8, 2046, 100), (64, 8184, 4000), (256, 16368, 40000))):
    c = np.zeros((channels, 6), np.uint32)
    c[:, 0] = r.integers(0, 2**32, channels); c[:, 1] = ((4.092e6 / 4 + r.normal(scale=2500, size=channels)) / 4.092e6 * 2**32).astype(np.uint32)
    c[:, 2] = r.integers(0, 1023 << 22, channels); c[:, 3] = (1.023e6 / 4.092e6 * 2**22 * (1 + r.normal(scale=2e-6, size=channels))).astype(np.uint32)
    c[:, 4] = r.integers(0, 37, channels); c[:, 5] = r.integers(0, extra + 1, channels)
    v = r.normal(scale=12, size=(n + extra, 2)).clip(-127, 127).astype(np.int8)
    assert int(c[:, 5].max()) + n <= len(v) and c[:, 4].max() < 37
    add('gps_correlator', s, [64 * channels], [64], {"sample_count": n}, {}, {"samples": v.nbytes, "codes": codes.nbytes, "channels": c.nbytes, "correlation": 24 * channels},
        {"samples": save(f'gps-samples-{s}', v), "codes": save(f'gps-codes-{s}', codes), "channels": save(f'gps-channels-{s}', c)})

for s, (w, h, count) in zip(S, ((24, 14, 5), (80, 56, 8), (180, 124, 12))):
    p = np.zeros((count, 2, 4), np.float32)
    p[:, 0, 0] = r.uniform(-2.2, 2.2, count); p[:, 0, 1] = r.uniform(-0.7, 1.2, count); p[:, 0, 2] = r.uniform(-1.0, 2.5, count); p[:, 0, 3] = np.arange(count) % 4
    p[:, 1, :3] = r.uniform(0.2, 0.5, (count, 3)); ring = p[:, 0, 3] >= 2; p[ring, 1, 1] *= 0.4; p[:, 1, 3] = r.random(count)
    add('sdf_raymarch', s, [up(w, 8), up(h, 4)], [8, 4], {"width": w, "height": h, "count": count, "max_steps": 96}, {"blend": 0.25, "far_away": 30.0},
        {"scene": p.nbytes, "image": 4 * w * h}, {"scene": save(f'sdf-scene-{s}', p)})

assert len(L) == 30
json.dump(L, open(here + '/launches.json', 'w'), indent=1)

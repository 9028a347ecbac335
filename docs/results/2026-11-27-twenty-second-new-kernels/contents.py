"""Writes what the buffers hold that decide what is done, and launches.json (needs numpy)."""
import json, os
import numpy as np
here = os.path.dirname(os.path.abspath(__file__)); os.makedirs(here + '/data', exist_ok=True)
r = np.random.default_rng(55)
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

# kessler_column: a conditionally moist sounding, showers in a part of the columns
for s, (n, nz) in zip(S, ((128, 32), (768, 40), (1792, 40))):
    dz = 400.0; z = (np.arange(nz) + 0.5) * dz; kelvin = np.maximum(300 - 0.0065 * z, 215.0); p = 1000 * np.exp(-z / 7800); pi = (p / 1000) ** 0.2857
    rho = p * 100 / (287 * kelvin); qvs = 0.622 * 6.112 * np.exp(17.67 * (kelvin - 273.15) / (kelvin - 29.65)) / p
    act = np.maximum(0, np.sin(np.arange(n) / 21.0) + r.normal(scale=0.3, size=n) - 0.2)[None, :]; band = np.exp(-((z - 4000) / 2500) ** 2)[:, None]
    theta = (kelvin / pi)[:, None] + r.normal(scale=0.4, size=(nz, n)) + 1.5 * act * band; qv = qvs[:, None] * np.clip(0.75 + 0.2 * act + r.normal(scale=0.05, size=(nz, n)), 0.1, 1.03)
    qc = np.where(act > 0, 0.002 * act * band, 0) * (r.random((nz, n)) < 0.9); qr = np.where(act > 0.3, 0.003 * act * np.exp(-z / 4500)[:, None], 0)
    emit('kessler_column', s, [up(n, 32)], [32], {"columns": n, "levels": nz}, {"dz": dz, "dt": 60.0},
        {"theta": theta.astype(f32), "qv": qv.astype(f32), "qc": qc.astype(f32), "qr": qr.astype(f32), "rho": rho.astype(f32), "exner": pi.astype(f32)},
        {"theta_out": 4 * n * nz, "qv_out": 4 * n * nz, "qc_out": 4 * n * nz, "qr_out": 4 * n * nz, "surface_rain": 4 * n})

# vincenty_inverse: half short, half anywhere, a few nearly antipodal or the same point
for s, (n, it) in zip(S, ((256, 60), (6000, 60), (30000, 100))):
    a = np.stack([np.arcsin(r.uniform(-0.98, 0.98, n)), r.uniform(-3.1, 3.1, n)], 1); b = np.where(r.random((n, 1)) < 0.5, a + r.normal(scale=0.004, size=(n, 2)), np.stack([np.arcsin(r.uniform(-0.98, 0.98, n)), r.uniform(-3.1, 3.1, n)], 1))
    m = r.random(n); b = np.where((m < 0.015)[:, None], np.stack([-a[:, 0] + 0.002, a[:, 1] + 3.139], 1), b); b = np.where((m > 0.99)[:, None], a, b)
    emit('vincenty_inverse', s, [up(n, 64)], [64], {"count": n, "max_iterations": it}, {}, {"pairs": np.concatenate([a, b], 1)}, {"result": 16 * n, "status": n})

# yin_pitch: a sung line with vibrato and pauses
for s, (n, hop) in zip(S, ((8, 256), (96, 256), (640, 160))):
    m = (n - 1) * hop + 768; t = np.arange(m) / 16000.0; f = 180 * 2 ** (np.round(6 * np.sin(2 * t)) / 12) * (1 + 0.01 * np.sin(33 * t)); ph = 2 * np.pi * np.cumsum(f) / 16000
    x = sum(np.sin(k * ph) / k for k in range(1, 7)) * 6000 * (np.sin(4.1 * t + 1) > -0.7) + r.normal(scale=150, size=m)
    emit('yin_pitch', s, [64 * n], [64], {"hop": hop, "min_lag": 24}, {"threshold": 0.15, "rate": 16000.0}, {"samples": np.clip(x, -32768, 32767).astype(np.int16)}, {"pitch": 4 * n, "clarity": 4 * n})

# othello_playouts: positions a few random legal moves after the start
def shifts(b):
    A, H, M = 0xfefefefefefefefe, 0x7f7f7f7f7f7f7f7f, 2**64 - 1
    return [b << 8 & M, b >> 8, b << 1 & M & A, b >> 1 & H, b << 9 & M & A, b >> 9 & H, b << 7 & M & H, b >> 7 & A]
def flips(own, opp, bit):
    f = 0
    for d in range(8):
        line, t = 0, shifts(bit)[d]
        while t & opp: line |= t; t = shifts(t)[d]
        if t & own: f |= line
    return f
def position(moves):
    own, opp = 1 << 28 | 1 << 35, 1 << 27 | 1 << 36
    for _ in range(moves):
        ok = [(1 << i, f) for i in range(64) if not (own | opp) >> i & 1 and (f := flips(own, opp, 1 << i))]
        if ok:
            b, f = ok[r.integers(len(ok))]; own, opp = own | b | f, opp & ~f
        own, opp = opp, own
    return own, opp
for s, (n, games) in zip(S, ((4, 32), (16, 512), (40, 2500))):
    b = np.array([position(int(r.integers(4, 24))) for _ in range(n)], np.uint64)
    emit('othello_playouts', s, [up(games, 16)], [16], {"positions": n, "games": games, "seed": 271828}, {}, {"boards": b, "wins": np.zeros(n, np.int32)}, {"plies": 4 * games})

# lz4_blocks: well-formed sequences as of log text: mostly short literals and matches, now and then long ones
def lz4(cap):
    o, op = bytearray(), 0
    while True:
        lit = int(r.geometric(0.15)) if op == 0 or r.random() < 0.8 else 0
        if r.random() < 0.02: lit += int(r.integers(16, 200))
        m = 4 + int(r.geometric(0.09)) - 1
        if r.random() < 0.015: m += int(r.integers(50, 700))
        last = op + lit + m > cap - 12
        if last: lit = cap - op
        e = lit - 15; o.append((min(lit, 15) << 4) | (0 if last else min(m - 4, 15)))
        if e >= 0: o += b'\xff' * (e // 255) + bytes([e % 255])
        o += r.integers(32, 127, lit, dtype=np.uint8).tobytes(); op += lit
        if last: return np.frombuffer(bytes(o), np.uint8)
        off = int(r.integers(1, op + 1)) if r.random() < 0.9 else int(r.integers(1, min(op, 8) + 1)); o += off.to_bytes(2, 'little'); op += m; e = m - 19
        if e >= 0: o += b'\xff' * (e // 255) + bytes([e % 255])
for s, (n, cap) in zip(S, ((32, 2048), (128, 4096), (560, 4096))):
    B = [lz4(cap - int(r.integers(0, 64))) for _ in range(n)]
    emit('lz4_blocks', s, [up(n, 8)], [8], {"blocks": n, "capacity": cap}, {}, {"packed": np.concatenate(B), "begin": starts([len(x) for x in B], np.uint32)}, {"out": n * cap, "size": 4 * n})

# siddon_project: ellipsoids
for s, (n, c, h, v) in zip(S, ((32, 32, 16, 2), (48, 64, 48, 6), (64, 96, 64, 14))):
    z, y, x = (np.mgrid[0:n, 0:n, 0:n] - n / 2 + 0.5) / (n / 2); vol = 0.02 * ((x / 0.8) ** 2 + (y / 0.6) ** 2 + (z / 0.9) ** 2 < 1) + 0.01 * ((x - 0.2) ** 2 + y ** 2 + z ** 2 < 0.09)
    a = np.arange(v) * 2 * np.pi / v + 0.1; view = np.stack([np.cos(a), np.sin(a), 0 * a, 0 * a + 1], 1).astype(f32)
    emit('siddon_project', s, [c, h, v], [16, 4, 1], {"n": n, "columns": c, "rows": h}, {"source_distance": 2.5 * n, "detector_distance": 1.5 * n, "pitch": 2.4 * n / c}, {"volume": vol.astype(f32), "views": view}, {"sinogram": 4 * c * h * v})

# segment_topk: cosine scores; a filter that most pass
for s, n in zip(S, (4, 48, 224)):
    x = r.normal(scale=0.2, size=1024 * n).astype(f32); b = np.packbits(r.random(1024 * n) < 0.7, bitorder='little').view(np.uint32)
    emit('segment_topk', s, [256 * n], [256], {"k": 32}, {}, {"scores": x, "filter": b}, {"best_id": 128 * n, "best_score": 128 * n})

# qubit_gate3: a unitary matrix
for s, (n, q, c) in zip(S, ((13, (0, 1, 5), 0), (14, (2, 7, 11), 1), (16, (1, 8, 14), 0))):
    m = np.linalg.qr(r.normal(size=(8, 8)) + 1j * r.normal(size=(8, 8)))[0]; x = r.normal(size=2 << n); x /= np.linalg.norm(x)
    emit('qubit_gate3', s, [1 << (n - 3)], [64], {"q0": q[0], "q1": q[1], "q2": q[2], "controls": c}, {}, {"state": x, "matrix": m.astype(np.complex128)}, {})

# lpm_poptrie: a table with lengths as in the Internet's, traffic to a skewed choice of its prefixes
for s, (n, packets, groups) in zip(S, ((2000, 4000, 8), (20000, 60000, 16), (40000, 220000, 32))):
    ln = r.choice([8, 12, 16, 18, 20, 22, 23, 24, 28], n, p=(0.005, 0.02, 0.12, 0.08, 0.12, 0.18, 0.1, 0.365, 0.01)); a = (r.integers(1 << 24, 224 << 24, n) >> (32 - ln)) << (32 - ln); near = r.random(n) < 0.6; base = r.choice(a[ln <= 16], n) | r.integers(0, 1 << 16, n)
    a = np.where(near & (ln > 16), (base >> (32 - ln)) << (32 - ln), a); hop = r.integers(1, 64, n); direct = np.zeros(65536, np.int64); deep = {}
    for i in np.argsort(ln, kind='stable'):
        A, l, h = int(a[i]), int(ln[i]), int(hop[i])
        if l <= 16: direct[A >> 16:(A >> 16) + (1 << (16 - l))] = h
        else: deep.setdefault(A >> 16, []).append((A & 65535, l - 16, h))
    nodes, leaves = [], []
    def fill(at, P, bits, default):
        """P: (rest of the address, its length, hop), shortest first; bits left"""
        best, child = [default] * 16, {}
        for A, l, h in P:
            k = A >> (bits - 4)
            if l <= 4: best[k:k + (1 << (4 - l))] = [h] * (1 << (4 - l))
            else: child.setdefault(k, []).append((A & ((1 << (bits - 4)) - 1), l - 4, h))
        first, leaf, cm, lm, prev = len(nodes), len(leaves), 0, 0, None
        for k in range(16):
            if k in child: cm |= 1 << k
            elif best[k] != prev: lm |= 1 << k; leaves.append(best[k]); prev = best[k]
        nodes.extend([None] * len(child)); nodes[at] = (cm | lm << 16, first, leaf, 0)
        for j, k in enumerate(sorted(child)): fill(first + j, child[k], bits - 4, best[k])
    table = (direct | 0x80000000).astype(np.uint32)
    for k in sorted(deep):
        table[k] = len(nodes); nodes.append(None); fill(len(nodes) - 1, deep[k], 16, int(direct[k]))
    w = 1.0 / (1 + np.arange(n)) ** 0.7; pick = r.permutation(n)[r.choice(n, packets, p=w / w.sum())]; dst = np.where(r.random(packets) < 0.95, a[pick] | (r.integers(0, 1 << 32, packets) & ((1 << (32 - ln[pick])) - 1)), r.integers(1 << 24, 224 << 24, packets)).astype(np.uint32)
    size = r.choice([64, 576, 1500], packets, p=(0.5, 0.1, 0.4)).astype(np.uint16); nodes = np.array(nodes, np.uint32); leaves = np.array(leaves, np.uint8)
    # the walk of the kernel, to see that it stays within the tables and finds what the prefixes say
    order = np.argsort(-ln, kind='stable')
    for d in dst[:300]:
        e, d = int(table[d >> 16]), int(d)
        if e >> 31: got = e & 63
        else:
            sh = 12
            while True:
                x, c, lf, _ = (int(q) for q in nodes[e]); k = d >> sh & 15; u = (2 << k) - 1
                if x >> k & 1: e = c + bin(x & u).count('1') - 1; sh -= 4; assert sh >= 0
                else: got = int(leaves[lf + bin(x >> 16 & u).count('1') - 1]); assert bin(x >> 16 & u).count('1') > 0; break
        hit = np.nonzero((d >> (32 - ln)) == (a >> (32 - ln)))[0]; want = set(hop[hit[ln[hit] == ln[hit].max()]].tolist()) if len(hit) else {0}
        assert got in want, (got, want)
    emit('lpm_poptrie', s, [128 * groups], [128], {"packets": packets}, {}, {"destination": dst, "length": size, "direct": table, "nodes": nodes, "leaves": leaves, "hop_packets": np.zeros(64, np.uint32), "hop_bytes": np.zeros(64, np.uint32)}, {"next_hop": packets})

# kv8_attend: requests of unequal length, pages in any order
for s, (req, heads, kvh, lo, hi) in zip(S, ((2, 4, 2, 60, 130), (6, 8, 2, 80, 500), (12, 16, 2, 100, 620))):
    tok = r.integers(lo, hi, req).astype(np.int32); pages = (tok + 15) // 16; total = int(pages.sum()); most = int(pages.max()); perm = r.permutation(total); pt = np.zeros((req, most), np.int32); at = 0
    for i in range(req): pt[i, :pages[i]] = perm[at:at + pages[i]]; at += pages[i]
    kv = total * 16 * kvh
    emit('kv8_attend', s, [64 * heads, req], [64, 1], {"kv_heads": kvh, "group": heads // kvh, "max_pages": most}, {"scale": 0.08838834764831845},
        {"query": r.normal(size=(req, heads, 128)).astype(f32), "keys": r.integers(-127, 128, kv * 128).astype(np.int8), "values": r.integers(-127, 128, kv * 128).astype(np.int8), "scales": r.uniform(0.01, 0.03, (kv, 2)).astype(f32), "page_table": pt, "tokens_of": tok}, {"output": 512 * req * heads})

assert len(L) == 30
json.dump(L, open(here + '/launches.json', 'w'), indent=1)

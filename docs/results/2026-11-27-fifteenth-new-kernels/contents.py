"""Writes what the buffers hold that decide what is done (needs numpy)."""
import json, os
import numpy as np
here = os.path.dirname(os.path.abspath(__file__)); os.makedirs(here + '/data', exist_ok=True)
r = np.random.default_rng(20261127)
L = []
def add(kernel, size, g, l, args, reals, buffers, content=None):
    e = {"file": kernel + ".cl", "kernel": kernel, "name": f"{kernel}-{size}", "global": g, "local": l, "args": args,
         "reals": reals, "buffers": {k: str(v) for k, v in buffers.items()}}
    if content: e["content"] = content
    L.append(e)
def save(name, a):
    a.tofile(f"{here}/data/{name}.bin"); return f"@data/{name}.bin"
S = ('small', 'middle', 'large')
for s, (n, rows) in zip(S, ((1000, 8), (20000, 24), (60000, 200))):
    add('savgol_rows', s, [(n + 63) // 64 * 64, rows], [64, 1], {"length": n}, {}, {"samples": 4 * n * rows, "coefficients": 84, "smooth": 4 * n * rows})
for s, (keys, bones, actors) in zip(S, ((33, 64, 8), (65, 64, 300), (129, 64, 6000))):
    t = np.sort(r.random((bones, keys)).astype(np.float32), axis=1); t[:, 0] = 0; t[:, -1] = 1
    q = r.normal(size=(bones * keys, 4)).astype(np.float32); q /= np.linalg.norm(q, axis=1, keepdims=True)
    add('slerp_clips', s, [bones, actors], [32, 1], {"keys": keys, "bones": bones}, {},
        {"key_times": t.nbytes, "rotations": q.nbytes, "positions": q.nbytes, "clocks": 4 * actors, "pose": 32 * bones * actors},
        {"key_times": save(f'slerp-times-{s}', t), "rotations": save(f'slerp-rotations-{s}', q), "clocks": save(f'slerp-clocks-{s}', r.random(actors).astype(np.float32))})
for s, docs in zip(S, (256, 8000, 160000)):
    n = r.integers(20, 140, docs); first = np.zeros(docs + 1, np.int32); first[1:] = np.cumsum(n)
    docs_of = np.repeat(np.arange(docs), n); terms = (r.pareto(1.1, first[-1]) * 40).clip(0, 30000).astype(np.int32)
    order = np.lexsort((terms, docs_of)); terms = terms[order]
    counts = (1 + r.poisson(1.5, first[-1])).astype(np.uint8)
    query = np.array([7, 30, 55, 121, 400, 2500], np.int32)
    add('bm25_score', s, [docs], [64], {"query_terms": 6}, {"mean_length": 200.0, "k1": 1.2, "b": 0.75},
        {"first": first.nbytes, "terms": terms.nbytes, "counts": counts.nbytes, "query": 24, "weight": 24, "score": 4 * docs},
        {"first": save(f'bm25-first-{s}', first), "terms": save(f'bm25-terms-{s}', terms), "counts": save(f'bm25-counts-{s}', counts), "query": ",".join(map(str, query))})
for s, (items, steps) in zip(S, ((128, 40), (2048, 120), (16384, 400))):
    add('rk4_lorenz', s, [items], [32], {"steps": steps}, {"dt": 0.005}, {"mean_z": 8 * items, "farthest": 8 * items})
for s, n in zip(S, (250, 3000, 20000)):
    add('dbscan_count', s, [(n + 127) // 128 * 128], [128], {"count": n}, {"radius": 0.6}, {"points": 16 * n, "neighbours": 4 * n})
for s, blocks in zip(S, (300, 12000, 300000)):
    d = np.rint(r.normal(scale=1.0, size=(blocks, 32)) * np.exp(r.normal(3.0, 2.0, (blocks, 1)))).astype(np.int64).clip(-2**20, 2**20)
    z = ((d << 1) ^ (d >> 63)).astype(np.uint64).ravel(); n = 1 + (z >= 1 << 7).astype(int) + (z >= 1 << 14) + (z >= 1 << 21)
    start = np.zeros(len(z) + 1, np.int64); start[1:] = np.cumsum(n); out = np.zeros(start[-1], np.uint8)
    for k in range(4):
        sel = n > k; out[start[:-1][sel] + k] = ((z[sel] >> np.uint64(7 * k)) & np.uint64(127)).astype(np.uint8) | np.where(n[sel] > k + 1, 128, 0).astype(np.uint8)
    off = start[:-1][::32].astype(np.uint32)
    add('varint_decode', s, [(blocks + 31) // 32 * 32], [32], {"blocks": blocks}, {}, {"bytes": out.nbytes, "offsets": off.nbytes, "values": 128 * blocks},
        {"bytes": save(f'varint-bytes-{s}', out), "offsets": save(f'varint-offsets-{s}', off)})
for s, (pieces, blocks) in zip(S, ((64, 2), (1024, 8), (16384, 16))):
    add('blake2s_blocks', s, [pieces], [16], {"blocks": blocks}, {}, {"data": 64 * pieces * blocks, "digests": 32 * pieces})
for s, (sensors, steps) in zip(S, ((256, 30), (8192, 100), (65536, 250))):
    add('kalman_bank', s, [sensors], [64], {"sensors": sensors, "steps": steps}, {"dt": 0.02, "q": 0.001, "r": 0.2}, {"measured": 4 * sensors * steps, "state": 8 * sensors})
for s, n in zip(S, (4096, 262144, 5242880)):
    add('hex_bin', s, [n], [128], {}, {"size": 0.05}, {"points": 8 * n, "cells": 8 * n, "distance": 4 * n})
for s, (w, h) in zip(S, ((128, 72), (960, 540), (3840, 2160))):
    across, down = (w - 8) // 4 + 1, (h - 8) // 4 + 1
    add('ssim_windows', s, [(across + 31) // 32 * 32, down], [32, 1], {"pitch": w, "across": across}, {}, {"a": w * h, "b": w * h, "ssim": 4 * across * down})
json.dump(L, open(here + '/launches.json', 'w'), indent=1)

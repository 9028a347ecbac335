#!/usr/bin/env python3
"""Inputs and launches for the ten kernels of this folder (numpy only, deterministic)."""
import json
import os
import numpy as np

here = os.path.dirname(os.path.abspath(__file__))
data = os.path.join(here, "data")
os.makedirs(data, exist_ok=True)
launches = []
SIZES = ("small", "middle", "large")


def launch(name, size, glob, loc, args, reals, buffers):
    """buffers: name -> bytes, or an array whose bytes are the contents."""
    sizes, content = {}, {}
    for b, v in buffers.items():
        if isinstance(v, (int, np.integer)):
            sizes[b] = str(v)
            continue
        fname = f"{name}_{size}_{b}.bin"
        v = np.ascontiguousarray(v)
        v.tofile(os.path.join(data, fname))
        sizes[b] = str(v.nbytes)
        content[b] = f"@data/{fname}"
    launches.append({"file": name + ".cl", "kernel": name, "name": f"{name}-{size}",
                     "global": [int(g) for g in glob], "local": [int(l) for l in loc],
                     "args": {k: int(v) for k, v in args.items()},
                     "reals": {k: float(v) for k, v in reals.items()},
                     "buffers": sizes, "content": content})


def up(n, m):
    return (n + m - 1) // m * m


# ---- segment_sieve: segments in a row, as a search for twin primes goes through a range
rng = np.random.default_rng(3701)
for size, low, nseg, words, loc in (("small", 3_000_000, 4, 128, 32), ("middle", 2_000_000_000, 8, 1024, 64),
                                    ("large", 1_000_000_000_000, 32, 2048, 128)):
    low += int(rng.integers(0, 1000)) * 2
    span = words * 64
    limit = int((low + nseg * span) ** 0.5) + 2
    flag = np.ones(limit + 1, bool)
    for p in range(2, int(limit ** 0.5) + 1):
        if flag[p]:
            flag[p * p::p] = False
    primes = np.flatnonzero(flag)[3:]                                                          # without 0, 1, 2
    launch("segment_sieve", size, [nseg * loc], [loc], dict(nprimes=len(primes), nsmall=(primes < 64).sum(), words=words), {},
           dict(segment_low=low + np.arange(nseg, dtype=np.uint64) * np.uint64(span), primes=primes.astype(np.uint32),
                bitmap=nseg * words * 4, prime_count=nseg * 4, twin_count=nseg * 4))

# ---- msv_filter: a profile with conserved and loose columns against a database with a few members of the family
rng = np.random.default_rng(3702)
background = np.array([.0787945, .0151600, .0535222, .0668298, .0397062, .0695071, .0229198, .0590092, .0594422, .0963728,
                       .0237718, .0414386, .0482904, .0395639, .0540978, .0683364, .0540687, .0673417, .0114135, .0304133])
background /= background.sum()
for size, model, nseq, median, loc in (("small", 48, 4, 40, 16), ("middle", 110, 16, 210, 32), ("large", 230, 160, 290, 64)):
    conserved = rng.beta(0.7, 1.6, (model, 1))
    column = conserved * rng.dirichlet(np.full(20, 0.12), model) + (1 - conserved) * rng.dirichlet(background * 60, model)
    odds = np.log(np.maximum(column, 1e-4) / background)
    scale = 3 / np.log(2)
    bias = int(np.rint(scale * odds.max()))
    cost = np.full((21, model), min(255, bias + 4), np.uint8)                                   # X costs a little
    cost[:20] = np.clip(bias - np.rint(scale * odds.T), 0, 255)
    seqs = []
    for _ in range(nseq):
        s = rng.choice(20, int(np.clip(rng.lognormal(np.log(median), 0.55), 12, 6 * median)), p=background)
        for _ in range(rng.poisson(len(s) / 150)):                                              # stretches of low complexity
            at, k = rng.integers(0, len(s)), rng.integers(5, 30)
            s[at:at + k] = rng.choice(rng.choice(20, 3, p=background), len(s[at:at + k]))
        u = rng.random()
        if u < 0.06 and len(s) > model // 2:
            k = min(len(s), model)
            a, b = rng.integers(0, len(s) - k + 1), rng.integers(0, model - k + 1)
            s[a:a + k] = [rng.choice(20, p=c / c.sum()) for c in column[b:b + k]]
        s[rng.random(len(s)) < 0.0005] = 20
        seqs.append(s)
    ptr = np.concatenate(([0], np.cumsum([len(s) for s in seqs])))
    launch("msv_filter", size, [nseq * loc], [loc],
           dict(model=model, bias=bias, base=190, begin_cost=np.rint(scale * np.log(model * (model + 1) / 2)), end_cost=np.rint(scale * np.log(2))),
           {}, dict(residues=np.concatenate(seqs).astype(np.uint8), seq_ptr=ptr.astype(np.uint32), cost=cost, score=nseq * 4))

# ---- skyline_filter: hotels: price against stars and place, rating, beach, noise, renovation; all made smaller-is-better
rng = np.random.default_rng(3703)


def hotels(n, dims):
    stars = rng.choice([1, 2, 3, 4, 5], n, p=[.05, .2, .4, .27, .08])
    centre = np.minimum(rng.gamma(1.4, 2.2, n), 30)
    rating = np.clip(6.2 + 0.45 * stars + rng.normal(0, 0.7, n), 2, 10)
    price = 32 * np.exp(0.34 * stars + 0.09 * (rating - 7) - 0.07 * centre + rng.normal(0, 0.3, n))
    beach = np.abs(centre - 4) * 0.6 + rng.exponential(1.5, n)
    quiet = np.clip(rng.normal(55, 9, n) - 1.3 * centre, 20, 90)
    age = rng.gamma(2, 6, n)
    cols = [np.rint(price) / 600, np.rint(centre * 10) / 300, (100 - np.rint(rating * 10)) / 80, (5 - stars) / 4, np.rint(beach * 10) / 150,
            np.rint(quiet) / 90, np.rint(age) / 60]
    return np.stack(cols[:dims], 1).astype(np.float32)


for size, n, wanted, dims, loc in (("small", 900, 40, 4, 16), ("middle", 5000, 240, 5, 32), ("large", 36000, 1200, 6, 64)):
    t = hotels(n + wanted * 12, dims)
    t = t[np.argsort(t.sum(1, dtype=np.float32), kind="stable")]
    window, used = np.zeros((0, dims), np.float32), 0
    while len(window) < wanted and used < wanted * 12:                                          # the pass before filled it
        c = t[used]
        used += 1
        if not ((window <= c).all(1) & (window < c).any(1)).any():
            window = np.concatenate((window, c[None]))
    rest = t[used:used + n]
    launch("skyline_filter", size, [up(len(rest), loc)], [loc], dict(ntuples=len(rest), nwindow=len(window), dims=dims), {},
           dict(tuples=rest, tuple_sum=rest.sum(1, dtype=np.float32), window=window, window_sum=window.sum(1, dtype=np.float32),
                beaten_by=len(rest) * 4, tests=len(rest) * 4))

# ---- oit_resolve: smoke, panes of glass and strands of hair before a scene of boxes, drawn in no order of depth
rng = np.random.default_rng(3704)
for size, w, h, smoke, panes, hair, loc in (("small", 96, 56, 14, 3, 40, [8, 4]), ("middle", 320, 180, 60, 8, 300, [8, 8]),
                                            ("large", 1280, 720, 110, 12, 2500, [16, 8])):
    wall = np.tile((1000 / (np.arange(h) + 8.0)).astype(np.float32)[:, None] * np.float32(h / 60), (1, w))   # ground below the horizon
    scene = np.zeros((h, w, 4), np.uint8)
    scene[..., :3] = (np.linspace(200, 90, h)[:, None, None] + rng.normal(0, 3, (h, w, 3))).clip(0, 255)
    scene[..., 3] = 255
    for _ in range(12):
        x0, y0, bw, bh, d = rng.integers(0, w), rng.integers(h // 4, h), rng.integers(2, w // 5), rng.integers(2, h // 2), rng.uniform(4, 40)
        wall[y0:y0 + bh, x0:x0 + bw] = np.minimum(wall[y0:y0 + bh, x0:x0 + bw], d)
        scene[y0:y0 + bh, x0:x0 + bw, :3] = rng.integers(20, 230, 3)
    draws = []
    plume = rng.uniform(0.2, 0.8, (3, 2)) * [w, h]
    for _ in range(smoke):
        c = plume[rng.integers(3)] + rng.normal(0, 0.09, 2) * [w, h]
        draws.append(("smoke", c, rng.uniform(0.04, 0.16) * h, rng.uniform(6, 25)))
    for _ in range(panes):
        draws.append(("pane", rng.uniform(0, 0.8, 2) * [w, h], rng.uniform(0.08, 0.4, 2) * [w, h], rng.uniform(5, 20)))
    heads = rng.uniform(0.2, 0.8, (3, 2)) * [w, h]
    for k in range(hair):
        draws.append(("hair", heads[k % 3] + rng.normal(0, 0.03, 2) * h, rng.uniform(0.05, 0.25) * h, 3 + k % 3 + rng.uniform(0, 1)))
    order = list(rng.permutation(smoke + panes)) + list(range(smoke + panes, len(draws)))        # hair last, as its own pass
    pix, col, dep, cov = [], [], [], []
    for k in order:
        kind, c, s, d = draws[k]
        if kind == "smoke":
            y, x = np.mgrid[max(int(c[1] - s), 0):min(int(c[1] + s) + 1, h), max(int(c[0] - s), 0):min(int(c[0] + s) + 1, w)]
            rr = ((x - c[0]) ** 2 + (y - c[1]) ** 2).ravel() / s ** 2
            keep = rr < 1
            x, y, alpha = x.ravel()[keep], y.ravel()[keep], (1 - rr[keep]) * 0.35 * 255
            g = np.full(len(x), rng.integers(90, 200))
            rgb, z, m = (g, g, g + 8), np.full(len(x), d), np.full(len(x), 15)
        elif kind == "pane":
            y, x = np.mgrid[int(c[1]):min(int(c[1] + s[1]) + 1, h), int(c[0]):min(int(c[0] + s[0]) + 1, w)]
            x, y = x.ravel(), y.ravel()
            tilt = rng.normal(0, 3 / w, 2)
            edge = (x == x.min()) | (x == x.max()) if len(x) else np.zeros(0, bool)
            rgb, z, m = [np.full(len(x), v) for v in rng.integers(120, 255, 3)], d + tilt[0] * x + tilt[1] * y, np.where(edge, 5, 15)
            alpha = np.full(len(x), rng.uniform(40, 110))
        else:
            t = np.linspace(0, 1, max(int(s * 1.3), 2))
            bend = rng.normal(0, 0.3)
            x, y = c[0] + bend * s * t ** 2 + 0.02 * s * np.sin(9 * t + bend), c[1] + s * t
            at = np.unique(np.rint(y).astype(int) * 100000 + np.rint(x).astype(int))
            y, x = at // 100000, at % 100000
            keep = (x >= 0) & (x < w) & (y >= 0) & (y < h)
            x, y = x[keep], y[keep]
            rgb, z, m = [np.full(len(x), v + rng.integers(0, 25)) for v in (70, 45, 25)], d + rng.normal(0, 0.02, len(x)), rng.choice([1, 3, 6, 7, 12, 15], len(x))
            alpha = np.full(len(x), 200.0)
        ok = z < wall[y, x] * (1.2 if kind == "smoke" else 1.0)                                 # early depth test; smoke writes late
        pix.append((y * w + x)[ok])
        col.append((np.asarray(rgb[0]) | np.asarray(rgb[1]) << 8 | np.asarray(rgb[2]) << 16 | alpha.astype(np.int64) << 24)[ok])
        dep.append(np.asarray(z)[ok])
        cov.append(m[ok])
    pix, col, dep, cov = (np.concatenate(v) for v in (pix, col, dep, cov))
    by = np.argsort(pix, kind="stable")
    nxt = np.full(len(pix), 0xffffffff, np.uint32)
    same = pix[by[1:]] == pix[by[:-1]]
    nxt[by[1:][same]] = by[:-1][same]
    head = np.full(w * h, 0xffffffff, np.uint32)
    head[pix[by]] = by                                                                          # the last one stays
    frag = np.stack([nxt, col.astype(np.uint32), dep.astype(np.float32).view(np.uint32), cov.astype(np.uint32)], 1)
    launch("oit_resolve", size, [up(w, loc[0]), up(h, loc[1])], loc, dict(width=w, height=h), {},
           dict(head=head, fragments=frag, opaque_depth=wall, opaque_colour=scene, out=w * h * 4))

# ---- dualpol_moments: showers along the rays, near-Gaussian spectra, ground clutter close by, noise elsewhere
rng = np.random.default_rng(3705)
for size, nr, npul, ng, loc in (("small", 1, 20, 480, [16, 1]), ("middle", 6, 48, 720, [32, 1]), ("large", 40, 64, 1000, [64, 1])):
    gate = np.arange(ng)
    iq = np.zeros((nr, npul, ng, 4), np.float32)
    freq = np.fft.fftfreq(npul)
    cells = [(rng.uniform(0.1, 0.9) * ng, rng.uniform(0.03, 0.12) * ng, rng.uniform(20, 48), rng.uniform(0, nr), rng.uniform(0.2, 1) * nr) for _ in range(4)]
    for r in range(nr):
        db = np.full(ng, -40.0)
        for c, s, peak, rc, rs in cells:
            db = np.maximum(db, peak - ((gate - c) / s) ** 2 * 12 - ((r - rc) / rs) ** 2 * 8)
        db += np.convolve(rng.normal(0, 2, ng + 8), np.ones(9) / 3, "valid")
        mean = 0.18 * np.sin(gate / ng * 7 + r * 0.05) + rng.normal(0, 0.01, ng)
        width = rng.gamma(4, 0.012, ng)
        apart = np.abs((freq[:, None] - mean + 0.5) % 1 - 0.5)
        shape = np.exp(-0.5 * (apart / width) ** 2)
        shape /= shape.sum(0)
        white = rng.normal(size=(4, npul, ng))
        one, other = white[0] + 1j * white[1], white[2] + 1j * white[3]
        amp = np.sqrt(shape * 10 ** (db / 10) * npul / 2) * npul ** 0.5
        rho = np.where(db > 5, 0.985, 0.9)
        zdr = 10 ** (np.maximum(db - 15, 0) * 0.004)
        phase = np.exp(1j * np.cumsum(np.maximum(db - 30, 0)) * 2e-3)
        hh = np.fft.ifft(amp * one, axis=0)
        vv = np.fft.ifft(amp * (rho * one + np.sqrt(1 - rho ** 2) * other), axis=0) / zdr * phase
        ground = 10 ** ((30 - gate / ng * 400) / 20) * (rng.random(ng) < 0.7)
        hh, vv = hh + ground * np.exp(6j * rng.random(ng)), vv + ground * np.exp(6j * rng.random(ng))
        noise = rng.normal(0, 0.7071, (4, npul, ng))
        iq[r] = np.stack([hh.real + noise[0], hh.imag + noise[1], vv.real + noise[2], vv.imag + noise[3]], -1)
    launch("dualpol_moments", size, [up(ng, loc[0]), nr], loc, dict(nrays=nr, npulses=npul, ngates=ng),
           dict(noise_h=1.0, noise_v=1.0, nyquist=16.4, threshold=1.0, system_zdr=0.12),
           dict(iq=iq, range_db=(20 * np.log10((gate + 1) * 0.25) - 38).astype(np.float32), moments=6 * nr * ng * 4))

# ---- mbs_prepay: CIR paths of the short rate; pools of several vintages
rng = np.random.default_rng(3706)
terms = np.dtype([("gross", "f8"), ("net", "f8"), ("age", "i4"), ("left", "i4")])
for size, npaths, npools, longest, loc in (("small", 8, 1, 120, 2), ("middle", 64, 3, 360, 8), ("large", 768, 5, 360, 32)):
    rate = np.zeros((longest, npaths))
    r = np.full(npaths, 0.041)
    for m in range(longest):
        z = rng.normal(size=npaths // 2)
        r = np.maximum(r + 0.12 * (0.035 - r) / 12 + 0.055 * np.sqrt(np.maximum(r, 0) / 12) * np.concatenate((z, -z)), 1e-4)   # antithetic
        rate[m] = r
    pools = np.zeros(npools, terms)
    pools["gross"] = np.sort(rng.uniform(0.035, 0.075, npools)).round(4) if npools > 1 else 0.0575
    pools["net"] = pools["gross"] - 0.0065
    pools["age"] = rng.integers(0, 90, npools) if npools > 1 else 240
    pools["left"] = np.minimum(360 - pools["age"], longest)
    launch("mbs_prepay", size, [up(npaths, loc), npools], [loc, 1], dict(npaths=npaths, start_month=10), dict(spread=0.0055, call_at=0.1),
           dict(short_rate=rate, pools=pools, value=npools * npaths * 8, life=npools * npaths * 8))

# ---- brandes_back: who wrote papers with whom: teams out of fields, a few prolific authors; the widest level of one search
rng = np.random.default_rng(3707)
for size, n, papers, fields, loc in (("small", 800, 900, 4, 16), ("middle", 14000, 21000, 40, 32), ("large", 220000, 330000, 500, 64)):
    per = n // fields
    team = np.minimum(rng.geometric(0.3, papers), 14)
    field = (fields * rng.random(papers) ** 1.3).astype(int)
    member = np.where(rng.random((papers, 14)) < 0.06, rng.integers(0, fields, (papers, 14)), field[:, None]) * per \
        + (per * rng.random((papers, 14)) ** 2.4).astype(int)
    pairs = [np.stack([member[team > b, a], member[team > b, b]], 1) for b in range(1, 14) for a in range(b)]
    pairs = np.concatenate(pairs)
    names = rng.permutation(n)
    pairs = names[pairs[pairs[:, 0] != pairs[:, 1]]]
    key = np.unique(np.concatenate((pairs[:, 0] * n + pairs[:, 1], pairs[:, 1] * n + pairs[:, 0])))
    u, v = key // n, key % n
    ptr = np.concatenate(([0], np.cumsum(np.bincount(u, minlength=n))))
    source = int(rng.choice(np.flatnonzero((np.diff(ptr) > 2) & (np.diff(ptr) < 6))))
    level, paths, queue, front, starts = np.full(n, -1), np.zeros(n), [], np.array([source]), [0]
    level[source], paths[source] = 0, 1
    while len(front):
        queue.append(front)
        starts.append(starts[-1] + len(front))
        take = level[u] == len(queue) - 1
        out = take & (level[v] < 0)
        reached, first = np.unique(v[out], return_index=True)
        parent = np.empty(n, int)
        parent[front] = np.arange(len(front))
        level[reached] = len(queue)
        into = take & (level[v] == len(queue))
        np.add.at(paths, v[into], paths[u[into]])
        earliest = np.full(n, len(front))
        np.minimum.at(earliest, v[into], parent[u[into]])
        front = reached[np.argsort(earliest[reached], kind="stable")]
    dep, depth = np.zeros(n), int(np.argmax([np.diff(ptr)[q].sum() for q in queue]))
    for d in range(len(queue) - 2, depth, -1):
        e = (level[u] == d) & (level[v] == d + 1)
        np.add.at(dep, u[e], paths[u[e]] / paths[v[e]] * (1 + dep[v[e]]))
    launch("brandes_back", size, [up(len(queue[depth]), loc)], [loc], dict(queue_begin=starts[depth], queue_end=starts[depth + 1], depth=depth), {},
           dict(row_ptr=ptr.astype(np.uint32), column=v.astype(np.uint32), queue=np.concatenate(queue).astype(np.uint32), level=level.astype(np.int32),
                paths=paths, dependency=dep, centrality=np.where(level > depth, dep, 0)))

# ---- qoi_decode: a desktop: flat panels, text, icons with soft edges, a photograph
rng = np.random.default_rng(3708)


def qoi_strip(px):
    """px: list of (r, g, b, a)"""
    out, seen, prev, run = bytearray(), [(0, 0, 0, 0)] * 64, (0, 0, 0, 255), 0
    for p in px:
        if p == prev:
            run += 1
            if run == 62:
                out.append(0xc0 | 61)
                run = 0
            continue
        if run:
            out.append(0xc0 | run - 1)
            run = 0
        r, g, b, a = p
        k = (r * 3 + g * 5 + b * 7 + a * 11) & 63
        if seen[k] == p:
            out.append(k)
        else:
            seen[k] = p
            if a != prev[3]:
                out += bytes((0xff, r, g, b, a))
            else:
                dr, dg, db = (r - prev[0] + 128 & 255) - 128, (g - prev[1] + 128 & 255) - 128, (b - prev[2] + 128 & 255) - 128
                if -3 < dr < 2 and -3 < dg < 2 and -3 < db < 2:
                    out.append(0x40 | dr + 2 << 4 | dg + 2 << 2 | db + 2)
                elif -33 < dg < 32 and -9 < dr - dg < 8 and -9 < db - dg < 8:
                    out += bytes((0x80 | dg + 32, dr - dg + 8 << 4 | db - dg + 8))
                else:
                    out += bytes((0xfe, r, g, b))
        prev = p
    if run:
        out.append(0xc0 | run - 1)
    return bytes(out)


for size, w, h, rows, loc in (("small", 128, 96, 4, 4), ("middle", 512, 384, 4, 8), ("large", 2048, 1536, 4, 16)):
    y, x = np.mgrid[0:h, 0:w]
    img = np.zeros((h, w, 4), np.uint8)
    img[..., :3] = np.stack([30 + y * 40 // h, 40 + y * 60 // h, 80 + x * 30 // w + y * 40 // h], -1)
    img[..., 3] = 255
    for _ in range(7):                                                                          # windows
        x0, y0, ww, wh = rng.integers(0, w * 3 // 4), rng.integers(0, h * 3 // 4), rng.integers(w // 8, w // 2), rng.integers(h // 8, h // 2)
        img[y0:y0 + wh, x0:x0 + ww, :3] = rng.integers(215, 256)
        img[y0:y0 + 14, x0:x0 + ww, :3] = rng.integers(40, 160, 3)
        for ty in range(y0 + 20, min(y0 + wh, h) - 12, 14):                                     # lines of text
            length = min(int(ww * rng.uniform(0.2, 0.95)), w - x0 - 4)
            if length > 8:
                glyph = np.convolve(rng.random((9, length + 1)).ravel() < 0.28, [0.3, 1, 0.3], "same")[:9 * length].reshape(9, length).clip(0, 1)
                glyph[:, (np.arange(length) // 7) % 6 == 5] = 0
                box = img[ty:ty + 9, x0 + 4:x0 + 4 + length, :3]
                box[:] = (box * (1 - 0.85 * np.round(glyph * 4)[..., None] / 4)).astype(np.uint8)
    px0, py0, pw, ph = w // 10, h // 8, w * 2 // 5, h // 2                                      # the photograph
    py, px = np.mgrid[0:ph, 0:pw] / 1.0
    photo = 120 + 60 * np.sin(px / pw * 5 + 1) * np.cos(py / ph * 4)
    for k in range(30):
        c, s = rng.uniform(0, 1, 2) * [pw, ph], rng.uniform(0.02, 0.25) * pw
        photo += rng.normal(0, 25) * (((px - c[0]) ** 2 + (py - c[1]) ** 2) < s * s)
    grain = rng.normal(0, 2.2, (ph, pw, 3)) * 0.5 + rng.normal(0, 2.2, (ph, pw, 1))
    img[py0:py0 + ph, px0:px0 + pw, :3] = (photo[..., None] * [1.05, 0.95, 0.8] + grain).clip(0, 255)
    for _ in range(24):                                                                         # icons, see-through at the rim
        c, s = rng.uniform(0, 1, 2) * [w, h], rng.uniform(0.01, 0.04) * w
        rr = np.hypot(x - c[0], y - c[1]) / s
        img[rr < 1, :3] = rng.integers(0, 256, 3)
        img[..., 3] = np.where(rr < 1, np.clip((1.15 - rr) * 900, 0, 255), img[..., 3])
    strips = [qoi_strip(list(map(tuple, s.tolist()))) for s in img.reshape(h // rows, rows * w, 4)]
    ptr = np.concatenate(([0], np.cumsum([len(s) for s in strips])))
    launch("qoi_decode", size, [up(len(strips), loc)], [loc], dict(nstrips=len(strips), strip_pixels=rows * w), {},
           dict(stream=np.frombuffer(b"".join(strips), np.uint8), strip_ptr=ptr.astype(np.uint32), pixels=w * h * 4))

# ---- als_user_solve: plays of songs: popularity by a power law, most users with few, some with hundreds
rng = np.random.default_rng(3709)
for size, nusers, nitems, median in (("small", 2, 300, 8), ("middle", 24, 4000, 25), ("large", 420, 40000, 38)):
    touched = np.clip(rng.lognormal(np.log(median), 0.9 if nusers > 2 else 0.2, nusers).astype(int), 2, min(nitems // 3, 1500))
    factors = rng.normal(0, 0.12, (nitems, 32)) * (1 + np.arange(nitems)[:, None]) ** -0.12 + 0.02 * rng.normal(0, 1, 32)
    rank = rng.permutation(nitems)
    lists = [np.sort(rank[np.unique(np.minimum((nitems + 1) ** rng.random(k) - 1, nitems - 1).astype(int))]) for k in touched]
    ptr = np.concatenate(([0], np.cumsum([len(v) for v in lists])))
    plays = np.minimum(1 + rng.pareto(1.1, ptr[-1]), 400).astype(int)
    launch("als_user_solve", size, [nusers * 64], [64], {}, dict(ridge=0.05),
           dict(item_factors=factors.astype(np.float32), gram=(factors.T @ factors).astype(np.float32), user_ptr=ptr.astype(np.uint32),
                item=np.concatenate(lists).astype(np.uint32), weight=(12 * np.log1p(plays)).astype(np.float32), user_factors=nusers * 128))

# ---- mie_efficiencies: haze, dust and cloud drops at wavelengths from the ultraviolet to the thermal infrared
rng = np.random.default_rng(3710)
waves = np.array([[0.355, 1.357, 3e-9], [0.532, 1.53, 0.006], [0.67, 1.331, 2e-8], [1.064, 1.50, 0.004], [2.2, 1.296, 3e-4], [10.8, 1.165, 0.095]])
for size, nradii, picked, lo, hi, loc in (("small", 32, [1, 3], 0.05, 1.2, 4), ("middle", 160, [0, 1, 2, 4], 0.03, 9, 8),
                                          ("large", 768, range(6), 0.02, 38, 16)):
    radius = np.geomspace(lo, hi, nradii) * np.exp(rng.normal(0, 0.002, nradii))
    light = np.zeros((len(picked), 4))
    light[:, 0] = 2 * np.pi / waves[list(picked), 0]
    light[:, 1:3] = waves[list(picked), 1:]
    x = radius.max() * light[:, 0].max()
    terms = int(x + 4 * x ** (1 / 3) + 2) + 1
    launch("mie_efficiencies", size, [up(nradii, loc), len(picked)], [loc, 1], dict(nradii=nradii, max_terms=terms), {},
           dict(radius=radius, light=light, scratch=terms * nradii * len(picked) * 16, efficiency=nradii * len(picked) * 32))

launches.sort(key=lambda l: (l["kernel"], SIZES.index(l["name"].rsplit("-", 1)[1])))
with open(os.path.join(here, "launches.json"), "w") as f:
    json.dump(launches, f, indent=1)
    f.write("\n")

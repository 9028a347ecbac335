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


# ---- hines_cable: a few morphologies of trunks and twigs, many cells of each, synapses that wake in bursts
rng = np.random.default_rng(4001)
for size, cells, types, mean, steps, loc in (("small", 32, 2, 12, 6, 8), ("middle", 224, 4, 44, 16, 16), ("large", 544, 6, 90, 32, 32)):
    nseg = rng.integers(mean // 2, mean * 3 // 2, types)
    tptr = np.concatenate([[0], np.cumsum(nseg)])
    parent, seg, axial = [], [], []
    for n in nseg:
        p = np.zeros(n, np.int16)
        for i in range(1, n):
            p[i] = i - 1 if rng.random() < 0.8 and i > 1 else rng.integers(0, i)                # a branch goes on, or a new one begins
        depth = np.zeros(n, int)
        for i in range(1, n):
            depth[i] = depth[p[i]] + 1
        width = np.maximum(3 * 0.93 ** depth, 0.6) * rng.uniform(0.8, 1.2, n)
        area = np.pi * width * 40e-8
        g = 0.25 * np.pi * (width * 1e-4) ** 2 / (150 * 40e-4) * 1e3                            # mS to the parent
        area[0], g[0] = 900e-8, 0
        total = g.copy()
        np.add.at(total, p[1:], g[1:])
        parent.append(p)
        seg.append(np.stack([area, area * 0.04, area * 0.03 * (1 + depth / 8), g], -1))
        axial.append(total)
    kind = np.sort(rng.integers(0, types, cells))
    count = rng.poisson(steps * 1.5, cells)
    eptr = np.concatenate([[0], np.cumsum(count)])
    ev = np.zeros((eptr[-1], 4), np.int32)
    for c in range(cells):
        e = ev[eptr[c]:eptr[c + 1]]
        e[:, 0] = np.sort((rng.integers(0, 3, len(e)) * steps / 3 + rng.exponential(steps / 12, len(e))).astype(int).clip(0, steps - 1))
        e[:, 1] = rng.integers(0, nseg[kind[c]], len(e))
        e[:, 2] = rng.lognormal(0.5, 0.7, len(e)) * 2
    most = int(nseg.max())
    launch("hines_cable", size, [up(cells, loc)], [loc], dict(ncells=cells, nsteps=steps), dict(dt=0.1, tau_synapse=3.0, threshold=-50.0),
           dict(cell_type=kind.astype(np.int32), type_ptr=tptr.astype(np.int32), parent=np.concatenate(parent), segment=np.concatenate(seg),
                axial_sum=np.concatenate(axial), event_ptr=eptr.astype(np.int32), event=ev, voltage=most * cells * 8, gate=most * cells * 8,
                synapse=most * cells * 8, row=most * cells * 16, spikes=cells * 4, last_spike=cells * 8))

# ---- fao56_balance: fields of a valley, roads and woods between them, three to nine stations with a year of weather
rng = np.random.default_rng(4002)
crop_type = np.dtype([(n, np.float32) for n in ("kcb_start", "kcb_mid", "kcb_end", "height", "root_start", "root_full", "depletion", "response")]
                     + [(n, np.int32) for n in ("start", "growth", "mid", "late")])
crops = np.array([(0.15, 1.10, 0.25, 1.0, 0.15, 1.2, 0.55, 1.05, 30, 60, 60, 30), (0.15, 1.15, 0.5, 2.0, 0.15, 1.0, 0.55, 1.25, 30, 40, 50, 30),
                  (0.15, 1.10, 0.65, 0.6, 0.15, 0.5, 0.35, 1.1, 25, 30, 45, 30), (0.15, 1.15, 0.5, 0.5, 0.2, 0.9, 0.55, 1.0, 35, 60, 70, 40),
                  (0.3, 1.1, 1.05, 0.7, 0.8, 1.2, 0.55, 1.1, 10, 20, 120, 30), (0.15, 0.95, 0.85, 0.3, 0.1, 0.35, 0.3, 1.15, 20, 30, 15, 10)], crop_type)
for size, w, h, stations, days, loc in (("small", 16, 8, 3, 16, [8, 4]), ("middle", 28, 12, 4, 80, [16, 4]), ("large", 72, 52, 9, 200, [16, 4])):
    d = np.arange(days)
    season = np.sin((d / max(days, 200) - 0.15) * 2 * np.pi * 0.8)
    mean = 14 + 9 * season + rng.normal(0, 2.5, (stations, days))
    spread = rng.uniform(3, 8, (stations, days))
    wet = rng.random((stations, days)) < 0.26
    weather = np.stack([mean - spread, mean + spread, mean - spread - rng.uniform(-1, 3, mean.shape), rng.gamma(3, 0.8, mean.shape) + 0.3], -1)
    sun = (17 + 8 * season) * np.where(wet, 0.5, 1) * rng.uniform(0.7, 1.1, mean.shape)
    rain = np.where(wet, rng.gamma(0.8, 8, mean.shape), 0)
    fields = rng.integers(0, 256, (h // 6 + 1, w // 9 + 1))
    of = fields.repeat(6, 0).repeat(9, 1)[:h, :w]
    crop = (of % 7).astype(int)
    crop[crop == 6] = 255
    y, x = np.mgrid[0:h, 0:w]
    station_at = rng.random((stations, 2)) * (w, h)
    near = ((x[..., None] - station_at[:, 0]) ** 2 + (y[..., None] - station_at[:, 1]) ** 2).argmin(-1)
    capacity = 0.22 + 0.08 * np.sin(x / 13 + y / 9) + rng.normal(0, 0.01, x.shape)
    soil = np.stack([capacity, capacity * 0.45, 14 + 40 * (capacity - 0.15), 250 + 150 * np.cos(x / w * 5) + 60 * y / h], -1)
    site = np.stack([near, crop, (of * 5) % (days // 6), (of * 3) % 5 < 2], -1).astype(np.uint8)
    launch("fao56_balance", size, [up(w, loc[0]), up(h, loc[1])], loc, dict(width=w, height=h, ndays=days), dict(efficiency=0.75),
           dict(weather=weather.astype(np.float32), sun_rain=np.stack([sun, rain], -1).astype(np.float32),
                station_height=rng.uniform(180, 420, stations).astype(np.float32), soil=soil.astype(np.float32), site=site, crops=crops,
                totals=w * h * 16, yield_=w * h * 4))
    b = launches[-1]["buffers"]
    b["yield"] = b.pop("yield_")

# ---- asphere_trace: a lens of a pocket camera (five aspheres and a filter, millimetres), hexagonal pupil, fields to the corner
rng = np.random.default_rng(4003)
lens = np.array([(1 / 1.72, -0.3, -0.004, -0.006, -0.002, 1.02, 0.72, 0), (1 / 14.0, 0, 0.006, 0.002, -0.001, 0.95, 0.12, 0),
                 (-1 / 9.5, 0, 0.03, -0.008, 0.001, 0.92, 0.28, 0), (1 / 4.2, -2, 0.04, 0.004, 0.001, 0.98, 0.5, 0),
                 (1 / 30.0, 0, -0.06, 0.008, -0.004, 1.12, 0.42, 0), (1 / 40.0, 0, -0.05, 0.006, 0.001, 1.3, 0.4, 0),
                 (-1 / 8.0, 0, -0.02, 0.002, -0.0002, 1.6, 0.55, 0), (-1 / 1.9, -3, -0.015, 0.002, -0.0001, 1.75, 0.35, 0),
                 (-1 / 3.2, -1, 0.02, -0.001, 0.00002, 2.1, 0.4, 0), (1 / 2.4, -6, -0.018, 0.0012, -0.00003, 2.5, 0.5, 0),
                 (0, 0, 0, 0, 0, 3.2, 0.21, 0), (0, 0, 0, 0, 0, 3.2, 0.3, 0)])
for size, rings, fields, waves, loc in (("small", 4, 3, 1, 16), ("middle", 12, 5, 3, 32), ("large", 30, 15, 3, 64)):
    q, r = np.mgrid[-rings:rings + 1, -rings:rings + 1]
    p = np.stack([q + 0.5 * r, r * 0.8660254], -1)[np.abs(q + r) <= rings] / rings
    p = p[(p ** 2).sum(-1) <= 1.0001]
    f = np.linspace(0, 0.78, fields)
    turn = rng.uniform(0, 6.283, fields)
    crown, flint = 1.544, 1.64
    index = np.array([[1, crown + c, 1, flint + 2.2 * c, 1, flint + 2.2 * c, 1, crown + c, 1, crown + c, 1, 1.517 + c, 1]
                      for c in (0.006, 0.0, -0.004)[:waves]])
    launch("asphere_trace", size, [up(len(p), loc), fields * waves], [loc, 1],
           dict(npupil=len(p), nfields=fields, nwaves=waves, nsurfaces=len(lens), max_rounds=24), dict(pupil_radius=0.95, pupil_z=0.25, tolerance=1e-12),
           dict(pupil=p, field=np.stack([f * np.cos(turn), f * np.sin(turn)], -1), surface=lens, index=index, hit=len(p) * fields * waves * 32,
                fate=len(p) * fields * waves))

# ---- etc2_decode: textures with smooth ground (planar), pattern (differential and individual), edges and letters (T and H)
rng = np.random.default_rng(4004)


def bits(low, value):
    return value.astype(np.uint64) << np.uint64(low)


def overflow(low5, value2, delta2):
    """The five bits and the three after them that leave 0 to 31, with value2 and delta2 in their low bits."""
    over = value2 + delta2 >= 4
    return bits(low5 + 2, np.where(over, 7, 0)) | bits(low5, value2) | bits(low5 - 1, np.where(over, 0, 1)) | bits(low5 - 3, delta2)


for size, bw, bh, loc in (("small", 40, 24, [8, 4]), ("middle", 256, 160, [16, 4]), ("large", 1024, 640, [16, 8])):
    y, x = np.mgrid[0:bh, 0:bw]
    n = bw * bh
    smooth = np.sin(x / 17) + np.cos(y / 11)
    edge = np.abs((x + 9 * np.sin(y / 13)) % 37 - 18) < 2
    pattern = (x // 24 + y // 16) % 3 == 0
    draw = rng.random((bh, bw))
    mode = np.where(edge, np.where(draw < 0.5, 2, 3), np.where(pattern, np.where(draw < 0.35, 0, 1), np.where((smooth > 0.4) & (draw < 0.9), 4, 1))).ravel()
    rand = lambda b: rng.integers(0, 1 << b, n)
    tone = (0.5 + 0.2 * smooth).ravel().clip(0, 1)
    word = np.zeros(n, np.uint64)
    low32 = bits(0, rand(32))
    calm = np.repeat((rng.random(n) < 0.4)[:, None], 1, 1).ravel()
    pixels = np.where(calm, low32 & np.uint64(0x0000ffff), low32)
    tables = bits(37, rng.integers(0, 8, n)) | bits(34, rng.integers(0, 5, n)) | bits(32, rand(1))
    base = [(tone * t).clip(0, 1) for t in (1.0, 0.85, 0.7)]
    flat = pixels | tables
    for c, low in zip(base, (56, 48, 40)):
        a = (c * 15).astype(int)
        individual = bits(low + 4, a) | bits(low, (a + rng.integers(-3, 4, n)).clip(0, 15))
        five = (c * 31).astype(int)
        delta = (five + rng.integers(-4, 4, n)).clip(0, 31) - five
        differential = bits(low + 3, five) | bits(low, delta & 7)
        flat = flat | np.where(mode == 0, individual, differential)
    flat = flat | np.where(mode == 0, np.uint64(0), np.uint64(1 << 33))
    t_mode = overflow(59, rand(2), rand(2)) | bits(40, rand(16)) | bits(36, rand(4)) | bits(34, rand(2)) | np.uint64(1 << 33) | bits(32, rand(1)) | low32
    g1 = rand(3)
    h_mode = bits(63, g1 >> 2) | bits(59, rand(4)) | bits(56, g1) | overflow(51, rand(2), rand(2)) | bits(34, rand(13)) | np.uint64(1 << 33) \
        | bits(32, rand(1)) | low32
    ro, gh, go = (tone * 60).astype(int), (tone * 110).astype(int), (tone * 105).astype(int)
    near = lambda v, m: (v + rng.integers(-3, 4, n)).clip(0, m)
    rh, go2 = near(ro, 63), go & 63
    planar = bits(63, (ro >> 1) & 1) | bits(57, ro) | bits(56, go >> 6) | bits(55, (go2 >> 1) & 1) | bits(49, go2) | bits(48, rand(1)) \
        | overflow(43, rand(2), rand(2)) | bits(39, rand(1)) | bits(34, rh >> 1) | np.uint64(1 << 33) | bits(32, rh & 1) | bits(25, near(gh, 127)) \
        | bits(19, near(ro, 63)) | bits(13, near(ro, 63)) | bits(6, near(gh, 127)) | bits(0, near(ro, 63))
    word = np.select([mode == 2, mode == 3, mode == 4], [t_mode, h_mode, planar], flat)
    launch("etc2_decode", size, [up(bw, loc[0]), up(bh, loc[1])], loc, dict(blocks_x=bw, blocks_y=bh, stride=bw * 4), {},
           dict(blocks=word, image=bw * bh * 64))

# ---- tdigest_merge: latencies by service: few groups are large, digests of few to a hundred centroids
rng = np.random.default_rng(4005)
for size, groups, mean, most, compression, loc in (("small", 64, 3, 12, 20, 16), ("middle", 400, 4, 36, 50, 16), ("large", 1100, 9, 80, 100, 32)):
    per = (1 + rng.pareto(1.8, groups) * mean * 0.6).astype(int).clip(1, 16 * mean)
    gptr = np.concatenate([[0], np.cumsum(per)])
    ndig = int(gptr[-1])
    count = np.where(rng.random(ndig) < 0.25, rng.integers(1, 8, ndig), rng.integers(most // 2, most + 1, ndig))
    dptr = np.concatenate([[0], np.cumsum(count)])
    n = int(dptr[-1])
    digest = np.repeat(np.arange(ndig), count)
    group = np.repeat(np.repeat(np.arange(groups), per), count)
    q = (np.arange(n) - dptr[digest] + rng.uniform(0.1, 0.9, n)) / count[digest]
    wide = 0.5 * (1 - np.cos(np.pi * q))
    centre, spread = rng.normal(2.5, 1, groups), rng.uniform(0.3, 1.1, groups)
    value = np.exp(centre[group] + rng.normal(0, 0.15, ndig)[digest] + spread[group] * np.log((wide + 1e-4) / (1 - wide + 1e-4)) * 0.6)
    weight = np.ceil(rng.lognormal(1.5, 0.6, ndig)[digest] * 30 * np.sin(np.pi * q))
    order = np.lexsort((value, digest))
    launch("tdigest_merge", size, [up(groups, loc)], [loc], dict(ngroups=groups), dict(compression=compression),
           dict(group_ptr=gptr.astype(np.int32), digest_ptr=dptr.astype(np.int32), centroid=np.stack([value, weight], -1)[order],
                ping=n * 16, pong=n * 16, left=groups * 4, answer=groups * 32))

# ---- poa_graph: windows of long reads: a backbone, branches that leave it and return, a read with errors
rng = np.random.default_rng(4006)
for size, windows, length, loc in (("small", 3, 40, 16), ("middle", 10, 120, 32), ("large", 44, 300, 64)):
    win, base, pptr, pred, ends, text, mat = [], [], [0], [], [], [], []
    nodes = letters = cells = 0
    for _ in range(windows):
        n = int(rng.integers(length * 3 // 4, length + 1))
        back = rng.integers(0, 4, n)
        b, p, e, row_of = [], [], [], []
        prior, skip = [0], None
        for i in range(n):
            mine = [len(b) + 1]
            b.append(back[i])
            into = list(prior)
            if i > 1 and rng.random() < 0.12:                                                   # some reads left letters out
                into.append(row_of[i - 2] if rng.random() < 0.7 else row_of[max(i - 4, 0)])
            p.append(sorted(set(into)))
            e.append(i == n - 1)
            row_of.append(mine[0])
            if rng.random() < 0.22:                                                             # others read another letter here
                b.append((back[i] + rng.integers(1, 4)) % 4)
                p.append(list(prior))
                e.append(i == n - 1)
                mine.append(len(b))
            if rng.random() < 0.12:                                                             # or one more
                b.append(rng.integers(0, 4))
                p.append([mine[-1]])
                e.append(i == n - 1)
                mine.append(len(b))
            prior = mine
        noise = rng.random(n)
        read = []
        for i in range(n):
            if noise[i] < 0.05:
                continue
            read.append((back[i] + (rng.integers(1, 4) if noise[i] < 0.1 else 0)) % 4)
            if noise[i] > 0.94:
                read.append(rng.integers(0, 4))
        read = read[:length]
        win.append((nodes, len(b), letters, len(read)))
        mat.append(cells)
        cells += (len(b) + 1) * (len(read) + 1)
        nodes += len(b)
        letters += len(read)
        base += b
        ends += e
        text += read
        for one in p:
            pred += one
            pptr.append(len(pred))
    launch("poa_graph", size, [windows * loc], [loc], dict(match=3, mismatch=-5, gap=-4), {},
           dict(window=np.array(win, np.int32), node_base=np.array(base, np.uint8), pred_ptr=np.array(pptr, np.int32), pred=np.array(pred, np.int16),
                is_end=np.array(ends, np.uint8), letters=np.array(text, np.uint8), matrix_at=np.array(mat, np.int32), matrix=cells * 2,
                alignment=(nodes + letters) * 4, result=windows * 16))
    launches[-1]["content"]["matrix"] = "0"

# ---- voxel_dda: a scanner of some rings on a robot that drives down a yard with walls, boxes and open sky
rng = np.random.default_rng(4007)
for size, sweeps, rings, turn, nx, nz, cell, loc in (("small", 1, 4, 90, 48, 16, 0.8, 32), ("middle", 2, 8, 450, 128, 32, 0.4, 64),
                                                      ("large", 5, 16, 900, 320, 64, 0.2, 64)):
    a, el, s = np.meshgrid(np.linspace(-np.pi, np.pi, turn, endpoint=False), np.linspace(-0.26, 0.26, rings), np.arange(sweeps), indexing="ij")
    s, a, el = (np.moveaxis(v, 2, 0).ravel() for v in (s, a, el))
    a = a + rng.normal(0, 0.0005, a.shape)
    yaw = np.linspace(0, 0.5, sweeps) + rng.normal(0, 0.01, sweeps)
    place = np.stack([np.linspace(-4, 4, sweeps) if sweeps > 1 else np.zeros(1), rng.normal(0, 0.2, sweeps), np.full(sweeps, 0.9)], -1)
    pose = np.zeros((sweeps, 12), np.float32)
    pose[:, [0, 1, 3, 4]] = np.stack([np.cos(yaw), -np.sin(yaw), np.sin(yaw), np.cos(yaw)], -1)
    pose[:, 8] = 1
    pose[:, 9:] = place
    d = np.stack([np.cos(el) * np.cos(a + yaw[s]), np.cos(el) * np.sin(a + yaw[s]), np.sin(el)], -1)
    o = place[s].astype(float)
    best = np.full(len(a), 60.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        for axis, at, sign in ((2, 0.0, -1), (1, 14.0, 1), (1, -11.0, -1), (0, 26.0, 1)):
            t = (at - o[:, axis]) / d[:, axis]
            p = o + d * t[:, None]
            ok = (t > 0) & (p[:, 2] < 4.5 if axis != 2 else True)
            best = np.where(ok & (t < best), t, best)
        for _ in range(14):
            lo = np.array([rng.uniform(-20, 22), rng.uniform(-10, 12), 0])
            if abs(lo[0]) < 7 and abs(lo[1]) < 3:
                continue
            hi = lo + rng.uniform(0.6, 3, 3)
            t0, t1 = (lo - o) / d, (hi - o) / d
            near, far = np.minimum(t0, t1).max(-1), np.maximum(t0, t1).min(-1)
            best = np.where((near < far) & (near > 0) & (near < best), near, best)
    best = best + rng.normal(0, 0.02, best.shape)
    best[rng.random(len(best)) < 0.02] = 0.3
    scan = np.stack([best, a, el, rng.random(len(a))], -1)
    launch("voxel_dda", size, [up(len(a), loc)], [loc], dict(nbeams=len(a), nx=nx, ny=nx * 3 // 4, nz=nz), dict(cell=cell, min_range=0.5, max_range=30.0),
           dict(scan=scan.astype(np.float32), poses=pose, sweep_of=s.astype(np.int32), passed=np.zeros(nx * (nx * 3 // 4) * nz, np.int32),
                struck=np.zeros(nx * (nx * 3 // 4) * nz, np.int32), steps=len(a) * 2))

# ---- wsola_stretch: voiced and unvoiced syllables with pauses, each clip of another pitch and speed
rng = np.random.default_rng(4008)
for size, clips, frame, frames, reach, loc in (("small", 4, 128, 5, 40, 16), ("middle", 10, 256, 28, 96, 32), ("large", 38, 512, 36, 160, 64)):
    half = frame // 2
    speed = rng.uniform(0.6, 1.6, clips)
    count = (frames * speed * half + 3 * frame + reach).astype(int)
    count[rng.random(clips) < 0.2] *= 3
    count[rng.random(clips) < 0.2] = (count * 0.7).astype(int)[0]                               # ends before its frames do
    ptr = np.concatenate([[0], np.cumsum(count)])
    parts = []
    for n in count:
        pitch = rng.uniform(90, 260) * (1 + 0.1 * np.sin(np.arange(n) / 3000))
        phase = 2 * np.pi * np.cumsum(pitch) / 16000
        voiced = sum(np.sin(k * phase) * rng.uniform(0.2, 1) / k for k in range(1, 9))
        syllable = np.repeat(rng.choice([0, 1, 2], n // 900 + 1, p=[0.15, 0.65, 0.2]), 900)[:n]
        parts.append(np.where(syllable == 1, voiced * 0.3, np.where(syllable == 2, rng.normal(0, 0.08, n), 0)) + rng.normal(0, 0.002, n))
    hann = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(frame) / frame)
    launch("wsola_stretch", size, [clips * loc], [loc], dict(frame=frame, nframes=frames, reach=reach, stride=2), {},
           dict(sound=np.concatenate(parts).astype(np.float32), clip=np.stack([ptr[:-1], count], -1).astype(np.int32), speed=speed.astype(np.float32),
                hann=hann.astype(np.float32), slow=clips * (frames + 1) * half * 4, shift=clips * frames * 2, likeness=clips * 4))

# ---- born_radii: chains folded into globules, one molecule or a few side by side
rng = np.random.default_rng(4009)
for size, molecules in (("small", [110]), ("middle", [420, 260, 120]), ("large", [1900, 1300])):
    xyz, of = [], []
    for m, n in enumerate(molecules):
        size_a = (n * 14 / 4.19) ** (1 / 3)
        p = np.zeros((n, 3))
        step = rng.normal(0, 1, 3)
        for i in range(1, n):
            step = 0.5 * step + rng.normal(0, 0.8, 3) - 0.12 * p[i - 1] / size_a * (np.linalg.norm(p[i - 1]) > 0.7 * size_a) * 8
            p[i] = p[i - 1] + step / np.linalg.norm(step) * 1.4
        for _ in range(12):                                                                     # push apart what lies too near
            dist = np.linalg.norm(p[:, None] - p[None], axis=-1)
            i, j = np.nonzero((dist < 1.2) & (dist > 0))
            move = (p[i] - p[j]) / dist[i, j][:, None] * (1.25 - dist[i, j])[:, None] * 0.4
            np.add.at(p, i, move)
        xyz.append(p + (60.0 * m, 0, 0))
        of.append(np.full(n, m))
    xyz, of = np.concatenate(xyz), np.concatenate(of)
    kind = rng.choice(4, len(of), p=[0.5, 0.32, 0.08, 0.1])
    scale, rad = np.array([0.85, 0.72, 0.79, 0.85])[kind], np.array([1.2, 1.7, 1.55, 1.5])[kind]
    launch("born_radii", size, [up(len(of), 64)], [64], dict(natoms=len(of)), dict(cutoff=20.0),
           dict(atoms=np.concatenate([xyz, scale[:, None]], 1).astype(np.float32), radius=rad.astype(np.float32), molecule=of.astype(np.int32),
                born=len(of) * 4, chain=len(of) * 4))

# ---- snl_dia: a coast and an ice edge, wind seas with JONSWAP spectra and swell from far
rng = np.random.default_rng(4010)
for size, points, rows in (("small", 6, 4), ("middle", 90, 8), ("large", 1500, 8)):
    f = 0.042 * 1.1 ** np.arange(40)
    th = np.arange(24) * np.pi / 12
    e = np.zeros((points, 36, 24))
    for crests, low, high, tight in ((0.04, 0.08, 0.25, 2), (0.008, 0.05, 0.08, 12)):
        peak, way = rng.uniform(low, high, (points, 1)), rng.uniform(0, 6.283, (points, 1))
        rel = f[None, :36] / peak
        shape = crests * f[:36] ** -5 * 1e-2 * np.exp(-1.25 * rel ** -4) * 3.3 ** np.exp(-(rel - 1) ** 2 / 0.0128)
        spread = np.maximum(np.cos(th[None] - way), 0) ** (2 * tight)
        e += shape[:, :, None] * (spread / spread.sum(1, keepdims=True))[:, None]
    e[e < 1e-12] = 0
    sea = np.where(rng.random((points + 7) // 8).repeat(8)[:points] < 0.15, 0, 1)
    sea[rng.random(points) < 0.03] = 2
    sea[0] = 1
    launch("snl_dia", size, [24, rows, points], [24, rows, 1], dict(up_k=2, down_k=3, up_t=0, down_t=2),
           dict(up_fk=0.341, down_fk=0.018, up_ft=0.765, down_ft=0.237, strength=2.78e7),
           dict(spectrum=e.astype(np.float32), frequency=f.astype(np.float32), depth_number=rng.lognormal(1, 0.8, points).astype(np.float32),
                sea=sea.astype(np.uint8), source=points * 864 * 4, slope=points * 864 * 4))

launches.sort(key=lambda l: (l["kernel"], SIZES.index(l["name"].rsplit("-", 1)[1])))
with open(os.path.join(here, "launches.json"), "w") as f:
    json.dump(launches, f, indent=1)
    f.write("\n")

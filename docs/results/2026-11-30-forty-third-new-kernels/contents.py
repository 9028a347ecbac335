#!/usr/bin/env python3
"""Inputs and launches for the ten kernels of this folder (numpy only, deterministic). Optional argument: the folder to write to."""
import json
import os
import sys
import numpy as np

here = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))
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


def starts(counts):
    return np.concatenate([[0], np.cumsum(counts)])


# ---- rnea_torque: smooth motions of an arm of about the size of a Franka; rests between some of them
rng = np.random.default_rng(4301)
for size, samples, joints, loc in (("small", 31, 7, 8), ("middle", 3001, 7, 24), ("large", 60013, 7, 50)):
    t = np.arange(samples) * 0.004
    slow = rng.uniform(0.3, 2.5, (joints, 3, 1))
    phase = rng.uniform(0, 6.28, (joints, 3, 1))
    size_of = rng.uniform(0.1, 0.8, (joints, 3, 1))
    q = (size_of * np.sin(slow * t + phase)).sum(1) + rng.uniform(-0.5, 0.5, (joints, 1))
    qd = (size_of * slow * np.cos(slow * t + phase)).sum(1)
    qdd = -(size_of * slow ** 2 * np.sin(slow * t + phase)).sum(1)
    still = np.sin(t * 0.7 + 2) > 0.9
    qd[:, still] = 0
    qdd[:, still] = 0
    link = np.zeros((joints, 7, 4))
    place = [[0, 0, 0.333], [0, 0, 0], [0, -0.316, 0], [0.0825, 0, 0], [-0.0825, 0.384, 0], [0, 0, 0], [0.088, 0, 0]]
    for j in range(joints):
        bend = [0, -1, 1, 1, -1, 1, 1][j] * np.pi / 2
        link[j, 0] = place[j] + [[4.97, 0.65, 3.23, 3.59, 1.23, 1.67, 1.47][j]]
        link[j, 1] = list(rng.normal(0, 0.05, 3)) + [rng.uniform(0.1, 0.8)]
        link[j, 2] = list(rng.uniform(0.01, 0.06, 3) * link[j, 0, 3]) + [rng.uniform(0.05, 0.4)]
        link[j, 3] = list(rng.normal(0, 0.002, 3)) + [rng.uniform(0.2, 0.9)]
        link[j, 4] = [1, 0, 0, [87, 87, 87, 87, 12, 12, 12][j]]
        link[j, 5] = [0, np.cos(bend), np.sin(bend), 0]
        link[j, 6] = [0, -np.sin(bend), np.cos(bend), 0]
    launch("rnea_torque", size, [up(samples, loc)], [loc], dict(nsamples=samples, njoints=joints), dict(gravity=9.81),
           dict(q=q.astype(np.float32), qd=qd.astype(np.float32), qdd=qdd.astype(np.float32), link=link.astype(np.float32),
                torque=joints * samples * 4, check=samples * 8))

# ---- dssp_hbonds: layers of helices (9.5 apart) and of sheets (4.8 apart), up and down, coordinates a little off; several chains
rng = np.random.default_rng(4302)


def along(kind, length, up_down):
    """Atoms of an element about the origin's z axis: length x 5 (N, H, CA, C, O) x 3."""
    k = np.arange(length)[:, None]
    if kind == "helix":
        r = np.array([1.55, 1.6, 2.29, 1.68, 2.0])
        turn = np.radians(100.0 * k + np.array([-27.7, -33.0, 0.0, 26.2, 25.0]))
        z = 1.5 * k + np.array([-0.9, -1.9, 0.0, 1.1, 2.3])
        x, y = r * np.cos(turn), r * np.sin(turn)
    else:
        side = 1 - 2 * (k % 2)
        z = 3.3 * k + np.array([-1.2, -1.2, 0.0, 1.2, 1.3])
        x = side * np.array([-0.3, -1.3, 0.0, 0.3, 1.5])
        y = side * np.array([0.2, 0.2, 0.85, 0.2, 0.2])
    out = np.stack([x, y, z], -1)
    if up_down:
        out = out * [1, -1, -1]
        out[..., 2] += (1.5 if kind == "helix" else 3.3) * (length - 1)
    return out


for size, residues, chains, near, loc in (("small", 97, 1, 9.0, 14), ("middle", 1009, 2, 9.0, 32), ("large", 4507, 7, 9.0, 90)):
    row = max(2, round((residues / 16) ** 0.5))                                                # elements side by side
    parts, at, n, y = [], 0, 0, 0.0
    while n < residues:
        kind = "helix" if rng.random() < 0.6 else "sheet"
        for k in range(row if kind == "helix" else 2 * row):
            length = int(rng.integers(11, 22) if kind == "helix" else rng.integers(5, 10))
            xyz = along(kind, length, at % 2) + [(9.5 if kind == "helix" else 4.8) * k, y, rng.normal(0, 0.5)]
            parts.append(xyz)
            n += length
            at += 1
        y += 10.0
    xyz = np.concatenate(parts)[:residues] + rng.normal(0, 0.12, (residues, 5, 3))
    backbone = np.zeros((residues, 5, 4), np.float32)
    backbone[:, :, :3] = xyz
    chain = np.arange(residues) * chains // residues
    backbone[:, 2, 3] = chain
    backbone[:, 1, 3] = (rng.random(residues) > 0.045) & (np.diff(chain, prepend=-1) == 0)
    launch("dssp_hbonds", size, [up(residues, loc)], [loc], dict(nresidues=residues), dict(near=near, least=-0.5),
           dict(backbone=backbone, partner=residues * 8, energy=residues * 8, turn=residues))

# ---- powerflow_newton: regions of radial feeders and rings with ties between far buses, numbered by region
rng = np.random.default_rng(4303)
for size, buses, loc in (("small", 83, 12), ("middle", 8009, 20), ("large", 150001, 48)):
    child = np.arange(1, buses)
    parent = child - np.minimum(rng.geometric(0.12, buses - 1), child)
    a = rng.integers(0, buses, buses // 3)
    b = np.where(rng.random(len(a)) < 0.85, a + rng.integers(2, 60, len(a)), rng.integers(0, buses, len(a))) % buses
    edge = np.unique(np.sort(np.stack([np.concatenate([child, a]), np.concatenate([parent, b])], -1), 1), axis=0)
    edge = edge[edge[:, 0] != edge[:, 1]]
    x = rng.lognormal(-2.8, 0.7, len(edge))
    y = 1 / (x * rng.uniform(0.1, 0.6, len(edge)) + 1j * x)
    charging = 1j * rng.uniform(0, 0.04, len(edge))
    diagonal = np.zeros(buses, complex)
    np.add.at(diagonal, edge[:, 0], y + charging)
    np.add.at(diagonal, edge[:, 1], y + charging)
    r = np.concatenate([np.arange(buses), edge[:, 0], edge[:, 1]])
    c = np.concatenate([np.arange(buses), edge[:, 1], edge[:, 0]])
    value = np.concatenate([diagonal, -y, -y])
    order = np.lexsort((c, r))
    r, c, value = r[order], c[order], value[order]
    k = np.arange(buses)
    angle = -0.2 + 0.15 * np.sin(k / 900.0) + 0.05 * np.sin(k / 37.0) + rng.normal(0, 0.01, buses)
    v = 1 + 0.03 * np.sin(k / 150.0) + rng.normal(0, 0.008, buses)
    phasor = v * np.exp(1j * angle)
    flow = np.zeros(buses, complex)
    np.add.at(flow, r, value * phasor[c])
    power = phasor * np.conj(flow) + 0.05 * (rng.normal(0, 1, buses) + 1j * rng.normal(0, 1, buses))
    kind = (rng.random(buses) < 0.18).astype(np.uint8)
    kind[buses // 5] = 2
    launch("powerflow_newton", size, [up(buses, loc)], [loc], dict(nbuses=buses), {},
           dict(row_ptr=starts(np.bincount(r, minlength=buses)).astype(np.int32), col=c.astype(np.int32),
                admittance=np.stack([value.real, value.imag], -1), voltage=np.stack([v, angle], -1),
                scheduled=np.stack([power.real, power.imag], -1), kind=kind, mismatch=buses * 16, jacobian=len(r) * 32))

# ---- nasch_roads: from free to jammed, a slow stretch on most roads, lights with cycles of a minute or so
rng = np.random.default_rng(4304)
for size, roads, cells, steps, loc in (("small", 2, 187, 21, 32), ("middle", 23, 433, 101, 40), ("large", 91, 997, 203, 60)):
    density = rng.uniform(0.04, 0.45, (roads, 1))
    start = np.where(rng.random((roads, cells)) < density, rng.integers(0, 5, (roads, cells)), -1).astype(np.int8)
    limit = np.repeat(rng.integers(3, 6, (roads, 1)), cells, 1).astype(np.int8)
    for k in range(roads):
        at = int(rng.integers(0, cells * 3 // 4))
        limit[k, at:at + int(rng.integers(0, cells // 5))] = 2
    cycle = rng.integers(40, 91, roads)
    light = np.stack([cycle, (cycle * rng.uniform(0.2, 0.55, roads)).astype(int), rng.integers(0, 90, roads), np.zeros(roads, int)], -1)
    launch("nasch_roads", size, [roads * loc], [loc], dict(nroads=roads, ncells=cells, nsteps=steps, dawdle=13107, seed=4304), {},
           dict(start=start, limit=limit, light=light.astype(np.int32), finish=roads * cells, flow=roads * 16))

# ---- reserve_bootstrap: lines with short and long tails, growing business; residuals with zeros at the triangle's corners
rng = np.random.default_rng(4305)
for size, sims, lines, years, loc in (("small", 9, 2, 10, (5, 1)), ("middle", 191, 4, 15, (16, 2)), ("large", 1601, 6, 20, (36, 1))):
    d = np.arange(years)
    tail = rng.uniform(0.25, 0.7, (lines, 1))
    pattern = (d + 0.6) * np.exp(-tail * d) + 1e-3
    pattern /= pattern.sum(1, keepdims=True)
    ultimate = rng.lognormal(9, 0.6, (lines, 1)) * 1.05 ** d * rng.uniform(0.85, 1.15, (lines, years))
    fitted = ultimate[:, :, None] * pattern[:, None, :]
    fitted[:, d[:, None] + d[None, :] >= years] = 0
    cells = years * (years + 1) // 2
    scale = rng.uniform(3, 40, lines)
    residual = rng.standard_t(6, (lines, cells)) * np.sqrt(scale)[:, None]
    residual[:, [0, -1]] = 0
    launch("reserve_bootstrap", size, [up(sims, loc[0]), up(lines, loc[1])], loc,
           dict(nsims=sims, nlines=lines, nyears=years, nresiduals=cells, seed=4305), {},
           dict(fitted=fitted.astype(np.float32), residual=residual.astype(np.float32), scale=scale.astype(np.float32), result=lines * sims * 16))

# ---- join_probe: a dimension filtered before the build, so most facts find nothing; popular keys; some keys twice or more
rng = np.random.default_rng(4306)


def hash_key(x):
    x = (x ^ x >> np.uint32(16)) * np.uint32(0x85ebca6b)
    x = (x ^ x >> np.uint32(13)) * np.uint32(0xc2b2ae35)
    return x ^ x >> np.uint32(16)


for size, facts, dims, groups, words, buckets, loc in (("small", 701, 90, 7, 64, 128, 15), ("middle", 60013, 5003, 25, 2048, 8192, 32),
                                                       ("large", 1500007, 140009, 250, 65536, 131072, 50)):
    known = np.unique(rng.integers(1, 2 ** 31, 4 * dims)).astype(np.uint32)                    # keys of the whole dimension
    rng.shuffle(known)
    pick = np.where(rng.random(dims) < 0.9, np.arange(dims), rng.integers(0, dims, dims))
    dim_key = known[pick]
    h = hash_key(dim_key)
    bucket = (h * np.uint32(0x9e3779b1) >> np.uint32(12)) & np.uint32(buckets - 1)
    head = np.full(buckets, -1, np.int32)
    chain = np.full(dims, -1, np.int32)
    order = np.argsort(bucket, kind="stable")
    same = bucket[order][1:] == bucket[order][:-1]
    chain[order[1:][same]] = order[:-1][same]                                                   # later rows stand before earlier ones
    head[bucket[order]] = order                                                                 # the last one stays
    bloom = np.zeros(words, np.uint32)
    one = np.uint32(1)
    np.bitwise_or.at(bloom, h >> np.uint32(10) & np.uint32(words - 1), one << (h & np.uint32(31)) | one << (h >> np.uint32(5) & np.uint32(31)))
    fact_key = known[(len(known) * rng.random(facts) ** 1.15).astype(int)]
    group = np.stack([(groups * rng.random(dims) ** 1.6).astype(int), rng.integers(0, 11, dims)], -1)
    launch("join_probe", size, [up(facts, loc)], [loc],
           dict(nfacts=facts, ndims=dims, word_mask=words - 1, bucket_mask=buckets - 1, from_day=365, to_day=2192), {},
           dict(day=rng.integers(0, 2557, facts).astype(np.uint16), fact_key=fact_key, amount=rng.integers(90, 9000, facts).astype(np.uint32),
                bloom=bloom, head=head, chain=chain, dim_key=dim_key, dim_group=group.astype(np.int32), total=groups * 4, hits=groups * 4,
                match=facts * 4))
    launches[-1]["content"].update(total="0", hits="0")

# ---- unmix_pixels: soils, leaves, water, roofs: smooth spectra; patches of few materials, clouds masked
rng = np.random.default_rng(4307)
for size, pixels, bands, sweeps, loc in (("small", 61, 50, 20, 9), ("middle", 5003, 103, 30, 28), ("large", 75011, 181, 40, 64)):
    wave = np.linspace(0, 1, bands)[:, None]
    spectra = 0.12 + 0.02 * np.arange(5) + sum(rng.uniform(-0.1, 0.22, 5) * np.exp(-((wave - rng.uniform(0, 1, 5)) / rng.uniform(0.06, 0.4, 5)) ** 2)
                                               for _ in range(5))
    spectra = spectra.clip(0.01, 0.9).astype(np.float32)
    unity = 4.0
    gram = (spectra.T.astype(float) @ spectra + unity).astype(np.float32)
    patch = rng.dirichlet([0.35] * 5, pixels // 40 + 1)[np.arange(pixels) // 40]
    share = rng.gamma(0.05 + 6 * patch) + 1e-6
    share = (share / share.sum(1, keepdims=True)).astype(np.float32)
    light = rng.uniform(0.9, 1.1, pixels).astype(np.float32)
    cube = (spectra @ (share * light[:, None]).T) * np.float32(10000)
    cube += rng.normal(0, 40, (bands, 1)) + 30 * rng.standard_normal((bands, pixels), np.float32)
    cube = cube.clip(0, 12000).astype(np.uint16)
    k = np.arange(pixels)
    cube[:, np.sin(k / 211.0) + 0.4 * np.sin(k / 17.0) > 1.2] = 65535
    launch("unmix_pixels", size, [up(pixels, loc)], [loc], dict(nbands=bands, npixels=pixels, max_sweeps=sweeps),
           dict(scale=10000.0, unity=unity, tolerance=0.002),
           dict(cube=cube, spectra=spectra, gram=gram, share=5 * pixels * 4, misfit=pixels * 4, sweeps=pixels))

# ---- nurbs_surface: a hull-like sheet, knots unevenly spaced and some twofold, weights about 1, finer where it bends
rng = np.random.default_rng(4308)


def clamped(n, degree):
    inner = np.sort(rng.uniform(0.04, 0.96, n - degree - 1))
    twice = np.nonzero(rng.random(len(inner) - 1) < 0.06)[0]
    inner[twice + 1] = inner[twice]
    return np.concatenate([np.zeros(degree + 1), np.sort(inner), np.ones(degree + 1)]).astype(np.float32)


for size, nu, nv, cu, cv, pu, pv, loc in (("small", 13, 11, 9, 7, 3, 3, (7, 3)), ("middle", 123, 109, 31, 22, 3, 3, (16, 4)),
                                          ("large", 563, 491, 119, 87, 3, 4, (40, 3))):
    y, x = np.mgrid[0:cv, 0:cu] / np.array([cv - 1.0, cu - 1.0])[:, None, None]
    z = 0.8 * (x - 0.5) ** 2 - 0.5 * (y - 0.4) ** 2 + 0.04 * np.sin(9 * x + 4 * y) + rng.normal(0, 0.003, x.shape)
    w = rng.uniform(0.7, 1.4, x.shape)
    control = np.stack([4 * x * w, 2.5 * y * w, z * w, w], -1)
    s, t = np.linspace(0, 1, nu), np.linspace(0, 1, nv)
    launch("nurbs_surface", size, [up(nu, loc[0]), up(nv, loc[1])], loc,
           dict(nu=nu, nv=nv, ncontrol_u=cu, ncontrol_v=cv, degree_u=pu, degree_v=pv), {},
           dict(u=(s - 0.08 * np.sin(6.2831853 * s)).clip(0, 1).astype(np.float32), v=(t + 0.06 * np.sin(12.566371 * t)).clip(0, 1).astype(np.float32),
                knots_u=clamped(cu, pu), knots_v=clamped(cv, pv), control=control.astype(np.float32),
                point=nu * nv * 16, normal=nu * nv * 16))

# ---- potts_sweep: a round piece of tissue of two kinds of cells, about 7 x 7 sites each, in medium; a scent from one side
rng = np.random.default_rng(4309)
for size, bx, by, loc in (("small", 21, 19, (7, 3)), ("middle", 203, 187, (16, 8)), ("large", 1009, 807, (50, 2))):
    width, height = 2 * bx, 2 * by
    y, x = np.mgrid[0:height, 0:width].astype(np.int32)
    gw, gh = width // 7 + 1, height // 7 + 1
    px = (7 * np.arange(gw) + rng.uniform(0.5, 6.5, (gh, gw))).astype(np.float32)
    py = (7 * np.arange(gh)[:, None] + rng.uniform(0.5, 6.5, (gh, gw))).astype(np.float32)
    nearest = np.full((height, width), np.float32(1e9))
    site = np.zeros((height, width), np.int32)
    for oy in (-1, 0, 1):
        for ox in (-1, 0, 1):
            cy, cx = (y // 7 + oy).clip(0, gh - 1), (x // 7 + ox).clip(0, gw - 1)
            far = (x - px[cy, cx]) ** 2 + (y - py[cy, cx]) ** 2
            closer = far < nearest
            nearest[closer] = far[closer]
            site[closer] = (1 + cy * gw + cx)[closer]
    outside = ((x - width / 2) / (0.47 * width)) ** 2 + ((y - height / 2) / (0.47 * height)) ** 2 > 1 + 0.06 * np.sin(x / 5.0)
    site[outside] = 0
    cells = gw * gh + 1
    kind = rng.integers(1, 3, cells).astype(np.uint8)
    kind[0] = 0
    contact = np.array([[0, 16, 14], [16, 6, 11], [14, 11, 9]], np.float32)
    target = np.array([[0, 0, 0, 0], [50, 0.8, 0, 0], [46, 1.0, 6, 0]], np.float32)
    scent = (10 * np.exp(-x / (0.5 * width)) + 0.2 * np.sin(y / 9.0)).astype(np.float32)
    launch("potts_sweep", size, [up(bx, loc[0]), up(by, loc[1])], loc, dict(width=width, height=height, which=2, seed=4309), dict(heat=10.0),
           dict(site=site, later=site.nbytes, volume=np.bincount(site.ravel(), minlength=cells).astype(np.int32), change=cells * 4, kind=kind,
                scent=scent, contact=contact, target=target))
    launches[-1]["content"].update(change="0")

# ---- first_breaks: shot gathers: noise, then a wavelet and its coda from a time that grows with the offset; some traces dead or noisy
rng = np.random.default_rng(4310)
for size, traces, samples, margin, loc in (("small", 3, 251, 8, 25), ("middle", 121, 751, 15, 40), ("large", 2003, 1501, 20, 64)):
    offset = np.abs(np.arange(traces) % 120 - 41.3) * 12.5
    interval = 1.0
    span = samples * interval
    arrival = 0.18 * span + offset / 1500 * 0.55 * span + rng.normal(0, 2, traces)             # ms
    t = np.arange(samples, dtype=np.float32) * np.float32(interval)
    trace = np.empty((traces, samples), np.float32)
    for k in range(traces):
        after = (t - arrival[k]).clip(0).astype(np.float32)
        event = np.sin(0.19 * after) * np.exp(-after / 160) * (after > 0)
        coda = rng.standard_normal(samples, np.float32) * np.float32(0.3) * (after > 0)
        trace[k] = np.float32(rng.lognormal(0, 0.5)) * (event + coda) + np.float32(rng.lognormal(-3, 0.7)) * rng.standard_normal(samples, np.float32)
    trace[rng.random(traces) < 0.02] *= np.float32(1e-4)
    guess = arrival + rng.normal(0, 8, traces)
    half = np.where(rng.random(traces) < 0.3, 0.2, 0.32) * samples
    window = np.stack([(guess / interval - half).clip(0, samples - 60), (guess / interval + half).clip(60, samples)], -1)
    launch("first_breaks", size, [traces * loc], [loc], dict(ntraces=traces, nsamples=samples, margin=margin, look=16), dict(interval=interval),
           dict(trace=trace, window=window.astype(np.int32), pick=traces * 16))

launches.sort(key=lambda l: (l["kernel"], SIZES.index(l["name"].rsplit("-", 1)[1])))
with open(os.path.join(here, "launches.json"), "w") as f:
    json.dump(launches, f, indent=1)
    f.write("\n")

#!/usr/bin/env python3
"""Inputs and launches for the ten kernels of this folder (numpy only, deterministic). Optional argument: the folder to write to."""
import json
import math
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


def smooth(rng, ny, nx, cell):
    """Noise of about unit deviation that changes over `cell` pixels."""
    coarse = rng.normal(0, 1, (ny // cell + 3, nx // cell + 3))
    y, x = np.arange(ny) / cell, np.arange(nx) / cell
    j, i = y.astype(int), x.astype(int)
    fy, fx = (y - j)[:, None], (x - i)[None, :]
    fy, fx = fy * fy * (3 - 2 * fy), fx * fx * (3 - 2 * fx)
    a = coarse[j][:, i] * (1 - fx) + coarse[j][:, i + 1] * fx
    b = coarse[j + 1][:, i] * (1 - fx) + coarse[j + 1][:, i + 1] * fx
    return (a * (1 - fy) + b * fy) * 1.4


# ---- adsb_scan: replies of many aircraft, near and far, at any time between the samples; Mode A and C between them; noise of the receiver
rng = np.random.default_rng(4901)
parity = np.zeros(256, np.uint32)
for i in range(256):
    r = i << 16
    for _ in range(8):
        r = ((r << 1) ^ (0xfff409 if r & 0x800000 else 0)) & 0xffffff
    parity[i] = r


def mode_s_remainder(message):
    r = 0
    for b in message[:-3]:
        r = ((r << 8) ^ int(parity[((r >> 16) ^ int(b)) & 255])) & 0xffffff
    return r ^ (int(message[-3]) << 16 | int(message[-2]) << 8 | int(message[-1]))


syndrome = []
for k in range(112):
    one = [0] * 14
    one[k >> 3] = 0x80 >> (k & 7)
    syndrome.append(mode_s_remainder(one))
assert len(set(syndrome)) == 112
for size, samples, replies, stretch, loc in (("small", 5003, 9, 64, 8), ("middle", 180001, 180, 128, 16), ("large", 3000017, 2700, 256, 32)):
    signal = np.zeros(samples, complex)
    for _ in range(replies):
        kind = int(rng.choice([17, 11, 4, 5, 20, 18], p=[0.42, 0.3, 0.13, 0.05, 0.08, 0.02]))
        m = [int(v) for v in rng.integers(0, 256, 14 if kind >= 16 else 7)]
        m[0] = kind << 3 | m[0] & 7
        m[-3:] = [0, 0, 0]
        r = mode_s_remainder(m)
        if kind in (4, 5, 20):
            r ^= int(rng.integers(0, 1 << 24))                             # the address over the parity
        m[-3:] = [r >> 16, r >> 8 & 255, r & 255]
        assert kind in (4, 5, 20) or mode_s_remainder(m) == 0
        bits = np.unpackbits(np.array(m, np.uint8))
        if rng.random() < 0.12:
            bits[int(rng.integers(8, len(bits)))] ^= 1
        pulse = np.zeros(16 + 2 * len(bits) + 1)
        pulse[[0, 2, 7, 9]] = 1
        pulse[16:-1:2], pulse[17::2][:len(bits)] = bits, 1 - bits
        late = rng.uniform(0, 0.6) if rng.random() < 0.4 else rng.uniform(0, 0.15)
        pulse = (1 - late) * pulse + late * np.concatenate([[0], pulse[:-1]])
        at = int(rng.integers(0, samples - len(pulse)))
        signal[at:at + len(pulse)] += pulse * 127 * min(1, math.exp(rng.normal(-1.5, 0.7))) * np.exp(1j * (rng.uniform(0, 6.28) + rng.normal(0, 0.05) * np.arange(len(pulse))))
    for _ in range(replies * 2):                                           # replies of 12 bits, 1.45 microseconds each
        at = int(rng.integers(0, samples - 60))
        code = np.round(np.arange(15) * 2.9).astype(int)[np.concatenate([[True], rng.random(13) < 0.5, [True]])]
        signal[at + code] += 127 * min(1, math.exp(rng.normal(-1.7, 0.7))) * np.exp(1j * rng.uniform(0, 6.28))
    signal += rng.normal(0, 2.6, samples) + 1j * rng.normal(0, 2.6, samples)
    i, q = np.round(signal.real + 0.3).clip(-127, 127), np.round(signal.imag - 0.2).clip(-127, 127)
    most = max(16, replies // 2)
    stretches = -(-samples // stretch)
    launch("adsb_scan", size, [up(stretches, loc)], [loc], dict(nsamples=samples, stretch=stretch, most=most), {},
           dict(strength=np.round(np.hypot(i, q) * 360).clip(0, 65535).astype(np.uint16), parity=parity, syndrome=np.array(syndrome, np.uint32),
                nfound=4, message=16 * most, place=16 * most, tried=4 * stretches))

# ---- allan_dev: quartz, rubidium and masers: white, flicker and random-walk noise, drift; readings missing and jumps of the counter
rng = np.random.default_rng(4902)
for size, samples, lags, clocks, groups in (("small", 1201, 7, 1, 1), ("middle", 20011, 13, 2, 4), ("large", 150011, 21, 5, 8)):
    record = []
    for c in range(clocks):
        white = rng.normal(0, 10 ** rng.uniform(-11.5, -10.5), samples)
        frequency = rng.normal(0, 10 ** rng.uniform(-12, -11), samples)
        walk = np.cumsum(rng.normal(0, 10 ** rng.uniform(-15.5, -14.2), samples))
        x = white + np.cumsum(frequency + walk + 10 ** rng.uniform(-19, -17) * np.arange(samples)) + 1e-9 * np.arange(samples)
        x[rng.random(samples) < 0.002] = np.nan
        for _ in range(samples // 9000 + (c == 0)):
            at, long_for = int(rng.integers(0, samples)), int(rng.exponential(samples / 400 + 3)) + 1
            x[at:at + long_for] = np.nan
        x[rng.random(samples) < 0.0004] += 1e-7
        record.append(x)
    lag = np.unique(np.round(np.geomspace(1, samples / 3.5, lags + 8)).astype(np.int32))
    lag = lag[np.round(np.linspace(0, len(lag) - 1, lags)).astype(int)]
    assert len(set(lag)) == lags and 2 * lag[-1] < samples
    launch("allan_dev", size, [64 * groups, lags, clocks], [64, 1, 1], dict(nsamples=samples), dict(limit=2e-9),
           dict(phase=np.stack(record), lag=lag, partial=32 * groups * lags * clocks))

# ---- bone_euler: rods and plates of spongy bone within a shell, marrow and noise; regions by depth below the shell
rng = np.random.default_rng(4903)
euler, surface = np.zeros(256, np.int8), np.zeros(256, np.uint16)
for bits in range(256):
    cube = np.array([bits >> k & 1 for k in range(8)], bool).reshape(2, 2, 2)
    edges = sum(int(cube.take(s, a).any()) for a in range(3) for s in range(2))
    pairs = [(cube[0, j, i], cube[1, j, i]) for j in range(2) for i in range(2)] + [(cube[k, 0, i], cube[k, 1, i]) for k in range(2) for i in range(2)] \
        + [(cube[k, j, 0], cube[k, j, 1]) for k in range(2) for j in range(2)]
    assert len(pairs) == 12
    euler[bits] = 8 * bool(bits) - 4 * edges + 2 * sum(int(a or b) for a, b in pairs) - int(cube.sum())
    between = sum(int(a != b) for a, b in pairs)
    surface[bits] = round(64 * 0.25 * between * (1 if between <= 4 else 0.78))
assert euler[255] == 8 - 24 + 24 - 8 and euler[1] == 8 - 12 + 6 - 1


def smooth3(shape, cell):
    coarse = rng.normal(0, 1, [n // cell + 3 for n in shape])
    for a, n in enumerate(shape):
        t = np.arange(n) / cell
        k = t.astype(int)
        f = (t - k) ** 2 * (3 - 2 * (t - k))
        f = f.reshape([-1 if b == a else 1 for b in range(3)])
        coarse = coarse.take(k, a) * (1 - f) + coarse.take(k + 1, a) * f
    return coarse * 1.7


for size, nx, ny, nz, depth, loc in (("small", 23, 19, 13, 4, (4, 4, 1)), ("middle", 83, 71, 47, 8, (8, 4, 1)), ("large", 197, 179, 113, 16, (16, 4, 1))):
    z, y, x = np.meshgrid(np.arange(nz), np.arange(ny), np.arange(nx), indexing="ij")
    away = np.hypot((x - nx / 2) / (0.46 * nx), (y - ny / 2) / (0.47 * ny)) * (1 + 0.06 * smooth3((nz, ny, nx), max(6, nx // 4)))
    a, b = smooth3((nz, ny, nx), max(5, nx // 20)), smooth3((nz, ny, nx), max(5, nx // 22))
    bone = (np.abs(a) < 0.24) & (b > -0.55) | (away > 0.86)                 # plates with holes, the shell
    density = np.where(bone & (away < 1), 150, 55) + 12 * smooth3((nz, ny, nx), max(5, nx // 8))
    density = (density + np.roll(density, 1, 0) + np.roll(density, 1, 1) + np.roll(density, 1, 2)) / 4 + rng.normal(0, 9, (nz, ny, nx))
    region = np.where(away >= 1, 0, np.where(away > 0.86, 7, 1 + (away / 0.86 * 3).astype(int).clip(0, 2) + 3 * (z > nz // 2)))
    launch("bone_euler", size, [up(nx - 1, loc[0]), up(ny - 1, loc[1]), -(-(nz - 1) // depth)], loc, dict(nx=nx, ny=ny, nz=nz, depth=depth), {},
           dict(voxel=density.clip(0, 254).astype(np.uint8), region=region.astype(np.uint8),
                threshold=np.array([255, 104, 104, 102, 106, 105, 103, 118], np.uint8), euler=euler, surface=surface, sums=16 * 8))

# ---- bundle_normal: pictures around a building, more points in the middle ones; some matches are wrong, some points are behind
rng = np.random.default_rng(4904)
for size, cameras, points, mean in (("small", 3, 130, 60), ("middle", 37, 2503, 260), ("large", 307, 22013, 720)):
    side = rng.integers(0, 4, points)
    u, h = rng.uniform(-10, 10, points), 12 * rng.beta(1.2, 1.8, points)
    deep = 8 + 0.5 * np.abs(rng.normal(0, 1, points))
    space = np.stack([np.choose(side, [u, deep, u, -deep]), np.choose(side, [deep, u, -deep, u]), h], -1)
    camera, begin, which, seen = [], [0], [], []
    for c in range(cameras):
        a = 2 * math.pi * c / cameras + rng.normal(0, 0.02)
        eye = np.array([math.cos(a) * 26, math.sin(a) * 26, rng.uniform(1.5, 9)])
        forward = np.array([0, 0, 5]) + rng.normal(0, 1, 3) - eye
        forward /= np.linalg.norm(forward)
        right = np.cross(forward, [0, 0, 1])
        right /= np.linalg.norm(right)
        rotation = np.stack([right, np.cross(forward, right), forward])
        angle = math.acos(max(-1.0, min(1.0, (np.trace(rotation) - 1) / 2)))
        axis = np.array([rotation[2, 1] - rotation[1, 2], rotation[0, 2] - rotation[2, 0], rotation[1, 0] - rotation[0, 1]]) / (2 * math.sin(angle))
        shift = -rotation @ eye
        p = space @ rotation.T + shift
        flat = p[:, :2] / p[:, 2:]
        focal, k1, k2 = rng.normal(2900, 20), rng.normal(-0.09, 0.01), rng.normal(0.03, 0.01)
        rr = (flat ** 2).sum(1)
        pixel = focal * flat * (1 + k1 * rr + k2 * rr ** 2)[:, None] + np.array([2010.0, 1490.0])
        ok = np.nonzero((p[:, 2] > 1) & (pixel > 0).all(1) & (pixel < [4000, 3000]).all(1))[0]
        n = min(len(ok), max(8, int(mean * math.exp(rng.normal(0, 0.45)))))
        pick = np.sort(rng.permutation(ok)[:n])
        image = pixel[pick] + rng.normal(0, 0.7, (n, 2))
        wrong = rng.random(n) < 0.04
        image[wrong] += rng.normal(0, 40, (int(wrong.sum()), 2))
        far = rng.random(n) < 0.003
        pick[far] = rng.integers(0, points, int(far.sum()))
        which.append(pick)
        seen.append(image)
        begin.append(begin[-1] + n)
        camera += [[*(axis * angle + rng.normal(0, 3e-4, 3)), focal], [*(shift + rng.normal(0, 0.01, 3)), k1], [2010.0, 1490.0, k2, 0]]
    total = begin[-1]
    launch("bundle_normal", size, [cameras * 32], [32], {}, dict(huber=2.0),
           dict(camera=np.array(camera, np.float32), begin=np.array(begin, np.int32), which=np.concatenate(which).astype(np.int32),
                seen=np.concatenate(seen).astype(np.float32), point=np.concatenate([space, np.zeros((points, 1))], 1).astype(np.float32),
                off=8 * total, normal=4 * 28 * cameras))

# ---- coil_field: a magnet for imaging, half of it: main coils, shields that run against them; the map goes on outside
rng = np.random.default_rng(4905)
for size, nr, nz, coils, loc in (("small", 11, 9, [(0.5, 0.52, -0.1, 0.1, 1, 3)], (4, 2)),
        ("middle", 37, 43, [(0.5, 0.53, -0.12, 0.12, 2, 5), (0.5, 0.54, 0.22, 0.36, 2, 4), (0.5, 0.55, 0.5, 0.72, 2, 6), (0.9, 0.92, 0.5, 0.7, 1, 7)], (8, 2)),
        ("large", 61, 83, [(0.5, 0.53, -0.12, 0.12, 3, 9), (0.5, 0.54, 0.2, 0.32, 3, 7), (0.5, 0.54, -0.32, -0.2, 3, 7), (0.5, 0.56, 0.5, 0.75, 4, 9),
                           (0.5, 0.56, -0.75, -0.5, 4, 9), (0.92, 0.94, 0.5, 0.72, 2, 8), (0.92, 0.94, -0.72, -0.5, 2, 8)], (16, 2))):
    box = np.array([c[:4] for c in coils])
    ampere = 2.2e8 * (box[:, 1] - box[:, 0]) * (box[:, 3] - box[:, 2]) * np.where(box[:, 0] > 0.8, -1, 1) * rng.uniform(0.95, 1.05, len(coils))
    launch("coil_field", size, [up(nr, loc[0]), up(nz, loc[1])], loc, dict(nr=nr, nz=nz, ncoils=len(coils)),
           dict(r0=0.0, dr=1.4 / (nr - 1), z0=-1.3, dz=2.6 / (nz - 1)),
           dict(coil=box, filaments=np.array([c[4:] for c in coils], np.int32), current=ampere, field=16 * nr * nz, flux=8 * nr * nz))

# ---- flame_chaos: maps as users make them: turned, made smaller, bent; more often those of larger area
rng = np.random.default_rng(4906)
for size, nx, ny, walkers, steps, maps, loc in (("small", 71, 53, 16, 37, 3, 4), ("middle", 307, 229, 192, 101, 4, 8), ("large", 613, 479, 1536, 157, 7, 16)):
    part, bend = [], []
    for m in range(maps):
        a, grow = rng.uniform(0, 2 * math.pi), rng.uniform(0.45, 0.95)
        skew = rng.normal(0, 0.12, 4)
        part += [[grow * math.cos(a) + skew[0], -grow * math.sin(a) + skew[1], grow * math.sin(a) + skew[2], grow * math.cos(a) + skew[3]],
                 [rng.normal(0, 0.6), rng.normal(0, 0.6), m / (maps - 1), 0.5]]
        bend.append([int(rng.choice([0, 1, 2, 3, 4, 5, 6, 8])), int(rng.choice([0, 1, 3, 5, 8])), int(rng.choice([0, 0, 60, 128, 190])), 0])
    bend[0] = [3, 1, 100, 0]
    if maps > 3:
        bend[1:4] = [[2, 0, 0, 0], [6, 4, 80, 0], [7, 1, 200, 0]]
    share = np.abs([p[0] * p[3] - p[1] * p[2] for p in part[::2]]) + 0.15
    choose = np.searchsorted(np.cumsum(share / share.sum()), (np.arange(256) + 0.5) / 256).clip(0, maps - 1)
    t = np.arange(256) / 255
    palette = np.stack([127 + 120 * np.sin(2.1 * t * 6.28 / 2 + p) for p in (0.0, 2.0, 4.4)] + [0 * t], -1)
    launch("flame_chaos", size, [walkers], [loc], dict(nx=nx, ny=ny, nsteps=steps, fuse=20, salt=int(rng.integers(1, 1 << 30))),
           dict(zoom=0.24 * nx, middle_x=0.0, middle_y=0.1),
           dict(map=np.array(part, np.float32), bend=np.array(bend, np.uint8), choose=choose.astype(np.uint8), palette=palette.astype(np.uint8),
                bin=16 * nx * ny, lost=4 * walkers))

# ---- hillshade_multi: ridges and valleys, a plain, sea without data along a coast
rng = np.random.default_rng(4907)
for size, nx, ny, lights, loc in (("small", 92, 61, 1, (8, 2)), ("middle", 612, 421, 4, (16, 2)), ("large", 1804, 1201, 6, (32, 4))):
    z = np.zeros((ny + 2, nx + 8))
    cell, much = max(8, nx // 5), 420.0
    while cell >= 3:
        layer = smooth(rng, ny + 2, nx + 8, cell)
        z += much * (layer if cell > nx // 6 else 0.7 - np.abs(layer))
        cell, much = cell // 3, much * 0.37
    z = 350 + z * (0.25 + 0.75 / (1 + np.exp(-(np.arange(nx + 8) / nx - 0.45) * 9)))[None, :]
    decimetres = np.round(10 * z).clip(-4000, 32000)
    decimetres = np.where(z < 40 + 25 * smooth(rng, ny + 2, nx + 8, max(8, nx // 9)), -32768, decimetres)
    angle = np.radians(315 - 45 * np.arange(lights) if lights > 1 else np.array([315.0]))
    high = math.radians(40)
    light = np.stack([math.cos(high) * np.sin(angle), math.cos(high) * np.cos(angle), np.full(lights, math.sin(high)), 1.0 / (1 + 0.4 * np.arange(lights))], -1)
    stops = np.array([[110, 150, 90], [180, 190, 120], [215, 190, 130], [180, 140, 110], [245, 245, 245]])
    tint = np.stack([np.interp(np.arange(256), [0, 50, 110, 180, 255], stops[:, k]) for k in range(3)] + [np.full(256, 255)], -1)
    launch("hillshade_multi", size, [up(nx // 4, loc[0]), up(ny, loc[1])], loc, dict(nx=nx, ny=ny, nlights=lights, lowest=0),
           dict(per_tint=256.0 / max(2000.0, decimetres.max()), slope_by=0.1 * 1.5 / (8 * 50000.0 / nx), ambient=0.22),
           dict(dem=decimetres.astype(np.int16), light=light.astype(np.float32), tint=tint.astype(np.uint8), picture=4 * nx * ny))

# ---- jobshop_makespan: routes through all or most of the machines; chromosomes of a population that has begun to agree
rng = np.random.default_rng(4908)
for size, jobs, machines, families, population, parents, loc in (("small", 6, 5, 2, 67, 3, 8), ("middle", 15, 10, 4, 1009, 9, 16), ("large", 30, 20, 6, 4507, 23, 32)):
    routes = [rng.permutation(machines)[:machines - int(rng.integers(0, machines // 4 + 1))] for _ in range(jobs)]
    counts = [len(r) for r in routes]
    length = sum(counts)
    time = rng.integers(8, 100, length)
    setup = rng.integers(4, 40, (machines, families, families))
    setup[:, np.arange(families), np.arange(families)] = 0
    pool = [rng.permutation(np.repeat(np.arange(jobs), counts)) for _ in range(parents)]
    gene = np.zeros((length, population), np.uint8)
    for p in range(population):
        g = pool[int(parents * rng.random() ** 2)].copy()
        for _ in range(int(rng.geometric(0.1))):
            i, j = rng.integers(0, length, 2)
            g[i], g[j] = g[j], g[i]
        gene[:, p] = g
    work = np.array([time[s:e].sum() for s, e in zip(starts(counts)[:-1], starts(counts)[1:])])
    due = np.stack([work * rng.uniform(1.3, 2.6, jobs), rng.choice([1, 1, 2, 4], jobs)], -1)
    launch("jobshop_makespan", size, [up(population, loc)], [loc],
           dict(length=length, njobs=jobs, nmachines=machines, nfamilies=families, npopulation=population), {},
           dict(gene=gene, route_at=starts(counts).astype(np.int32), route=np.concatenate(routes).astype(np.uint8), time=time.astype(np.uint16),
                family=rng.integers(0, families, jobs).astype(np.uint8), setup=setup.astype(np.uint8), due=due.astype(np.int32),
                makespan=4 * population, tardiness=4 * population, busiest=8 * population, best=np.array([1 << 30], np.int32)))

# ---- reservoir_sdp: a deep upper reservoir, a wide lower one before a city; values of next month grow ever slower with storage
rng = np.random.default_rng(4909)
for size, n1, n2, classes, releases, loc in (("small", 7, 5, 3, 4, (4, 2, 1)), ("middle", 15, 13, 5, 8, (8, 2, 1)), ("large", 29, 23, 7, 11, (8, 4, 1))):
    full1, full2 = 900.0, 520.0
    wet = np.exp(np.linspace(-1.1, 1.1, classes))
    inflow = np.stack([120 * wet, 65 * wet ** 0.8, 0.12 - 0.02 * np.log(wet), np.full(classes, 150.0) - 15 * np.log(wet)], -1)
    apart = np.arange(classes)[None, :] - 0.6 * np.arange(classes)[:, None] - 0.2 * (classes - 1)
    chance = np.exp(-0.5 * (apart / 1.1) ** 2)
    chance[chance < 0.02] = 0
    chance /= chance.sum(1, keepdims=True)
    part = np.linspace(0, 1, 32)
    head = np.stack([95 + 60 * part ** 0.55, 28 + 19 * part ** 0.7])
    surface = np.stack([4 + 19 * part ** 0.8, 9 + 31 * part ** 0.6])
    s1, s2 = np.linspace(0, 1, n1)[None, None, :], np.linspace(0, 1, n2)[None, :, None]
    future = 900 * (np.sqrt(s1 + 0.05) * 2.2 + np.sqrt(s2 + 0.05)) + 160 * np.log(wet)[:, None, None] + rng.normal(0, 3, (classes, n2, n1))
    launch("reservoir_sdp", size, [up(n1, loc[0]), up(n2, loc[1]), classes], loc, dict(n1=n1, n2=n2, nclasses=classes, nreleases=releases),
           dict(full1=full1, full2=full2, most1=310.0, most2=280.0, price=42.0, fine=0.09),
           dict(inflow=inflow.astype(np.float32), chance=chance.astype(np.float32), head=head.astype(np.float32), surface=surface.astype(np.float32),
                future=future.astype(np.float32), value=4 * n1 * n2 * classes, policy=2 * n1 * n2 * classes))

# ---- wake_farm: turbines in rows at sea, a little off them, a gap for ships; wind mostly from the south-west
rng = np.random.default_rng(4910)
for size, turbines, directions, speeds, loc in (("small", 11, 4, 3, 16), ("middle", 37, 24, 5, 40), ("large", 67, 48, 13, 72)):
    wide = int(math.ceil(math.sqrt(turbines * 1.3)))
    k = np.arange(turbines)
    diameter = 126.0
    site = np.stack([(k % wide) * 7.2 + 0.35 * (k // wide), (k // wide) * 5.6 + 2.5 * (k // wide > 3)], -1) * diameter + rng.normal(0, 30, (turbines, 2))
    speed = 0.5 * np.arange(61)
    thrust = np.where(speed < 3.5, 0.05, np.where(speed < 10.5, 0.81 - 0.004 * (speed - 3.5), 0.78 * (10.5 / speed.clip(1, None)) ** 2.6))
    watt = np.where(speed < 3.5, 0, np.minimum(5000, 5000 * (speed / 11.4) ** 3))
    thrust, watt = np.where(speed > 25, 0.03, thrust), np.where(speed > 25, 0, watt)
    assert thrust.max() < 0.95
    a = 2 * math.pi * np.arange(directions) / directions
    s = 4.0 + (20.0 / speeds) * np.arange(speeds)
    rose = (1 + 0.8 * np.cos(a - math.radians(230)))[:, None] * (s / 10 ** 2 * np.exp(-(s / 10) ** 2))[None, :]
    launch("wake_farm", size, [loc * directions, speeds], [loc, 1], dict(nturbines=turbines, ncurve=61, ndirections=directions, nspeeds=speeds),
           dict(first_speed=4.0, speed_step=20.0 / speeds, diameter=diameter, growth=0.03),
           dict(site=site.astype(np.float32), curve=np.stack([thrust, watt], -1).astype(np.float32), rose=(rose / rose.sum()).astype(np.float32),
                power=4 * directions * speeds * turbines, energy=4 * directions * speeds))

launches.sort(key=lambda l: (l["kernel"], SIZES.index(l["name"].rsplit("-", 1)[1])))
with open(os.path.join(here, "launches.json"), "w") as f:
    json.dump(launches, f, indent=1)
    f.write("\n")

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


# ---- kmer_correct: reads of a genome with repeats, errors that grow towards the ends, some unknown bases
rng = np.random.default_rng(3901)
K, KMASK = 21, np.uint64((1 << 42) - 1)


def mix64(h):
    h = h ^ (h >> np.uint64(31))
    h = h * np.uint64(0x7fb5d329728ea185)
    h = h ^ (h >> np.uint64(27))
    h = h * np.uint64(0x81dadef4bc2dd44d)
    return h ^ (h >> np.uint64(33))


for size, bases, nreads, bits, loc in (("small", 3000, 48, 13, 8), ("middle", 80000, 1200, 18, 16), ("large", 1200000, 13000, 22, 32)):
    genome = rng.integers(0, 4, bases).astype(np.uint8)
    for _ in range(bases // 2000):                                                              # repeats, a little diverged
        n = int(rng.integers(100, 400))
        a, b = rng.integers(0, bases - n, 2)
        piece = genome[a:a + n].copy()
        piece[rng.random(n) < 0.03] ^= 1
        genome[b:b + n] = piece
    n = bases - K + 1
    fwd, rev = np.zeros(n, np.uint64), np.zeros(n, np.uint64)
    for i in range(K):
        fwd = (fwd << np.uint64(2)) | genome[i:i + n]
        rev |= (3 - genome[i:i + n]).astype(np.uint64) << np.uint64(2 * i)
    keys = np.unique(np.minimum(fwd, rev))
    table = np.full(1 << bits, 0xffffffffffffffff, np.uint64)
    slot = mix64(keys).astype(np.uint32) & np.uint32((1 << bits) - 1)
    while len(keys):                                                                            # the first come stay, the others move on
        free = np.flatnonzero(table[slot] == np.uint64(0xffffffffffffffff))
        where, who = np.unique(slot[free], return_index=True)
        table[where] = keys[free[who]]
        left = np.ones(len(keys), bool)
        left[free[who]] = False
        keys, slot = keys[left], (slot[left] + np.uint32(1)) & np.uint32((1 << bits) - 1)
    length = np.where(rng.random(nreads) < 0.8, 125, rng.integers(60, 125, nreads))
    ptr = np.concatenate([[0], np.cumsum(length)])
    start = rng.integers(0, bases - 125, nreads)
    within = np.arange(ptr[-1]) - np.repeat(ptr[:-1], length)
    flip = np.repeat(rng.random(nreads) < 0.5, length)
    at = np.repeat(start, length) + np.where(flip, np.repeat(length, length) - 1 - within, within)
    reads = np.where(flip, 3 - genome[at], genome[at]).astype(np.uint8)
    poor = np.repeat(rng.gamma(1.2, 1, nreads), length)
    wrong = rng.random(len(reads)) < 0.004 * poor * (1 + 4 * (within / 125) ** 3)
    reads[wrong] = (reads[wrong] + rng.integers(1, 4, wrong.sum())) & 3
    reads[rng.random(len(reads)) < 0.0008] = 4
    launch("kmer_correct", size, [up(nreads, loc)], [loc], dict(nreads=nreads, table_bits=bits, ahead=12, support=6, max_fixes=8), {},
           dict(reads=reads, read_ptr=ptr.astype(np.int32), table=table, fixed=len(reads), report=nreads * 8))

# ---- icp_plane: a room with a table and balls, seen twice by a camera that moved a little; holes in the depths
rng = np.random.default_rng(3902)
for size, w, h, glob, loc in (("small", 48, 36, 128, 64), ("middle", 280, 210, 2048, 64), ("large", 960, 720, 16384, 64)):
    f = 0.82 * w
    cx, cy = w / 2 - 0.5, h / 2 - 0.5
    balls = [(rng.uniform(-1.4, 1.4), rng.uniform(-0.8, 0.8), rng.uniform(1.6, 3.4), rng.uniform(0.15, 0.5)) for _ in range(7)]

    def cast(origin, turn):
        v, u = np.mgrid[0:h, 0:w]
        rays = np.stack([(u - cx) / f, (v - cy) / f, np.ones((h, w))], -1) @ turn.T
        best, normal = np.full((h, w), np.inf), np.zeros((h, w, 3))
        for n, d in (((0, 0, -1), 4.2), ((0, -1, 0), 1.3), ((1, 0, 0), 2.1), ((-1, 0, 0), 2.3), ((0.1, -0.995, 0), 0.9)):
            n = np.array(n, float)
            t = (-d - n @ origin) / np.minimum(rays @ n, -1e-6)
            p = origin + rays * t[..., None]
            ok = (t > 0.2) & (t < best)
            if d == 0.9:
                ok &= (np.abs(p[..., 0]) < 0.8) & (np.abs(p[..., 2] - 2.6) < 0.5)
            best[ok], normal[ok] = t[ok], n
        for bx, by, bz, r in balls:
            c = origin - (bx, by, bz)
            a, b = (rays ** 2).sum(-1), rays @ c
            disc = b * b - a * (c @ c - r * r)
            t = (-b - np.sqrt(disc.clip(0))) / a
            ok = (disc > 0) & (t > 0.2) & (t < best)
            best[ok] = t[ok]
            normal[ok] = ((origin + rays * t[..., None] - (bx, by, bz)) / r)[ok]
        best[~np.isfinite(best)] = 0
        return best, normal

    ang = rng.normal(0, 0.01, 3)
    turn = np.eye(3) + np.array([[0, -ang[2], ang[1]], [ang[2], 0, -ang[0]], [-ang[1], ang[0], 0]])
    shift = rng.normal(0, 0.012, 3)
    z0, n0 = cast(np.zeros(3), np.eye(3))
    z1, _ = cast(shift, turn)
    v, u = np.mgrid[0:h, 0:w]
    vertex = np.stack([(u - cx) / f * z0, (v - cy) / f * z0, z0, np.where(z0 > 0, rng.uniform(0.3, 1, (h, w)), 0)], -1)
    normal = np.concatenate([n0, np.zeros((h, w, 1))], -1)
    depth = z1 + rng.normal(0, 0.0008, (h, w)) * z1 ** 2
    coarse = rng.random((h // 6 + 1, w // 6 + 1)).repeat(6, 0).repeat(6, 1)[:h, :w]
    depth[(coarse < 0.06) | (rng.random((h, w)) < 0.01) | (z1 > 4.8)] = 0
    pose = np.concatenate([turn, shift[:, None] * 0.6], 1).astype(np.float32)
    launch("icp_plane", size, [glob], [loc], dict(width=w, height=h),
           dict(fx=f, fy=f, cx=cx, cy=cy, max_distance=0.1, min_cosine=0.8, huber=0.01),
           dict(depth=depth.astype(np.float32), model_vertex=vertex.astype(np.float32), model_normal=normal.astype(np.float32), pose=pose,
                partial=glob // loc * 29 * 4))

# ---- decimal_q1: order lines as the benchmark makes them, in the order of their loading by date
rng = np.random.default_rng(3903)
for size, n, glob in (("small", 4000, 64), ("middle", 160000, 1024), ("large", 2400000, 8192)):
    ship = (8036 + np.linspace(0, 2400, n) + rng.integers(1, 122, n)).astype(np.int32)
    receipt = ship + rng.integers(1, 31, n)
    flag = np.where(receipt <= 9298, np.where(rng.random(n) < 0.5, ord("A"), ord("R")), ord("N")).astype(np.uint8)
    status = np.where(ship > 9298, ord("O"), ord("F")).astype(np.uint8)
    quantity = rng.integers(1, 51, n).astype(np.int32)
    price = quantity.astype(np.int64) * rng.integers(90000, 210000, n)
    rates = np.stack([rng.integers(0, 11, n), rng.integers(0, 9, n)], -1).astype(np.uint8)
    launch("decimal_q1", size, [glob], [32], dict(nrows=n, last_date=10471), {},
           dict(ship_date=ship, return_flag=flag, line_status=status, quantity=quantity, price=price, rates=rates, partial=glob // 32 * 42 * 8))

# ---- span_baw: futures and options on them and on shares; few accounts hold many positions
rng = np.random.default_rng(3904)
scenario = np.array([(m / 3 * s, v, 1, 0) for m in (0, 1, 2, 3) for s in (1, -1) for v in (0.25, -0.2)][:14]
                    + [(2, 0, 0.35, 0), (-2, 0, 0.35, 0)], np.float64)
assert len(scenario) == 16
for size, accounts, mean, contracts, unders in (("small", 6, 2, 60, 6), ("middle", 24, 3, 800, 30), ("large", 360, 6, 6000, 120)):
    spot = rng.lognormal(4.2, 0.7, unders)
    rate = rng.uniform(0.01, 0.055, unders)
    dividend = np.where(rng.random(unders) < 0.4, rate, rng.uniform(0, 0.06, unders))           # futures carry nothing
    under = np.stack([spot, rate, dividend, rng.uniform(0.05, 0.16, unders)], -1)
    of = rng.integers(0, unders, contracts)
    kind = rng.choice([0, 1, -1], contracts, p=[0.2, 0.4, 0.4])
    years = rng.choice([0.04, 0.12, 0.25, 0.5, 0.75, 1.0, 2.0], contracts)
    vol = rng.uniform(0.14, 0.55, contracts)
    strike = spot[of] * np.exp(rng.normal(0, 1, contracts) * vol * np.sqrt(years))
    terms = np.stack([strike, years, vol, rng.choice([1, 10, 100], contracts)], -1)
    count = np.maximum(1, (mean * rng.pareto(2.2, accounts) * 1.2).astype(int)).clip(1, 40 * mean)
    ptr = np.concatenate([[0], np.cumsum(count)])
    lots = rng.integers(1, 40, ptr[-1]) * rng.choice([-1, 1], ptr[-1])
    pos = np.stack([rng.integers(0, contracts, ptr[-1]), lots], -1)
    launch("span_baw", size, [accounts * 16], [16], dict(naccounts=accounts), {},
           dict(account_ptr=ptr.astype(np.int32), position=pos.astype(np.int32), contract=np.stack([of, kind], -1).astype(np.int32), terms=terms,
                underlying=under, scenario=scenario, margin=accounts * 8, worst=accounts * 4))

# ---- meshlet_cull: many copies of a few meshes on a plain, behind a wall in part of the picture
rng = np.random.default_rng(3905)
for size, meshes, per_mesh, instances, w, h, loc in (("small", 2, 24, 24, 64, 32, 64), ("middle", 8, 80, 400, 512, 256, 64),
                                                     ("large", 24, 220, 2200, 1024, 512, 64)):
    nmesh = rng.integers(per_mesh // 2, per_mesh * 3 // 2, meshes)
    mptr = np.concatenate([[0], np.cumsum(nmesh)])
    total = int(mptr[-1])
    out = rng.normal(0, 1, (total, 3))
    out /= np.linalg.norm(out, axis=1, keepdims=True)
    sphere = np.concatenate([out * rng.uniform(0.7, 1.1, (total, 1)), rng.uniform(0.08, 0.3, (total, 1))], 1).astype(np.float32)
    cone = np.concatenate([out * 127, np.where(rng.random(total) < 0.15, 127, rng.uniform(30, 110, total))[:, None]], 1).round().astype(np.int8)
    tri = rng.integers(40, 125, total).astype(np.uint8)
    inst = np.zeros((instances, 4, 4), np.float32)
    for i in range(instances):
        a, s = rng.uniform(0, 6.283), rng.uniform(0.5, 2.2)
        inst[i, :3, :3] = s * np.array([[np.cos(a), 0, np.sin(a)], [0, 1, 0], [-np.sin(a), 0, np.cos(a)]])
        inst[i, :3, 3] = rng.uniform(-70, 70), rng.normal(0, 1.5), rng.uniform(-20, 130)
        inst[i, 3, 0] = s
    of = rng.integers(0, meshes, instances)
    draw = np.concatenate([np.stack([np.full(nmesh[m], i), np.arange(mptr[m], mptr[m + 1])], -1) for i, m in enumerate(of)]).astype(np.uint32)
    focal = np.array([1.2, 2.4])
    half = 1 / focal
    planes = np.array([(1, 0, half[0], 0), (-1, 0, half[0], 0), (0, 1, half[1], 0), (0, -1, half[1], 0), (0, 0, 1, -0.3), (0, 0, -1, 120)], float)
    planes /= np.linalg.norm(planes[:, :3], axis=1, keepdims=True)
    planes[:, 3] = (0, 0, 0, 0, -0.3, 120)
    a = 0.3
    view = np.array([[np.cos(a), 0, -np.sin(a), 2], [0, 1, 0, -1.5], [np.sin(a), 0, np.cos(a), 5]], np.float32)
    z = np.full((h, w), 1000, np.float32)
    z[:, int(w * 0.1):int(w * 0.35)] = 22
    for _ in range(60):
        px, py, r, d = rng.uniform(0, w), rng.normal(h / 2, h / 8), rng.uniform(0.01, 0.08) * w, rng.uniform(6, 70)
        y, x = np.mgrid[0:h, 0:w]
        np.minimum(z, np.where((x - px) ** 2 + (y - py) ** 2 < r * r, np.float32(d), np.float32(1000)), out=z)
    pyramid, levels, offset = [], [], 0
    while True:
        pyramid.append(z.ravel())
        levels.append((offset, z.shape[1], z.shape[0], 0))
        offset += z.size
        if z.shape[0] == 1:
            break
        z = z.reshape(z.shape[0] // 2, 2, z.shape[1] // 2, 2).max((1, 3))
    n = len(draw)
    launch("meshlet_cull", size, [up(n, loc)], [loc], dict(ndraws=n, nlevels=len(levels)), dict(focal_x=focal[0], focal_y=focal[1], near=0.3),
           dict(draw=draw, instance=inst, sphere=sphere, cone=cone, triangles=tri, plane=planes.astype(np.float32), view=view,
                pyramid=np.concatenate(pyramid), level=np.array(levels, np.int32), visible=up(n, loc) * 8, visible_count=up(n, loc) // loc * 4,
                counters=np.zeros(4, np.uint32)))

# ---- jpegls_strips: scanned pages: white paper with lines of print, a photograph with grain, a flat margin
rng = np.random.default_rng(3906)
for size, w, h, rows, loc in (("small", 96, 40, 4, 1), ("middle", 480, 320, 8, 2), ("large", 1240, 1754, 16, 2)):
    y, x = np.mgrid[0:h, 0:w]
    img = np.full((h, w), 250.0)
    pitch = max(8, h // 70)
    ink = (rng.random((h // 2 + 1, w // 2 + 1)) < 0.42).repeat(2, 0).repeat(2, 1)[:h, :w]
    words = (rng.random((h // pitch + 1, w // 24 + 1)) < 0.7).repeat(pitch, 0).repeat(24, 1)[:h, :w]
    body = (x > w * 0.1) & (x < w * 0.9) & (y % pitch < pitch * 0.6)
    img[ink & words & body] = 25
    soft = body & words
    img[soft] += rng.normal(0, 5, soft.sum())
    photo = (x > w * 0.3) & (x < w * 0.8) & (y > h * 0.3) & (y < h * 0.62)
    scene = 120 + 60 * np.sin(x / w * 9 + np.cos(y / h * 14)) + 30 * np.sin(y / 7.3 + x / 31) + rng.normal(0, 3, (h, w))
    img[photo] = scene[photo]
    image = img.clip(0, 255).astype(np.uint8)
    strips = up(h, rows) // rows
    launch("jpegls_strips", size, [up(strips, loc)], [loc], dict(width=w, height=h, strip_rows=rows), {},
           dict(image=image, contexts=strips * 367 * 16, stream=w * h * 4 + 4, length=strips * 4))

# ---- farthest_points: crops of street scans: ground, walls, poles, dense near the scanner
rng = np.random.default_rng(3907)
for size, clouds, most, samples, loc in (("small", 2, 320, 24, 16), ("middle", 6, 1024, 128, 32), ("large", 20, 4096, 320, 64)):
    count = rng.integers(most * 3 // 4, most + 1, clouds)
    ptr = np.concatenate([[0], np.cumsum(count)])
    parts = []
    for n in count:
        r, a = 2 + 28 * rng.random(n) ** 2, rng.uniform(0, 6.283, n)
        p = np.stack([r * np.cos(a), r * np.sin(a), rng.normal(0, 0.03, n), rng.uniform(0.1, 0.4, n)], -1)
        kind = rng.random(n)
        wall, pole = (kind > 0.5) & (kind < 0.85), kind > 0.85
        p[wall, 1] = np.sign(p[wall, 1]) * 12 + rng.normal(0, 0.05, wall.sum())
        p[wall, 2] = rng.uniform(0, 8, wall.sum())
        p[pole, :2] = np.round(p[pole, :2] / 8) * 8 + rng.normal(0, 0.1, (pole.sum(), 2))
        p[pole, 2] = rng.uniform(0, 5, pole.sum())
        parts.append(p)
    launch("farthest_points", size, [clouds * loc], [loc], dict(nsamples=samples), dict(feature_weight=2.0),
           dict(points=np.concatenate(parts).astype(np.float32), cloud_ptr=ptr.astype(np.int32), sample=clouds * samples * 4,
                centre=clouds * samples * 16))

# ---- butterfly_wedges: users and items with groups of taste, popular items, users sorted by how much they did
rng = np.random.default_rng(3908)
for size, users, items, mean, cap, loc in (("small", 40, 50, 5, 20, 16), ("middle", 700, 500, 9, 60, 32), ("large", 9000, 6000, 14, 150, 32)):
    deg = np.sort((mean * rng.lognormal(-0.3, 0.8, users)).astype(int).clip(1, 120))
    who = np.repeat(np.arange(users), deg)
    taste = rng.integers(0, 12, users)[who]
    popular = (items * rng.random(len(who)) ** 1.7).astype(int)
    item = np.where(rng.random(len(who)) < 0.6, popular // 12 * 12 + taste, popular).clip(0, items - 1)
    pairs = np.unique(who.astype(np.int64) * items + item)
    who, item = pairs // items, pairs % items
    order = np.lexsort((rng.random(len(item)), item))                                           # at most cap users an item
    rank = np.empty(len(item), int)
    sorted_items = item[order]
    rank[order] = np.arange(len(item)) - np.searchsorted(sorted_items, sorted_items)
    who, item = who[rank < cap], item[rank < cap]
    uptr = np.concatenate([[0], np.cumsum(np.bincount(who, minlength=users))])
    back = np.lexsort((who, item))
    iptr = np.concatenate([[0], np.cumsum(np.bincount(item, minlength=items))])
    launch("butterfly_wedges", size, [users * loc], [loc], dict(min_common=3), {},
           dict(user_ptr=uptr.astype(np.int32), user_items=item.astype(np.int32), item_ptr=iptr.astype(np.int32),
                item_users=who[back].astype(np.uint32), butterflies=users * 8, partners=users * 4, overflow=users * 4))

# ---- kirchhoff_migrate: a marine line: streamer behind a boat that drifts, velocities that grow with depth over a salt body
rng = np.random.default_rng(3909)
for size, nt, nx, shots, channels, bands, loc in (("small", 96, 4, 6, 6, 3, [16, 1]), ("middle", 320, 24, 12, 10, 4, [32, 1]),
                                                  ("large", 1000, 40, 24, 24, 5, [64, 1])):
    dt, dx = (0.03, 25.0) if size == "small" else (0.012, 20.0) if size == "middle" else (0.004, 12.5)
    line = nx * dx
    source = np.linspace(-0.2 * line, 1.2 * line, shots)[:, None] + rng.normal(0, 2, (shots, 1))
    receiver = source - 100 - np.arange(channels) * (0.5 * line / channels) + rng.normal(0, 1, (shots, channels))
    drift = np.abs(30 * np.sin(np.arange(channels) / channels * 2 + rng.normal(0, 0.4, (shots, 1))))
    g = np.stack([np.broadcast_to(source, receiver.shape), receiver, drift, rng.uniform(0.7, 1.3, receiver.shape)], -1).reshape(-1, 4)
    mid = g[:, :2].mean(1)
    g, mid = g[np.argsort(mid)], np.sort(mid)
    x = np.arange(nx) * dx
    aperture = 0.3 * line
    first, end = np.searchsorted(mid, x - aperture), np.searchsorted(mid, x + aperture)
    t = np.arange(nt) * dt
    v = 1500 + 420 * t[None] + 100 * np.sin(x[:, None] / line * 4)
    salt = np.abs(x[:, None] / line - 0.5) < 0.2
    v = np.where(salt & (t[None] > 0.4 * t[-1]), v * 1.25, v)
    cut = 0.5 / dt * np.linspace(1, 0.15, bands)
    launch("kirchhoff_migrate", size, [up(nt, loc[0]), nx], loc, dict(nt=nt, nx=nx, ntraces=len(g), bands=bands),
           dict(dt=dt, dx=dx, trace_step=float(np.diff(mid).mean()) * 4, max_angle_tan=1.2),
           dict(traces=bands * len(g) * nt * 4, geometry=g.astype(np.float32), first_trace=first.astype(np.int32), end_trace=end.astype(np.int32),
                velocity=v.astype(np.float32), band_cut=cut.astype(np.float32), image=nx * nt * 4, fold=nx * nt * 4))

# ---- sift_describe: a picture of blobs and edges in four blurs, keypoints of all scales, some near the border
rng = np.random.default_rng(3910)
for size, w, h, points, loc in (("small", 64, 48, 2, 16), ("middle", 320, 240, 28, 32), ("large", 800, 600, 700, 64)):
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    img = 0.4 + 0.1 * np.sin(x / 40 + y / 60)
    for _ in range(60):
        cx, cy, r = rng.uniform(0, w), rng.uniform(0, h), rng.uniform(0.01, 0.1) * w
        if rng.random() < 0.5:
            img += rng.normal(0, 0.2) * np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / (2 * r * r))
        else:
            img += rng.normal(0, 0.15) * ((np.abs(x - cx) < r) & (np.abs(y - cy) < 0.6 * r))
    img += rng.normal(0, 0.02, img.shape)
    levels = []
    for _ in range(4):
        for _ in range(2 + 2 * len(levels)):
            p = np.pad(img, 1, mode="edge")
            img = (p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:] + 4 * p[1:-1, 1:-1]) / 8
        levels.append(img.copy())
    level = rng.choice(4, points, p=[0.5, 0.3, 0.13, 0.07])
    scale = 0.9 * 2 ** ((level + rng.uniform(-0.5, 0.5, points)) / 3)
    kp = np.stack([rng.uniform(2, w - 3, points), rng.uniform(2, h - 3, points), scale, rng.uniform(-np.pi, np.pi, points)], -1)
    launch("sift_describe", size, [points * loc], [loc], dict(width=w, height=h), dict(magnify=3.0),
           dict(levels=np.stack(levels).astype(np.float32), keypoint=kp.astype(np.float32), level_of=level.astype(np.int32),
                descriptor=points * 128, energy=points * 4))

launches.sort(key=lambda l: (l["kernel"], SIZES.index(l["name"].rsplit("-", 1)[1])))
with open(os.path.join(here, "launches.json"), "w") as f:
    json.dump(launches, f, indent=1)
    f.write("\n")

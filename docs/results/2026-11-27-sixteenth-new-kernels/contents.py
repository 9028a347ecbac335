"""Writes data/*.bin and launches.json, deterministically."""
import json, os
import numpy as np
os.makedirs("data", exist_ok=True)
L = []
PLAIN = ("semi_major", "old_position", "leaf_path", "rain")
SIZES = ("small", "middle", "large")

def launch(kernel, size, glob, loc, args, reals, buffers, content):
    named = {}
    for key in [k for k in content if k in PLAIN]:      # values decide nothing: size only
        buffers[key] = content.pop(key).nbytes
    for key, array in content.items():
        path = "data/%s-%s-%s.bin" % (kernel, key, size)
        np.ascontiguousarray(array).tofile(path)
        buffers[key] = array.nbytes
        named[key] = "@" + path
    L.append(dict(file=kernel + ".cl", kernel=kernel, name=kernel + "-" + size, **{"global": glob},
                  local=loc, args=args, reals=reals,
                  buffers={k: str(int(v)) for k, v in buffers.items()}, content=named))

def up(n, m):
    return (n + m - 1) // m * m

def terrain(rng, h, w, roughness):
    y, x = np.mgrid[0:h, 0:w].astype(np.float64)
    z = np.zeros((h, w))
    for o in range(1, 6):
        for _ in range(3):
            fx, fy = rng.normal(0, 0.012 * 2 ** o, 2)
            z += roughness / 1.8 ** o * np.sin(fx * x + fy * y + rng.uniform(0, 6.28))
    return z

# glcm_texture
for s, (w, h, loc) in zip(SIZES, [(61, 59, (8, 8)), (430, 410, (8, 8)), (1990, 1890, (16, 8))]):
    rng = np.random.default_rng(101)
    img = np.clip(128 + terrain(rng, h, w, 55) + rng.normal(0, 9, (h, w)), 0, 255).astype(np.uint8)
    gx, gy = (w + 31) // 32, (h + 31) // 32
    n = loc[0] * loc[1]
    launch("glcm_texture", s, [gx * loc[0], gy * loc[1]], list(loc),
           dict(width=w, height=h, dx=1, dy=1), {},
           dict(features=gx * gy * 12, matrix=1024, sums=n * 12), dict(image=img))

# kepler_solve
for s, n, l in zip(SIZES, (251, 7001, 140003), (32, 64, 64)):
    rng = np.random.default_rng(102)
    e = np.where(rng.random(n) < 0.15, rng.uniform(0.8, 0.97, n), rng.beta(1.3, 6, n))
    launch("kepler_solve", s, [up(n, l)], [l], dict(n=n, max_iterations=20), {},
           dict(position=16 * n, iterations=4 * n),
           dict(semi_major=rng.lognormal(1, .3, n), eccentricity=e,
                mean_anomaly=rng.uniform(0, 2 * np.pi, n), argument=rng.uniform(0, 2 * np.pi, n)))

# dtw_band
for s, n, length, l, best in zip(SIZES, (61, 1010, 11003), (31, 60, 96), (16, 64, 32), (14., 24., 36.)):
    rng = np.random.default_rng(103)
    q = np.cumsum(rng.normal(0, .5, length)); q = ((q - q.mean()) / q.std()).astype(np.float32)
    c = np.cumsum(rng.normal(0, .5, (length, n)), 0); c = (c - c.mean(0)) / c.std(0)
    near = rng.random(n) < 0.3
    c[:, near] = q[:, None] + rng.normal(0, .4, (length, near.sum()))
    launch("dtw_band", s, [up(n, l)], [l], dict(length=length, n_candidates=n), dict(best_so_far=best),
           dict(distance=4 * n), dict(query=q, candidates=c.astype(np.float32)))

# cloth_springs
for s, (w, h), l in zip(SIZES, [(33, 29), (190, 170), (490, 410)], (32, 64, 128)):
    rng = np.random.default_rng(104)
    n = w * h
    y, x = np.divmod(np.arange(n), w)
    cols, ok = [], []
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1), (2, 0), (0, 2)):
        xx, yy = x + dx, y + dy
        ok.append((xx >= 0) & (xx < w) & (yy >= 0) & (yy < h) & (rng.random(n) > .04))
        cols.append(yy * w + xx)
    ok, cols = np.array(ok).T, np.array(cols).T
    perm = np.arange(n)                       # particle numbers shuffled within blocks of 256
    for b in range(0, n, 256):
        perm[b:b + 256] = rng.permutation(perm[b:b + 256])
    inv = np.argsort(perm)
    first = np.zeros(n + 1, np.int32); first[1:] = np.cumsum(ok[perm].sum(1))
    neighbour = inv[cols[perm][ok[perm]]].astype(np.int32)
    pos = np.zeros((n, 4), np.float32)
    pos[:, 0], pos[:, 1], pos[:, 2] = .1 * x, 0, .1 * y
    pos[:, :3] += rng.normal(0, .012, (n, 3)); pos[:, 3] = np.where(y == 0, 0, 1)
    old = pos + np.float32(.001)
    launch("cloth_springs", s, [up(n, l)], [l], dict(n=n),
           dict(rest=0.1, stiffness=40.0, tear_ratio=2.1, dt=0.01), dict(new_position=16 * n, torn=n),
           dict(first=first, neighbour=neighbour, position=pos[perm], old_position=old[perm]))

# chroma_key
for s, (w, h), l in zip(SIZES, [(160, 26), (480, 320), (1600, 1300)], (64, 128, 256)):
    rng = np.random.default_rng(105)
    y, x = np.mgrid[0:h, 0:w]
    person = ((x - w * .5) / (w * .28)) ** 2 + ((y - h * .6) / (h * .5)) ** 2 < 1
    f = np.empty((h, w, 4), np.uint8)
    noise = rng.integers(0, 24, (h, w, 3))
    f[..., :3] = np.where(person[..., None], np.array([150, 110, 90]), np.array([40, 190, 50])) + noise
    f[..., 3] = 255
    n = w * h // 4
    launch("chroma_key", s, [up(n, l)], [l], dict(n=n, threshold=30, softness=90), {},
           dict(background=16 * n, composite=16 * n), dict(foreground=f))

# debye_saxs
for s, n, nq, l in zip(SIZES, (61, 250, 1001), (2, 7, 9), (16, 32, 64)):
    rng = np.random.default_rng(106)
    a = np.empty((n, 4), np.float32); a[:, :3] = rng.normal(0, 12, (n, 3)); a[:, 3] = rng.choice([6, 7, 8, 16], n)
    g = up(n, l)
    launch("debye_saxs", s, [g, nq], [l, 1], dict(n_atoms=n), dict(q_first=0.02, q_step=0.05),
           dict(partial=g // l * nq * 4, tile=16 * l, scratch=4 * l), dict(atoms=a))

# richards_column
for s, n, layers, l in zip(SIZES, (30, 601, 7003), (10, 18, 24), (16, 32, 64)):
    rng = np.random.default_rng(107)
    f32 = lambda v: v.astype(np.float32)
    table = rng.uniform(.3, layers * .12, n)
    head = (np.arange(layers)[:, None] * .1 + .05) - table[None, :]
    launch("richards_column", s, [up(n, l)], [l], dict(columns=n, layers=layers), dict(dz=0.1, dt=0.02),
           dict(new_head=4 * n * layers, drainage=4 * n),
           dict(head=f32(head), vg_alpha=f32(rng.uniform(.8, 7, n)), vg_n=f32(rng.uniform(1.3, 2.6, n)),
                k_sat=f32(rng.lognormal(-1, .8, n)), rain=f32(rng.exponential(.05, n))))

# viewshed_los
for s, (w, h), loc, eye in zip(SIZES, [(39, 37), (190, 170), (530, 470)], [(8, 4), (16, 4), (32, 4)], (12., 25., 40.)):
    rng = np.random.default_rng(108)
    z = (400 + terrain(rng, h, w, 14)).astype(np.int16)
    launch("viewshed_los", s, [up(w, loc[0]), up(h, loc[1])], list(loc),
           dict(width=w, height=h, observer_x=w // 2 - 3, observer_y=h // 3), dict(eye_height=eye),
           dict(visible=w * h), dict(elevation=z))

# gear_chunks
for s, items, stretch, l in zip(SIZES, (60, 2500, 39990), (192, 256, 256), (16, 64, 64)):
    rng = np.random.default_rng(109)
    n = items * stretch - 57
    text = rng.choice(np.frombuffer(b"etaoin shrdlucmfwypvbgkqjxz\n", np.uint8), n)
    text[n // 3:n // 3 + n // 20] = 0
    gear = np.random.default_rng(7).integers(0, 2 ** 32, 256, dtype=np.uint32)
    launch("gear_chunks", s, [up(items, l)], [l], dict(n_bytes=n, stretch=stretch, mask=127, max_cuts=6), {},
           dict(cuts=12 * items, cut_count=items, table=1024), dict(stream=text, gear=gear))

# iforest_depth
for s, n, nf, nt, l in zip(SIZES, (63, 1003, 8009), (9, 14, 22), (14, 64, 100), (16, 32, 64)):
    rng = np.random.default_rng(110)
    x = rng.normal(0, 1, (n, nf)).astype(np.float32); x[rng.random(n) < .03] *= 4
    feat, val, kids, path, roots = [], [], [], [], []
    def c(m):
        return 0. if m < 2 else 1. if m == 2 else 2 * (np.log(m - 1) + .5772) - 2 * (m - 1) / m
    def grow(rows, depth):
        me = len(feat)
        feat.append(-1); val.append(0.); kids.append((me, me)); path.append(c(len(rows)))
        if depth < 8 and len(rows) > 1:
            f = int(rng.integers(nf)); v = float(rng.uniform(rows[:, f].min(), rows[:, f].max()))
            low = rows[:, f] < v
            feat[me], val[me], path[me] = f, v, 0.
            a = grow(rows[low], depth + 1); b = grow(rows[~low], depth + 1)
            kids[me] = (a, b)
        return me
    for t in range(nt):
        m = min(256, n)
        roots.append(grow(x[rng.choice(n, m, replace=False)], 0))
    launch("iforest_depth", s, [up(n, l)], [l], dict(n_records=n, n_features=nf, n_trees=nt),
           dict(normaliser=float(round(c(min(256, n)), 4))), dict(score=4 * n),
           dict(records=x, split_feature=np.array(feat, np.int16), split_value=np.array(val, np.float32),
                children=np.array(kids, np.int32), leaf_path=np.array(path, np.float32),
                roots=np.array(roots, np.int32)))

with open("launches.json", "w") as out:
    out.write("[\n" + ",\n".join(json.dumps(x) for x in L) + "\n]\n")

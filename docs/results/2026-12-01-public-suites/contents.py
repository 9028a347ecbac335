#!/usr/bin/env python3
"""Inputs and launches for kernels of public OpenCL suites (numpy only, deterministic): some of those of 29 November
as they were then, by that day's script, and kernels of other public projects, never used before."""
import pathlib

BEFORE = "docs/results/2026-11-29-public-suites/contents.py"
AGAIN = ("rodinia_BFS_1", "rodinia_compute_flux", "rodinia_hotspot", "rodinia_srad_kernel", "rodinia_findK",
         "rodinia_dynproc_kernel", "rodinia_kernel_gpu_opencl", "polybench_corr_kernel", "polybench_gramschmidt_kernel3",
         "polybench_adi_kernel1", "shoc_compute_lj_force", "shoc_bottom_scan", "shoc_ratt_kernel",
         "shoc_FindKeyWithDigest_Kernel", "parboil_ComputeQ_GPU", "parboil_spmv_jds", "parboil_gen_hists", "pannotia_mis1")

# Here and not as a module: it writes beside this file, and its functions draw from the generator below.
root = next(p for p in pathlib.Path(__file__).resolve().parents if (p / BEFORE).exists())
exec(compile((root / BEFORE).read_text(), BEFORE, "exec"))
launches = [l for l in launches if l["name"].rsplit("-", 1)[0] in AGAIN]
rng = np.random.default_rng(4646)


def terrain(n, size):
    """Vertices and triangles of a hilly square of n x n cells, the triangles in a mesher's order."""
    y, x = np.mgrid[0:n + 1, 0:n + 1] / n
    z = 0.06 * np.sin(9 * x + 2 * np.sin(7 * y)) + 0.04 * np.cos(13 * y - 5 * x) + 0.01 * rng.normal(0, 1, x.shape)
    v = np.stack([x, y, z], -1).reshape(-1, 3) * size
    i = np.arange(n)[:, None] * (n + 1) + np.arange(n)[None]
    t = np.concatenate([np.stack([i, i + 1, i + n + 2], -1).reshape(-1, 3), np.stack([i, i + n + 2, i + n + 1], -1).reshape(-1, 3)])
    return v, t


def tree(lo, hi):
    """A depth-first bounding volume hierarchy of one box a leaf: (box, leaf's box or -1, size of the subtree) a node."""
    cen = (lo + hi) / 2
    blo, bhi, leaf, span = [], [], [], []
    stack = [("in", np.arange(len(lo)))]
    while stack:
        what, ix = stack.pop()
        if what == "out":
            span[ix] = len(leaf) - ix
            continue
        me = len(leaf)
        blo.append(lo[ix].min(0)), bhi.append(hi[ix].max(0)), span.append(1)
        leaf.append(ix[0] if len(ix) == 1 else -1)
        if len(ix) == 1:
            continue
        c = cen[ix]
        axis = int(np.argmax(c.var(0)))
        left = c[:, axis] > c[:, axis].mean()
        k = left.sum()
        if k < len(ix) / 3 or k > 2 * len(ix) / 3:
            order = np.argsort(c[:, axis], kind="stable")
            left = np.zeros(len(ix), bool)
            left[order[:len(ix) // 2]] = True
        stack.append(("out", me))
        stack.append(("in", ix[~left]))
        stack.append(("in", ix[left]))
    return np.array(blo), np.array(bhi), np.array(leaf), np.array(span)


# Bullet: boxes of bodies that lie about, pairs of them by a grid
for size, n in (("small", 600), ("large", 24000)):
    side = (n * 2.2) ** (1 / 3) * 1.1
    pos = rng.random((n, 3)) * np.array([side * 1.5, side / 2.25, side * 1.5])
    half = 0.5 * rng.uniform(0.7, 1.3, (n, 3))
    aabb = np.zeros((n, 2, 4), f32)
    aabb[:, 0, :3], aabb[:, 1, :3] = pos - half, pos + half
    aabb.view(i32)[:, 0, 3] = np.arange(n)
    cellsize = 1.5
    par = np.zeros((2, 4), f32)
    par[0, :3] = 1 / cellsize
    par.view(i32)[1] = 64, 64, 64, 64
    mid = (aabb[:, 0, :3] + aabb[:, 1, :3]) * f32(0.5)
    cell = np.floor(mid * par[0, :3]).astype(np.int64) & 63
    hsh = (cell[:, 2] * 64 + cell[:, 1]) * 64 + cell[:, 0]
    order = np.argsort(hsh, kind="stable")
    start = np.full(64 ** 3, -1, i32)
    u, at = np.unique(hsh[order], return_index=True)
    start[u] = at
    launch("bullet_grid", "kFindOverlappingPairs", size, [up(n, 64)], [64], dict(numObjects=n, maxPairs=n * 16), {},
           dict(allpAABB=aabb, smallAabbMapping=np.arange(n, dtype=i32), pHash=np.stack([hsh[order], order], 1).astype(i32), pCellStart=start,
                pParams=par, pairCount=np.zeros(1, i32), pPairBuff2=n * 16 * 16))

# Bullet: convex bodies over a terrain, its triangles in a quantized tree
for size, cells, n in (("small", 24, 256), ("large", 128, 4096)):
    v, t = terrain(cells, 100.0)
    lo, hi = v[t].min(1), v[t].max(1)
    blo, bhi, leaf, span = tree(lo, hi)
    wlo, whi = v.min(0) - 1, v.max(0) + 1
    quant = 65533.0 / (whi - wlo)
    node = np.zeros(len(leaf), np.dtype([("lo", np.uint16, 3), ("hi", np.uint16, 3), ("esc", i32)]))
    node["lo"] = ((blo - wlo) * quant).astype(np.uint16) & 0xfffe
    node["hi"] = ((bhi - wlo) * quant + 1).astype(np.uint16) | 1
    node["esc"] = np.where(leaf >= 0, leaf, -span)
    heads, k, limit = [], 0, 128                               # subtrees of at most 2 KiB
    while k < len(leaf):
        if span[k] <= limit:
            heads.append(k)
            k += span[k]
        else:
            k += 1
    sub = np.zeros(len(heads), np.dtype([("lo", np.uint16, 3), ("hi", np.uint16, 3), ("root", i32), ("size", i32), ("pad", i32, 3)]))
    for f in ("lo", "hi"):
        sub[f] = node[f][heads]
    sub["root"], sub["size"] = heads, span[heads]
    body = np.zeros(n + 1, np.dtype([("pos", f32, 4), ("quat", f32, 4), ("lin", f32, 4), ("ang", f32, 4), ("coll", u32), ("inv", f32), ("rest", f32), ("fric", f32)]))
    xy = rng.uniform(5, 95, (n, 2))
    iy = np.minimum((xy * cells / 100).astype(int), cells - 1)
    ground = v.reshape(cells + 1, cells + 1, 3)[iy[:, 1], iy[:, 0], 2]
    body["pos"][1:, :2], body["pos"][1:, 2] = xy, ground + rng.exponential(0.8, n)
    body["quat"][:, 3] = 1
    body["coll"][1:] = 1
    body["inv"][1:] = 1
    half = rng.uniform(0.4, 1.4, (n, 3))
    box = np.zeros((n + 1, 2, 4), f32)
    box[0, 0, :3], box[0, 1, :3] = wlo, whi
    box[1:, 0, :3], box[1:, 1, :3] = body["pos"][1:, :3] - half, body["pos"][1:, :3] + half
    coll = np.array([[0, 0, 5, 0], [0, 0, 3, 0]], i32)         # the terrain (its tree is the first), a hull
    info = np.zeros(1, np.dtype([("lo", f32, 4), ("hi", f32, 4), ("q", f32, 4), ("n", i32, 4)]))
    info["lo"][0, :3], info["hi"][0, :3], info["q"][0, :3] = wlo, whi, quant
    info["n"][0] = len(leaf), len(heads), 0, 0
    pairs = np.zeros((n, 4), i32)
    pairs[:, 1] = rng.permutation(n) + 1
    pairs[:, 2:] = -1
    cap = n * 64
    launch("bullet_bvh", "bvhTraversalKernel", size, [up(n, 64)], [64], dict(numPairs=n, maxNumConcavePairsCapacity=cap), {},
           dict(pairs=pairs, rigidBodies=body, collidables=coll, aabbs=box, concavePairsOut=cap * 16, numConcavePairsOut=np.zeros(1, i32),
                subtreeHeadersRoot=sub, quantizedNodesRoot=node, bvhInfos=info))

# LuxCoreRender: rays of a camera, then rays that leave what those hit, against a terrain with balls on it
for size, cells, balls, w, h in (("small", 24, 4, 16, 16), ("large", 110, 60, 144, 96)):
    v, t = terrain(cells, 10.0)
    vs, ts, mesh = [v], [t], [np.zeros(len(t), u32)]
    a, b = np.meshgrid(np.linspace(0, np.pi, 9), np.linspace(0, 2 * np.pi, 17), indexing="ij")
    ball = np.stack([np.sin(a) * np.cos(b), np.sin(a) * np.sin(b), np.cos(a)], -1).reshape(-1, 3)
    i = (np.arange(8)[:, None] * 17 + np.arange(16)[None]).reshape(-1)
    tri = np.concatenate([np.stack([i, i + 1, i + 18], 1)[16:] * 1, np.stack([i, i + 18, i + 17], 1)])
    for k in range(balls):
        c, r = np.append(rng.uniform(1, 9, 2), rng.uniform(0.3, 1.5)), rng.uniform(0.15, 0.5)
        ts.append(tri + sum(len(x) for x in vs))
        vs.append(ball * r + c)
        mesh.append(np.full(len(tri), k + 1, u32))
    number = np.concatenate([np.arange(len(x)) for x in ts])
    v, t, mesh = np.concatenate(vs).astype(f32), np.concatenate(ts), np.concatenate(mesh)
    blo, bhi, leaf, span = tree(v[t].min(1).astype(float), v[t].max(1).astype(float))
    node = np.zeros((len(leaf), 8), f32)
    node[:, :3], node[:, 3:6] = blo, bhi
    skip = np.arange(len(leaf)) + span
    nu = node.view(u32)
    nu[:, 6] = skip
    isl = leaf >= 0
    nu[isl, :3], nu[isl, 3], nu[isl, 4], nu[isl, 5] = t[leaf[isl]], mesh[leaf[isl]], number[leaf[isl]], 0
    nu[isl, 6] |= u32(0x80000000)
    n = w * h
    eye, look = np.array([5.0, -4.0, 4.0]), np.array([5.0, 5.0, 0.3])
    fwd = (look - eye) / np.linalg.norm(look - eye)
    right = np.cross(fwd, [0, 0, 1.0])
    right /= np.linalg.norm(right)
    upv = np.cross(right, fwd)
    py, px = np.mgrid[0:h, 0:w]
    dirs = fwd + right * ((px.reshape(-1, 1) + rng.random((n, 1))) / w - 0.5) * 0.9 + upv * ((py.reshape(-1, 1) + rng.random((n, 1))) / h - 0.5) * 0.6
    dirs /= np.linalg.norm(dirs, axis=1)[:, None]
    org = np.repeat(eye[None], n, 0)
    half = n // 2                                              # the second half: bounces off the ground, one direction a ray
    at = rng.integers(0, len(t), n - half)
    org[half:] = v[t[at]].mean(1) + [0, 0, 0.02]
    dirs[half:] = rng.normal(0, 1, (n - half, 3))
    dirs[half:, 2] = np.abs(dirs[half:, 2])
    dirs[half:] /= np.linalg.norm(dirs[half:], axis=1)[:, None]
    ray = np.zeros((n, 12), f32)
    ray[:, :3], ray[:, 3:6], ray[:, 6], ray[:, 7] = org, dirs, 1e-4, np.inf
    ray.view(u32)[half:, 9] = rng.random(n - half) < 0.1       # paths that ended
    pages = {f"accelVertPage{k}": np.zeros(16, f32) for k in range(1, 8)} | {f"accelNodePage{k}": np.zeros(16, f32) for k in range(1, 8)}
    launch("luxcore_bvh", "Accelerator_Intersect_RayBuffer", size, [up(n, 64)], [64], dict(rayCount=n), {},
           dict(rays=ray, rayHits=n * 20, accelVertPage0=np.concatenate([v.reshape(-1), np.zeros(1, f32)]), accelNodePage0=node, **pages))

# ArrayFire
for size, w, h in (("small", 38, 38), ("large", 262, 198)):
    img = picture(w, h)[..., 0].astype(np.uint8).astype(f32)
    launch("arrayfire_susan", "susan_responses", size, [up(w - 6, 16), up(h - 6, 16)], [16, 16], dict(in_off=0, idim0=w, idim1=h, edge=3),
           dict(t=20.0, g=18.75), dict(out=np.zeros((h, w), f32), in_=img))

for size, n, per in (("small", 2048, 12), ("large", 120000, 24)):
    buf = {}
    for s in "lr":
        ptr, cols, _ = csr(n, per, n / 50)
        rows = np.repeat(np.arange(n), np.diff(ptr))
        key = np.unique(rows * n + cols)                       # no entry twice
        ptr = np.concatenate(([0], np.cumsum(np.bincount(key // n, minlength=n))))
        buf[s + "RowIdx"], buf[s + "ColIdx"] = ptr.astype(i32), (key % n).astype(i32)
    launch("arrayfire_ssarith", "csr_calc_out_nnz", size, [up(n, 256)], [256], dict(M=n), {},
           dict(nnzc=np.zeros(1, u32), oRowIdx=np.zeros(n + 1, i32), **buf, blkNnz=1024))

for size, n in (("small", 20000), ("large", 2000000)):
    launch("arrayfire_threefry", "threefryGenerator", size, [up(n, 1024) // 4], [256], dict(elements=n, hic=0, loc=12345, hi=0, lo=0x5EED), {}, dict(output=n * 4))

# Pannotia: colouring, shortest paths over a matrix of equally long rows
for size, n in (("small", 8000), ("large", 250000)):
    row, col = graph(n, 9, True)
    val = rng.random(n).astype(f32)
    colour = np.where(rng.random(n) < 0.4, rng.integers(0, 8, n), -1)
    launch("pannotia_color", "color", size, [up(n, 256)], [256], dict(color=8, num_nodes=n, num_edges=len(col)), {},
           dict(row=row, col=col, node_value=val, color_array=colour.astype(i32), stop=np.zeros(1, i32), max_d=np.zeros(n, f32), min_d=np.zeros(n, f32)))

for size, n in (("small", 10000), ("large", 400000)):
    row, col = graph(n, 4, False)                              # like roads: few neighbours, most of them close in number
    d = bfs(row, col, 0)
    deg = np.diff(row)
    height = int(deg.max())
    ecol, edata = np.zeros((height, n), i32), np.full((height, n), 99999999, i32)
    src = np.repeat(np.arange(n), deg)
    k = np.arange(len(col)) - row[src]
    ecol[k, src] = np.where(rng.random(len(col)) < 0.7, np.clip(src + np.rint(rng.normal(0, 40, len(col))).astype(np.int64), 0, n - 1), col)
    edata[k, src] = rng.integers(1, 100, len(col))
    x = np.where((d >= 0) & (d < 7), d * 45 + rng.integers(0, 40, n), 99999999).astype(i32)
    launch("pannotia_sssp", "ell_min_dot_plus_kernel", size, [up(n, 256)], [256], dict(num_nodes=n, height=height), {},
           dict(col=ecol, data=edata, x=x, y=x.copy()))

# CLBlast: what triangular solves invert, blocks of 128
for size, n in (("small", 256), ("large", 3072)):
    pages = n // 128
    launch("clblast_invert", "TripleMatMul64Part1Lower", size, [16, pages * 4 * 4], [16, 4],
           {"n": n, "a_offset": 0, "lda": n, "current_size": 64, "num_pages": pages, "block_size": 128}, {},
           dict(src=norm(n, n), dest=norm(pages * 128, 128)))

# John the Ripper: 258 rounds of SHA-256 a call
for size, n, left in (("small", 128, 15), ("large", 512, 258)):     # a last call of 15 rounds, or a full one
    state = rng.integers(0, 2 ** 32, (n, 9), dtype=u32)
    state[:, 8] = left
    launch("john_pwsafe", "pwsafe_iter", size, [n], [64], {}, {}, dict(state=state))

# OpenDwarfs: a hidden Markov model's transitions, once more
for size, n, length in (("small", 160, 20), ("large", 2400, 20)):
    alpha, beta = rng.random((length + 1, n)), rng.random((length + 1, n))
    xi = rng.random((n, n))
    launch("opendwarfs_hmm", "est_a_dev", size, [up(n, 16)] * 2, [16, 16], dict(nstates=n, length=length), dict(sum_ab=float((alpha[-1] * beta[-1]).sum())),
           dict(a_d=np.zeros((n, n), f32), alpha_d=alpha.astype(f32), beta_d=beta.astype(f32), xi_sum_d=xi.astype(f32),
                gamma_sum_d=(xi.sum(1) * 1.1).astype(f32)))

# clSPARSE: rows that share a group, blocks of 1024 entries, as its host code cuts them
for size, n, per in (("small", 3000, 14), ("large", 90000, 30)):
    ptr, cols, val = csr(n, per, n / 30)
    long = rng.choice(n, n // 1500, replace=False)             # some rows longer than a block
    lens = np.diff(ptr)
    lens[long] = np.minimum(rng.integers(1100, 2800, len(long)), n)
    ptr = np.concatenate(([0], np.cumsum(lens)))
    rows = np.repeat(np.arange(n), lens)
    cols = np.clip(rows + np.rint(rng.normal(0, n / 30, len(rows))).astype(np.int64), 0, n - 1)
    cols = cols[np.lexsort((cols, rows))]
    blocks, first, total = [], 0, 0

    def close(a, b):
        k = b - a
        red = 0 if k < 2 else 256 >> (k - 1).bit_length()
        blocks.append((a << 32) | (red if k > 1 else 0))
    r = 0
    while r < n:
        if total + lens[r] > 1024 and r > first:
            close(first, r)
            first, total = r, 0
            continue
        total += lens[r]
        r += 1
        if total > 1024:
            close(first, r)
            first, total = r, 0
    if first < n:
        close(first, n)
    blocks.append(n << 32)
    groups = len(blocks) - 1
    pad = np.zeros(2048, np.int64)                             # groups but the last read whole blocks
    launch("clsparse_adaptive", "csrmv_adaptive", size, [groups * 256], [256], {}, {},
           dict(vals=norm(len(cols) + 2048), cols=np.concatenate([cols, pad]).astype(u32), rowPtrs=ptr.astype(u32), vec=norm(n), out=np.zeros(n, f32),
                rowBlocks=np.array(blocks, np.uint64), pAlpha=np.ones(1, f32), pBeta=np.zeros(1, f32)))

# OpenCV: block matching of two views, and the images a prefilter leaves (0 to 2 caps)
for size, w, h, win in (("small", 48, 28, 5), ("large", 320, 200, 9)):
    scene = picture(w + 40, h, 14.0)[..., 1]
    depth = np.clip(4 + 4 * np.sin(np.arange(w) / w * 6)[None] + 3 * np.cos(np.arange(h) / h * 5)[:, None], 0, 14).astype(int)
    left = scene[:, 20:20 + w]
    right_ = np.take_along_axis(scene, np.arange(w)[None] + 20 + depth, 1)
    flt = [np.clip((x - x.mean()) * 0.8 + 31, 0, 62).astype(np.uint8) for x in (left, right_)]
    launch("opencv_stereobm", "stereoBM_BF", size, [up(w, 16), up(h, 4)], [16, 4],
           dict(disp_step=w * 2, disp_offset=0, rows=h, cols=w, mindisp=0, ndisp=16, preFilterCap=31, winsize=win, textureTreshold=10, uniquenessRatio=15), {},
           dict(left=flt[0], right=flt[1], dispptr=np.zeros((h, w), np.int16)))

kept = {c[1:].split("/")[1] for l in launches for c in l["content"].values()}
for f in os.listdir(data):
    if f not in kept:
        os.remove(os.path.join(data, f))

with open(os.path.join(here, "launches.json"), "w") as f:
    json.dump(launches, f, indent=1)
    f.write("\n")

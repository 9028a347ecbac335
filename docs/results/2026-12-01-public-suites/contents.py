#!/usr/bin/env python3
"""Inputs and launches for kernels of public OpenCL suites (numpy only, deterministic)."""
import hashlib
import json
import os
import numpy as np

here = os.path.dirname(os.path.abspath(__file__))
data = os.path.join(here, "data")
os.makedirs(data, exist_ok=True)
rng = np.random.default_rng(5858)
launches = []
f32, i32, u32 = np.float32, np.int32, np.uint32
SIZES = ("small", "large")


def launch(file, kernel, size, glob, loc, args, reals, buffers, more=None, suite=None):
    """buffers: name -> bytes (outputs, local memory), or an array whose bytes are the contents."""
    suite = suite or file.split("_")[0]
    name = f"{suite}_{kernel}"
    sizes, content = {}, {}
    for b, v in buffers.items():
        if isinstance(v, (int, np.integer)):
            sizes[b] = str(int(v))
            continue
        fname = f"{name}_{size}_{b}.bin"
        v = np.ascontiguousarray(v)
        v.tofile(os.path.join(data, fname))
        sizes[b] = str(v.nbytes)
        content[b] = f"@data/{fname}"
    row = {"file": file + ".cl", "kernel": kernel, "name": f"{name}-{size}",
           "global": [int(g) for g in glob], "local": [int(l) for l in loc],
           "args": {k: int(v) for k, v in args.items()},
           "reals": {k: float(v) for k, v in reals.items()},
           "buffers": sizes, "content": content}
    if more:
        row["more"] = more
    launches.append(row)


def up(n, m):
    return (n + m - 1) // m * m


def norm(*shape):
    return rng.normal(0, 1, shape).astype(f32)


# ---------- graphs
def graph(n, deg, power):
    """An undirected graph as CSR: uniform ends, or a few of many edges; many edges between near numbers."""
    m = n * deg // 2
    a = rng.integers(0, n, m) if not power else np.minimum((n * rng.random(m) ** 3).astype(np.int64), n - 1)
    near = rng.random(m) < (0.5 if power else 0.0)
    b = np.where(near, (a + 1 + rng.geometric(0.05, m)) % n, rng.integers(0, n, m))
    if power:
        perm = rng.permutation(n)
        a, b = perm[a], perm[b]
    a, b = a[a != b], b[a != b]
    e = np.unique(np.concatenate([a * n + b, b * n + a]))
    src, dst = e // n, e % n
    row = np.zeros(n + 1, np.int64)
    np.add.at(row, src + 1, 1)
    return np.cumsum(row).astype(i32), dst.astype(i32)


def bfs(row, col, source):
    n = len(row) - 1
    d = np.full(n, -1, np.int64)
    d[source] = 0
    front, level = np.array([source]), 0
    while len(front):
        counts = row[front + 1] - row[front]
        pos = np.repeat(row[front] - np.concatenate(([0], np.cumsum(counts)[:-1])), counts) + np.arange(counts.sum())
        nxt = np.unique(col[pos])
        front = nxt[d[nxt] < 0]
        level += 1
        d[front] = level
    return d


# ================= Rodinia
for size, n in (("small", 8192), ("large", 524288)):
    row, col = graph(n, 6, False)
    d = bfs(row, col, 0)
    level = int(np.argmax(np.bincount(d[d >= 0])))
    nodes = np.stack([row[:-1], np.diff(row)], 1).astype(i32)
    launch("rodinia_bfs", "BFS_1", size, [up(n, 256)], [256], dict(no_of_nodes=n), {},
           dict(g_graph_nodes=nodes, g_graph_edges=col, g_graph_mask=(d == level).astype(np.int8),
                g_updating_graph_mask=np.zeros(n, np.int8), g_graph_visited=((d >= 0) & (d <= level)).astype(np.int8),
                g_cost=np.where((d >= 0) & (d <= level), d, -1).astype(i32)))

for size, side in (("small", (16, 12, 10)), ("large", (64, 48, 32))):
    nx, ny, nz = side
    nelr = nx * ny * nz
    idx = np.arange(nelr).reshape(nz, ny, nx)
    nb = np.full((4, nz, ny, nx), -1, np.int64)
    nb[0, :, :, :-1], nb[1, :, :, 1:] = idx[:, :, 1:], idx[:, :, :-1]
    nb[2, :, :-1], nb[3, 1:] = idx[:, 1:], idx[:-1]
    nb[3, 0] = -2
    nb[2, :, -1] = -2
    order = np.arange(nelr)                                     # numbered as a mesher does: by blocks, some of them mixed
    for k in range(0, nelr - 191, 192):
        order[k:k + 192] = k + rng.permutation(192)
    place = np.argsort(order)
    nbf = nb.reshape(4, -1)
    nbf = np.where(nbf >= 0, place[np.maximum(nbf, 0)], nbf)[:, order].astype(i32)
    gamma, press = 1.4, 1.0
    speed = 1.2 * np.sqrt(gamma * press / 1.4)
    ff = np.array([1.4, 1.4 * speed, 0, 0, 1.4 * 0.5 * speed ** 2 + press / (gamma - 1)])
    var = ff[:, None] * (1 + 0.05 * rng.normal(0, 1, (5, nelr))) + np.array([0, 0, .05, .05, 0])[:, None] * rng.normal(0, 1, (5, nelr))
    vel = np.array([speed, 0, 0])
    mom = 1.4 * vel
    fc = vel[None] * mom[:, None] + press * np.eye(3)
    launch("rodinia_cfd", "compute_flux", size, [up(nelr, 192)], [192], dict(nelr=nelr), {},
           dict(elements_surrounding_elements=nbf, normals=norm(12, nelr), variables=var.astype(f32), ff_variable=ff.astype(f32),
                fluxes=nelr * 20, ff_flux_contribution_density_energy=(vel * (ff[4] + press)).astype(f32),
                ff_flux_contribution_momentum_x=fc[0].astype(f32), ff_flux_contribution_momentum_y=fc[1].astype(f32),
                ff_flux_contribution_momentum_z=fc[2].astype(f32)))

for size, n in (("small", 128), ("large", 1024)):
    h = 0.016 / n
    cap = 0.5 * 1.75e6 * 0.0005 * h * h
    rx = h / (2 * 100 * 0.0005 * h)
    rz = 0.0005 / (100 * h * h)
    slope = 3.0e6 / (0.5 * 0.0005 * 1.75e6)
    groups = -(-n // 12)
    y, x = np.mgrid[0:n, 0:n] / n
    temp = 323 + 10 * np.exp(-((x - .4) ** 2 + (y - .6) ** 2) * 20) + rng.normal(0, .2, (n, n))
    power = np.where((x * 7).astype(int) + (y * 5).astype(int) & 1, 2e-4, 1e-6) * rng.random((n, n))
    launch("rodinia_hotspot", "hotspot", size, [16 * groups] * 2, [16, 16],
           dict(iteration=2, grid_cols=n, grid_rows=n, border_cols=2, border_rows=2),
           dict(Cap=cap, Rx=rx, Ry=rx, Rz=rz, step=0.001 / slope),
           dict(power=power.astype(f32), temp_src=temp.astype(f32), temp_dst=n * n * 4))

for size, nr, nc in (("small", 128, 110), ("large", 1004, 916)):
    ne = nr * nc
    img = 90 + 60 * np.sin(np.arange(nc)[:, None] / 31) * np.cos(np.arange(nr)[None] / 47)
    img = np.clip(img * rng.gamma(8, 1 / 8, (nc, nr)), 0, 255)
    launch("rodinia_srad", "srad_kernel", size, [up(ne, 256)], [256], dict(d_Nr=nr, d_Nc=nc, d_Ne=ne), dict(d_lambda=0.5, d_q0sqr=0.12),
           dict(d_iN=np.maximum(np.arange(nr) - 1, 0).astype(i32), d_iS=np.minimum(np.arange(nr) + 1, nr - 1).astype(i32),
                d_jE=np.minimum(np.arange(nc) + 1, nc - 1).astype(i32), d_jW=np.maximum(np.arange(nc) - 1, 0).astype(i32),
                d_dN=ne * 4, d_dS=ne * 4, d_dE=ne * 4, d_dW=ne * 4, d_c=ne * 4, d_I=np.exp(img / 255).astype(f32)))

for size, n in (("small", 400), ("large", 4000)):
    w = np.exp(rng.normal(0, 1.2, n))
    w /= w.sum()
    launch("rodinia_particle_naive", "particle_kernel", size, [up(n, 128)], [128], dict(Nparticles=n), {},
           dict(arrayX=rng.normal(65, 5, n), arrayY=rng.normal(62, 2, n), CDF=np.cumsum(w), u=rng.random() / n + np.arange(n) / n,
                xj=n * 8, yj=n * 8))

for size, nrec, nq, depth in (("small", 20000, 40, 2), ("large", 1000000, 2000, 3)):
    order, fill = 256, 128                                     # a B+ tree: leaves, then the levels above
    keys = np.sort(rng.choice(nrec * 4, nrec, replace=False)).astype(np.int64)
    knode = np.dtype([("location", i32), ("indices", i32, 257), ("keys", i32, 257), ("is_leaf", np.uint8), ("pad", np.uint8, 3), ("num_keys", i32)])
    levels, firsts = [], []
    nl = -(-nrec // fill)
    lv = np.zeros(nl, knode)
    lv["keys"][:] = 2 ** 31 - 1
    for i in range(nl):
        part = keys[i * fill:(i + 1) * fill]
        lv["keys"][i, :len(part)] = part
        lv["indices"][i, :len(part)] = i * fill + np.arange(len(part))
        lv["num_keys"][i] = len(part)
    lv["is_leaf"] = 1
    low = keys[::fill][:nl]
    levels.append(lv)
    while len(levels[-1]) > 1:
        below = len(levels[-1])
        nl = -(-below // fill)
        lv = np.zeros(nl, knode)
        lv["keys"][:] = 2 ** 31 - 1
        for i in range(nl):
            part = np.arange(i * fill, min((i + 1) * fill, below))
            lv["keys"][i, :len(part)] = low[part]
            lv["indices"][i, :len(part)] = part                # within the level below, moved on later
            lv["num_keys"][i] = len(part)
        lv["keys"][0, 0] = -2 ** 31
        low = low[::fill][:nl]
        levels.append(lv)
    levels.reverse()                                           # the root first
    start = np.concatenate(([0], np.cumsum([len(l) for l in levels])))
    for k in range(len(levels) - 1):
        for i in range(len(levels[k])):
            levels[k]["indices"][i, :levels[k]["num_keys"][i]] += start[k + 1]
    nodes = np.concatenate(levels)
    nodes["location"] = np.arange(len(nodes))
    launch("rodinia_btree", "findK", size, [nq * 256], [256], dict(height=len(levels) - 1, knodes_elem=len(nodes)), {},
           dict(knodesD=nodes, recordsD=rng.integers(0, 2 ** 30, nrec).astype(i32), currKnodeD=np.zeros(nq, np.int64),
                offsetD=np.zeros(nq, np.int64), keysD=rng.choice(keys, nq).astype(i32), ansD=np.full(nq, -1, i32)))

for size, cols in (("small", 8000), ("large", 200000)):
    groups = -(-cols // (256 - 40))
    launch("rodinia_pathfinder", "dynproc_kernel", size, [256 * groups], [256],
           dict(iteration=20, cols=cols, rows=21, startStep=0, border=20, HALO=1), {},
           dict(gpuWall=rng.integers(0, 10, (20, cols)).astype(i32), gpuSrc=rng.integers(0, 10, cols).astype(i32), gpuResults=cols * 4,
                prev=1024, result=1024, outputBuffer=np.zeros(16384, i32)))

for size, b1 in (("small", 2), ("large", 4)):
    nb = b1 ** 3
    nei = np.dtype([("xyz", i32, 3), ("number", i32), ("offset", np.int64)])
    box = np.zeros(nb, np.dtype([("xyz", i32, 3), ("number", i32), ("offset", np.int64), ("nn", i32), ("pad", i32), ("nei", nei, 26)]))
    k = 0
    for z in range(b1):
        for y in range(b1):
            for x in range(b1):
                box[k]["xyz"], box[k]["number"], box[k]["offset"] = (x, y, z), k, k * 100
                c = 0
                for dz in (-1, 0, 1):
                    for dy in (-1, 0, 1):
                        for dx in (-1, 0, 1):
                            p = (x + dx, y + dy, z + dz)
                            if (dx, dy, dz) == (0, 0, 0) or min(p) < 0 or max(p) >= b1:
                                continue
                            m = (p[2] * b1 + p[1]) * b1 + p[0]
                            box[k]["nei"][c]["xyz"], box[k]["nei"][c]["number"], box[k]["nei"][c]["offset"] = p, m, m * 100
                            c += 1
                box[k]["nn"] = c
                k += 1
    npar = nb * 100
    launch("rodinia_lavamd", "kernel_gpu_opencl", size, [nb * 128], [128], {}, {},
           dict(d_box_gpu=box, d_rv_gpu=(rng.integers(1, 11, (npar, 4)) / 10).astype(f32), d_qv_gpu=(rng.integers(1, 11, npar) / 10).astype(f32),
                d_fv_gpu=np.zeros((npar, 4), f32)),
           ["--arg", "d_par_gpu=0.5", "--arg", f"d_dim_gpu=0,0,1,{b1},{nb},{nb * box.itemsize},{npar},{npar * 16},{npar * 4}"])

# ================= PolyBench-ACC
for size, m, n in (("small", 128, 64), ("large", 384, 96)):
    launch("polybench_correlation", "corr_kernel", size, [up(m, 256)], [256], dict(m=m, n=n), {},
           dict(symmat=norm(m, m) * f32(0.01), data=norm(n, m)))
for size, nx, ny in (("small", 256, 256), ("large", 2048, 2048)):
    launch("polybench_atax", "atax_kernel1", size, [up(nx, 256)], [256], dict(nx=nx, ny=ny), {},
           dict(A=norm(nx, ny), x=norm(ny), tmp=np.zeros(nx, f32)))
for size, n in (("small", 320), ("large", 2304)):
    launch("polybench_gesummv", "gesummv_kernel", size, [up(n, 256)], [256], dict(n=n), dict(alpha=1.5, beta=1.2),
           dict(a=norm(n, n), b=norm(n, n), x=norm(n), y=np.zeros(n, f32), tmp=np.zeros(n, f32)))
for size, ni, nj, k in (("small", 128, 256, 20), ("large", 1024, 1536, 300)):
    a = norm(ni, nj)
    q = norm(ni, nj)
    q /= np.linalg.norm(q, axis=0)
    launch("polybench_gramschmidt", "gramschmidt_kernel3", size, [up(nj - k - 1, 256)], [256], dict(k=k, ni=ni, nj=nj), {},
           dict(a=a, r=norm(nj, nj), q=q))
for size, n in (("small", 256), ("large", 1536)):
    launch("polybench_adi", "adi_kernel1", size, [up(n, 256)], [256], dict(n=n), {},
           dict(A=(0.3 + 0.1 * rng.random((n, n))).astype(f32), B=(2 + rng.random((n, n))).astype(f32), X=norm(n, n)))
for size, nj, nk in (("small", 160, 256), ("large", 1536, 1536)):
    launch("polybench_conv3d", "Convolution3D_kernel", size, [up(nk, 32), up(nj, 8)], [32, 8], dict(ni=4, nj=nj, nk=nk, i=2), {},
           dict(A=norm(4, nj, nk), B=4 * nj * nk * 4))
for size, nq, np_, r in (("small", 64, 64, 1), ("large", 128, 256, 2)):
    launch("polybench_doitgen", "doitgen_kernel1", size, [np_, nq], [32, 8], dict(nr=4, nq=nq, np=np_, r=r), {},
           dict(A=norm(4, nq, np_), C4=norm(np_, np_), sum=4 * nq * np_ * 4))
for size, nx, ny in (("small", 200, 256), ("large", 1800, 2048)):
    launch("polybench_fdtd2d", "fdtd_kernel2", size, [up(ny, 32), up(nx, 8)], [32, 8], dict(nx=nx, ny=ny), {},
           dict(ex=norm(nx, ny), ey=norm(nx, ny), hz=norm(nx, ny)))

# ================= SHOC
for size, n in (("small", 1024), ("large", 12288)):
    pos = np.zeros((n, 4), f32)
    pos[:, :3] = rng.random((n, 3)) * 20
    nei = np.zeros((128, n), i32)
    sq = (pos.astype(float) ** 2).sum(1)
    for i in range(0, n, 512):
        d2 = sq[None] + sq[i:i + 512, None] - 2 * pos[i:i + 512].astype(float) @ pos.astype(float).T
        d2[np.arange(len(d2)), i + np.arange(len(d2))] = 1e9
        part = np.argpartition(d2, 127, axis=1)[:, :128]
        part = np.take_along_axis(part, np.argsort(np.take_along_axis(d2, part, 1), axis=1), 1)
        nei[:, i:i + 512] = part.T
    launch("shoc_md", "compute_lj_force", size, [n], [256], dict(neighCount=128, inum=n), dict(cutsq=16.0, lj1=1.5, lj2=2.0),
           dict(force=n * 16, position=pos, neighList=nei))


def csr(n, per, band=None):
    """Rows of about `per` entries: FEM-like near the diagonal, or anywhere."""
    lens = np.clip(rng.poisson(per, n), 1, None)
    ptr = np.concatenate(([0], np.cumsum(lens)))
    rows = np.repeat(np.arange(n), lens)
    cols = rng.integers(0, n, ptr[-1]) if band is None else np.clip(rows + np.rint(rng.normal(0, band, ptr[-1])).astype(np.int64), 0, n - 1)
    order = np.lexsort((cols, rows))
    return ptr.astype(i32), cols[order].astype(i32), norm(ptr[-1])


for size, n in (("small", 1024), ("large", 16384)):
    ptr, cols, val = csr(n, max(n // 100, 10))                 # SHOC: one per cent of the entries
    launch("shoc_spmv", "spmv_csr_vector_kernel", size, [n * 32], [128], dict(dim=n, vecWidth=32), {},
           dict(val=val, vec=norm(n), cols=cols, rowDelimiters=ptr, out=n * 4))

for size, n in (("small", 8192), ("large", 262144)):
    row, col = graph(n, 4, False)
    d = bfs(row, col, 0)
    level = int(np.argmax(np.bincount(d[d >= 0])))
    launch("shoc_bfs_iiit", "BFS_kernel_warp", size, [n], [256], dict(W_SZ=32, CHUNK_SZ=32, numVertices=n, curr=level), {},
           dict(levels=np.where((d >= 0) & (d <= level), d, 0xffffffff).astype(u32), edgeArray=row.astype(u32), edgeArrayAux=col.astype(u32),
                flag=np.zeros(1, i32)))

for size, n, shift in (("small", 65536, 4), ("large", 1048576, 8)):
    keys = rng.integers(0, 2 ** 32, n, dtype=u32)
    digit = (keys >> u32(shift)) & u32(15)
    hist = np.stack([np.bincount(g, minlength=16) for g in digit.reshape(64, -1)], 1).reshape(-1)    # 16 digits x 64 groups
    launch("shoc_sort", "bottom_scan", size, [64 * 256], [256], dict(n=n, shift=shift), {},
           {"in": keys, "isums": (np.cumsum(hist) - hist).astype(u32), "out": n * 4, "lmem": 2 * 256 * 4})

for size, n in (("small", 256), ("large", 1536)):
    pitch = up(n + 2, 16)
    launch("shoc_stencil2d", "StencilKernel", size, [n // 8, n], [1, 256], dict(alignment=16),
           dict(wCenter=0.25, wCardinal=0.15, wDiagonal=0.05),
           dict(data=norm(n + 2, pitch), newData=(n + 2) * pitch * 4, sh=10 * 258 * 4))

for size, d in (("small", 8), ("large", 32)):
    n = d ** 3
    launch(f"shoc_ratt_{d}", "ratt_kernel", size, [n], [128], {}, dict(TCONV=1.0), dict(T=rng.uniform(900, 2200, n).astype(f32), RF=206 * n * 4))

for size, n in (("small", 1024), ("large", 32768)):
    found = n * 10 - 137
    key = bytes((found // 10 ** k) % 10 for k in range(7))
    dig = np.frombuffer(hashlib.md5(key).digest(), u32)
    launch("shoc_md5", "FindKeyWithDigest_Kernel", size, [n], [256],
           dict(searchDigest0=dig[0], searchDigest1=dig[1], searchDigest2=dig[2], searchDigest3=dig[3], keyspace=10 ** 7, byteLength=7, valsPerByte=10), {},
           dict(foundIndex=np.full(1, -1, i32), foundKey=np.zeros(8, np.uint8), foundDigest=np.zeros(4, u32)))

# ================= Parboil
for size, reg, cutoff in (("small", (1, 1, 3), 6.0), ("large", (3, 3, 3), 12.0)):
    h, blen = 0.5, 4.0
    c = int(np.ceil(cutoff / blen))
    dim = [int(np.ceil(8 * r * h / blen)) + 2 * c for r in reg]
    nb = int(np.prod(dim))
    r2 = (cutoff + np.sqrt(3) * blen) ** 2
    nbr = [(i, j, k, 0) for k in range(-c, c + 1) for j in range(-c, c + 1) for i in range(-c, c + 1) if (i * i + j * j + k * k) * blen * blen < r2]
    bins = np.zeros((dim[2], dim[1], dim[0], 8, 4), f32)       # water: 1 atom in 10 cubic Angstroms
    count = np.minimum(rng.poisson(6.4, (dim[2], dim[1], dim[0])), 8)
    for z in range(dim[2]):
        for y in range(dim[1]):
            for x in range(dim[0]):
                m = count[z, y, x]
                bins[z, y, x, :m, :3] = (np.array([x - c, y - c, z - c]) + rng.random((m, 3))) * blen
                bins[z, y, x, :m, 3] = rng.choice([-0.834, 0.417, 0.417], m)
    launch("parboil_cutcp", "opencl_cutoff_potential_lattice", size, [4 * reg[0] * 8, reg[1] * 8, 2], [8, 8, 2],
           dict(binDim_x=dim[0], binDim_y=dim[1], offset=((c * dim[1] + c) * dim[0] + c) * 8, zRegionIndex=1),
           dict(h=h, cutoff2=cutoff ** 2, inv_cutoff2=1 / cutoff ** 2),
           dict(binBaseAddr=bins, regionZeroAddr=int(np.prod(reg)) * 512 * 4, NbrListLen=np.array([len(nbr)], i32), NbrList=np.array(nbr, i32)))

for size, nx, nk in (("small", 512, 512), ("large", 4096, 1024)):
    ck = np.stack([rng.normal(0, 1, nk), rng.normal(0, 1, nk), rng.normal(0, 1, nk), rng.exponential(1, nk)], 1)
    ck = np.pad(ck, ((0, 1024 - nk), (0, 0)))
    launch("parboil_mriq", "ComputeQ_GPU", size, [nx], [256], dict(numK=nk, kGlobalIndex=0), {},
           dict(x=rng.uniform(-.5, .5, nx).astype(f32), y=rng.uniform(-.5, .5, nx).astype(f32), z=rng.uniform(-.5, .5, nx).astype(f32),
                Qr=np.zeros(nx, f32), Qi=np.zeros(nx, f32), ck=ck.astype(f32)))

for size, dim, per, band in (("small", 2000, 12, 60), ("large", 60000, 25, 900)):
    ptr, cols, val = csr(dim, per, band)
    lens = np.diff(ptr)
    perm = np.argsort(-lens, kind="stable")
    pad = up(dim, 32)
    zc = np.pad(lens[perm], (0, pad - dim)).reshape(-1, 32).max(1)
    rows_of = (np.repeat(zc, 32)[None] > np.arange(zc.max())[:, None]).sum(1)
    jptr = np.concatenate(([0], np.cumsum(rows_of)))
    jd, ji = np.zeros(jptr[-1], f32), np.zeros(jptr[-1], i32)
    for k in range(zc.max()):
        sel = np.nonzero(lens[perm] > k)[0]
        jd[jptr[k] + sel] = val[ptr[perm[sel]] + k]
        ji[jptr[k] + sel] = cols[ptr[perm[sel]] + k]
    launch("parboil_spmv", "spmv_jds", size, [up(dim, 192)], [192], dict(dim=dim), {},
           dict(dst_vector=dim * 4, d_data=jd, d_index=ji, d_perm=perm.astype(i32), x_vec=norm(dim), jds_ptr_int=jptr.astype(i32),
                sh_zcnt_int=zc.astype(i32)))

for size, sets, ne in (("small", 1, 97), ("large", 4, 487)):
    pts = rng.normal(0, 1, (sets + 1, ne, 3))
    pts[0, : ne // 2] = pts[0, ne // 2: ne // 2 + ne // 2] + 0.02 * rng.normal(0, 1, (ne // 2, 3))    # galaxies gather
    pts /= np.linalg.norm(pts, axis=-1, keepdims=True)
    binb = np.cos(10 ** (np.arange(21) / 5) / 60 * np.pi / 180)
    launch("parboil_tpacf", "gen_hists", size, [256 * (2 * sets + 1)], [256], dict(NUM_SETS=sets, NUM_ELEMENTS=ne), {},
           dict(histograms=20 * (2 * sets + 1) * 4, all_x_data=np.moveaxis(pts, 2, 0).astype(f32), dev_binb=binb.astype(f32)))

for size, mw, mh in (("small", 2, 2), ("large", 9, 7)):
    w, h = mw * 16, mh * 16
    y, x = np.mgrid[0:h + 40, 0:w + 40]
    scene = 120 + 60 * np.sin(x / 9 + y / 17) + 30 * np.cos(y / 6) + rng.normal(0, 3, x.shape)
    scene = np.clip(scene, 0, 255).astype(np.uint16)
    launch("parboil_sad", "mb_sad_calc", size, [mw * 4 * 61, mh * 4], [61, 1], dict(mb_width=mw, mb_height=mh), {},
           dict(blk_sad=41 * 1096 * mw * mh * 2, frame=np.ascontiguousarray(scene[20:20 + h, 20:20 + w]),
                img_ref=np.ascontiguousarray(scene[23:23 + h, 15:15 + w])))

for size, sx, sy, sz in (("small", 32, 16, 8), ("large", 64, 64, 32)):
    px = sx + 8
    grid = np.zeros((sz + 4, sy, px, 20), f32)
    w = np.array([1 / 3] + [1 / 18] * 6 + [1 / 36] * 12)
    grid[..., :19] = w * (1 + 0.02 * rng.normal(0, 1, grid[..., :19].shape))
    flags = np.zeros((sz, sy, sx), u32)
    flags[1, 2:-2, 2:-2] = flags[-2, 2:-2, 2:-2] = 2
    for s in ((0,), (-1,)):
        flags[s[0]] = 1
        flags[:, s[0]] = 1
        flags[:, :, s[0]] = 1
    z, y, x = np.mgrid[0:sz, 0:sy, 0:sx]
    flags[((x - sx / 2) ** 2 + (y - sy / 2) ** 2 + (z - sz / 2) ** 2) < (sz / 5) ** 2] = 1
    grid.view(u32)[2:-2, :, :sx, 19] = flags
    grid.view(u32)[:2, ..., 19] = grid.view(u32)[-2:, ..., 19] = 0
    launch(f"parboil_lbm_{sx}", "performStreamCollide_kernel", size, [sx * sy, sz], [sx, 1], {}, {}, dict(srcGrid=grid, dstGrid=grid.nbytes))

# ================= NVIDIA and AMD SDK samples
for size, n in (("small", 2048), ("large", 16384)):
    radius = 1 / 64
    s = int(np.ceil(n ** (1 / 3)))
    k = np.arange(n)
    pos = np.stack([k % s, k // s % s, k // (s * s)], 1) * (radius * 1.9) + radius - 1 + rng.uniform(-1, 1, (n, 3)) * radius * 0.1
    cell = np.floor((pos + 1) / (2 * radius)).astype(np.int64) & 63
    hsh = (cell[:, 2] * 64 + cell[:, 1]) * 64 + cell[:, 0]
    index = np.argsort(hsh, kind="stable")
    hs = hsh[index]
    first = np.full(64 ** 3, 0xffffffff, np.int64)
    last = np.zeros(64 ** 3, np.int64)
    u, at, cnt = np.unique(hs, return_index=True, return_counts=True)
    first[u], last[u] = at, at + cnt
    p4 = np.ones((n, 4), f32)
    p4[:, :3] = pos[index]
    v4 = np.zeros((n, 4), f32)
    v4[:, :3] = 0.005 * rng.normal(0, 1, (n, 3))
    par = np.zeros(26, f32)
    par[0:4] = -1.2, -0.8, 0.8, 0.17
    par[4:9] = 0, -0.0003, 0, 1.0, radius
    par.view(u32)[9:13] = 64, 64, 64, 64 ** 3
    par[13:19] = -1, -1, -1, 2 * radius, 2 * radius, 2 * radius
    par.view(u32)[19:21] = n, 0
    par[21:26] = 0.4, 0.025, 0.12, 0.0012, -0.5
    launch("nvsdk_particles", "collide", size, [up(n, 64)], [64], dict(numParticles=n), {},
           dict(d_Vel=n * 16, d_ReorderedPos=p4, d_ReorderedVel=v4, d_Index=index.astype(u32), d_CellStart=first.astype(u32),
                d_CellEnd=last.astype(u32), params=par))

for size, w, h in (("small", 512, 96), ("large", 2048, 1536)):
    taps = np.exp(-np.linspace(-2, 2, 17) ** 2)
    launch("nvsdk_convsep", "convolutionRows", size, [w // 8, h], [16, 4], dict(imageW=w, imageH=h, pitch=w), {},
           dict(d_Dst=w * h * 4, d_Src=norm(h, w), c_Kernel=(taps / taps.sum()).astype(f32)))


def picture(w, h, noise=6.0):
    y, x = np.mgrid[0:h, 0:w]
    img = np.stack([120 + 80 * np.sin(x / 37 + np.sin(y / 23)), 110 + 70 * np.cos(y / 29 - x / 90), 100 + 60 * np.sin((x + y) / 51),
                    np.full((h, w), 255.0)], -1)
    img[((x // 48) + (y // 32)) % 5 == 0, :3] *= 0.5
    img[..., :3] += rng.normal(0, noise, (h, w, 3))
    return np.clip(img, 0, 255)


for size, n in (("small", 4), ("large", 128)):
    launch("amdsdk_binomial", "binomial_options", size, [n * 255], [255], dict(numSteps=254), {},
           dict(randArray=rng.random((n, 4)).astype(f32), output=n * 16, callA=256 * 16, callB=256 * 16))

for size, w, it in (("small", 128, 256), ("large", 384, 1024)):
    launch("amdsdk_mandelbrot", "mandelbrot_vector_float", size, [w * w // 4], [256], dict(maxIterations=it, width=w, bench=0),
           dict(posx=-2.0, posy=-1.5, stepSizeX=3.0 / w, stepSizeY=3.0 / w), dict(mandelbrotImage=w * w * 4))

vocab = ["".join(chr(97 + c) for c in rng.integers(0, 26, rng.integers(2, 10))) for _ in range(3000)]
vocab[:20] = ["the", "of", "and", "to", "in", "a", "is", "that", "it", "was", "for", "on", "with", "as", "be", "at", "by", "this", "had", "not"]
for size, n in (("small", 65536), ("large", 2097152)):
    words = np.minimum(rng.zipf(1.25, n // 3), 3000) - 1
    text = " ".join(vocab[k].capitalize() if k % 37 == 0 else vocab[k] for k in words)[:n].ljust(n)
    pattern = "with the " + vocab[25]
    for at in rng.integers(0, n - 20, n // 8000):
        text = text[:at] + pattern + text[at + len(pattern):]
    launch("amdsdk_stringsearch", "StringSearchNaive", size, [256 * (-(-n // 4096))], [256],
           dict(textLength=n, patternLength=len(pattern), maxSearchLength=4096), {},
           dict(text=np.frombuffer(text.encode(), np.uint8), pattern=np.frombuffer(pattern.encode(), np.uint8), resultBuffer=n * 4,
                resultCountPerWG=4 * (-(-n // 4096)), localPattern=len(pattern)))

for size, w, h in (("small", 256, 24), ("large", 512, 512)):
    wt = np.array([4 / 9] + [1 / 9] * 4 + [1 / 36] * 4)
    f = wt * (1 + 0.03 * rng.normal(0, 1, (h, w, 9)))
    wall = np.zeros((h, w), np.uint8)
    wall[0] = wall[-1] = wall[:, 0] = wall[:, -1] = 1
    y, x = np.mgrid[0:h, 0:w]
    wall[(x - w / 3) ** 2 + (y - h / 2) ** 2 < (h / 6) ** 2] = 1
    launch("amdsdk_fluid2d", "lbm", size, [w, h], [256, 1], {}, dict(omega=1.2),
           dict(if0=f[..., 0], of0=w * h * 8, if1234=f[..., 1:5], of1234=np.ascontiguousarray(f[..., 1:5]), if5678=f[..., 5:9],
                of5678=np.ascontiguousarray(f[..., 5:9]), type=wall, weight=wt, velocityBuffer=w * h * 16),
           ["--arg", "dirX=1,0,-1,0,1,-1,-1,1", "--arg", "dirY=0,1,0,-1,1,1,-1,-1"])

for size, w, h in (("small", 256, 48), ("large", 1024, 512)):
    alpha = 1.695 / 10
    ema, ema2 = np.exp(-alpha), np.exp(-2 * alpha)
    k = (1 - ema) ** 2 / (1 + 2 * alpha * ema - ema2)
    a = [k, k * (alpha - 1) * ema, k * (alpha + 1) * ema, -k * ema2]
    launch("amdsdk_recgauss", "RecursiveGaussian_kernel", size, [w], [64], dict(width=w, height=h),
           dict(a0=a[0], a1=a[1], a2=a[2], a3=a[3], b1=-2 * ema, b2=ema2, coefp=(a[0] + a[1]) / (1 - 2 * ema + ema2),
                coefn=(a[2] + a[3]) / (1 - 2 * ema + ema2)), dict(input=picture(w, h).astype(np.uint8), output=w * h * 4))

for size, w, h in (("small", 128, 64), ("large", 640, 480)):
    img = picture(w, h) / 255
    img[..., :3] = np.maximum(img[..., :3], 0.002) ** 2.2 * np.exp(2.5 * np.sin(np.arange(w) / w * 7))[None, :, None]
    lum = (img[..., :3] @ np.array([0.2126, 0.7152, 0.0722])).mean()
    launch("amdsdk_tonemap", "toneMappingPattanaik", size, [w, h], [16, 16], dict(width=w, numChannels=4, height=h),
           dict(averageLuminance=lum, gamma=0.4, c=0.25, delta=0.000002), dict(input=img.astype(f32), output=w * h * 16))

# ================= OpenDwarfs, Hetero-Mark
for size, nev, nrec in (("small", 20000, 4096), ("large", 400000, 98304)):
    times = np.cumsum(rng.exponential(0.00035, nev)).astype(f32)
    events = rng.integers(0, 26, nev).astype(np.uint8)
    start = np.sort(rng.choice(nev, nrec, replace=False))
    launch("opendwarfs_tdm", "countCandidates", size, [up(nrec, 128)], [128], dict(targetEvent=3, recordCount=nrec),
           dict(minInterval=0.001, maxInterval=0.01),
           dict(startRecords=np.stack([start, np.minimum(start + 20, nev - 1)], 1).astype(u32), foundRecordsCount=nrec * 4, d_events=events,
                d_times=times))

for size, n, level in (("small", 9, 6), ("large", 13, 9)):
    full = (1 << n) - 1
    part = [(1, 2, 0, 0)]                                       # a queen in the corner, then whatever stands in the next rows
    for _ in range(n - level - 1):
        nxt = []
        for m, l, r, c in part:
            free = full & ~(m | l | r)
            while free:
                b = free & -free
                free ^= b
                nxt.append((m | b, (l | b) << 1, (r | b) >> 1, c))
        part = nxt
    th = up(len(part), 64)
    par = np.zeros((4, th), u32)
    par[0] = full
    p = np.array(part, np.int64)
    par[0, :len(p)], par[1, :len(p)], par[2, :len(p)] = p[:, 0], p[:, 1] & 0xffffffff, p[:, 2]
    par[3, :len(p)] = rng.integers(0, 3, len(p))
    launch("opendwarfs_nqueens", "nqueen1", size, [th], [64], dict(board_size=n, level=level, threads=th, pitch=th), {},
           dict(params=par, results=4 * th * 4, forbidden=np.zeros(33, u32)))

exp_t = np.zeros(255, int)
g = 1
for i in range(255):
    exp_t[i] = g
    g = (g ^ (g << 1)) & 0x1ff
    g ^= 0x11b if g & 256 else 0
sbox = np.zeros(256, np.uint8)
for i in range(256):
    inv = 0 if i == 0 else int(exp_t[(255 - int(np.nonzero(exp_t == i)[0][0])) % 255])
    v = inv
    for k in range(1, 5):
        v ^= ((inv << k) | (inv >> (8 - k))) & 255
    sbox[i] = v ^ 0x63
assert sbox[0] == 0x63 and sbox[0x53] == 0xed
for size, n in (("small", 512), ("large", 16384)):
    launch("heteromark_aes", "Encrypt", size, [n], [64], {}, {},
           dict(input=rng.integers(0, 256, n * 16).astype(np.uint8), expanded_key=rng.integers(0, 2 ** 32, 60, dtype=u32), s=sbox))

for size, n, q in (("small", 4096, 64), ("large", 65536, 64)):
    tgt = rng.integers(0, 4, n + 16)
    query = rng.integers(0, 4, q)
    for at in rng.integers(0, n - q, n // 600):
        tgt[at:at + q] = np.where(rng.random(q) < 0.05, rng.integers(0, 4, q), query)
    acgt = np.frombuffer(b"ACGT", np.uint8)
    launch("heteromark_ga", "ga_cl12", size, [up(n, 64)], [64],
           dict(length=n, query_sequence_length=q, coarse_match_length=11, coarse_match_threshold=1, current_position=0), {},
           dict(device_target=acgt[tgt], device_query=acgt[query], device_batch_result=np.zeros(n, np.uint8)))

for size, w, h in (("small", 160, 120), ("large", 1280, 720)):
    img, n = picture(w, h)[..., :3], w * h * 3
    bg = img + rng.normal(0, 4, img.shape)
    img[h // 3:h // 2, w // 4:w // 2] = picture(w, h)[:h // 2 - h // 3, :w // 2 - w // 4, :3][::-1]       # somebody walks by
    launch("heteromark_be", "be_cl12", size, [up(n, 64)], [64], dict(width=w, height=h, channel=3, threshold=20), dict(alpha=0.03),
           dict(frame=img.astype(np.uint8), bg=bg.astype(f32), fg=n))

# ================= never used before: pannotia, spector, waifu2x-converter-cpp, gr-clenabled
for size, n in (("small", 6000), ("large", 200000)):
    row, col = graph(n, 7, True)
    launch("pannotia_mis", "mis1", size, [up(n, 128)], [128], dict(num_nodes=n, num_edges=len(col)), {},
           dict(row=row, col=col, node_value=rng.random(n).astype(f32), s_array=np.zeros(n, i32),
                c_array=np.where(rng.random(n) < 0.55, -1, -2).astype(i32), min_array=np.zeros(n, f32), stop=np.zeros(1, i32)))

for size, n in (("small", 6000), ("large", 150000)):
    row, col = graph(n, 8, True)
    d = bfs(row, col, int(np.argmax(np.diff(row))))
    level = int(np.argmax(np.bincount(d[d >= 0])))
    launch("pannotia_bc", "bfs_kernel", size, [up(n, 128)], [128], dict(num_nodes=n, num_edges=len(col), dist=level), {},
           dict(row=row, col=col, d=np.where(d <= level, d, -1).astype(i32), rho=np.where((d >= 0) & (d <= level), rng.integers(1, 20, n), 0).astype(f32),
                p=64, cont=np.zeros(1, i32)))

for size, n in (("small", 4000), ("large", 120000)):
    row, col = graph(n, 7, True)
    launch("pannotia_prk", "pagerank1", size, [up(n, 256)], [256], dict(num_nodes=n, num_edges=len(col)), {},
           dict(row=row, col=col, data=np.ones(len(col), i32), page_rank1=(rng.random(n) * 2 / n).astype(f32), page_rank2=np.zeros(n, f32)))

for size, w, h in (("small", 256, 128), ("large", 2048, 1024)):
    launch("spector_dct", "DCT8x8", size, [w, h // 8], [32, 2], dict(stride=w, imageH=h, imageW=w), {}, dict(d_Dst=w * h * 4, d_Src=rng.random((h, w)).astype(f32)))

for size, n, per in (("small", 1024, 26), ("large", 16000, 60)):
    ptr, cols, val = csr(n, per)
    launch("spector_spmv", "csr", size, [up(n, 64)], [64], dict(num_rows=n), {},
           dict(Ap=ptr.astype(u32), Aj=cols.astype(u32), Ax=val, x=norm(n), y=norm(n)))

for size, planes, w, h in (("small", 32, 16, 12), ("large", 64, 40, 32)):
    act = np.maximum(norm(h, w, planes), 0) * f32(0.5)
    launch("waifu2x_filter", "filter", size, [h * planes], [planes], dict(nInputPlanes=planes, nOutputPlanes=planes, hsz=h, wsz=w), {},
           dict(packed_input=act, packed_output=h * w * planes * 4, biases=norm(planes) * f32(0.05), weight=norm(planes, 9, 128) * f32(0.06)))

for size, n in (("small", 8192), ("large", 262144)):
    k = np.arange(63) - 31
    taps = np.sinc(k / 5) * np.hamming(63) / 5
    sig = norm(n + 63, 2)
    sig[n:] = 0
    launch("grclenabled_fir", "td_FIR_complex", size, [n], [64], {}, {}, dict(InputArray=sig, FilterArray=taps.astype(f32), OutputArray=n * 8))

for size, ni, nc, it in (("small", 6, 16, 128), ("large", 16, 64, 512)):
    nbase = ni * (ni + 1) // 2
    launch(f"grclenabled_xengine_{ni}", "XCorrelate", size, [nc * nbase], [16], {}, {},
           dict(input_matrix=norm(nc, ni, it // 2, 8), cross_correlation=nc * nbase * 32), ["--build-options", "-cl-fast-relaxed-math"])

# ================= kernels of other public projects (never used before)
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

# ================= only those whose source is here
launches = [l for l in launches if os.path.exists(os.path.join(here, l["file"]))]
kept = {c[1:].split("/")[1] for l in launches for c in l["content"].values()}
for f in os.listdir(data):
    if f not in kept:
        os.remove(os.path.join(data, f))

with open(os.path.join(here, "launches.json"), "w") as f:
    json.dump(launches, f, indent=1)
    f.write("\n")

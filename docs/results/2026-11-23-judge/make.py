#!/usr/bin/env python3
"""Writes launches.json and content/*.bin (deterministic)."""
import json, os
import numpy as np
HERE = os.path.dirname(os.path.abspath(__file__))
C = os.path.join(HERE, 'content')
os.makedirs(C, exist_ok=True)
rng = np.random.default_rng(20240917)
out = []

def content(name, a):
    np.ascontiguousarray(a).tofile(os.path.join(C, name + '.bin'))
    return 'content/' + name + '.bin'  # from this folder

def b(type, count, fill='random', **k):
    d = {'type': type, 'count': int(count), 'fill': fill}
    d.update(k)
    return d
def F(n): return b('float', n)
def D(n): return b('double', n)
def Z(n, t='float'): return b(t, n, 'zero')
def file(t, n, path): return b(t, n, 'file', path=path)
def local(bytes): return {'type': 'local', 'bytes': bytes}

def L(file, kernel, glob, loc, sizes, buffers, args=(), data=False, note=''):
    if isinstance(sizes, dict): sizes = [sizes]
    out.append({'suite': 'judge9', 'file': file, 'kernel': kernel, 'global': glob, 'local': loc,
                'sizes': sizes, 'args': list(args), 'buffers': buffers, 'scalars': {},
                'data': data, 'note': note})

def cont(name, path): return ['--content', '%s=@%s' % (name, path)]
def buf(name, bytes): return ['--buffer', '%s=%d' % (name, bytes)]
M = 1 << 20

# --- BLAS 1
L('blas1.cl', 'saxpy_inc', '1048576', '256', [dict(n=1048576, alpha=1.25, incx=1, incy=1), dict(n=1048576, alpha=1.25, incx=3, incy=2)],
  dict(x=F(3*M), y=F(2*M)), note='strided axpy; 20 MB touched with strides 3 and 2')
L('blas1.cl', 'saxpy_inc', '16777216', '256', dict(n=16777000, alpha=0.5, incx=1, incy=1), dict(x=F(16*M), y=F(16*M)), note='128 MB, n no multiple of the group')
L('blas1.cl', 'ddot_partial', '4096', '256', [dict(n=200000), dict(n=3000000)],
  dict(x=D(3*M), y=D(3*M), partial=Z(16, 'double'), scratch=local(2048)), buf('scratch', 2048), note='grid-stride loop, local memory passed as an argument (2048 bytes)')
L('blas1.cl', 'drot', '2097152', '64', dict(n=2097152, c=0.8, s=0.6), dict(x=D(2*M), y=D(2*M)), note='32 MB read and written, in place')
# --- GEMV
L('gemv.cl', 'sgemv_rows', '2048', '64', [dict(rows=2048, cols=512), dict(rows=2048, cols=4096)], dict(A=F(8*M), x=F(4096), y=Z(2048)), note='row-major by rows: strided across items; power-of-two pitch')
L('gemv.cl', 'sgemv_rows', '10240', '128', dict(rows=10000, cols=1001), dict(A=F(10010000), x=F(1001), y=Z(10000)), note='odd pitch, 40 MB, tail of items idle')
L('gemv.cl', 'dgemv_t', '4096', '64', [dict(rows=300, cols=4096), dict(rows=1200, cols=4096)], dict(A=D(1200*4096), x=D(1200), y=Z(4096, 'double')), note='coalesced columns, 39 MB')
# --- GEMM
L('gemm.cl', 'sgemm_wpt', '256,64', '32,8', [dict(M=256, N=256, K=128), dict(M=256, N=256, K=640)], dict(A=F(256*640), B=F(256*640), C=Z(256*256)), note='local tiles 32x32, 4 per item')
L('gemm.cl', 'sgemm_wpt', '512,128', '16,4', dict(M=512, N=512, K=128), dict(A=F(512*128), B=F(512*128), C=Z(512*512)), ['--build-options', '-DTS=16'], note='same with TS=16')
L('gemm.cl', 'dgemm_2x4', '64,128', '8,8', [dict(M=256, N=256, K=64), dict(M=256, N=256, K=500)], dict(A=D(256*500), B=D(256*500), C=Z(256*256, 'double')), note='double4 registers, no local memory')
L('gemm.cl', 'dgemm_2x4', '160,320', '32,2', dict(M=640, N=640, K=320), dict(A=D(640*320), B=D(640*320), C=Z(640*640, 'double')))
L('gemm.cl', 'strsm_left', '8192', '64', [dict(n=24, nrhs=8192), dict(n=48, nrhs=8192)], dict(L=F(48*48), B=F(48*8192), X=Z(48*8192)), note='triangular loop, sequential dependence')
# --- stencils
L('stencil1d.cl', 'fd15', '2097152', '128', [dict(n=2097152)], dict(**{'in': F(2*M)}, out=Z(2*M), w=F(7)), note='local tile with halo 7')
L('stencil1d.cl', 'fd15', '8388608', '128', [dict(n=8388500)], dict(**{'in': F(8*M)}, out=Z(8*M), w=F(7)), note='64 MB, n no multiple of the group')
L('stencil1d.cl', 'heat_skewed', '262144', '256', [dict(n=249000, r=0.2)], dict(**{'in': D(249856)}, out=Z(249856, 'double')), note='time-skewed: 6 steps in local memory, groups overlap')
L('stencil2d.cl', 'aniso31', '2048,1024', '64,4', [dict(nx=2000, ny=1000, cx=0.1, cy=0.2)], dict(u=F(2000*1000), v=Z(2000*1000)), note='halo 3 by 1')
L('stencil2d.cl', 'aniso31', '4096,4096', '16,16', [dict(nx=4096, ny=4096, cx=0.1, cy=0.2)], dict(u=F(16*M), v=Z(16*M)), note='134 MB, power-of-two pitch')
L('stencil2d.cl', 'varcoef', '1024,1024', '32,4', [dict(nx=1000, ny=1026), dict(nx=1026, ny=1026)], dict(k=D(1026*1026), u=D(1026*1026), r=Z(1026*1026, 'double')), note='4 double divisions a point')
L('stencil2d.cl', 'life', '1024,1024', '16,8', [dict(w=1000, h=1000), dict(w=1024, h=1024)], dict(a=b('uchar', M, 'range', low=0, high=2), b=Z(M, 'uchar')), note='bytes, torus')
L('stencil3d.cl', 'wave_march', '256,256', '32,8', [dict(nx=256, ny=256, nz=20, c2=0.1), dict(nx=256, ny=256, nz=60, c2=0.1)], dict(p=F(256*256*60), pold=F(256*256*60), pnew=Z(256*256*60)), note='marches along z, 47 MB')
L('stencil3d.cl', 'box27', '96,96,96', '16,4,4', [dict(nx=90, ny=90, nz=90), dict(nx=96, ny=96, nz=96)], dict(**{'in': F(96**3)}, out=Z(96**3)), note='27 points, weights in a private constant array')
# --- convolution
L('conv.cl', 'conv2d_clamp', '512,512', '16,16', [dict(width=400, height=300), dict(width=512, height=512)], dict(src=F(512*512), dst=Z(512*512), weights=F(49)), note='7x7, constant weights, clamped borders')
L('conv.cl', 'conv2d_clamp', '1024,768', '64,1', [dict(width=1024, height=768)], dict(src=F(1024*768), dst=Z(1024*768), weights=F(9)), ['--build-options', '-DK=3'], note='3x3, group of 64x1')
L('conv.cl', 'sep_rows', '256,2048', '16,4', [dict(width=2048, pitch=2048)], dict(src=F(2048*2048), dst=Z(2048*2048), coef=F(17)), note='rows of a separable filter, radius 8, local memory')
# --- image
U = lambda n: b('uchar', n, 'bytes')
L('image.cl', 'rgba_to_gray', '4194304', '128', [dict(n=4194304)], dict(**{'in': U(16*M)}, out=Z(4*M, 'uchar')), note='buffer counts are in uchars')
L('image.cl', 'sobel', '1920,1080', '32,4', [dict(w=1280, h=720), dict(w=1920, h=1080)], dict(**{'in': U(1920*1080)}, out=Z(1920*1080, 'uchar')))
L('image.cl', 'median9', '2048,2048', '64,4', [dict(w=2000, h=1500), dict(w=2040, h=2048)], dict(**{'in': U(4*M)}, out=Z(4*M, 'uchar')), note='min/max network on bytes')
L('image.cl', 'bilateral', '320,240', '16,8', [dict(w=320, h=240, radius=2, inv_s2=0.1, inv_r2=0.001), dict(w=320, h=240, radius=3, inv_s2=0.1, inv_r2=0.001)], dict(**{'in': U(4*320*240)}, out=Z(4*320*240, 'uchar')), note='native_exp, runtime radius')
L('image.cl', 'hist256', '8192', '256', [dict(n=200000), dict(n=3000000)], dict(img=U(3000000), hist=Z(256, 'uint')), data=True, note='local atomics; uniform bytes, so few collisions')
# --- reductions, scans
L('reduce.cl', 'argmax_stage1', '65536', '256', [dict(n=1000000, per_item=16), dict(n=4000000, per_item=64)], dict(x=F(4*M), best=Z(256), where=Z(256, 'int')), data=True, note='compare-and-keep; many items each')
L('reduce.cl', 'block_stats', '1048576', '32', [dict()], dict(x=F(4*M), stats=Z(3*32768)), note='many tiny groups (32), tree with barriers; no scalar argument')
L('scan.cl', 'scan_hs', '1048576', '256', [dict(n=1048500)], {'in': b('int', M), 'out': Z(M, 'int')}, note='Hillis-Steele')
L('scan.cl', 'scan_blelloch', '524288', '512', [dict()], {'in': F(M), 'out': Z(M), 'sums': Z(1024)}, note='large groups, 20 barriers; no scalar argument')
# --- transposes
L('transpose.cl', 'transpose_naive', '1024,2048', '16,16', [dict(rows=2000, cols=1000), dict(rows=2048, cols=1024)], dict(a=D(2*M), b=Z(2*M, 'double')), note='power-of-two strides on the write side')
L('transpose.cl', 'transpose_naive', '1536,1024', '64,1', [dict(rows=1000, cols=1500)], dict(a=D(1500000), b=Z(1500000, 'double')))
L('transpose.cl', 'transpose_pad', '2048,512', '32,8', [dict(rows=2048, cols=2048)], dict(a=F(4*M), b=Z(4*M)), note='padded local tile')
# --- gathers
n = 1 << 20
p_rand = content('gather_rand', rng.integers(0, 4*M, 4*n, dtype=np.int32))
near = (np.arange(4*n)//4*1.0 + rng.integers(-32, 33, 4*n)).clip(0, n-1).astype(np.int32)
p_near = content('gather_near', near)
L('gather.cl', 'gather4', str(n), '64', [dict(n=n)], dict(idx=file('int', 4*n, p_rand), w=F(4*n), x=F(4*M), y=Z(n)), cont('idx', p_rand)+buf('x', 16*M), data=True, note='uniformly random indices into 16 MB')
L('gather.cl', 'gather4', str(n), '64', [dict(n=n-5)], dict(idx=file('int', 4*n, p_near), w=F(4*n), x=F(n), y=Z(n)), cont('idx', p_near)+buf('x', 4*n), data=True, note='indices within 32 of own position; same kernel and NDRange, n=1048571')
def cycle(m):
    p = rng.permutation(m); nx = np.empty(m, np.int32); nx[p] = np.roll(p, -1); return nx
p_c16 = content('chase_64k', cycle(65536)); p_c1m = content('chase_2m', cycle(2*M))
L('gather.cl', 'chase', '65536', '64', [dict(n=65536, hops=8), dict(n=65536, hops=40)], dict(next=file('int', 65536, p_c16), out=Z(65536, 'int')), cont('next', p_c16)+buf('next', 4*65536), data=True, note='one random cycle through 256 KB')
L('gather.cl', 'chase', '32768', '128', [dict(n=32768, hops=20)], dict(next=file('int', 2*M, p_c1m), out=Z(32768, 'int')), cont('next', p_c1m)+buf('next', 8*M), data=True, note='one random cycle through 8 MB; starts in the first 32768')
p_perm = content('perm_1m', rng.permutation(M).astype(np.int32))
L('gather.cl', 'scatter_perm', '1048576', '256', [dict(n=1048576)], {'perm': file('int', M, p_perm), 'in': F(4*M), 'out': Z(4*M)}, cont('perm', p_perm), data=True, note='random permutation of 16-byte items')
# --- SpMV
def csr(rows, maxlen, ncols, band=None):
    ln = rng.integers(1, maxlen+1, rows); ptr = np.zeros(rows+1, np.int32); ptr[1:] = np.cumsum(ln)
    nnz = int(ptr[-1])
    if band:
        r = np.repeat(np.arange(rows), ln)
        col = (r + rng.integers(-band, band+1, nnz)).clip(0, ncols-1)
    else:
        col = rng.integers(0, ncols, nnz)
    return ptr, col.astype(np.int32), nnz
ptr, col, nnz = csr(65536, 31, 65536, 200)
pp, pc = content('csr_band_ptr', ptr), content('csr_band_col', col)
L('spmv.cl', 'csr_scalar', '65536', '64', [dict(rows=65536)], dict(rowptr=file('int', 65537, pp), cols=file('int', nnz, pc), vals=D(nnz), x=D(65536), y=Z(65536, 'double')),
  cont('rowptr', pp)+cont('cols', pc)+buf('x', 8*65536)+buf('vals', 8*nnz), data=True, note='rows of 1..31 entries, columns within 200 of the diagonal')
ptr, col, nnz = csr(40000, 120, 500000)
pp, pc = content('csr_rand_ptr', ptr), content('csr_rand_col', col)
L('spmv.cl', 'csr_vector', '640000', '64', [dict(rows=40000)], dict(rowptr=file('int', 40001, pp), cols=file('int', nnz, pc), vals=F(nnz), x=F(500000), y=Z(40000)),
  cont('rowptr', pp)+cont('cols', pc)+buf('x', 4*500000)+buf('vals', 4*nnz), data=True, note='16 lanes a row, rows of 1..120 entries, random columns of 500000')
rows, width = 131072, 12
ec = rng.integers(0, rows, (width, rows)).astype(np.int32)
ec[np.arange(width)[:, None] >= rng.integers(4, width+1, rows)[None, :]] = -1
pe = content('ell_col', ec)
L('spmv.cl', 'ell', '131072', '128', [dict(rows=rows, width=6), dict(rows=rows, width=12)], dict(cols=file('int', rows*width, pe), vals=F(rows*width), x=F(rows), y=Z(rows)),
  cont('cols', pe)+buf('x', 4*rows), data=True, note='4..12 entries a row, then -1; random columns')
# --- particles
L('particles.cl', 'nbody_tile', '4096', '128', [dict(n=1024, eps2=0.01), dict(n=3072, eps2=0.01)], dict(pos=F(4*4096), acc=Z(4*4096)), note='n may be less than the items: all items against the first n')
nc = 10
pcnt = content('lj_count', rng.integers(4, 13, nc**3).astype(np.int32))
L('particles.cl', 'lj_cells', str(nc**3*16), '16', [dict(nc=nc, rc2=1.0)], dict(pos=F(4*16*nc**3), count=file('int', nc**3, pcnt), force=Z(4*16*nc**3)), cont('count', pcnt), data=True, note='4..12 particles a cell, uniform; cutoff branch taken in about 4.19/27 of the pairs; tiny groups')
# --- fractals
L('fractal.cl', 'mandelbrot', '640,480', '32,4', [dict(w=640, h=480, x0=-2.0, y0=-1.2, scale=0.005, maxit=50), dict(w=640, h=480, x0=-2.0, y0=-1.2, scale=0.005, maxit=250)], dict(img=Z(640*480, 'ushort')), data=False, note='trip count depends on the position only')
L('fractal.cl', 'newton3', '256,256', '16,4', [dict(w=256, h=256, maxit=60)], dict(img=Z(65536, 'uchar')), note='early break, double divisions; position only')
# --- finance
L('finance.cl', 'mc_pi', '8192', '128', [dict(samples=100, seed=12345), dict(samples=1000, seed=12345)], dict(hits=Z(8192, 'uint')), note='xorshift chain, unpredictable if')
L('finance.cl', 'black_scholes', '524288', '64', [dict(r=0.02, v=0.3, n=524288)], dict(price=F(M//2), strike=F(M//2), years=F(M//2), call=Z(M//2), put=Z(M//2)))
L('finance.cl', 'binomial', '65536', '256', [dict(strike=100.0, u=1.01, pu=0.52, disc=0.9998)], dict(spot=F(256), value=Z(256)), note='510 barriers a group')
# --- hash
L('hash.cl', 'sha_like', '16384', '64', [dict(blocks=1), dict(blocks=4)], dict(msg=b('uint', 16384*64, 'bytes'), digest=Z(32768, 'uint')), note='private ring array of 16')
off = np.zeros(200001, np.int32); off[1:] = np.cumsum(rng.integers(1, 25, 200000))
po = content('key_offset', off)
L('hash.cl', 'murmur_keys', '200064', '64', [dict(n=200000, seed=7)], dict(text=b('uint', off[-1], 'bytes'), offset=file('int', 200001, po), out=Z(200000, 'uint')), cont('offset', po)+buf('text', 4*int(off[-1])), data=True, note='keys of 1..24 words')
# --- FFT
L('fft.cl', 'fft_r2', '524288', '64', [dict(p=1), dict(p=1024)], dict(x=F(2*M), y=Z(2*M)), note='sin and cos per item')
L('fft.cl', 'fft_r4', '262144', '128', [dict(p=4), dict(p=4096)], dict(x=F(2*M), y=Z(2*M), tw=F(2*3*4096)), note='twiddles from a table')
# --- small matrices
L('smallmat.cl', 'inv3', '524288', '64', [dict(n=500000)], dict(A=F(9*500000), B=Z(9*500000)), note='array of structures of 36 bytes')
L('smallmat.cl', 'mm8', '65536,8', '8,8', [dict()], dict(A=D(8192*64), B=D(8192*64), C=Z(8192*64, 'double')), note='8192 groups of 8x8; no scalar argument')
L('smallmat.cl', 'chol6', '65536', '64', [dict(batch=65536)], dict(A=D(36*65536), L=Z(36*65536, 'double')), note='private 6x6 double, sqrt and divisions, interleaved')
L('smallmat.cl', 'lu_update', '1536,1536', '32,8', [dict(n=1500, k=10), dict(n=1536, k=200)], dict(A=F(1536*1536)), note='trailing update with a division; items outside idle')
# --- geometry
L('geom.cl', 'ray_spheres', '320,240', '16,8', [dict(ns=16, w=320, h=240), dict(ns=128, w=320, h=240)], dict(img=Z(4*320*240), sph=F(4*128)), data=True, note='random spheres in the unit cube, constant memory')
L('geom.cl', 'quat_rotate', '1048576', '128', [dict(n=1000000)], {'q': F(4*M), 'in': F(3*M), 'out': Z(3*M)}, note='vload3/vstore3, normalize, cross')
# --- FEM
m = 400
ix = np.arange(m*m).reshape(m, m)
A_, B_, C_, D_ = ix[:-1, :-1].ravel(), ix[:-1, 1:].ravel(), ix[1:, :-1].ravel(), ix[1:, 1:].ravel()
tri = np.stack([np.stack([A_, B_, D_], 1), np.stack([A_, D_, C_], 1)], 1).reshape(-1, 3)
ne = len(tri)
pt = content('tri_ordered', tri.astype(np.int32)); ps = content('tri_shuffled', rng.permutation(tri).astype(np.int32))
G = (ne + 63)//64*64
L('fem.cl', 'tri_apply', str(G), '64', [dict(ne=ne)], dict(conn=file('int', 3*ne, pt), xy=F(2*m*m), u=F(m*m), fe=Z(3*ne)), cont('conn', pt)+buf('xy', 8*m*m)+buf('u', 4*m*m), data=True, note='400x400 nodes, elements in mesh order')
L('fem.cl', 'tri_apply', str(G), '64', [dict(ne=ne-1)], dict(conn=file('int', 3*ne, ps), xy=F(2*m*m), u=F(m*m), fe=Z(3*ne)), cont('conn', ps)+buf('xy', 8*m*m)+buf('u', 4*m*m), data=True, note='same mesh, elements shuffled')
L('fem.cl', 'tri_assemble', str(G), '64', [dict(ne=ne, scale=1000.0)], dict(conn=file('int', 3*ne, pt), fe=F(3*ne), f=Z(m*m, 'int')), cont('conn', pt)+buf('f', 4*m*m), data=True, note='global atomics')
# --- LBM
L('lbm.cl', 'd2q9', '512,512', '32,2', [dict(nx=500, ny=500, omega=1.2), dict(nx=512, ny=512, omega=1.2)], dict(f=F(9*512*512), g=Z(9*512*512)), note='18.9 MB')
L('lbm.cl', 'd2q9', '1216,800', '64,2', [dict(nx=1200, ny=800, omega=1.2)], dict(f=F(9*1200*800), g=Z(9*1200*800)), note='69 MB')
# --- ML
L('ml.cl', 'kmeans_assign', '32768', '64', [dict(n=32768, k=8, dim=4), dict(n=32768, k=20, dim=13)], dict(points=F(32768*13), cent=F(20*13), label=Z(32768, 'int')), data=True)
L('ml.cl', 'softmax_rows', '131072', '128', [dict(cols=300), dict(cols=1000)], dict(x=F(1024*1000), y=Z(1024*1000)), note='group per row')
L('ml.cl', 'layernorm', '4096', '32', [dict(rows=4096, cols=256), dict(rows=4096, cols=768)], dict(x=F(4096*768), gamma=F(768), beta=F(768), y=Z(4096*768)), note='item per row')
L('ml.cl', 'attention', '512', '32', [dict(seq=200, scale=0.17), dict(seq=512, scale=0.17)], dict(Q=F(512*32), K=F(512*32), V=F(512*32), O=Z(512*32)), note='triangular load, private arrays of 32')
L('ml.cl', 'dense_i8', '1024,16', '64,1', [dict(n=1000, k4=32), dict(n=1000, k4=256)], dict(w=b('char', 4*1000*256), x=b('char', 16*4*256), scale=F(1000), y=Z(16*1000)), note='char4 dot products')
# --- half
L('half.cl', 'half_fma', '1048576', '64', [dict(n4=1048576, alpha=0.5)], dict(a=b('half', 4*M), b=b('half', 4*M), c=Z(4*M, 'half')), note='half in memory: numpy float16')
L('half.cl', 'half_rowsum', '4096', '64', [dict(rows=4096, cols=200), dict(rows=4096, cols=1000)], dict(a=b('half', 4096*1000), s=Z(4096)))
# --- bits
L('bits.cl', 'morton3', '1048576', '256', [dict(n=1048576)], dict(xyz=F(3*M), code=Z(M, 'uint')))
L('bits.cl', 'bitrev_perm', '1048576', '64', [dict(bits=20)], {'in': F(2*M), 'out': Z(2*M)}, note='scatter by bit reversal, 8-byte items')
L('bits.cl', 'hamming', '4096', '64', [dict(nq=4096, m=100), dict(nq=4096, m=700)], dict(query=b('ulong', 4*4096, 'bytes'), train=b('ulong', 4*700, 'bytes'), match=Z(2*4096, 'int')), data=True, note='popcount of ulong4')
# --- align
L('align.cl', 'smith_waterman', '16384', '128', [dict(match=2, mismatch=-1, gap=1)], dict(a=b('uchar', 16384, 'range', low=0, high=4), b=b('uchar', 16384, 'range', low=0, high=4), score=Z(128, 'int')), data=True, note='255 barriers, rotating local pointers')
# --- sort
L('sort.cl', 'bitonic_step', '1048576', '256', [dict(j=1, k=2), dict(j=65536, k=262144)], dict(keys=b('uint', 2*M, 'bytes')), data=True, note='in place: after the warm-up nothing is left to swap')
L('sort.cl', 'bitonic_local', '65536', '256', [dict()], dict(kin=b('uint', 131072, 'bytes'), kout=Z(131072, 'uint'), vin=b('uint', 131072, 'index'), vout=Z(131072, 'uint')), data=True, note='45 steps in local memory; no scalar argument')
# --- text
letters = np.frombuffer(b'etaoinshrdlu      \n', np.uint8)
ptx = content('text', letters[rng.integers(0, len(letters), 4*M)])
L('text.cl', 'find_pattern', '4194304', '256', [dict(n=4194304, m=6)], dict(text=file('uchar', 4*M, ptx), pat=b('uchar', 6, 'values', values=list(b'the se')), found=Z(1, 'int')), cont('text', ptx)+['--content', 'pat=' + ','.join(str(c) for c in b'the se')], data=True, note='early exit at the first mismatch')
L('text.cl', 'word_count', '16384', '64', [dict(n=4194304)], dict(text=file('uchar', 4*M, ptx), words=Z(16384, 'int')), cont('text', ptx), data=True, note='unpredictable branches, 256-byte slices')
# --- tables
L('table.cl', 'lerp_table', '2097152', '128', [dict(n=2097152, m=1024), dict(n=2097152, m=1000000)], dict(tab=F(1000000), x=F(2*M), y=Z(2*M)), buf('tab', 4000000), data=True, note='random places in 4 KB and in 4 MB')
srt = np.sort(rng.random(262144, dtype=np.float32)); psrt = content('sorted', srt)
L('table.cl', 'lower_bound', '262144', '64', [dict(m=262144, n=262144)], dict(sorted=file('float', 262144, psrt), query=F(262144), pos=Z(262144, 'int')), cont('sorted', psrt)+buf('sorted', M), data=True, note='binary search in 1 MB, random queries')
L('table.cl', 'colsum', '8192', '64', [dict(rows=8192, cols=100), dict(rows=8192, cols=800)], dict(a=F(8192*800), s=Z(8192)), note='26 MB, stride 32 KB along the loop')
L('table.cl', 'rownorm', '16384', '64', [dict(rows=16384, cols4=80), dict(rows=16384, cols4=1500)], dict(a=F(4*16384*1500), s=Z(16384)), note='393 MB, float4 loads, a row per item')
# --- math
L('math.cl', 'horner', '65536', '64', [dict(n=65536, rep=4), dict(n=65536, rep=12)], dict(x=D(65536), y=Z(65536, 'double'), c=D(24)), note='long dependent chain')
L('math.cl', 'haversine', '262144', '64', [dict(n=262144, lat0=0.7, lon0=0.1)], dict(lat=D(262144), lon=D(262144), dist=Z(262144, 'double')))
L('math.cl', 'tonemap', '262144', '64', [dict(n=262144, gamma=2.2, key=0.18)], {'in': F(M), 'out': Z(M)}, note='pow of float4')
L('math.cl', 'kepler', '131072', '128', [dict(n=131072, ecc=0.3, steps=2), dict(n=131072, ecc=0.3, steps=8)], dict(M=F(131072), E=Z(131072)), note='sincos and a division per step')
L('math.cl', 'rowvar_mixed', '2048', '16', [dict(rows=2048, cols=300), dict(rows=2048, cols=2000)], dict(a=F(2048*2000), v=Z(2048)), note='float to double')
L('math.cl', 'collatz', '262144', '64', [dict(first=1000000)], dict(steps=Z(262144, 'ushort')), note='data-dependent integer loop, about 120 steps')

json.dump(out, open(os.path.join(HERE, 'launches.json'), 'w'), indent=1)
print(len(out), 'entries', sum(len(e['sizes']) for e in out), 'launches')

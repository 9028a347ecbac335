import json
L=[]; K={}
def add(file,kernel,name,glob,loc,args,buffers,content=None):
    L.append(dict(file=file,kernel=kernel,name=name,**{'global':[glob],'local':[loc]},args=args,reals={},buffers={k:str(v) for k,v in buffers.items()},content=content or {}))
# chains: x = OP(x); 8 a round
def chain(name,typ,op,init='1.1',post='',trips=1000,groups=(1,),local=32,outtyp=None):
    body=' '.join(f'x = {op};' for _ in range(8))
    K[f'c_{name}']=f'''#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel void c_{name}(__global {typ} *out, int trips, __global const {typ} *in) {{
  {typ} x = in[get_local_id(0)]; const {typ} a = in[32], b = in[33];
  for (int t = 0; t < trips; t++) {{ {body} }}
  out[get_global_id(0)] = x;
}}
'''
    size={'float':4,'double':8,'int':4,'uint':4,'ulong':8,'long':8}[typ]
    for g in groups:
        add(f'c_{name}.cl',f'c_{name}',f'c_{name}-{g}',g*local,local,{'trips':trips},{'out':size*g*local,'in':size*64})
for t,s in (('float','f'),('double','d')):
    chain(s+'add',t,'x + a'); chain(s+'mul',t,'x * a'); chain(s+'fma',t,'fma(x, a, b)')
    chain(s+'div',t,'a / x',trips=400); chain(s+'sqrt',t,'sqrt(x)',trips=400); chain(s+'exp',t,'exp(-x)',trips=300); chain(s+'log',t,'log(x + a)',trips=300)
    chain(s+'sin',t,'sin(x)',trips=300); chain(s+'fmax',t,'fmax(x + a, b)'); chain(s+'sel',t,'x > a ? x - a : x + b')
    chain(s+'atan',t,'atan(x)',trips=200); chain(s+'pow',t,'pow(x, a)',trips=150)
    chain(s+'tanh',t,'tanh(x)',trips=200); chain(s+'floor',t,'floor(x) + a'); chain(s+'fabs',t,'fabs(x + a)')
chain('cvt_fi','float','(float)((int)(x) + 1)'); chain('cvt_df','double','(double)((float)x + 1.0f)'); chain('cvt_di','double','(double)((int)x + 1)')
chain('iadd','int','(x + a) ^ b'); chain('imul','int','x * a + b'); chain('imulhi','int','mul_hi(x, a) + b'); chain('ishift','uint','(x << 7) ^ (x >> 3)')
chain('irot','uint','rotate(x, 7u) + a'); chain('udiv','uint','x / (a | 1u) + b',trips=300); chain('urem','uint','x % (a | 3u) + 77u',trips=300)
chain('lmul','ulong','x * a + b'); chain('lmulhi','ulong','mul_hi(x, a) + b'); chain('ladd','ulong','(x + a) ^ b'); chain('lshift','ulong','(x << 7) ^ (x >> 3)'); chain('lsel','ulong','x >= a ? x - a : x + b'); chain('ldiv','ulong','x / (a | 1ul) + b',trips=60)
chain('popc','uint','popcount(x) + a'); chain('clz','uint','clz(x) * a + b'); chain('isel','int','x > a ? x - a : x + b'); chain('imin','int','min(x + a, b)')
# branches that lanes decide alike
K['c_branch']='''__kernel void c_branch(__global int *out, int trips, __global const int *in) {
  int x = in[get_local_id(0)]; const int a = in[32];
  for (int t = 0; t < trips; t++) { for (int k = 0; k < 4; k++) { if (((x + t) >> k & 1) != 0) { x = x * 3 + a; if (x == 77) out[k] = 1; } else { x = (x ^ 5) - a; if (x == 99) out[k + 1] = 2; } } }
  out[get_global_id(0)] = x; }
'''
add('c_branch.cl','c_branch','c_branch-1',32,32,{'trips':1000},{'out':128,'in':256})
# local memory: links, doubles
K['l_chase']='''__kernel void l_chase(__global int *out, int trips, int mask, int spread) {
  __local int next[1024];
  for (int i = get_local_id(0); i < 1024; i += get_local_size(0)) next[i] = (i * 33 + 7) & 1023;
  barrier(CLK_LOCAL_MEM_FENCE);
  int x = (get_local_id(0) * spread) & 1023;
  for (int t = 0; t < trips; t++) { for (int k = 0; k < 8; k++) x = next[x] ^ (mask & t); }
  out[get_global_id(0)] = x; }
'''
for sp in (0,1,32): add('l_chase.cl','l_chase',f'l_chase-{sp}',32,32,{'trips':1000,'mask':0,'spread':sp},{'out':128})
# constant memory
for n in (256,1024,8192):
    K[f'k_chase{n}']=f'''__constant int table[{n}] = {{ {','.join(str((i*1103+12345)%65536) for i in range(n))} }};
__kernel void k_chase{n}(__global int *out, int trips, int lanes, int step) {{
  int x = (get_local_id(0) % lanes) * step;
  for (int t = 0; t < trips; t++) {{ for (int k = 0; k < 8; k++) x = (table[x & {n-1}] & 0xffff0000) | ((x + 37) & {n-1}); }}
  out[get_global_id(0)] = x; }}
'''
    for lanes,step in ((1,1),(2,1),(4,1),(8,1),(32,1),(8,16),(32,7),(32,31)):
        add(f'k_chase{n}.cl',f'k_chase{n}',f'k_chase{n}-{lanes}x{step}',32,32,{'trips':200,'lanes':lanes,'step':step},{'out':128})
    add(f'k_chase{n}.cl',f'k_chase{n}',f'k_chase{n}-many',132*4*256,256,{'trips':50,'lanes':32,'step':7},{'out':4*132*4*256})
    add(f'k_chase{n}.cl',f'k_chase{n}',f'k_chase{n}-manyone',132*4*256,256,{'trips':50,'lanes':1,'step':7},{'out':4*132*4*256})
    add(f'k_chase{n}.cl',f'k_chase{n}',f'k_chase{n}-four',132*128,128,{'trips':50,'lanes':32,'step':7},{'out':4*132*128})
# several loads of constants beside each other
K['k_crc']='''__constant uint T[4][256] = { {'''+','.join(str((i*2654435761)%4294967296)+'u' for i in range(256))+'},{'+','.join(str((i*2654435769)%4294967296)+'u' for i in range(256))+'},{'+','.join(str((i*2246822519)%4294967296)+'u' for i in range(256))+'},{'+','.join(str((i*3266489917)%4294967296)+'u' for i in range(256))+'''} };
__kernel void k_crc(__global uint *out, int trips) {
  uint c = get_global_id(0) * 747796405u + 2891336453u;
  for (int t = 0; t < trips; t++) c = T[3][c & 255] ^ T[2][(c >> 8) & 255] ^ T[1][(c >> 16) & 255] ^ T[0][c >> 24];
  out[get_global_id(0)] = c; }
'''
for g in (1,132,132*8): add('k_crc.cl','k_crc',f'k_crc-{g}',64*g,64,{'trips':300},{'out':256*g})
# floats added by compare and exchange
K['a_add']='''void add_to(volatile __global float *address, float value) {
    volatile __global uint *word = (volatile __global uint *)address;
    uint seen = *word, expected;
    do { expected = seen; seen = atomic_cmpxchg(word, expected, as_uint(as_float(expected) + value)); } while (seen != expected);
}
__kernel void a_add(__global float *sum, int words, int times, uint mul, int shift) {
  uint h = (get_global_id(0) >> shift) * mul;
  for (int k = 0; k < times; k++) { add_to(sum + (h >> 4) % words, 1.0f + k); h = h * 747796405u + 2891336453u; }
}
'''
for g,words,mul,shift in ((1,1<<20,747796405,0),(1,64,747796405,0),(1,16,747796405,0),(32,1<<20,747796405,0),(32,4096,747796405,0),(32,512,747796405,0),(32,128,747796405,0),(512,65536,747796405,0),(512,4096,747796405,0),(512,1<<22,747796405,0),(32,1<<20,747796405,6),(512,1<<20,747796405,5)):
    add('a_add.cl','a_add',f'a_add-{g}-{words}-{shift}',64*g,64,{'words':words,'times':12,'mul':mul,'shift':shift},{'sum':4*words})
# half loads by rows
K['h_rows']='''__kernel void h_rows(__global const half *w, __global float *out, int trips, int row) {
  float s = 0; __global const half *p = w + get_global_id(0) % 64 * row;
  for (int t = 0; t < trips; t++) for (int k = 0; k < 16; k++) { float4 v = vload_half4(k, p); s = s * 0.5f + v.x + v.y * v.z + v.w; }
  out[get_global_id(0)] = s; }
'''
for row in (64,66): add('h_rows.cl','h_rows',f'h_rows-{row}',64,64,{'trips':50,'row':row},{'w':2*66*64+256,'out':256})
for row in (64,66): add('h_rows.cl','h_rows',f'h_rowsmany-{row}',64*132*4,64,{'trips':50,'row':row},{'w':2*66*64+256,'out':256*132*4})
# bytes of rows of their own
K['b_rows']='''__kernel void b_rows(__global const uchar *w, __global uint *out, int bytes) {
  uint s = 0; __global const uchar *p = w + get_global_id(0) * bytes;
  for (int t = 0; t < bytes; t++) s = (s ^ p[t]) * 16777619u;
  out[get_global_id(0)] = s; }
'''
for g,b in ((1,1024),(132,1024),(132*8,1000),(132*8,256)): add('b_rows.cl','b_rows',f'b_rows-{g}-{b}',64*g,64,{'bytes':b},{'w':64*g*b,'out':256*g})
for n,t in K.items(): open(n+'.cl','w').write(t)
json.dump(L,open('launches.json','w')); print(len(L))

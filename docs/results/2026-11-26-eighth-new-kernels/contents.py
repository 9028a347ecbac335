"""Writes launches.json and what buffers hold: python3 contents.py FOLDER, which has a folder data/."""
import json, math, os, random, struct, sys
from array import array
D=sys.argv[1]; os.makedirs(D+'/data',exist_ok=True)
L=[]
def w(name, arr):
    with open(f'{D}/data/{name}.bin','wb') as f: f.write(arr if isinstance(arr,(bytes,bytearray)) else arr.tobytes())
    return f'@data/{name}.bin'
I=lambda it: array('i',it); U=lambda it: array('I',it); F=lambda it: array('f',it); R=lambda it: array('d',it)
def add(k,size,g,l,args,reals,bufs,content=None,more=None):
    d=dict(file=k+'.cl',kernel=k,name=f'{k}-{size}',**{'global':g},local=l,args=args,reals=reals,buffers={a:str(b) for a,b in bufs.items()})
    if content: d['content']=content
    if more: d['more']=more
    L.append(d)
S=('small','middle','large')
CAP=1<<18  # values a file of content has at most where it may repeat
up=lambda n,m:(n+m-1)//m*m

# bsr4_spmv: block rows of a 3-D grid of points, six neighbours, a few more at random, boundary ones fewer
random.seed(101)
for s,(a,b,c),l in zip(S,((9,9,8),(26,25,24),(54,52,50)),(64,64,128)):
    k='bsr4_spmv'; m=a*b*c; rows=I([0]); cols=I([])
    for z in range(c):
        for y in range(b):
            for x in range(a):
                i=(z*b+y)*a+x
                n={i}
                if x: n.add(i-1)
                if x<a-1: n.add(i+1)
                if y: n.add(i-a)
                if y<b-1: n.add(i+a)
                if z: n.add(i-a*b)
                if z<c-1: n.add(i+a*b)
                for _ in range(random.choice((0,0,1,2,3))): n.add(min(m-1,max(0,i+random.randrange(-2*a*b,2*a*b))))
                cols.extend(sorted(n)); rows.append(len(cols))
    nz=len(cols)
    add(k,s,[up(4*m,l)],[l],dict(mb=m),dict(alpha=1.0,beta=-1.0),
        dict(bsr_row_ptr=4*(m+1),bsr_col_ind=4*nz,bsr_val=128*nz,x=32*m,y=32*m),
        dict(bsr_row_ptr=w(f'{k}-rows-{s}',rows),bsr_col_ind=w(f'{k}-cols-{s}',cols)))

# swe_cells: a grid of quadrangles, a third of them cut into two triangles, cells numbered in strips with some disorder
random.seed(102)
for s,(a,b),l in zip(S,((20,16),(150,120),(640,560)),(64,128,128)):
    k='swe_cells'; ids={}; sides=[]
    for y in range(b):
        for x in range(a):
            if random.random()<.33:
                ids[x,y]=(len(sides),len(sides)+1); sides+=[None,None]
            else:
                ids[x,y]=(len(sides),)*2; sides.append(None)
    # lower triangle has the south and east sides, the upper one north and west
    get=lambda x,y,w_: ids[x,y][w_] if (x,y) in ids else -1
    for (x,y),(lo,hi) in ids.items():
        so,ea,no,we=get(x,y-1,1),get(x+1,y,1),get(x,y+1,0),get(x-1,y,0)
        if lo==hi: sides[lo]=[(so,0,-1,1),(ea,1,0,1),(no,0,1,1),(we,-1,0,1)]
        else:
            q=math.sqrt(.5)
            sides[lo]=[(so,0,-1,1),(ea,1,0,1),(hi,-q,q,1/q)]
            sides[hi]=[(no,0,1,1),(we,-1,0,1),(lo,q,-q,1/q)]
    n=len(sides); perm=list(range(n))
    for i in range(0,n-64,64):
        if random.random()<.5: j=slice(i,i+64); p=perm[j]; random.shuffle(p); perm[j]=p
    inv=[0]*n
    for new,old in enumerate(perm): inv[old]=new
    first=I([0]); cell=I([]); normal=R([]); length=R([]); area=R([]); H=R([]); HU=R([]); HV=R([]); bed=R([])
    centre={}
    for (x,y),(lo,hi) in ids.items(): centre[lo]=centre[hi]=(x,y)
    for old in perm:
        for o,nx,ny,ln in sides[old]: cell.append(inv[o] if o>=0 else -1); normal.extend((nx,ny)); length.append(ln*10)
        first.append(len(cell)); area.append(100. if len(sides[old])==4 else 50.)
        x,y=centre[old]
        z=3*math.sin(6*x/a)*math.cos(5*y/b)+.1*random.random(); bed.append(z)
        h=max(0,1.2-z) if random.random()<.98 else 0; H.append(h)
        HU.append(h*random.gauss(1.5,1.5)); HV.append(h*random.gauss(0,.8))
    e=len(cell)
    add(k,s,[up(n,l)],[l],dict(cells=n),dict(dt=0.05,gravity=9.81,manning=0.03),
        dict(side_start=4*(n+1),side_cell=4*e,side_normal=16*e,side_length=8*e,area=8*n,bed=8*n,H=8*n,HU=8*n,HV=8*n,newH=8*n,newHU=8*n,newHV=8*n),
        dict(side_start=w(f'{k}-first-{s}',first),side_cell=w(f'{k}-cell-{s}',cell),side_normal=w(f'{k}-normal-{s}',normal),
             side_length=w(f'{k}-length-{s}',length),area=w(f'{k}-area-{s}',area),bed=w(f'{k}-bed-{s}',bed),H=w(f'{k}-H-{s}',H),HU=w(f'{k}-HU-{s}',HU),HV=w(f'{k}-HV-{s}',HV)))

# sph_momentum: a dam of water in a box, cells of 2h, h = 1.3 spacings
random.seed(103)
for s,(a,b,c),l in zip(S,((4,4,3),(12,10,8),(34,22,16)),(32,64,128)):
    k='sph_momentum'; d=.02; h=1.3*d; cw=2*h
    P=[[(x+.5+random.uniform(-.1,.1))*d,(y+.5+random.uniform(-.1,.1))*d,(z+.5+random.uniform(-.1,.1))*d] for x in range(a) for y in range(b) for z in range(c)]
    nx,ny,nz=(int(1.6*a*d/cw)+1,int(b*d/cw)+1,int(c*d/cw)+2)
    cid=lambda p:(int(p[2]/cw)*ny+int(p[1]/cw))*nx+int(p[0]/cw)
    P.sort(key=cid); n=len(P)
    begin=[0]*(nx*ny*nz+1)
    for p in P: begin[cid(p)+1]+=1
    for i in range(1,len(begin)): begin[i]+=begin[i-1]
    pos=F([]); vel=F([])
    for p in P:
        pos.extend((*p,1000+.3*(c*d-p[2])*9.81+random.random())); vel.extend((random.gauss(.4,.2),random.gauss(0,.1),random.gauss(-.2,.2),1000*d**3))
    cs=10*math.sqrt(9.81*c*d)
    add(k,s,[up(n,l)],[l],dict(np=n,ncx=nx,ncy=ny,ncz=nz),
        dict(h=round(h,6),fourH2=round(4*h*h,8),wendland=round(-5*21/(16*math.pi*h**5),1),tensB=round(cs*cs*1000/7,1),cs0=round(cs,3),alphaVisc=0.1),
        dict(posRho=16*n,velMass=16*n,cellBegin=4*len(begin),cellOf=4*n,acceDrho=16*n),
        dict(posRho=w(f'{k}-pos-{s}',pos),velMass=w(f'{k}-vel-{s}',vel),cellBegin=w(f'{k}-begin-{s}',I(begin)),cellOf=w(f'{k}-cell-{s}',I(map(cid,P)))))

# md_torsions: chains folded up in a periodic box; of 60 types eight are improper
random.seed(104)
types=60; terms=[0 if t%8==7 else random.choice((1,1,1,2,3,4,6)) for t in range(types)]
tf=[sum(terms[:t]) for t in range(types+1)]
fold=I(random.choice((1,2,3,4,6)) for _ in range(tf[-1]))
kp=F(v for _ in range(tf[-1]) for v in (random.uniform(.1,8),random.choice((0,math.pi))))
ha=F(v for _ in range(types) for v in (random.uniform(50,150),random.choice((0.,math.pi,.6))))
for s,n,at,l in zip(S,(700,24000,640000),(500,15000,300000),(64,64,256)):
    k='md_torsions'; box=(at/100)**(1/3)
    x=F([]); p=[1.,1.,1.]
    for i in range(at):
        p=[(v+random.gauss(0,.09))%box for v in p]; x.extend((*p,random.uniform(-.5,.5)))
    q=I([])
    for t in range(n):
        i=min(at-8,t*at//n); o=random.choice(((0,1,2,3),(0,2,3,5),(1,2,4,5),(0,1,4,6))); q.extend(i+v for v in o)
    ty=I(int(types*random.random()**1.5) for _ in range(n))
    add(k,s,[up(n,l)],[l],dict(n_torsions=n),dict(box_x=round(box,4),box_y=round(box,4),box_z=round(box,4)),
        dict(atoms=16*n,type=4*n,term_first=4*(types+1),term_fold=4*len(fold),term_k_phase=4*len(kp),harmonic=4*len(ha),xq=16*at,force_slot=64*n,energy=4*n),
        dict(atoms=w(f'{k}-atoms-{s}',q),type=w(f'{k}-type-{s}',ty),term_first=w(f'{k}-first',I(tf)),term_fold=w(f'{k}-fold',fold),
             term_k_phase=w(f'{k}-k_phase',kp),harmonic=w(f'{k}-harmonic',ha),xq=w(f'{k}-xq-{s}',x)))

# fft_stockham8: a middle stage, an early one, a late one
for s,n,p,l in zip(S,(1<<12,1<<18,1<<23),(64,8,1<<15),(64,64,128)):
    add('fft_stockham8',s,[n//8],[l],dict(p=p),{},{'in':16*n,'out':16*n})

# potrf_tile: positive definite ones, one in eight (of the middle) not quite
random.seed(106)
for s,n,batch in zip(S,(24,32,48),(3,160,1000)):
    k='potrf_tile'; A=F([])
    for q in range(8):
        M=[[0.]*n for _ in range(n)]
        for j in range(n):
            for i in range(j,n): M[i][j]=random.uniform(-1,1)/math.sqrt(n)
            M[j][j]=1.5+random.random()
        if q==5 and s=='middle': M[2*n//3][2*n//3]=-1.
        for j in range(n): A.extend(M[max(i,j)][min(i,j)] for i in range(n))
    add(k,s,[16*batch,16],[16,16],dict(n=n,lda=n),{},dict(dA=4*n*n*batch,dL=4*n*n*batch,info=4*batch,sA=4*n*(n+1)),dict(dA=w(f'{k}-dA-{s}',A)))

# lanczos_rows: down by 2.5, up by 1.5, down by 3.3
random.seed(107)
for s,W,H,dw,l in zip(S,(120,400,4950),(40,400,900),(48,600,1500),([16,16],[16,16],[64,4])):
    k='lanczos_rows'; sc=W/dw; su=3*max(sc,1.); f=I([]);t=I([])
    for x in range(dw):
        c=(x+.5)*sc; lo=max(0,int(c-su+.5)); hi=min(W,int(c+su+.5)); f.append(lo); t.append(hi-lo)
    mt=max(t)
    px=bytes(v for _ in range(min(W*H,1<<16)) for v in (random.randrange(256),random.randrange(256),random.randrange(256),random.choice((255,255,255,128,0))))
    add(k,s,[up(dw,l[0]),up(H,l[1])],l,dict(src_stride=W,dst_width=dw,height=H,max_taps=mt),{},
        dict(src=4*W*H,dst=4*dw*H,first=4*dw,taps=4*dw,weights=4*dw*mt),
        dict(first=w(f'{k}-first-{s}',f),taps=w(f'{k}-taps-{s}',t),src=w(f'{k}-src-{s}',px)))

# lbm_d3q19: a channel with balls in it
random.seed(108)
for s,(a,b,c),l in zip(S,((16,8,8),(48,36,30),(160,96,48)),([8,8,4],[8,8,4],[32,4,1])):
    k='lbm_d3q19'; so=bytearray(a*b*c)
    for z in range(c):
        for x in range(a): so[z*b*a+x]=so[(z*b+b-1)*a+x]=1
    for _ in range(a*b*c//4000):
        r=random.uniform(2,6); X,Y,Z=random.uniform(0,a),random.uniform(0,b),random.uniform(0,c)
        for z in range(max(0,int(Z-r)),min(c,int(Z+r)+1)):
            for y in range(max(0,int(Y-r)),min(b,int(Y+r)+1)):
                for x in range(max(0,int(X-r)),min(a,int(X+r)+1)):
                    if (x-X)**2+(y-Y)**2+(z-Z)**2<r*r: so[(z*b+y)*a+x]=1
    add(k,s,[up(a,l[0]),up(b,l[1]),up(c,l[2])],l,dict(nx=a,ny=b,nz=c),dict(omega=1.7,force=0.00001),
        dict(f_in=76*a*b*c,f_out=76*a*b*c,solid=a*b*c),dict(solid=w(f'{k}-solid-{s}',so),f_in='0.04,0.05,0.03,0.06,0.045,0.055,0.035'))

# xs_lookup: XSBench's small problem (68 nuclides) with fewer grid points
random.seed(109)
nucs=[34,5,4,4,27,21,21,21,21,21,9,9]; mx=34
mats=I([]); conc=R([])
for m,q in enumerate(nucs):
    r=list(range(34)) if m==0 else random.sample(range(34,68),q) if q<28 else random.sample(range(68),q)
    mats.extend(r+[0]*(mx-q)); conc.extend([random.random() for _ in range(q)]+[0.]*(mx-q))
for s,n,gp,hb,l in zip(S,(160,6000,90000),(100,600,2500),(50,200,500),(32,256,256)):
    k='xs_lookup'; lo,hi=math.log(1e-5),math.log(20.)
    grid=bytearray(); tab=[]
    for u in range(68):
        # resonances: points crowd in the middle of the scale
        e=sorted(lo+(hi-lo)*(random.random() if random.random()<.5 else min(1,max(0,random.gauss(.55,.1)))) for _ in range(gp))
        for v in e: grid+=struct.pack('6d',math.exp(v),*[random.random() for _ in range(5)])
        j=0; t=[]
        for b in range(hb):
            edge=lo+(hi-lo)*b/hb
            while j<gp-1 and e[j+1]<=edge: j+=1
            t.append(j)
        tab.append(t)
    hg=I(tab[u][b] for b in range(hb) for u in range(68))
    add(k,s,[up(n,l)],[l],dict(lookups=n,n_nuclides=68,n_gridpoints=gp,hash_bins=hb,max_num_nucs=mx),dict(log_low=lo,log_high=hi),
        dict(num_nucs=48,mats=48*mx,concs=96*mx,hash_grid=4*len(hg),nuclide_grid=len(grid),verification=4*n),
        dict(num_nucs=w(f'{k}-nucs',I(nucs)),mats=w(f'{k}-mats',mats),concs=w(f'{k}-concs',conc),hash_grid=w(f'{k}-hash-{s}',hg),nuclide_grid=w(f'{k}-grid-{s}',grid)))

# nw_block: the longest block diagonal of each pair
random.seed(110)
bl=[[0]*24 for _ in range(24)]
for i in range(24):
    for j in range(i+1): bl[i][j]=bl[j][i]=random.randrange(4,10) if i==j else random.choice((-4,-3,-3,-2,-2,-1,-1,0,0,1,2))
wb=w('nw_block-blosum',I(v for r in bl for v in r))
for s,ln,pairs in zip(S,(96,512,576),(1,12,170)):
    k='nw_block'; nb=ln//32
    sa=bytes(int(20*random.random()**1.3) for _ in range(ln*pairs)); sb=bytes(v if random.random()<.6 else random.randrange(20) for v in sa)
    add(k,s,[32*nb*pairs],[32],dict(length=ln,blk=nb,first_column=0,blocks=nb,penalty=10),{},
        dict(itemsets=4*(ln+1)**2*pairs,seq_a=ln*pairs,seq_b=ln*pairs,blosum=4*576),
        dict(seq_a=w(f'{k}-a-{s}',sa),seq_b=w(f'{k}-b-{s}',sb),blosum=wb))

# hash_probe: load of a half to three quarters, some keys several times
random.seed(111)
def mix(h):
    h^=h>>16; h=h*0x85ebca6b&0xffffffff; h^=h>>13; h=h*0xc2b2ae35&0xffffffff
    return h^h>>16
for s,bits,load,n,l in zip(S,(10,16,20),(.5,.7,.75),(3000,100000,1000000),(256,256,128)):
    k='hash_probe'; size=1<<bits; T=U([0xffffffff])*size; keys=[]
    for _ in range(int(load*size)):
        key=random.choice(keys) if keys and random.random()<.1 else random.randrange(1<<31)
        keys.append(key); q=mix(key)&size-1
        while T[q]!=0xffffffff: q=q+1&size-1
        T[q]=key
    pr=U(random.choice(keys) if random.random()<.6 else random.randrange(1<<31) for _ in range(min(n,4*CAP)))
    add(k,s,[up(n,l)],[l],dict(mask=size-1,probes=n),{},dict(table_keys=4*size,table_payload=8*size,probe_keys=4*n,sums=8*n,match_count=4),
        dict(table_keys=w(f'{k}-table-{s}',T),probe_keys=w(f'{k}-probe-{s}',pr)))

# layernorm_back
for s,rows,C,groups,l in zip(S,(32,1024,6000),(192,768,1600),(4,32,64),(32,128,256)):
    add('layernorm_back',s,[groups*l],[l],dict(rows=rows,C4=C//4),{},
        dict(x=4*rows*C,dy=4*rows*C,gamma=4*C,mean=4*rows,rstd=4*rows,dx=4*rows*C,dgamma_part=4*groups*C,dbeta_part=4*groups*C,scratch=8*l))

# trinomial_barrier
random.seed(113)
for s,n,(lo,hi),l in zip(S,(2,30,240),((24,50),(100,180),(200,400)),(25,75,75)):
    k='trinomial_barrier'; st=I(random.randrange(lo,hi+1) for _ in range(n)); m=8*(2*hi+1)
    add(k,s,[n*l],[l],{},{'r':0.04,'lambda':1.2247},
        {'spot':8*n,'strike':8*n,'barrier_at':8*n,'vol':8*n,'maturity':8*n,'steps':4*n,'price':8*n,'a':m,'b':m,'exercise':m},
        dict(steps=w(f'{k}-steps-{s}',st),spot='100,95,104,90,110',strike='100,105,98,110,95,102,100',barrier_at='70,75,60',vol='0.2,0.3,0.25,0.4',maturity='0.5,1,2,0.25,1.5'))

# jp_colour: two thirds of the way; a mesh with hubs, colours so far proper or not
random.seed(114)
for s,n,l in zip(S,(4000,80000,700000),(128,256,256)):
    k='jp_colour'; rows=array('i',[0]); col=I([]); per=1<<16 # degrees and targets relative to v repeat
    for v in range(n):
        d=min(300,3+int(random.paretovariate(1.8)*2))
        for _ in range(d):
            r=random.random()
            col.append((v+int(random.gauss(0,60)))%n if r<.75 else int(n*random.random()**2) if r<.9 else random.randrange(n))
        rows.append(len(col))
    pri=U(random.getrandbits(32) for _ in range(min(n,CAP)))
    co=I(-1 if random.random()<.4 else int(random.expovariate(.4)) for _ in range(min(n,CAP)))
    add(k,s,[up(n,l)],[l],dict(num_nodes=n),{},dict(row=4*(n+1),col=4*len(col),priority=4*n,colour=4*n,colour_new=4*n,stop=4),
        dict(row=w(f'{k}-row-{s}',rows),col=w(f'{k}-col-{s}',col),priority=w(f'{k}-priority-{s}',pri),colour=w(f'{k}-colour-{s}',co)))

with open(D+'/launches.json','w') as f: f.write('[\n'+',\n'.join(map(json.dumps,L))+'\n]\n')
print(len(L))

"""Writes launches.json and what buffers hold: python3 contents.py FOLDER, which has a folder data/."""
import json, random, struct, math, os, sys
from array import array
D=sys.argv[1]; random.seed(4711)
L=[]
def w(name, arr):
    p=f'{D}/data/{name}.bin'
    with open(p,'wb') as f: f.write(arr if isinstance(arr,(bytes,bytearray)) else arr.tobytes())
    return f'@data/{name}.bin'
I=lambda it: array('i',it); F=lambda it: array('f',it)
def add(k,size,g,l,args,reals,bufs,content=None,more=None):
    d=dict(file=k+'.cl',kernel=k,name=f'{k}-{size}',**{'global':g},local=l,args=args,reals=reals,buffers={a:str(b) for a,b in bufs.items()})
    if content: d['content']=content
    if more: d['more']=more
    L.append(d)
S=('small','middle','large')
CAP=1<<18  # ints a file of content has at most
def ri(n,hi): return I(random.randrange(hi) for _ in range(min(n,CAP)))
up=lambda n,m:(n+m-1)//m*m
# triangle_count
for s,n,deg,ec,l in zip(S,(300,4000,60000),(8,16,16),(600,10000,240000),(50,64,128)):
    k='triangle_count'
    adj=[set() for _ in range(n)]
    for u in range(n):
        for _ in range(deg//2):
            v=int(n*random.random()**2) if random.random()<.3 else (u+random.randrange(1,40))%n
            if v!=u: adj[u].add(v);adj[v].add(u)
    first=I([0]);to=I([])
    for a in adj: to.extend(sorted(a)); first.append(len(to))
    ed=I([])
    for _ in range(min(ec,CAP//2)):
        u=random.randrange(n); v=random.choice(sorted(adj[u])) if adj[u] else 0
        ed.extend((u,v))
    add(k,s,[up(ec,l)],[l],dict(nodes=n,entries=len(to),edge_count=ec),{},dict(first=4*(n+1),to=4*len(to),edges=8*ec,counts=4*ec),
        dict(first=w(f'{k}-first-{s}',first),to=w(f'{k}-to-{s}',to),edges=w(f'{k}-edges-{s}',ed)))
# pagerank
for s,n,deg,l in zip(S,(2000,30000,600000),(6,10,12),(128,256,100)):
    k='pagerank_pull';rows=I([0])
    for _ in range(n): rows.append(rows[-1]+min(400,int(random.paretovariate(1.6)*deg*.4)))
    e=rows[-1];so=I(int(n*random.random()**3) for _ in range(min(e,CAP)))
    add(k,s,[up(n,l)],[l],dict(nodes=n,entries=e),dict(damping=0.85),dict(rows=4*(n+1),sources=4*e,ranks=4*n,per_degree=4*n,next=4*n,change=4*n),
        dict(rows=w(f'{k}-rows-{s}',rows),sources=w(f'{k}-sources-{s}',so)))
# weno
for s,W,H,l in zip(S,(62,250,1400),(20,140,900),([16,2],[50,1],[32,4])):
    add('weno5_flux',s,[up(W,l[0]),up(H,l[1])],l,dict(faces=W,lines=H,pitch=W+5),dict(speed=1.5),dict(u=8*H*(W+5),flux=8*W*H))
# group_norm
for s,im,px,ch,pg,l in zip(S,(1,2,3),(64,400,2025),(32,120,320),(8,12,10),(32,100,256)):
    add('group_norm',s,[ch//pg*l,im],[l,1],dict(pixels=px,channels=ch,per_group=pg),dict(epsilon=1e-5),
        dict(x=4*im*px*ch,scale=4*ch,shift=4*ch,y=4*im*px*ch,sums=8*l))
# census
for s,W,H,d,l in zip(S,(40,130,300),(24,100,200),(8,24,48),([8,8],[40,2],[18,12])):
    add('census_cost',s,[up(W,l[0]),up(H,l[1])],l,dict(width=W,height=H,disparities=d),{},dict(left=8*W*H,right=8*W*H,disparity=W*H,costs=4*W*H))
# hog
for s,W,H,c,l in zip(S,(64,300,1100),(48,180,620),(8,6,8),([4,3],[8,8],[15,9])):
    cx=-(-W//c);cy=-(-H//c)
    add('hog_cells',s,[up(cx,l[0]),up(cy,l[1])],l,dict(width=W,height=H,cell=c,cells_x=cx,cells_y=cy),{},dict(image=W*H,histograms=36*cx*cy))
# barnes_hut
def tree(P):
    cells=[]
    def build(ids,c,h):
        at=len(cells)
        m=len(ids);com=[sum(P[i][a] for i in ids)/m for a in range(3)]
        if m==1: cells.append([*com,1.0,0.0,at+1]);return
        cells.append([*com,float(m),4*h*h,0])
        b={}
        for i in ids: b.setdefault(tuple(P[i][a]>c[a] for a in range(3)),[]).append(i)
        for o,j in sorted(b.items()):
            if h<1e-6:
                for i in j: cells.append([*P[i],1.0,0.0,len(cells)+1])
            else: build(j,[c[a]+(h/2 if o[a] else -h/2) for a in range(3)],h/2)
        cells[at][5]=len(cells)
    build(list(range(len(P))),[0,0,0],4.0)
    return cells
for s,n,nb,l in zip(S,(100,1200,20000),(64,600,2600),(16,32,64)):
    k='barnes_hut'
    P=[]
    while len(P)<n:
        p=[random.gauss(0,.8) for _ in range(3)]
        if max(map(abs,p))<4: P.append(p)
    P.sort(key=lambda p:tuple(int(v*4) for v in p))
    C=tree(P);cb=b''.join(struct.pack('5fi',*c) for c in C)
    B=P[:nb]
    add(k,s,[up(nb,l)],[l],dict(bodies=nb,cell_count=len(C)),dict(per_theta2=2.7778,soft2=0.0001),
        dict(cells=len(cb),px=4*nb,py=4*nb,pz=4*nb,ax=4*nb,ay=4*nb,az=4*nb),
        dict(cells=w(f'{k}-cells-{s}',cb),px=w(f'{k}-px-{s}',F(p[0] for p in B)),py=w(f'{k}-py-{s}',F(p[1] for p in B)),pz=w(f'{k}-pz-{s}',F(p[2] for p in B))))
# yee
for s,a,b,c,l in zip(S,(25,66,190),(20,50,150),(17,41,120),([5,5,5],[8,4,2],[16,2,2])):
    N=4*a*b*c
    add('yee_magnetic',s,[up(a,l[0]),up(b,l[1]),up(c,l[2])],l,dict(nx=a,ny=b,nz=c),dict(c=0.5),dict(ex=N,ey=N,ez=N,hx=N,hy=N,hz=N,loss=N),dict(loss='0.01,0.02,0.0,0.05,0.03'))
# rans
fr=[max(1,int(4096*.12*.88**i)) for i in range(40)];fr[0]+=4096-sum(fr)
st=[sum(fr[:i]) for i in range(40)]
slots=array('I')
for i in range(40): slots.extend([i+60|(fr[i]-1)<<8|st[i]<<20]*fr[i])
assert len(slots)==4096
def rans(n):
    sy=random.choices(range(40),fr,k=n);x=1<<23;o=bytearray()
    for t in reversed(sy):
        while x>=((1<<23)>>12<<8)*fr[t]: o.append(x&255);x>>=8
        x=(x//fr[t]<<12)+x%fr[t]+st[t]
    for j in(3,2,1,0): o.append(x>>8*j&255)
    return bytes(reversed(o))
for s,ns,sym,l in zip(S,(64,400,4000),(100,400,700),(16,1,20)):
    k='rans_decode';e=[rans(sym) for _ in range(min(ns,200))];rg=max(map(len,e))+1
    add(k,s,[up(ns,l)],[l],dict(streams=ns,region=rg,symbols=sym),{},dict(packed=ns*rg,slots=16384,out=ns*sym),
        dict(packed=w(f'{k}-packed-{s}',b''.join(b+bytes(rg-len(b)) for b in e)),slots=w(f'{k}-slots',slots)))
# cn_option
for s,n,pt,stp,l in zip(S,(32,168,576),(21,65,121),(6,20,40),(8,24,64)):
    add('cn_option',s,[up(n,l)],[l],dict(count=n,points=pt,steps=stp),dict(rate=0.03,years=1.0),
        dict(strikes=8*n,volatilities=8*n,values=8*n*pt,upper=8*n*pt,right=8*n*pt,prices=8*n),
        dict(strikes='80,90,95,100,105,110,125',volatilities='0.2,0.3,0.25,0.4,0.15'))
# rs
pw=[1]
for _ in range(254):
    v=pw[-1]<<1; pw.append(v^0x11d if v&256 else v)
lg=bytearray(256)
for i,v in enumerate(pw): lg[v]=i
wl=w('rs_syndromes-logs',lg);wp=w('rs_syndromes-powers',bytes(pw+[0]))
for s,cnt,n,ln,l in zip(S,(16,20,32),(12,100,500),(60,200,255),([16,1],[10,2],[32,5])):
    add('rs_syndromes',s,[cnt,n],l,dict(length=ln,first=1),{},dict(words=n*ln,logs=256,powers=256,syndromes=n*cnt,bad=4*(-(-n//32))),
        dict(logs=wl,powers=wp))
# pic
for s,n,W,H,l in zip(S,(2000,40000,700000),(30,150,700),(25,120,500),(40,128,256)):
    k='pic_deposit'
    pl=F(v for _ in range(min(n,CAP//2)) for v in (random.uniform(0,W),random.uniform(0,H)))
    add(k,s,[up(n,l)],[l],dict(count=n,width=W,height=H),dict(dt=0.1),dict(places=8*n,speeds=8*n,kinds=n,charges=16,grid=4*W*H),
        dict(places=w(f'{k}-places-{s}',pl),charges='1.0,-1.0,2.0,0.5'))
json.dump(L,open(D+'/launches.json','w'),indent=1); print(len(L))

import numpy as np, json, os
from math import pi
os.makedirs('data',exist_ok=True)
L=[]; S=('small','middle','large')
up=lambda n,m:(n+m-1)//m*m
def save(name,a): np.ascontiguousarray(a).tofile(f'data/{name}.bin'); return f'@data/{name}.bin'
def add(k,size,g,l,args,bufs,reals={},content={}):
    assert len(g)==len(l) and all(a%b==0 for a,b in zip(g,l)),(k,size,g,l)
    args={a:int(v) for a,v in args.items()}
    L.append(dict(file=k+'.cl',kernel=k,name=f'{k}-{size}',**{'global':[int(v) for v in g]},local=l,args=args,reals=reals,
      buffers={b:str(int(v)) for b,v in bufs.items()},content=content))
f4=np.float32

# lz77_chain: words of a Zipf-like vocabulary with some tags and repeated paragraphs
R=np.random.default_rng(4501)
for s,(n,vocab,chain,nice,l) in zip(S,[(1103,60,8,32,16),(17011,900,24,96,32),(133303,4000,48,128,64)]):
    words=[bytes(R.choice(list(b'etaoinshrdlucmfwypvbgk'),int(k),p=np.arange(22,0,-1)/253).astype(np.uint8)) for k in R.integers(2,11,vocab)]
    p=1/np.arange(2,vocab+2)**.95; p/=p.sum()
    out=bytearray()
    while len(out)<n:
        para=b' '.join(words[i] for i in R.choice(vocab,int(R.integers(30,120)),p=p))
        r=R.random()
        if r<.2 and len(out)>600: at=int(R.integers(max(0,len(out)-30000),len(out)-300)); para=bytes(out[at:at+int(R.integers(60,300))])
        elif r<.3: para=b'<row id="%06d" kind="%s"/>'%(int(R.integers(0,999999)),words[int(R.integers(0,9))])
        elif r<.33: para=b'-'*int(R.integers(20,90))
        out+=para+b'\n'
    t=np.frombuffer(bytes(out[:n]),np.uint8)
    w=np.zeros(n,np.uint64)
    for b in range(4): w[:n-3]|=t[b:n-3+b].astype(np.uint64)<<np.uint64(8*b)
    h=((w*np.uint64(2654435761))&np.uint64(0xffffffff))>>np.uint64(17)
    prev=np.full(n,-1,np.int32); order=np.argsort(h[:n-3],kind='stable'); hs=h[order]
    same=hs[1:]==hs[:-1]; prev[order[1:][same]]=order[:-1][same]
    add('lz77_chain',s,[up(n,l)],[l],dict(n=n,window=32768,max_chain=chain,nice_length=nice),dict(text=n,previous=4*n,match=4*n),{},
      dict(text=save('lz77_chain-text-'+s,t),previous=save('lz77_chain-prev-'+s,prev)))

# raid6_pq
R=np.random.default_rng(4502)
nz=save('raid6_pq-data',R.integers(0,256,1000003*2).astype(np.uint8))
for s,(d,n,l) in zip(S,[(5,2003,32),(7,59999,64),(10,380017,64)]):
    add('raid6_pq',s,[up(n,l)],[l],dict(n_disks=d,n_chunks=n),dict(data=16*d*n,p_parity=16*n,q_parity=16*n),{},dict(data=nz))

# sabr_smile
R=np.random.default_rng(4503)
for s,(nk,ns,l) in zip(S,[(21,9,[8,1]),(61,103,[16,2]),(121,727,[32,2])]):
    F=R.uniform(.005,.08,ns); T=np.exp(R.uniform(np.log(.08),np.log(10),ns)); beta=R.choice([0,.3,.5,.7,1.],ns,p=[.1,.2,.4,.2,.1])
    atm=R.uniform(.12,.45,ns); rho=R.uniform(-.75,.5,ns); nu=R.uniform(.15,.6,ns)/np.sqrt(np.maximum(T,.5)); shift=.01
    alpha=atm*(F+shift)**(1-beta)
    sm=np.stack([F,T,alpha,beta,rho,nu,atm,np.exp(-.02*T)],1)
    add('sabr_smile',s,[up(nk,l[0]),up(ns,l[1])],l,dict(n_strikes=nk,n_smiles=ns),dict(smile=64*ns,moneyness=8*nk,volatility=8*nk*ns,price=8*nk*ns),dict(shift=shift),
      dict(smile=save('sabr_smile-smile-'+s,sm),moneyness=save('sabr_smile-k-'+s,np.linspace(-2,2,nk))))

# sssp_relax: heavy-tailed degrees, popular targets and some close neighbours; the state after a few real rounds
R=np.random.default_rng(4504)
wt=R.integers(1,1000,500009).astype(np.uint16); wf=save('sssp_relax-weight',wt)
for s,(n,deg,mx,l) in zip(S,[(1201,7,90,16),(24007,11,1500,32),(230003,10,6000,64)]):
    k=np.minimum(R.pareto(1.6,n)*deg*.55+1,mx).astype(np.int64)
    first=np.concatenate([[0],np.cumsum(k)]); m=int(first[-1]); src=np.repeat(np.arange(n),k)
    pop=R.permutation(n); col=pop[np.minimum((n*R.random(m)**1.7).astype(np.int64),n-1)]
    near=R.random(m)<.35; col[near]=np.clip(src[near]+R.integers(-40,41,near.sum()),0,n-1)
    w=np.resize(wt,m).astype(np.int64); INF=0x3fffffff
    dist=np.full(n,INF,np.int64); dist[pop[0]]=0; fr=np.array([pop[0]])
    for rnd in range(40):
        act=np.zeros(n,bool); act[fr]=True; e=act[src]; 
        if e.mean()>.5: break
        nd=dist.copy(); np.minimum.at(nd,col[e],dist[src[e]]+w[e]); fr=np.flatnonzero(nd<dist); dist=nd
        assert len(fr)
    bound=int(np.quantile(dist[fr],.9))
    print('sssp',s,'edges',m,'round',rnd,'frontier',len(fr),'reached',(dist<INF).mean())
    d=save('sssp_relax-dist-'+s,dist.astype(np.uint32))
    add('sssp_relax',s,[up(len(fr),l)],[l],dict(n_frontier=len(fr),bound=bound),dict(frontier=4*len(fr),row_first=4*(n+1),column=4*m,weight=2*m,distance=4*n,next=4*n,changed=4*((n+31)//32)),{},
      dict(frontier=save('sssp_relax-front-'+s,fr.astype(np.int32)),row_first=save('sssp_relax-first-'+s,first.astype(np.int32)),column=save('sssp_relax-col-'+s,col.astype(np.int32)),weight=wf,distance=d,next=d))

# lu_pivot
R=np.random.default_rng(4505)
for s,(n,m,l,file) in zip(S,[(18,9,32,9),(27,127,32,127),(45,263,64,90)]):
    a=R.normal(0,1,(file,n,n))*np.exp(R.normal(0,.5,(file,n,1)))
    add('lu_pivot',s,[m*l],[l],dict(n=n),dict(matrices=8*n*n*m,factors=8*n*n*m,pivots=4*n*m,determinant=8*m,a=8*n*(n+1)),{},dict(matrices=save('lu_pivot-a-'+s,a)))

# clahe_luts
R=np.random.default_rng(4506)
for s,(w,h,pitch,tw,th,rows) in zip(S,[(95,70,100,48,35,70),(643,481,656,81,61,481),(3301,2603,3312,413,326,700)]):
    y,x=np.mgrid[0:rows,0:pitch]
    v=95+60*np.sin(x/w*9+np.cos(y/rows*2*pi)*2)+40*np.cos(y/rows*4*pi+x/w*3)+R.normal(0,7,x.shape)
    v[np.hypot((x-w*.6)/w,(y-rows*.4)/rows)<.18]=12; v=v.clip(0,255).astype(np.uint8)
    g=[(w+tw-1)//tw,(h+th-1)//th]
    add('clahe_luts',s,[g[0]*16,g[1]*8],[16,8],dict(width=w,height=h,pitch=pitch,tile_width=tw,tile_height=th),dict(image=pitch*h,luts=256*g[0]*g[1]),dict(clip=3.0),dict(image=save('clahe_luts-img-'+s,v)))

# gjk_pairs: hulls of points on ellipsoids, some boxes; pairs of near bodies from a broad phase
R=np.random.default_rng(4507)
box=np.array([[i&1,i>>1&1,i>>2] for i in range(8)])*2.-1
for s,(nb,npr,a,b,l) in zip(S,[(40,70,6,18,8),(700,1901,8,40,16),(3300,23003,10,64,32)]):
    side=1.35*nb**(1/3); pos=R.uniform(0,side,(nb,3)); V=[]; first=[]; cnt=[]
    for i in range(nb):
        ax=R.uniform(.25,.75,3)
        if R.random()<.25: p=box*ax*.7
        else: p=R.normal(0,1,(int(R.integers(a,b)),3)); p/=np.linalg.norm(p,axis=1)[:,None]; p=p*ax
        first.append(sum(cnt)); cnt.append(len(p)); V.append(p)
    V=np.concatenate(V); V=np.concatenate([V,np.ones((len(V),1))],1).astype(f4)
    q=R.normal(0,1,(nb,4)); q/=np.linalg.norm(q,axis=1)[:,None]
    body=np.zeros(nb,dtype=[('p','<f4',4),('q','<f4',4),('first','<i4'),('n','<i4'),('margin','<f4'),('mat','<i4')]); assert body.itemsize==48
    body['p'][:,:3]=pos; body['q']=q; body['first']=first; body['n']=cnt; body['margin']=.01; body['mat']=R.integers(0,4,nb)
    near=[i+1+np.flatnonzero(((pos[i+1:]-pos[i])**2).sum(1)<1.95**2) for i in range(nb)]
    i=np.repeat(np.arange(nb),[len(k) for k in near]); pr=np.stack([i,np.concatenate(near)],1)
    if len(pr)>npr: pr=pr[np.sort(R.choice(len(pr),npr,replace=False))]
    npr=len(pr); print('gjk',s,npr,'pairs of',len(i))
    add('gjk_pairs',s,[up(npr,l)],[l],dict(n_pairs=npr,max_iterations=32),dict(body=48*nb,vertex=16*len(V),pair=8*npr,gap=16*npr,iterations=4*npr),dict(tolerance=1e-4),
      dict(body=save('gjk_pairs-body-'+s,body),vertex=save('gjk_pairs-vertex-'+s,V),pair=save('gjk_pairs-pair-'+s,pr.astype(np.int32))))

# pairhmm_diag
R=np.random.default_rng(4508)
for s,(nr,nh,npr,ra,rb,ha,hb,l) in zip(S,[(5,3,7,18,33,45,70,32),(21,5,47,40,65,120,190,64),(61,7,151,80,129,230,340,128)]):
    haps=[]; ref=R.choice(list(b'ACGT'),hb).astype(np.uint8)
    for _ in range(nh):
        h=ref[:int(R.integers(ha,hb))].copy(); k=R.integers(0,len(h),3); h[k]=R.choice(list(b'ACGT'),3); c=int(R.integers(5,len(h)-5)); h=np.delete(h,slice(c,c+int(R.integers(0,4)))); haps.append(h)
    reads=[];quals=[]
    for _ in range(nr):
        h=haps[int(R.integers(0,nh))]; k=int(R.integers(ra,rb)); k=min(k,len(h)-1); at=int(R.integers(0,len(h)-k)); r=h[at:at+k].copy()
        q=np.clip(R.normal(31,7,k)-np.arange(k)/k*8,4,41).astype(np.uint8); bad=R.random(k)<10**(-.1*q); r[bad]=R.choice(list(b'ACGTN'),bad.sum()); reads.append(r); quals.append(q)
    cum=lambda v: np.concatenate([[0],np.cumsum([len(x) for x in v])]).astype(np.int32)
    allp=np.stack(np.meshgrid(np.arange(nr),np.arange(nh),indexing='ij'),-1).reshape(-1,2); pr=allp[np.sort(R.choice(len(allp),npr,replace=False))].astype(np.int32)
    cat=np.concatenate
    add('pairhmm_diag',s,[npr*l],[l],{},dict(read_bases=sum(map(len,reads)),read_quality=sum(map(len,reads)),read_first=4*(nr+1),hap_bases=sum(map(len,haps)),hap_first=4*(nh+1),pair=8*npr,log_likelihood=4*npr),dict(open_quality=45.0,extend_quality=10.0),
      dict(read_bases=save('pairhmm_diag-r-'+s,cat(reads)),read_quality=save('pairhmm_diag-q-'+s,cat(quals)),read_first=save('pairhmm_diag-rf-'+s,cum(reads)),hap_bases=save('pairhmm_diag-h-'+s,cat(haps)),hap_first=save('pairhmm_diag-hf-'+s,cum(haps)),pair=save('pairhmm_diag-p-'+s,pr)))

# advect_mac: a few vortices drifting with height, up to some three cells a step
R=np.random.default_rng(4509)
for s,(nx,ny,nz_,planes,l) in zip(S,[(14,13,11,11,[4,2,2]),(43,35,29,29,[8,4,1]),(131,93,71,36,[16,4,1])]):
    z,y,x=np.mgrid[0:planes,0:ny,0:nx]; v=np.zeros((planes,ny,nx,4))
    for _ in range(5):
        cx,cy,cz=R.uniform(0,nx),R.uniform(0,ny),R.uniform(0,2*pi); r2=((x-cx-nx*.1*np.sin(2*pi*z/planes+cz))**2+(y-cy)**2)/(.18*nx)**2; sg=R.choice([-1,1])*R.uniform(1,3)
        v[...,0]-=sg*(y-cy)/(.18*nx)*np.exp(-r2); v[...,1]+=sg*(x-cx)/(.18*nx)*np.exp(-r2); v[...,2]+=.8*sg*np.exp(-2*r2)
    v[...,:3]+=R.normal(0,.05,v[...,:3].shape); n=nx*ny*nz_
    add('advect_mac',s,[up(nx,l[0]),up(ny,l[1]),up(nz_,l[2])],l,dict(nx=nx,ny=ny,nz=nz_),dict(velocity=16*n,field=16*n,forward=16*n,back=16*n,result=16*n),dict(dt=1.7,decay=.998),dict(velocity=save('advect_mac-v-'+s,v.astype(f4))))

# swiglu_back: no values that matter beyond ordinary ones
for s,(q,rows,l) in zip(S,[(45,37,[16,1]),(181,307,[64,1]),(723,611,[64,1])]):
    n=16*q*rows
    add('swiglu_back',s,[up(q,l[0]),up(rows,l[1])],l,dict(quads=q,rows=rows),dict(gate_up=2*n,grad_out=n,out=n,grad_gate_up=2*n),dict(alpha=1.702,limit=1.75))

open('launches.json','w').write('[\n'+',\n'.join(json.dumps(x) for x in L)+'\n]\n')
print(len(L), sum(os.path.getsize('data/'+f) for f in os.listdir('data')))

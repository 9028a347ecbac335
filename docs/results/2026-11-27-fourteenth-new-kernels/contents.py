import numpy as np, json, os
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

# hadamard_quant: random signs
R=np.random.default_rng(4601)
sg=save('hadamard_quant-signs',R.integers(0,2**32,128,dtype=np.uint32))
for s,(w,n,rows,l) in zip(S,[(229,256,13,32),(977,1024,149,64),(2731,4096,431,128)]):
    add('hadamard_quant',s,[rows*l],[l],dict(width=w,n=n),dict(activation=4*rows*w,sign_bits=n//8,quantized=rows*n,scale=4*rows,v=4*n,peaks=4*l),{},dict(sign_bits=sg))

# upconv2d
for s,(w,h,ci,co,l) in zip(S,[(13,11,7,3,[8,2,1]),(53,41,16,9,[16,2,1]),(117,83,32,15,[32,2,1])]):
    add('upconv2d',s,[up(w,l[0]),up(h,l[1]),co],l,dict(width=w,height=h,channels_in=ci,channels_out=co),
      dict(input=4*w*h*ci,weight=64*ci*co,bias=4*co,output=16*w*h*co),dict(slope=.2))

# fw_minplus: a half-finished table of road-like distances, a fifth not reached yet
R=np.random.default_rng(4603)
for s,(n,p) in zip(S,[(67,2),(139,1),(877,17)]):
    xy=R.uniform(0,1000,(n,2)); d=np.hypot(*(xy[:,None]-xy[None]).transpose(2,0,1))
    d=(d*R.uniform(1,2.5,(n,n))).astype(np.int32); d[R.random((n,n))<.2]=0x3fffffff; np.fill_diagonal(d,0)
    nx=np.where(d<0x3fffffff,np.arange(n,dtype=np.int32)[None],-1).astype(np.int32); t=(n+31)//32*16
    add('fw_minplus',s,[t,t],[16,16],dict(n=n,pivot=p),dict(distance=4*n*n,next=4*n*n),{},dict(distance=save('fw_minplus-d-'+s,d),next=save('fw_minplus-next-'+s,nx)))

# elastic_stress: layers with rough boundaries, in units that keep the numbers near 1
R=np.random.default_rng(4604)
for s,(nx,ny,nz,l) in zip(S,[(23,19,15,[8,2,1]),(71,53,43,[16,2,1]),(149,107,71,[32,4,1])]):
    z=np.arange(nz)[:,None,None]+R.normal(0,.7,(nz,ny,nx)); layer=np.clip((z*6/nz).astype(int),0,5)
    mu=np.array([.3,.6,.9,1.4,1.2,2.3])[layer]*R.uniform(.95,1.05,(nz,ny,nx)); la=np.array([.9,1.,1.1,1.5,1.6,2.2])[layer]
    n=4*nx*ny*nz
    add('elastic_stress',s,[up(nx-4,l[0]),up(ny-4,l[1]),up(nz-4,l[2])],l,dict(nx=nx,ny=ny,nz=nz),
      dict(vx=n,vy=n,vz=n,**{'lambda':n},mu=n,sxx=n,syy=n,szz=n,sxy=n,sxz=n,syz=n),dict(dt_over_h=.25),
      {'lambda':save('elastic_stress-la-'+s,la.astype(f4)),'mu':save('elastic_stress-mu-'+s,mu.astype(f4))})

# lomb_scargle: nights with gaps, two periods and noise
R=np.random.default_rng(4605)
for s,(nf,n,l) in zip(S,[(61,83,16),(311,211,32),(2203,1201,64)]):
    t=np.sort(R.integers(0,max(n//9,8),n)+R.uniform(0,.35,n)).astype(f4); err=R.uniform(.5,2,n); w=1/err**2; w/=w.sum()
    y=np.sin(2*np.pi*1.37*t)+.4*np.cos(2*np.pi*.213*t)+.4*R.normal(0,err); y-=(w*y).sum()
    add('lomb_scargle',s,[up(nf,l)],[l],dict(n_samples=n,n_frequencies=nf),dict(time=4*n,value=4*n,weight=4*n,power=4*nf,tile=16*l),
      dict(first_frequency=.02,frequency_step=round(5/nf,5),yy=float(f4((w*y*y).sum()))),
      dict(time=save('lomb_scargle-t-'+s,t),value=save('lomb_scargle-y-'+s,y.astype(f4)),weight=save('lomb_scargle-w-'+s,w.astype(f4))))

# haar_cascade: smooth blobs with noise; thresholds set on sampled windows so that each stage passes a little over half
R=np.random.default_rng(4606); W=24
ST=np.dtype([('box','u1',(3,4)),('weight','<f4',3),('t','<f4'),('l','<f4'),('r','<f4')])
def smooth(h,w,cell):
    g=R.normal(0,1,(h//cell+3,w//cell+3)); y=np.arange(h)/cell; x=np.arange(w)/cell; iy=y.astype(int); ix=x.astype(int); fy=(y-iy)[:,None]; fx=(x-ix)[None]
    return (1-fy)*((1-fx)*g[iy][:,ix]+fx*g[iy][:,ix+1])+fy*((1-fx)*g[iy+1][:,ix]+fx*g[iy+1][:,ix+1])
def feature():
    kind=int(R.integers(0,5)); f=np.zeros((3,4),int); k=np.zeros(3)
    nx,ny=[(2,1),(1,2),(3,1),(1,3),(2,2)][kind]; cw=int(R.integers(2,W//nx)); ch=int(R.integers(2,W//ny)); w,h=cw*nx,ch*ny
    x=int(R.integers(0,W-w+1)); y=int(R.integers(0,H_(h))); f[0]=x,y,w,h; k[0]=-1
    if kind==4: f[1]=x,y,cw,ch; f[2]=x+cw,y+ch,cw,ch; k[1]=k[2]=2
    else: f[1]=(x+cw,y,cw,h) if nx>1 else (x,y+ch,w,ch); k[1]=nx*ny
    return f,k
def H_(h): return W-h+1
for s,(w,h,step,l) in zip(S,[(67,58,2,[8,2]),(221,163,2,[16,2]),(899,673,2,[16,4])]):
    im=np.clip(120+40*smooth(h,w,17)+18*smooth(h,w,5)+R.normal(0,6,(h,w)),0,255).astype(np.uint8)
    I=np.zeros((h+1,w+1),np.int64); Q=I.copy(); I[1:,1:]=im.astype(np.int64).cumsum(0).cumsum(1); Q[1:,1:]=(im.astype(np.int64)**2).cumsum(0).cumsum(1)
    wx=R.integers(0,w-W+1,4000); wy=R.integers(0,h-W+1,4000)
    box=lambda A,b:A[wy+b[1]+b[3],wx+b[0]+b[2]]-A[wy+b[1]+b[3],wx+b[0]]-A[wy+b[1],wx+b[0]+b[2]]+A[wy+b[1],wx+b[0]]
    full=(0,0,W,W); m=box(I,full)/W**2; norm=W**2*np.sqrt(np.maximum(box(Q,full)/W**2-m*m,1))
    stages=[];stumps=[];alive=np.ones(4000,bool)
    for n in (3,6,10,14,19,25,31,38):
        first=len(stumps); tot=0
        for _ in range(n):
            f,k=feature(); v=sum(k[b]*box(I,f[b]) for b in range(3) if k[b])/norm; t=np.quantile(v[alive],R.uniform(.3,.7)); a=R.uniform(.3,1)*R.choice([-1,1])
            stumps.append((f,k,t,-a,a)); tot=tot+np.where(v<t,-a,a)
        th=np.quantile(tot[alive],.42)-1e-3; stages.append((first,n,th)); alive&=tot>=th
    sp=np.array(stumps,ST); sa=np.array(stages,np.dtype('<i4,<i4,<f4')); p=w+1; nx=(w-W)//step+1; ny=(h-W)//step+1
    add('haar_cascade',s,[up(nx,l[0]),up(ny,l[1])],l,dict(pitch=p,n_x=nx,n_y=ny,step=step,window=W,n_stages=len(stages)),
      dict(integral=4*I.size,squares=4*I.size,stage=sa.nbytes,stump=sp.nbytes,depth=nx*ny,score=4*nx*ny),{},
      dict(integral=save('haar_cascade-sum-'+s,(I&0xffffffff).astype(np.uint32)),squares=save('haar_cascade-sq-'+s,(Q&0xffffffff).astype(np.uint32)),
           stage=save('haar_cascade-stage-'+s,sa),stump=save('haar_cascade-stump-'+s,sp)))

# blast_xdrop: random proteins, some of them with mutated pieces of the query
R=np.random.default_rng(4607)
bg=np.array([8.3,5.5,4.1,5.5,1.4,3.9,6.8,7.1,2.3,5.9,9.7,5.8,2.4,3.9,4.7,6.6,5.3,1.1,2.9,6.9]); bg/=bg.sum()
M=np.rint(R.normal(-1.3,1.5,(20,20))); M=np.clip((M+M.T)/2,-4,3).round().astype(int); np.fill_diagonal(M,R.integers(4,10,20)-1)
for s,(ql,nseq,nh,l) in zip(S,[(127,12,1009,16),(311,150,30011,32),(523,3000,440023,64)]):
    q=R.choice(20,ql,p=bg); db=[31]; good=[]
    for _ in range(nseq):
        t=R.choice(20,int(R.integers(60,700)),p=bg)
        if R.random()<.35:
            n=int(R.integers(15,min(ql,len(t)))); a=int(R.integers(0,ql-n+1)); b=int(R.integers(0,len(t)-n+1)); piece=q[a:a+n].copy(); mut=R.random(n)<R.uniform(.1,.7); piece[mut]=R.choice(20,mut.sum(),p=bg); t[b:b+n]=piece
            for k in R.integers(0,n-2,n//4+1): good.append((a+k,len(db)+b+k))
        db.extend(t); db.append(31)
    db=np.array(db,np.uint8); pssm=np.full((ql,32),-4,np.int8); pssm[:,:20]=np.clip(M[q]+R.integers(-1,2,(ql,20)),-5,12)
    ok=np.flatnonzero((db[:-2]!=31)&(db[1:-1]!=31)&(db[2:]!=31)); hs=[]; have=0; hs.append(np.array(good)[:nh//3]); have=len(hs[0])
    while have<nh:                                 # words that score at least 9
        a=R.integers(0,ql-2,400000); b=R.choice(ok,400000); sc=sum(pssm[a+k,db[b+k]].astype(int) for k in range(3)); g=sc>=9
        hs.append(np.stack([a[g],b[g]],1)[:nh-have]); have+=len(hs[-1])
    hit=np.concatenate(hs).astype(np.int32); hit=hit[np.argsort(hit[:,1],kind='stable')]
    add('blast_xdrop',s,[up(nh,l)],[l],dict(n_hits=nh,query_length=ql,x_drop=16,cutoff=24),dict(pssm=pssm.nbytes,database=len(db),hit=hit.nbytes,segment=16*nh),{},
      dict(pssm=save('blast_xdrop-pssm-'+s,pssm),database=save('blast_xdrop-db-'+s,db),hit=save('blast_xdrop-hit-'+s,hit)))

# bond_yield
R=np.random.default_rng(4608)
for s,(n,l) in zip(S,[(29,8),(503,16),(9001,32)]):
    f=R.choice([1,2,4,12],n,p=[.3,.5,.15,.05]); years=np.minimum(R.exponential(7,n)+.1,40); cpn=R.choice([0,.01,.02,.0325,.045,.06,.085],n); y=np.clip(np.exp(R.normal(-3.1,.7,n)),.001,.6)
    ts=[];am=[];first=[0];pr=[]
    for i in range(n):
        k=1 if cpn[i]==0 else int(np.ceil(years[i]*f[i])); t=years[i]-np.arange(k)[::-1]/f[i]; t=np.maximum(t,1e-3); a=np.full(k,100*cpn[i]/f[i]); a[-1]+=100
        ts.append(t); am.append(a); first.append(first[-1]+k); pr.append((a*(1+y[i]/f[i])**(-f[i]*t)).sum())
    ts=np.concatenate(ts); am=np.concatenate(am)
    add('bond_yield',s,[up(n,l)],[l],dict(n_bonds=n),dict(first=4*(n+1),time=8*len(ts),amount=8*len(ts),price=8*n,frequency=n,risk=32*n,iterations=4*n),dict(tolerance=1e-11),
      dict(first=save('bond_yield-first-'+s,np.array(first,np.int32)),time=save('bond_yield-t-'+s,ts),amount=save('bond_yield-a-'+s,am),
           price=save('bond_yield-p-'+s,np.array(pr)),frequency=save('bond_yield-f-'+s,f.astype(np.uint8))))

# gorilla_decode: all blocks are packed side by side, sample by sample
R=np.random.default_rng(4609)
def pack(stamps,bits,count):
    nb,m=stamps.shape; F=[];   # lists of (value, length) arrays over blocks, in order
    u=np.uint64; F.append((stamps[:,0].astype(u),np.full(nb,32))); F.append((bits[:,0],np.full(nb,64)))
    delta=np.zeros(nb,np.int64); lead=np.zeros(nb,int); length=np.full(nb,64)
    clz=lambda v:np.array([64-int(a).bit_length() for a in v]); ctz=lambda v:np.array([(int(a)&-int(a)).bit_length()-1 if a else 64 for a in v])
    for k in range(1,m):
        on=k<count; d=stamps[:,k].astype(np.int64)-stamps[:,k-1]; dd=np.where(on,d-delta,0); delta=np.where(on,d,delta)
        cls=np.select([dd==0,(dd>=-63)&(dd<=64),(dd>=-255)&(dd<=256),(dd>=-2047)&(dd<=2048)],[0,1,2,3],4)
        v=np.choose(cls,[dd*0,(0b10<<7)|((dd+63)&127),(0b110<<9)|((dd+255)&511),(0b1110<<12)|((dd+2047)&4095),(0b1111<<32)|(dd&0xffffffff)])
        F.append((v.astype(u),np.where(on,np.array([1,9,12,16,36])[cls],0)))
        x=np.where(on,bits[:,k]^bits[:,k-1],u(0)); lz=np.minimum(clz(x),31); tz=ctz(x); nz=x!=0
        trail=64-lead-length; fits=nz&(k>1)&(lz>=lead)&(tz>=trail)&(length-(64-lz-tz)<12); new=nz&~fits; nl=64-lz-tz
        F.append((np.where(new,(3<<11)|(lz<<6)|((nl-1)&63),np.where(fits,2,0)).astype(u),np.where(on,np.where(new,13,np.where(fits,2,1)),0)))
        lead=np.where(new,lz,lead); length=np.where(new,nl,length); trail=64-lead-length
        F.append((x>>np.where(nz,trail,0).astype(u),np.where(on&nz,length,0)))
    V=np.stack([a for a,_ in F],1); N=np.stack([b for _,b in F],1); words=(N.sum(1)+31)//32; first=np.concatenate([[0],words.cumsum()]); pos=N.cumsum(1)-N+32*first[:-1,None]
    out=np.zeros((int(first[-1])+2)*32,np.uint8); V=V.ravel(); N=N.ravel(); pos=pos.ravel()
    for j in range(64):
        g=N>j; out[pos[g]+N[g]-1-j]=(V[g]>>u(j))&u(1)
    return np.packbits(out).view('>u4').astype('<u4'),first[:-1]
for s,(nb,m,l) in zip(S,[(61,90,8),(1301,180,16),(9007,200,16)]):
    count=R.integers(m//2,m+1,nb); gap=R.choice([10,60,300],nb)[:,None]; jit=np.where(R.random((nb,m))<.25,np.rint(R.normal(0,3,(nb,m))),0)+np.where(R.random((nb,m))<.02,R.integers(0,3000,(nb,m)),0)
    st=(1700000000+R.integers(0,10**6,nb)[:,None]+np.cumsum(np.maximum(gap+jit,1),1)).astype(np.int64)
    kind=R.integers(0,4,nb)[:,None]; walk=np.cumsum(R.normal(0,1,(nb,m)),1)
    val=np.select([kind==0,kind==1,kind==2],[np.floor(50+3*walk*(R.random((nb,1))<.7)),np.round(20+walk,1),np.cumsum(R.poisson(.4,(nb,m)),1)+1e3],np.exp(.1*walk))
    val=np.where(R.random((nb,m))<.3,np.roll(val,1,1),val)
    words,fw=pack(st,np.ascontiguousarray(val).view(np.uint64),count); fs=np.concatenate([[0],count.cumsum()]).astype(np.uint32); n=int(fs[-1])
    if s=='small': on=np.arange(m)[None]<count[:,None]; save('gorilla_decode-truth-stamp',st[on].astype(np.uint32)); save('gorilla_decode-truth-value',val[on])
    add('gorilla_decode',s,[up(nb,l)],[l],dict(n_blocks=nb),dict(stream=words.nbytes,first_word=4*nb,first_sample=4*(nb+1),stamp=4*n,value=8*n),{},
      dict(stream=save('gorilla_decode-s-'+s,words),first_word=save('gorilla_decode-w-'+s,fw.astype(np.uint32)),first_sample=save('gorilla_decode-i-'+s,fs)))

# hll_strings: page addresses and names, Zipf-like repeats
R=np.random.default_rng(4610)
for s,(n,g,vocab) in zip(S,[(1511,2,700),(53003,12,20000),(611011,24,150000)]):
    ln=np.minimum(np.rint(R.gamma(2.2,9,vocab)).astype(int),120); pool=R.choice(np.frombuffer(b'etaoinshrdlcumwfgypbvk/-.0123456789',np.uint8),ln.sum()); vs=np.concatenate([[0],ln.cumsum()])
    pick=np.where(R.random(n)<.5,R.integers(0,vocab,n),np.minimum(R.zipf(1.3,n),vocab)-1); rl=ln[pick]; off=np.concatenate([[0],rl.cumsum()])
    text=pool[np.repeat(vs[pick]-off[:-1],rl)+np.arange(off[-1])]
    add('hll_strings',s,[64*g],[64],dict(n_rows=n),dict(text=len(text),offset=4*(n+1),valid=(n+7)//8,registers=4*2048),{},
      dict(text=save('hll_strings-text-'+s,text),offset=save('hll_strings-off-'+s,off.astype(np.uint32)),valid=save('hll_strings-valid-'+s,np.packbits(R.random(up(n,8))<.93))))
with open('launches.json','w') as o: o.write('[\n'+',\n'.join(json.dumps(l) for l in L)+'\n]\n')

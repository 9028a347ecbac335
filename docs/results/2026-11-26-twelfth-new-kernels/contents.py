import numpy as np, json, os
from math import pi
os.makedirs('data',exist_ok=True)
L=[]; S=('small','middle','large')
up=lambda n,m:(n+m-1)//m*m
def save(name,a): np.ascontiguousarray(a).tofile(f'data/{name}.bin'); return f'@data/{name}.bin'
def add(k,size,g,l,args,bufs,reals={},content={}):
    assert all(a%b==0 for a,b in zip(g,l)),(k,size,g,l)
    L.append(dict(file=k+'.cl',kernel=k,name=f'{k}-{size}',**{'global':g},local=l,args=args,reals=reals,
      buffers={b:str(v) for b,v in bufs.items()},content=content))
f4=np.float32

# vincenty_matrix
R=np.random.default_rng(4001)
for s,(ns,n,l) in zip(S,[(5,39,[8,1]),(19,650,[32,1]),(47,2210,[32,2])]):
    def place(k): return np.stack([np.degrees(np.arcsin(R.uniform(-1,1,k))),R.uniform(-180,180,k)],1)
    st=place(ns); pt=place(n)
    m=n//25; w=R.integers(0,ns,m); anti=st[w]*[-1,1]; anti[:,1]+=np.where(anti[:,1]>0,-180,180); pt[:m]=anti+R.normal(0,.6,(m,2)); pt[m:2*m]=st[R.integers(0,ns,m)]+R.normal(0,.1,(m,2)); pt[2*m:2*m+1]=st[0]
    pt[:,0]=pt[:,0].clip(-89.9,89.9); pt=pt[R.permutation(n)]
    add('vincenty_matrix',s,[up(n,l[0]),up(ns,l[1])],l,dict(n_stations=ns,n_points=n,max_iterations=60),dict(station=16*ns,point=16*n,distance=8*n*ns,bearing=4*n*ns),{},
      dict(station=save('vincenty_matrix-st-'+s,st),point=save('vincenty_matrix-pt-'+s,pt)))

# x25519_steps
R=np.random.default_rng(4002)
for s,(n,first,st,l) in zip(S,[(13,254,2,4),(93,200,11,8),(210,160,41,8)]):
    key=R.integers(0,256,(n,32)).astype(np.uint8); key[:,0]&=248; key[:,31]&=127; key[:,31]|=64
    b=R.integers(0,65536,(16,n)); b[15]&=0x7fff; state=R.integers(0,65536,(4,16,n)); state[:,15]&=0x7fff
    add('x25519_steps',s,[up(n,l)],[l],dict(n_keys=n,first_bit=first,n_steps=st),dict(keys=32*n,base=32*n,state_in=256*n,state_out=256*n),{},
      dict(keys=save('x25519_steps-key-'+s,key),base=save('x25519_steps-base-'+s,b.astype(np.uint16)),state_in=save('x25519_steps-state-'+s,state.astype(np.int32))))

# minimizers
R=np.random.default_rng(4003)
for s,(n,a,b,k,w,pool,l) in zip(S,[(59,90,200,15,8,9000,8),(1430,100,251,15,10,90000,16),(1610,200,1400,19,11,190007,32)]):
    seq=R.choice(list(b'ACGT'),pool,p=[.29,.21,.21,.29]).astype(np.uint8)
    for _ in range(pool//2500):
        at=int(R.integers(0,pool-60)); u=int(R.integers(1,5)); rep=int(R.integers(12,45)); seq[at:at+rep]=np.resize(seq[at:at+u],rep)
        at=int(R.integers(0,pool-60)); seq[at:at+int(R.integers(1,6))]=ord('N')
        at=int(R.integers(0,pool-60)); seq[at:at+45]|=32
    first=np.concatenate([[0],np.cumsum(R.integers(a,b,n))]).astype(np.uint32); N=int(first[-1])
    add('minimizers',s,[up(n,l)],[l],dict(n_reads=n,k=k,w=w),dict(bases=N,read_first=4*(n+1),found=8*N,n_found=4*n),{},
      dict(bases=save('minimizers-seq-'+s,seq[:N]),read_first=save('minimizers-first-'+s,first)))

# j2_return
R=np.random.default_rng(4004)
mats=np.array([[166e3,76.9e3,355.,900.,180.,16.],[69e3,26.3e3,95.,400.,140.,9.],[120e3,45e3,210.,0.,60.,25.]])
for s,(n,m,l) in zip(S,[(1370,1370,32),(37003,1801,64),(240013,2203,64)]):
    mat=np.sort(R.integers(0,3,m)).astype(np.uint8)
    act=np.repeat(R.random(m//10+1)<.45,10)[:m]       # yielding in patches
    eps=R.normal(0,1,(6,m))*np.where(act,2.5e-3,3e-4); sig=R.normal(0,1,(6,m))*45
    h=np.where(act,R.exponential(.01,m),0)
    if m<n: eps=eps.ravel(); sig=sig.ravel()          # repeated with another stride
    add('j2_return',s,[up(n,l)],[l],dict(n_points=n),dict(strain=48*n,stress_old=48*n,hard_old=8*n,material=n,materials=144,stress_new=48*n,hard_new=8*n,tangent=168*n),dict(tolerance=1e-10),
      dict(strain=save('j2_return-eps-'+s,eps),stress_old=save('j2_return-sig-'+s,sig),hard_old=save('j2_return-hard-'+s,h),material=save('j2_return-mat-'+s,mat),materials=save('j2_return-mats',mats)))

# fhp_gas
R=np.random.default_rng(4005)
nz=save('fhp_gas-noise',R.integers(0,256,16384).astype(np.uint8))
for s,(c,h,rows,l) in zip(S,[(37,135,90,[8,4]),(171,890,60,[16,4]),(427,2310,41,[16,8])]):
    pitch=16*c+32; x=np.arange(pitch)[None]; y=np.arange(rows)[:,None]
    v=np.zeros((rows,pitch),int)
    for b in range(6): v|=(R.random((rows,pitch))<(.34 if b==0 else .2))<<b
    wall=(y<1)|(np.hypot((x-pitch/4),(y-rows/2)*.87)<rows/6); v=np.where(wall,128,v)
    add('fhp_gas',s,[up(c,l[0]),up(h,l[1])],l,dict(n_chunks=c,height=h,pitch=pitch,step=17),dict(sites=pitch*h,noise=16384,next=pitch*h,mass=2*c*h),{},dict(sites=save('fhp_gas-sites-'+s,v.astype(np.uint8)),noise=nz))

# yin_pitch
R=np.random.default_rng(4006)
for s,(fr,hop,win,lo,hi,l,m) in zip(S,[(13,110,220,14,101,16,1800),(57,200,512,24,245,32,12001),(189,256,900,36,401,64,49003)]):
    N=fr*hop+win; rate=16000.; t=np.arange(m)/rate; f0=rate/(lo+.35*(hi-lo))*2**(.7*np.sin(2*pi*t/ (m/rate)*3)); ph=2*pi*np.cumsum(f0)/rate
    x=sum(np.sin(h*ph)/h for h in range(1,7))*np.clip(np.sin(2*pi*t/(m/rate)*5)+.6,0,1)+R.normal(0,.02,m); x=np.rint(x*9000).astype(np.int16)
    add('yin_pitch',s,[fr*l],[l],dict(n_samples=N,hop=hop,window=win,min_lag=lo,max_lag=hi),dict(audio=2*N,pitch=4*fr,clarity=4*fr,frame=4*(win+hi),difference=4*hi),dict(threshold=.12,rate=rate),
      dict(audio=save('yin_pitch-audio-'+s,x[:N])))

# zfp_encode3
R=np.random.default_rng(4007)
for s,(nx,ny,nz_,planes,words,l) in zip(S,[(18,15,7,7,12,[2,2,1]),(43,39,35,9,18,[4,2,2]),(118,103,95,6,16,[8,2,2])]):
    z,y,x=np.mgrid[0:planes,0:ny,0:nx]; q=2*pi*z/planes
    v=np.sin(x*.13+np.cos(y*.07))*np.exp(np.cos(y*.11)*2)+.3*np.sin(q+.21*y)+.02*R.normal(0,1,x.shape); v[np.hypot(x-nx*.7,y-ny*.3)<nx*.12]=0
    g=[up((n+3)//4,m) for n,m in zip((nx,ny,nz_),l)]; B=[(n+3)//4 for n in (nx,ny,nz_)]
    add('zfp_encode3',s,g,l,dict(nx=nx,ny=ny,nz=nz_,words=words),dict(field=4*nx*ny*nz_,stream=4*words*B[0]*B[1]*B[2]),{},dict(field=save('zfp_encode3-field-'+s,v.astype(f4))))

# roaring_and
R=np.random.default_rng(4008)
for s,(nc,np_,big,l,mx) in zip(S,[(20,37,.12,16,3000),(34,610,.3,32,4096),(70,2150,.35,64,4096)]):
    pool=[];first=[];card=[];at=0
    for c in range(nc):
        if R.random()<big:
            bits=R.random(65536)<R.uniform(.07,.6)
            if R.random()<.4: bits=np.repeat(bits[:2048],32)
            v=np.packbits(bits,bitorder='little').view(np.uint16); k=int(bits.sum()); assert k>4096,k
        else:
            k=int(np.exp(R.uniform(np.log(20),np.log(mx)))); v=np.sort(R.choice(65536 if R.random()<.6 else 9000,k,replace=False)).astype(np.uint16)
        first.append(at); card.append(k); v=np.concatenate([v,np.zeros(len(v)%2,np.uint16)]); pool.append(v); at+=len(v)
    pool=np.concatenate(pool); pr=R.integers(0,nc,(np_,2)).astype(np.uint16)
    print('roaring pool',pool.nbytes,'bitmaps',(np.array(card)>4096).sum())
    add('roaring_and',s,[np_*l],[l],{},dict(pool=pool.nbytes,first=4*nc,cardinality=4*nc,pair=4*np_,result=8192*np_,count=4*np_,counts=4*l),{},
      dict(pool=save('roaring_and-pool-'+s,pool),first=save('roaring_and-first-'+s,np.array(first,np.uint32)),cardinality=save('roaring_and-card-'+s,np.array(card,np.uint32)),pair=save('roaring_and-pair-'+s,pr)))

# tile_raster
R=np.random.default_rng(4009)
for s,(w,h,n) in zip(S,[(44,30,70),(211,149,460),(453,310,1130)]):
    c=R.uniform(0,1,(n,1,2))*[w,h]; size=np.exp(R.normal(np.log(.06*w),.8,(n,1,1))); ang=R.uniform(0,2*pi,(n,1))+np.array([[0,2.1,4.2]])+R.normal(0,.3,(n,3))
    ang=np.where(R.random((n,1))<.3,-ang,ang); p=c+size*np.stack([np.cos(ang),np.sin(ang)],-1); zc=R.uniform(.05,.95,(n,1))+R.normal(0,.03,(n,3))
    v=np.concatenate([p,zc[...,None],np.ones((n,3,1))],-1).reshape(-1,4).astype(f4); pm=R.permutation(len(v)); v2=np.empty_like(v); v2[pm]=v
    add('tile_raster',s,[up(w,16),up(h,8)],[16,8],dict(n_triangles=n,width=w,height=h),dict(vertex=48*n,colour=12*n,triangle=12*n,image=4*w*h,depth=4*w*h),{},
      dict(vertex=save('tile_raster-v-'+s,v2),colour=save('tile_raster-c-'+s,R.integers(0,256,(3*n,4)).astype(np.uint8)),triangle=save('tile_raster-t-'+s,pm.astype(np.uint32))))

# deform_conv
R=np.random.default_rng(4010)
from scipy.ndimage import gaussian_filter
for s,(w,h,q,no,l) in zip(S,[(13,11,2,6,[8,4,1]),(29,27,4,14,[16,2,1]),(59,50,8,30,[16,4,1])]):
    off=np.stack([gaussian_filter(R.normal(0,1,(9,h,w)),(0,2,2))*9+R.normal(0,.2,(9,h,w)) for _ in range(2)],-1).astype(f4)
    add('deform_conv',s,[up(w,l[0]),up(h,l[1]),up(no,4)//4],l,dict(width=w,height=h,quads=q,n_out=no),dict(input=16*w*h*q,offset=72*w*h,logit=36*w*h,weight=144*no*q,bias=4*no,output=4*no*w*h),{},
      dict(input="0.4,-0.9,1.3,0.02,-0.35,0.71,2.2,-1.6,0.15,0.88,-0.27",offset=save('deform_conv-off-'+s,off),logit="0.2,-1.3,2.1,0.7,-0.4,1.6,0.05",weight=save('deform_conv-w-'+s,R.normal(0,.1,(no,9,q,4)).astype(f4)),bias="0.1,-0.2,0.03,0.4,-0.01"))

open('launches.json','w').write('[\n'+',\n'.join(json.dumps(x) for x in L)+'\n]\n')
print(len(L), sum(os.path.getsize('data/'+f) for f in os.listdir('data')))

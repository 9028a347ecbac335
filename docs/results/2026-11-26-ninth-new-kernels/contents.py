import numpy as np, json, heapq
R=np.random.default_rng(37); L=[]
up=lambda n,m:(n+m-1)//m*m
def save(name,a):
    a.tofile(f'data/{name}.bin'); return f'@data/{name}.bin'
def add(k,size,g,l,args,bufs,reals={},content={}):
    L.append(dict(file=k+'.cl',kernel=k,name=f'{k}-{size}',**{'global':g},local=l,args=args,reals=reals,
      buffers={b:str(v) for b,v in bufs.items()},content=content))
S=('small','middle','large')
for s,(nx,ny,l) in zip(S,[(120,50,[32,4]),(500,300,[32,4]),(1500,950,[64,2])]):
    u=(1+0.5*np.sin(np.arange(ny*(nx+6))*0.02)+0.05*R.standard_normal(ny*(nx+6)))
    u[(np.arange(u.size)%97)>60]-=0.8
    add('weno5_flux',s,[up(nx+1,l[0]),up(ny,l[1])],l,dict(nx=nx,ny=ny),dict(u=8*ny*(nx+6),flux=8*ny*(nx+1)),dict(alpha=2.0),
      dict(u=save('weno5_flux-u-'+s,u)))
for s,(n,l,sys) in zip(S,[(60,64,70),(128,128,500),(240,256,1500)]):
    b=4*n*sys; w=4*l
    add('pcr_tridiag',s,[l*sys],[l],dict(n=n),dict(lower=b,diag=b,upper=b,rhs=b,x=b,la=w,lb=w,lc=w,ld=w),{},
      dict(lower="-1,-0.9,-1.1,-0.8,-1.05",diag="4,3.9,4.2,4.1,3.8,4.3,4.05",upper="-1,-0.95,-1.02",rhs="1,0.5,-0.3,2,0.7,-1.1,0.2,0.9,-0.6,1.3,0.1"))
for s,(n,l) in zip(S,[(3000,64),(20000,256),(150000,256)]):
    add('philox_normal',s,[up(n,l)],[l],dict(n4=n,seed_lo=12345,seed_hi=67890,stream=3),dict(out=16*n),dict(mean=0.5,sigma=2.0))
# huffman
freq=np.array([1000*0.86**i+2 for i in range(100)]); 
h=[(f,i,[i]) for i,f in enumerate(freq)]; heapq.heapify(h); ln=np.zeros(100,int); u=100
while len(h)>1:
    a=heapq.heappop(h); b=heapq.heappop(h)
    for q in a[2]+b[2]: ln[q]+=1
    heapq.heappush(h,(a[0]+b[0],u,a[2]+b[2])); u+=1
assert ln.max()<=16, ln.max()
perm=R.permutation(256)[:100]
order=sorted(range(100),key=lambda i:(ln[i],i)); codes=np.zeros(100,int); c=0; pl=ln[order[0]]
syms=np.zeros(100,np.uint8); off=np.zeros(18,np.int32); lim=np.zeros(18,np.uint32); seen={}
for pos,i in enumerate(order):
    c<<=(ln[i]-pl); pl=ln[i]; codes[i]=c; syms[pos]=perm[i]
    if pl not in seen: seen[pl]=1; off[pl]=pos-c
    c+=1
    lim[pl]=c<<(16-pl)
for k in range(1,18): lim[k]=max(lim[k],lim[k-1])
fast=np.zeros(64,np.uint16)
for i in range(100):
    if ln[i]<=6:
        a=codes[i]<<(6-ln[i]); fast[a:a+(1<<(6-ln[i]))]=(ln[i]<<8)|perm[i]
hc=dict(fast_table=save('huff_decode-fast',fast),max_code=save('huff_decode-limit',lim),val_offset=save('huff_decode-offset',off),symbols=save('huff_decode-symbols',syms))
print('huff len',ln.min(),ln.max(),(freq*ln).sum()/freq.sum(), 'long', freq[ln>6].sum()/freq.sum())
for s,(ch,per,l) in zip(S,[(2000,32,32),(10000,64,64),(100000,32,64)]):
    sy=R.choice(100,size=ch*per,p=freq/freq.sum()); le=ln[sy]; st=np.concatenate([[0],np.cumsum(le)]); tot=st[-1]
    nw=tot//32+4; bits=np.zeros(nw*32,np.uint8)
    for k in range(le.max()):
        m=le>k; bits[st[:-1][m]+k]=(codes[sy[m]]>>(le[m]-1-k))&1
    words=np.packbits(bits).view('>u4').astype(np.uint32)
    perm[sy].astype(np.uint8).tofile(f'huff-{s}.expect')
    add('huff_decode',s,[up(ch,l)],[l],dict(chunks=ch,per_chunk=per),dict(words=4*nw,first_bit=4*ch,fast_table=128,max_code=72,val_offset=72,symbols=100,out=ch*per),{},
      dict(words=save('huff_decode-words-'+s,words),first_bit=save('huff_decode-first-'+s,st[:-1:per].astype(np.uint32)),**hc))
for s,(n,nb,l) in zip(S,[(3000,32,64),(100000,96,128),(900000,200,128)]):
    q=R.standard_normal((nb,8)).astype(np.float32); q[:,:4]/=np.linalg.norm(q[:,:4],axis=1)[:,None]
    w=R.random((n,4)); cnt=R.choice([1,2,3,4],size=n,p=[.3,.35,.2,.15]); w[np.arange(4)[None]>=cnt[:,None]]=0
    w=-np.sort(-w,axis=1); w/=w.sum(1)[:,None]
    basebone=(np.arange(n)*nb//n); ids=np.clip(basebone[:,None]+R.integers(-4,5,size=(n,4)),0,nb-1).astype(np.uint8)
    add('dq_skin',s,[up(n,l)],[l],dict(vertices=n),dict(position=16*n,normal=16*n,bone_id=4*n,weight=16*n,bones=32*nb,out_position=16*n,out_normal=16*n),{},
      dict(bone_id=save('dq_skin-id-'+s,ids),weight=save('dq_skin-weight-'+s,w.astype(np.float32)),bones=save('dq_skin-bones-'+s,q)))
for s,(w,h) in zip(S,[(60,60),(400,300),(800,560)]):
    y,x=np.mgrid[0:h,0:w]; im=128+60*np.sin(x*.07+y*.03)+40*np.sin(x*x*.0005-y*.11)+R.normal(0,4,(h,w))
    im[(x//40+y//56)%3==0]=90
    cx,cy=w//8,h//8
    add('hog_cells',s,[up(w,16),up(h,16)],[16,16],dict(width=w,height=h,cells_x=cx,cells_y=cy),dict(image=w*h,hist=36*cx*cy),{},
      dict(image=save('hog_cells-image-'+s,np.clip(im,0,255).astype(np.uint8))))
for s,(iw,ih,ch,st,l) in zip(S,[(28,28,96,1,[4,4,2]),(150,150,160,2,[4,8,2]),(200,200,192,1,[4,16,1])]):
    ow,oh=(iw+st-1)//st,(ih+st-1)//st
    add('q8_depthwise',s,[up(ch//8,l[0]),up(ow,l[1]),up(oh,l[2])],l,dict(in_w=iw,in_h=ih,out_w=ow,out_h=oh,channels=ch,stride=st,in_zero=-128,out_zero=-128,act_max=127),
      {'in':iw*ih*ch,'weights':9*ch,'bias':4*ch,'multiplier':4*ch,'shift':4*ch,'out':ow*oh*ch},{},
      {'in':save('q8_depthwise-in-'+s,R.integers(-128,128,iw*ih*ch).astype(np.int8)),'weights':save('q8_depthwise-w-'+s,R.integers(-127,128,9*ch).astype(np.int8)),
       'bias':save('q8_depthwise-bias-'+s,R.integers(-2000,2000,ch).astype(np.int32)),'multiplier':save('q8_depthwise-mult-'+s,R.integers(1<<30,(1<<31)-1,ch).astype(np.int32)),
       'shift':save('q8_depthwise-shift-'+s,R.integers(6,10,ch).astype(np.int32))})
for s,(rows,nb,l) in zip(S,[(512,64,32),(3200,160,32),(12000,400,64)]):
    add('q4_gemv',s,[rows*l],[l],dict(blocks_per_row=nb),dict(quants=rows*nb*16,scales=rows*nb*2,x=nb*128,y=rows*4,partial=4*l),{},
      dict(quants=save('q4_gemv-q-'+s,R.integers(0,256,min(rows*nb*16,1000016)).astype(np.uint8)),scales=save('q4_gemv-d-'+s,(0.01+0.01*R.random(min(rows*nb,100003))).astype(np.float16))))
for s,(n,g,l) in zip(S,[(800,24,32),(20000,100,64),(150000,260,128)]):
    # particles in cell order, about four a cell, with some disorder
    p=np.stack([R.uniform(.1,.9,n),R.uniform(.1,.9,n)],1); key=(p[:,1]*g).astype(int)*g+(p[:,0]*g).astype(int)
    p=p[np.argsort(key+R.normal(0,3,n))]
    pv=np.concatenate([p,R.standard_normal((n,2))],1).astype(np.float32)
    add('p2g_scatter',s,[up(n,l)],[l],dict(particles=n,nx=g,ny=g),dict(pos_vel=16*n,affine=16*n,mass=4*n,grid_mass=4*g*g,grid_mom=8*g*g),dict(inv_dx=float(g)),
      dict(pos_vel=save('p2g_scatter-pos-'+s,pv),mass="1,1.2,0.8",grid_mass="0",grid_mom="0"))
for s,(w,h,ns,l) in zip(S,[(40,28,60,[8,8]),(104,80,500,[16,8]),(400,260,400,[8,8])]):
    c=R.random((ns,3)); r=R.uniform(.3,1.0,ns)*0.5/ns**(1/3)
    nodes=[None]; out=[]
    todo=[(0,np.arange(ns))]
    while todo:
        i,ix=todo.pop(0); lo=(c[ix]-r[ix,None]).min(0); hi=(c[ix]+r[ix,None]).max(0)
        if len(ix)<=4:
            nodes[i]=(lo,len(out),hi,len(ix)); out+=list(ix)
        else:
            ax=np.argmax(c[ix].max(0)-c[ix].min(0)); ix=ix[np.argsort(c[ix,ax])]; m=len(ix)//2
            left=len(nodes); nodes+= [None,None]; nodes[i]=(lo,left,hi,0)
            todo+=[(left,ix[:m]),(left+1,ix[m:])]
    N=np.zeros((len(nodes),8),np.float32); I=N.view(np.int32)
    for i,(lo,a,hi,n) in enumerate(nodes): N[i,:3]=lo; I[i,3]=a; N[i,4:7]=hi; I[i,7]=n
    sp=np.concatenate([c[out],r[out,None]],1).astype(np.float32)
    add('bvh_spheres',s,[up(w,l[0]),up(h,l[1])],l,dict(width=w,height=h),dict(nodes=32*len(nodes),spheres=16*ns,pixels=4*w*h),dict(fov=0.9),
      dict(nodes=save('bvh_spheres-nodes-'+s,N),spheres=save('bvh_spheres-spheres-'+s,sp)))
for s,(cols,m,k,l) in zip(S,[(64,60,8,32),(400,128,24,32),(1600,150,16,64)]):
    V=R.standard_normal((k,m))/m**.5; tau=2/(1+np.array([(V[j,j+1:]**2).sum() for j in range(k)]))
    add('house_apply',s,[cols*l],[l],dict(m=m,k=k,ldv=m,ldc=m),dict(V=8*k*m,tau=8*k,C=8*cols*m,col=8*m,part=8*l),{},
      dict(V=save('house_apply-V-'+s,V),tau=save('house_apply-tau-'+s,tau)))
for s,(seqs,pats,mean,l) in zip(S,[(200,2,80,32),(1500,8,120,64),(10000,12,50,64)]):
    le=np.clip(R.lognormal(np.log(mean),.35,seqs),10,4*mean).astype(int); f=np.concatenate([[0],np.cumsum(le)]).astype(np.int32)
    pl=R.integers(12,65,pats).astype(np.int32)
    add('myers_search',s,[up(seqs,l),pats],[l,1],dict(sequences=seqs),dict(patterns=64*pats,pattern_len=4*pats,text=int(f[-1]),text_first=4*seqs+4,best_score=2*seqs*pats,best_end=4*seqs*pats),{},
      dict(patterns=save('myers_search-pat-'+s,R.integers(0,20,64*pats).astype(np.uint8)),pattern_len=save('myers_search-plen-'+s,pl),
        text=save('myers_search-text-'+s,R.integers(0,20,int(f[-1])).astype(np.uint8)),text_first=save('myers_search-first-'+s,f)))
open('launches.json','w').write('[\n'+',\n'.join(json.dumps(x) for x in L)+'\n]\n')

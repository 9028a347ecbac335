"""Writes launches.json and what buffers hold: python3 contents.py FOLDER, which has a folder data/."""
import json, random, struct, math, os, sys
from array import array
D=sys.argv[1]; random.seed(20251125)
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
# 1 qt_cluster
for s,n,m,l in zip(S,(500,3000,20000),(12,24,40),(32,64,64)):
    k='qt_cluster'
    pts=F(x for _ in range(n) for x in (random.random()*10,random.random()*10))
    cand=I([0])*0
    for kk in range(m):
        for i in range(n):
            if len(cand)<CAP: cand.append((i+random.randrange(1,200))%n)
    # make points near by index: a walk
    x=y=5.0; pts=F([])
    for i in range(n):
        x=min(10,max(0,x+random.gauss(0,.15)));y=min(10,max(0,y+random.gauss(0,.15)));pts.append(x);pts.append(y)
    add(k,s,[up(n,l)],[l],dict(count=n,most=m),dict(threshold=1.5),
        dict(points=8*n,candidates=4*n*m,reach=4*n*m,members=4*n,diameters=4*n),
        dict(points=w(f'{k}-points-{s}',pts),candidates=w(f'{k}-candidates-{s}',cand)))
# 2
for s,r,c,kk,l in zip(S,(100,500,1100),(160,700,1300),(3,10,20),(32,32,48)):
    k='gramschm_project'
    add(k,s,[up(c-kk-1,l)],[l],dict(rows=r,columns=c,k=kk),{},dict(a=8*r*c,q=8*r*c,r=8*c*c))
# 3
for s,n,m,l in zip(S,(48,200,350),(30,100,180),([16,8],[16,8],[8,8])):
    add('syr2k_lower',s,[up(n,l[0]),up(n,l[1])],l,dict(n=n,m=m),dict(alpha=1.5,beta=0.5),dict(a=4*n*m,b=4*n*m,c=4*n*n))
# 4
def sphere(n):
    o=[]
    for _ in range(n):
        z=random.uniform(-1,1);t=random.uniform(0,2*math.pi);r=math.sqrt(1-z*z);o.append((r*math.cos(t),r*math.sin(t),z))
    return o
for s,a,b,bins,l in zip(S,(128,500,1300),(60,300,900),(13,20,27),(64,256,256)):
    k='tpacf_bins'; p=sphere(max(a,b))
    n=max(a,b)
    edges=F(math.cos(math.pi*(i+1)/bins) for i in range(bins))
    add(k,s,[up(a,l)],[l],dict(first_count=a,second_count=b,bins=bins),{},
        dict(x=4*n,y=4*n,z=4*n,edges=4*bins,counts=4*bins,here=4*bins),
        dict(x=w(f'{k}-x-{s}',F(q[0] for q in p)),y=w(f'{k}-y-{s}',F(q[1] for q in p)),z=w(f'{k}-z-{s}',F(q[2] for q in p)),edges=w(f'{k}-edges-{s}',edges)))
# 5
for s,W,H,b,n,l in zip(S,(32,130,320),(32,110,300),(4,5,5),(150,2600,26000),([8,8],[10,5],[16,4])):
    k='kaiser_grid';bx=-(-W//b);by=-(-H//b)
    cells=[[] for _ in range(bx*by)]
    for _ in range(n):
        x=random.gauss(W/2,W/5)%W;y=random.gauss(H/2,H/5)%H
        cells[min(int(y)//b,by-1)*bx+min(int(x)//b,bx-1)].append((x,y))
    first=I([0]);sm=F([])
    for c in cells:
        for x,y in c: sm.extend((x,y,random.gauss(0,1),random.gauss(0,1),random.uniform(.5,1.5)))
        first.append(len(sm)//5)
    add(k,s,[up(W,l[0]),up(H,l[1])],l,dict(width=W,height=H,bin=b,bins_x=bx,bins_y=by,count=n),dict(cut=float(b)-.5),
        dict(samples=20*n,first=4*(bx*by+1),grid=8*W*H,weights=4*W*H),
        dict(samples=w(f'{k}-samples-{s}',sm),first=w(f'{k}-first-{s}',first)))
# 6
for s,W,H,r,l in zip(S,(32,96,224),(24,80,176),(5,8,12),([11,11,1],[17,1,4],[25,1,1])):
    n=2*r+1;b=(W//4)*(H//4)
    add('sad_blocks',s,[n,n,b],l,dict(width=W,height=H,range=r),{},dict(current=W*H,reference=W*H,sads=2*n*n*b))
# 7
for s,rows,width,longest,l in zip(S,(1600,30000,300000),(1600,30000,400000),(14,24,40),(64,128,64)):
    k='jds_multiply'
    lens=sorted((min(longest,max(1,int(random.expovariate(1/(longest/3))))) for _ in range(rows)),reverse=True)
    nb=-(-rows//32); bl=[lens[32*b] for b in range(nb)]
    starts=I([]);e=0
    for kk in range(longest):
        starts.append(e); e+=min(rows,32*sum(1 for x in bl if x>kk))
    cols=I([])
    for _ in range(min(e,CAP)): cols.append(random.randrange(width))
    perm=list(range(rows)); random.shuffle(perm)
    add(k,s,[up(rows,l)],[l],dict(rows=rows,width=width,longest=longest,entries=e),{},
        dict(values=4*e,columns=4*e,starts=4*longest,lengths=4*nb,order=4*rows,x=4*width,y=4*rows),
        dict(columns=w(f'{k}-columns-{s}',cols),starts=w(f'{k}-starts-{s}',starts),lengths=w(f'{k}-lengths-{s}',I(bl)),order=w(f'{k}-order-{s}',I(perm[:CAP] if rows<=CAP else perm))))
# 8
for s,lv,order,q in zip(S,(2,3,4),(16,32,32),(200,3000,30000)):
    k='btree_range'
    nodes=sum(order**i for i in range(lv)); total=order**lv
    keys=I([])
    for d in range(lv):
        for j in range(order**d):
            span=order**(lv-d)
            for t in range(order+1): keys.append(3*(j*span+t*(span//order)))
    lo=[3*random.randrange(total-50) for _ in range(q)]; hi=[a+3*random.randrange(50) for a in lo]
    add(k,s,[q*order],[order],dict(levels=lv,nodes=nodes),{},
        dict(keys=4*len(keys),lows=4*q,highs=4*q,starts=4*q,lengths=4*q),
        dict(keys=w(f'{k}-keys-{s}',keys),lows=w(f'{k}-lows-{s}',I(lo)),highs=w(f'{k}-highs-{s}',I(hi))))
# 9
for s,c,sp,re,l in zip(S,(128,2000,20000),(9,11,22),(10,25,40),(16,40,64)):
    k='arrhenius_rates'
    rx=b''
    for i in range(re):
        rx+=struct.pack('7d2i',random.uniform(20,32),random.uniform(-1,2),random.uniform(0,30000),random.uniform(30,45),random.uniform(-3,0),random.uniform(0,5000),random.uniform(.3,.8) if i%3==0 else 0.0,random.randrange(sp),random.randrange(sp))
    add(k,s,[up(c,l)],[l],dict(cells=c,species_count=sp,reaction_count=re),{},
        dict(temperature=8*c,species=8*c*sp,reactions=64*re,rates=8*c*re),
        dict(temperature=w(f'{k}-temperature-{s}',array('d',(random.uniform(400,2600) for _ in range(min(c,4096))))),
             species='0.001,0.02,0.0003,0.15,0.004',reactions=w(f'{k}-reactions-{s}',rx)))
# 10
for s,W,H,a,b,l in zip(S,(60,200,700),(44,150,500),(5,13,17),(5,9,11),([16,4],[8,8],[32,1])):
    add('ncc_template',s,[up(W-a+1,l[0]),up(H-b+1,l[1])],l,dict(width=W,height=H,tw=a,th=b),{},
        dict(frame=W*H,pattern=a*b,score=4*(W-a+1)*(H-b+1)))
# 11
for s,n,l in zip(S,(500,12000,300000),(32,192,64)):
    k='euler_tetra'
    nb=I([])
    for f in range(4):
        for i in range(n):
            if len(nb)>=CAP: break
            u=random.random()
            nb.append(-1 if u<.02 else -2 if u<.03 else (i+random.choice((-1,1,random.randrange(-300,300))))%n)
    add(k,s,[up(n,l)],[l],dict(count=n),dict(far_density=1.4,far_speed=1.2,far_energy=3.508),
        dict(density=4*n,momentum=16*n,energy=4*n,neighbours=16*n,normals=64*n,flux_density=4*n,flux_momentum=16*n,flux_energy=4*n),
        dict(density='1.4,1.3,1.5,1.1,1.25',momentum='0.1,0.2,-0.1,0.0,0.3,-0.2,0.05,0.0',energy='3.5,3.2,3.7,3.4',neighbours=w(f'{k}-neighbours-{s}',nb)))
# 12
for s,n,run,l in zip(S,(3000,60000,700000),(96,1000,16384),(64,96,256)):
    k='merge_ranks'
    keys=array('I')
    nr=max(2,min(-(-n//run)+1,CAP//run//2*2))
    for r in range(nr): keys.extend(sorted(random.getrandbits(32) for _ in range(run)))
    add(k,s,[up(n,l)],[l],dict(count=n,run=run),{},dict(keys=4*n,values=4*n,keys_out=4*n,values_out=4*n),dict(keys=w(f'{k}-keys-{s}',keys)))
# 13
for s,W,H,r,l in zip(S,(40,180,430),(30,130,310),(2,4,6),([16,16],[16,16],[32,8])):
    add('disc_blur',s,[up(W,l[0]),up(H,l[1])],l,dict(width=W,height=H,radius=r),dict(bright=170.0,boost=4.0),
        {'in':4*W*H,'out':4*W*H,'tile':4*(l[0]+2*r)*(l[1]+2*r)})
# 14
for s,W,H,st,l in zip(S,(36,170,460),(25,95,260),(20,40,60),([10,1],[32,1],[16,4])):
    add('god_rays',s,[up(W,l[0]),up(H,l[1])],l,dict(width=W,height=H,steps=st),dict(decay=0.97,weight=0.04,least=0.2),
        {'in':16*W*H,'out':16*W*H},None,['--arg',f'light={W*0.3:.1f},{H*0.2:.1f}'])
# 15
for s,W,H,n,r,it,l in zip(S,(60,320,1500),(50,240,1100),(20,150,1200),(2,3,4),(3,5,8),(4,10,16)):
    k='lucas_kanade'
    img=lambda dx,dy:F(math.sin((x+dx)*.31)+math.cos((y+dy)*.27)+.3*math.sin((x+dx)*.11*((y+dy)*.05)) for y in range(H) for x in range(W)) if W<1000 else None
    c=dict(features=w(f'{k}-features-{s}',F(v for _ in range(n) for v in (random.uniform(0,W-1),random.uniform(0,H-1)))))
    if W<1000:
        c['before']=w(f'{k}-before-{s}',img(0,0)); c['after']=w(f'{k}-after-{s}',img(.6,-.4))
    else:
        row=lambda d:F(math.sin((x+d)*.31)+.5*math.cos((x+d)*.07)+.3*math.sin((x+d)*(x%W)*.0003) for x in range(W*60+7))
        c['before']=w(f'{k}-before-{s}',row(0)); c['after']=w(f'{k}-after-{s}',row(.5))
    add(k,s,[up(n,l)],[l],dict(count=n,width=W,height=H,radius=r,iterations=it),dict(small=0.01),
        dict(before=4*W*H,after=4*W*H,features=8*n,flow=8*n,spent=4*n),c)
# 16
for s,rows,dim,bags,per,l in zip(S,(300,6000,400000),(48,96,128),(40,500,3000),(8,20,30),([12,1],[24,2],[32,1])):
    k='embedding_bag'
    off=I([0])
    for _ in range(bags): off.append(off[-1]+random.randrange(0,2*per))
    n=off[-1]
    idx=I(min(rows-1,int(rows*random.random()**2)) for _ in range(n))
    add(k,s,[dim//4,bags],l,dict(rows=rows,dim=dim,index_count=n),{},dict(table=2*rows*dim,indices=4*n,offsets=4*(bags+1),out=4*bags*dim),
        dict(indices=w(f'{k}-indices-{s}',idx),offsets=w(f'{k}-offsets-{s}',off)))
# 17
for s,rows,c,kk,l in zip(S,(6,64,300),(1000,5003,32000),(4,8,10),(32,64,128)):
    add('topk_rows',s,[rows*l],[l],dict(columns=c,k=kk),{},dict(logits=4*rows*c,best=4*rows*kk,places=4*rows*kk,values=4*l,owners=4*l))
# 18
for s,im,ch,H,W,n,p,ra,l in zip(S,(1,2,2),(4,16,64),(25,50,100),(30,60,136),(8,40,110),(7,7,14),(1,2,2),([7,7,1],[7,1,4],[14,2,1])):
    k='roi_align'
    b=b''
    for _ in range(n):
        x=random.uniform(0,W*12);y=random.uniform(0,H*12)
        b+=struct.pack('i4f',random.randrange(im),x,y,x+random.uniform(10,W*6),y+random.uniform(10,H*6))
    add(k,s,[p,p,n*ch],l,dict(images=im,channels=ch,height=H,width=W,ratio=ra),dict(scale=0.0625),
        dict(features=4*im*ch*H*W,regions=20*n,out=4*p*p*n*ch),dict(regions=w(f'{k}-regions-{s}',b)))
# 19
def lz(size):
    out=bytearray();n=0;lastlits=0
    while len(out)<size:
        if n>8 and random.random()<.6:
            ln=min(31,int(random.expovariate(1/6)));d=min(n,int(random.expovariate(1/200))+1,1024)-1
            if len(out)+2>size: out+=b'\0'*(size-len(out));break
            out+=bytes((0x80|ln<<2|d>>8,d&255));n+=ln+3
        else:
            m=1+int(random.expovariate(1/5));m=min(m,128,max(1,size-len(out)-1))
            out.append(m-1);out+=bytes(random.choice(b' etaoinshrdlu,.') for _ in range(m));n+=m
    return bytes(out[:size]),n
for s,bl,pb,l in zip(S,(64,512,6000),(90,400,1000),(8,16,1)):
    k='lz_expand'
    k_=[lz(pb) for _ in range(min(bl,150))]
    ob=int(sum(n for _,n in k_)/len(k_)*1.05)
    add(k,s,[bl],[l],dict(blocks=bl,packed_block=pb,out_block=ob),{},dict(packed=bl*pb,out=bl*ob,sizes=4*bl),
        dict(packed=w(f'{k}-packed-{s}',b''.join(b for b,_ in k_))))
# 20
def bvh(n):
    T=[]
    for _ in range(n):
        c=[random.uniform(-1,1) for _ in range(3)];e=1.6/n**.4
        T.append([[c[a]+random.uniform(-e,e) for a in range(3)] for _ in range(3)])
    nodes=[None];order=[]
    def build(at,ts):
        lo=[min(v[a] for t in ts for v in T[t]) for a in range(3)];hi=[max(v[a] for t in ts for v in T[t]) for a in range(3)]
        if len(ts)<=4:
            nodes[at]=(lo,len(order),hi,len(ts));order.extend(ts);return
        ax=max(range(3),key=lambda a:hi[a]-lo[a]);ts.sort(key=lambda t:T[t][0][ax]);m=len(ts)//2
        left=len(nodes);nodes.extend((None,None));nodes[at]=(lo,left,hi,0)
        build(left,ts[:m]);build(left+1,ts[m:])
    build(0,list(range(n)))
    nb=b''.join(struct.pack('3fi3fi',*lo,f,*hi,c) for lo,f,hi,c in nodes)
    return len(nodes),nb,F(x for t in order for v in T[t] for x in v)
for s,n,W,H,l in zip(S,(60,1000,20000),(16,70,160),(12,60,130),([8,4],[8,8],[16,2])):
    k='bvh_rays';nc,nb,tr=bvh(n)
    add(k,s,[up(W,l[0]),up(H,l[1])],l,dict(width=W,height=H,node_count=nc,triangle_count=n,most=400),dict(zoom=1.4),
        dict(nodes=len(nb),triangles=36*n,depth=4*W*H,hit=4*W*H),dict(nodes=w(f'{k}-nodes-{s}',nb),triangles=w(f'{k}-triangles-{s}',tr)))
# 21
for s,n,d,it,l in zip(S,(60,500,4000),(5,7,12),(30,40,50),(20,20,32)):
    add('durand_kerner',s,[up(n,l)],[l],dict(count=n,degree=d,iterations=it),dict(small=1e-20),dict(coefficients=8*n*d,roots=16*n*d,spent=4*n))
# 22
g=1/math.sqrt(3);sh=array('d')
C=[(a,b,c) for c in(-1,1) for b in(-1,1) for a in(-1,1)]
for q in C:
    x,y,z=(g*v for v in q)
    for a in C: sh.extend((a[0]*(1+a[1]*y)*(1+a[2]*z)/8,a[1]*(1+a[0]*x)*(1+a[2]*z)/8,a[2]*(1+a[0]*x)*(1+a[1]*y)/8))
shf=w('hex8_apply-shapes',sh)
for s,m,l in zip(S,(6,18,48),(24,27,64)):
    k='hex8_apply';e=m**3;N=(m+1)**3;nd=I([])
    for z in range(m):
        for y in range(m):
            for x in range(m):
                for c in C: nd.append((x+(c[0]+1)//2)+(m+1)*((y+(c[1]+1)//2)+(m+1)*(z+(c[2]+1)//2)))
    add(k,s,[up(e,l)],[l],dict(elements=e,node_count=N),{},dict(u=8*N,nodes=32*e,metric=8*48*e,shapes=8*192,out=64*e),
        dict(nodes=w(f'{k}-nodes-{s}',nd),shapes=shf))
# 23
for s,b,by,l in zip(S,(48,600,4500),(100,256,512),(16,32,36)):
    k='adpcm_decode'
    nb=min(b,400);pk=bytearray()
    for i in range(nb):
        pk+=struct.pack('<hBB',random.randrange(-8000,8000),random.randrange(20,70),0)
        pk+=bytes(min(7,int(abs(random.gauss(0,2.2))))|random.getrandbits(1)<<3|(min(7,int(abs(random.gauss(0,2.2))))|random.getrandbits(1)<<3)<<4 for _ in range(by-4))
    add(k,s,[up(b,l)],[l],dict(blocks=b,block_bytes=by),{},dict(packed=b*by,samples=4*b*(by-4)),dict(packed=w(f'{k}-packed-{s}',pk)))
# 24
for s,W,H,l in zip(S,(64,400,1600),(50,300,1100),(16,50,64)):
    k='edt_columns'
    cost=F(0.0 if random.random()<.03 else 1e10 for _ in range(min(W*H,CAP-3)))
    add(k,s,[up(W,l)],[l],dict(width=W,height=H),{},dict(cost=4*W*H,distance2=4*W*H,places=4*W*H,borders=4*W*H),dict(cost=w(f'{k}-cost-{s}',cost)))
# 25
for s,n,e,l in zip(S,(32,96,300),(16,100,384),(8,16,4)):
    add('scrypt_mix',s,[up(n,l)],[l],dict(count=n,entries=e),{},dict(state=128*n,pad=128*n*e),dict(state=w(f'scrypt_mix-state-{s}',random.Random(n).randbytes(128*n))))
# 26
for s,n,l in zip(S,(1000,20000,500000),(64,128,250)):
    k='siphash_keys';off=array('I',[0])
    for _ in range(n): off.append(off[-1]+1+min(150,int(random.expovariate(1/18))))
    add(k,s,[up(n,l)],[l],dict(count=n,total=off[-1],longest=200),{},dict(bytes=off[-1],offsets=4*(n+1),hashes=8*n),dict(offsets=w(f'{k}-offsets-{s}',off)))
json.dump(L,open(D+'/launches.json','w'),indent=1)
print(len(L))

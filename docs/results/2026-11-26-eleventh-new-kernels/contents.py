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

# flac_rice
R=np.random.default_rng(3901)
FIX=[[],[1],[2,-1],[3,-3,1],[4,-6,4,-1]]
for s,(n,block,l) in zip(S,[(21,128,8),(118,576,16),(350,2304,16)]):
    val=[];nb=[];first=[];sf=[0];bits=0;pcm=[]
    def put(v,b):
        global bits
        v=np.atleast_1d(np.asarray(v,np.int64)); b=np.broadcast_to(np.asarray(b,np.int64),v.shape); val.append(v&((1<<np.minimum(b,40))-1)); nb.append(b); bits+=int(b.sum())
    for f in range(n):
        N=block if R.random()<.8 else int(R.integers(block//3,block))
        t=np.arange(N); x=np.zeros(N)
        for _ in range(4): x+=R.uniform(100,5000)*np.sin(t*R.uniform(.005,.5)+R.uniform(0,6))
        x=np.rint(x+R.normal(0,10**R.uniform(.3,2.3),N)).clip(-32000,32000).astype(np.int64)
        first.append(bits); sf.append(sf[-1]+N); u=R.random()
        if u<.06: v=int(R.integers(-99,99)); put(0,2); put(v,16); pcm.append(np.full(N,v)); continue
        if u<.3:
            o=int(R.integers(0,5)); put(1,2); sh=0; c=FIX[o]
        else:
            o=int(R.integers(4,13)); put(2,2)
            r=np.array([np.dot(x[:N-k]*1.,x[k:]) for k in range(o+1)]); r[0]*=1+1e-6
            q=np.linalg.solve(r[abs(np.subtract.outer(range(o),range(o)))],r[1:])
            sh=min(11,int(np.floor(np.log2(4095/abs(q).max())))); c=np.rint(q*2**sh).astype(int)
        put(o,4); put(x[:o],16)
        if u>=.3: put(sh,4); put(c,13)
        p=np.zeros(N-o,np.int64)
        for j in range(o): p+=int(c[j])*x[o-1-j:N-1-j]
        e=x[o:]-(p>>sh); po=0
        while po<4 and N%(2<<po)==0 and (N>>(po+1))>16: po+=1
        po=int(R.integers(0,po+1)); put(po,4); part=N>>po; z=(e<<1)^(e>>63)
        if N!=part<<po: raise 1
        for q in range(1<<po):
            a=max(q*part-o,0); w=z[a:(q+1)*part-o]; k=min(int(np.log2(max(w.mean(),1))),14); put(k,4)
            assert (w>>k).max()<4000
            val.append((1<<k)|(w&((1<<k)-1))); m=(w>>k)+1+k; nb.append(m); bits+=int(m.sum())
        pcm.append(x)
    v=np.concatenate(val); b=np.concatenate(nb); end=np.cumsum(b); B=np.zeros(up(bits,32)+64,np.uint8)
    for k in range(17): m=(v>>k)&1==1; B[end[m]-1-k]=1
    w=np.packbits(B).view('>u4').astype(np.uint32); pcm=np.concatenate(pcm).astype(np.int32); pcm.tofile(f'flac-{s}.expect')
    print('flac bits a sample',bits/len(pcm),len(pcm))
    add('flac_rice',s,[up(n,l)],[l],dict(n_subframes=n),dict(stream=4*len(w),bit_first=4*n,sample_first=4*(n+1),pcm=4*len(pcm)),{},
      dict(stream=save('flac_rice-stream-'+s,w),bit_first=save('flac_rice-bit-'+s,np.array(first,np.uint32)),sample_first=save('flac_rice-first-'+s,np.array(sf,np.uint32))))

# gru_seq
R=np.random.default_rng(3902)
for s,(h,l,n,a,b) in zip(S,[(36,40,6,2,9),(84,96,11,5,24),(124,128,75,10,70)]):
    ln=R.integers(a,b,n); first=np.concatenate([[0],np.cumsum(ln)]).astype(np.uint32); T=int(first[-1])
    add('gru_seq',s,[l*n],[l],dict(hidden=h),dict(gates_in=12*T*h,recurrent=12*h*h,bias_new=4*h,step_first=4*(n+1),outputs=4*T*h,last_state=4*n*h,state=4*h),{},
      dict(gates_in="0.3,-1.1,0.8,0.05,1.7,-0.6,-2.2,0.4,0.9,-0.2,1.1",recurrent=save('gru_seq-w-'+s,R.normal(0,1/np.sqrt(h),(h//4,3,h,4)).astype(f4)),bias_new="0.1,-0.05,0.2,0,-0.3",step_first=save('gru_seq-first-'+s,first)))

# cdo_loss
R=np.random.default_rng(3903)
from scipy.special import ndtri
for s,(pool,n,a,b,nodes,l) in zip(S,[(90,3,18,33,18,20),(160,12,40,90,30,32),(430,107,70,130,37,40)]):
    x,w=np.polynomial.hermite_e.hermegauss(nodes); w=w/w.sum()
    ln=R.integers(a,b,n); first=np.concatenate([[0],np.cumsum(ln)]).astype(np.uint32)
    mem=np.concatenate([R.choice(pool,k,replace=False) for k in ln]).astype(np.ushort)
    add('cdo_loss',s,[l*n],[l],dict(n_nodes=nodes),dict(threshold=8*pool,loading=8*pool,loss_units=pool,members=2*len(mem),basket_first=4*(n+1),node=8*nodes,weight=8*nodes,expected=32*n,partial=32*l),{},
      dict(threshold=save('cdo_loss-thr-'+s,ndtri(10**R.uniform(-2.5,-.8,pool))),loading=save('cdo_loss-load-'+s,R.uniform(.2,.75,pool)),loss_units=save('cdo_loss-unit-'+s,R.choice([1,1,1,2,3],pool).astype(np.uint8)),
           members=save('cdo_loss-mem-'+s,mem),basket_first=save('cdo_loss-first-'+s,first),node=save('cdo_loss-x-'+s,x),weight=save('cdo_loss-w-'+s,w)))

# felsenstein
R=np.random.default_rng(3904)
from scipy.linalg import expm
fr=np.array([.31,.19,.22,.28]); K=np.ones((4,4)); K[0,2]=K[2,0]=K[1,3]=K[3,1]=4.1; Q=K*fr; np.fill_diagonal(Q,0); np.fill_diagonal(Q,-Q.sum(1)); Q/=-(fr*np.diag(Q)).sum()
rates=[.12,.48,1.03,2.37]
for s,(tips,n,l) in zip(S,[(9,150,16),(19,1490,32),(41,9501,32)]):
    nodes=[(k,1) for k in range(tips)]                 # (tree, stack depth)
    while len(nodes)>1:
        i,j=R.choice(len(nodes),2,replace=False); (a,da),(b,db)=nodes[i],nodes[j]
        if da<db: a,da,b,db=b,db,a,da
        nodes=[q for k,q in enumerate(nodes) if k not in (i,j)]+[((a,b),max(da,db+1))]
    tree,depth=nodes[0]; assert depth<=12; prog=[]
    def emit(t):
        if isinstance(t,tuple): emit(t[0]); emit(t[1]); prog.append(-1)
        else: prog.append(t)
    emit(tree); prog[-1]=-2; ops=len(prog)
    bl=R.exponential(.12,ops)+.004; P=np.array([[expm(Q*b*r) for r in rates] for b in bl])
    cat=R.integers(0,4,n); states=np.zeros((tips,n),int)
    def down(t,st,top):
        # walks the postfix program backwards
        global at
        at-=1; op=at
        if not top:
            c=P[op][cat,st].cumsum(1); st=np.minimum((R.random(n)[:,None]>c).sum(1),3)
        if prog[op]>=0: states[prog[op]]=st
        else: down(None,st,False); down(None,st,False)
    at=ops; down(tree,R.choice(4,n,p=fr),True)
    m=1<<states; amb=R.random(m.shape); m=np.where(amb<.02,15,np.where(amb<.03,np.where(m&5,5,10),m)).astype(np.uint8)
    add('felsenstein',s,[up(n,l),4],[l,4],dict(n_ops=ops,n_patterns=n),dict(tips=tips*n,program=2*ops,transition=ops*256,count=4*n,frequency=16,site_lnl=4*n,part=16*l,part_scale=16*l),{},
      dict(tips=save('felsenstein-tips-'+s,m),program=save('felsenstein-prog-'+s,np.array(prog,np.int16)),transition=save('felsenstein-p-'+s,P.astype(f4)),count="1,3,1,1,2,7,1,1,12,1,4",frequency="0.31,0.19,0.22,0.28"))

# groupby_local
R=np.random.default_rng(3905)
for s,(n,slc,l,distinct,tab,m) in zip(S,[(3001,700,32,250,512,3001),(61003,1900,64,2600,8192,61003),(1200011,6100,64,9000,16384,140009)]):
    p=1/(np.arange(distinct)+3.)**.9; k=R.choice(np.unique(R.integers(1,2**31,2*distinct))[:distinct] if 0 else R.permutation(2**20)[:distinct]*37+11,m,p=p/p.sum()).astype(np.uint32)
    day=(8000+np.sort(R.integers(0,2500,m))//7*7+R.integers(-30,31,m)).astype(np.uint16)
    add('groupby_local',s,[(n+slc-1)//slc*l],[l],dict(n_rows=n,slice=slc,day_from=8200,day_to=10210,table_mask=tab-1),
      dict(key=4*n,amount=4*n,day=2*n,table_key=4*tab,table_count=4*tab,table_sum=4*tab,table_max=4*tab),{},
      dict(key=save('groupby_local-key-'+s,k),day=save('groupby_local-day-'+s,day),amount="1999,-450,12,87000,3305,641,-20,5,770,15150,99",table_key="0",table_count="0",table_sum="0",table_max="-2147483648"))

# winding_number
R=np.random.default_rng(3906)
for s,(nu,nv,n,l) in zip(S,[(9,6,50,8),(14,9,330,32),(41,23,1450,64)]):
    ph=np.arange(nu)*2*pi/nu; th=(np.arange(nv-1)+1)*pi/nv
    d=np.array([[np.sin(a)*np.cos(b),np.sin(a)*np.sin(b),np.cos(a)] for a in th for b in ph]+[[0,0,1],[0,0,-1]])
    V=d*(1+.25*np.sin(3*d[:,:1]*2+d[:,1:2])*np.cos(2*d[:,2:])); T=[]
    for i in range(nv-2):
        for j in range(nu):
            a,b=i*nu+j,i*nu+(j+1)%nu; T+=[[a,a+nu,b],[b,a+nu,b+nu]]
    N=len(d)-2
    for j in range(nu): T+=[[N,j,(j+1)%nu],[N+1,(nv-2)*nu+(j+1)%nu,(nv-2)*nu+j]]
    T=np.array(T); pm=R.permutation(len(V)); V2=np.empty_like(V); V2[pm]=V; T=pm[T][R.permutation(len(T))]
    pts=R.uniform(-1.3,1.3,(n,3))
    add('winding_number',s,[up(n,l)],[l],dict(n_points=n,n_triangles=len(T)),dict(points=12*n,vertices=12*len(V),triangles=12*len(T),winding=4*n,inside=n),{},
      dict(points=save('winding_number-p-'+s,pts.astype(f4)),vertices=save('winding_number-v-'+s,V2.astype(f4)),triangles=save('winding_number-t-'+s,T.astype(np.uint32))))

# lut3d_tetra
R=np.random.default_rng(3907)
for s,(w,h,pitch,g,l) in zip(S,[(61,43,64,9,[16,4]),(317,203,320,17,[32,4]),(1441,1013,1456,33,[32,4])]):
    v=np.arange(256)/255
    cu=np.stack([np.rint(v**e*(g-1)*16384) for e in (.8,.9,1.1)]).astype(np.uint32)
    c=np.stack(np.meshgrid(*[np.arange(g)/(g-1)]*3,indexing='ij'),-1)
    o=np.stack([c[...,0]**.9*.9+.1*c[...,1],c[...,1]*(1-.2*c[...,2])+.05,np.sqrt(c[...,2])*.8+.2*c[...,0]*c[...,1],.2+0*c[...,0]],-1)
    tb=np.clip(np.rint(o*32640+R.normal(0,200,o.shape)),0,32767).astype(np.int16)
    H,Wd=(h,pitch) if s=='small' else (110,601) if s=='large' else (70,613)
    yy,xx=np.mgrid[0:H,0:Wd]; im=np.stack([128+100*np.sin(xx/37+yy/90)+20*np.sin(yy/5),128+90*np.cos(yy/31.)+30*(xx//40%2),90+80*np.sin((xx+yy)/53)+25*(yy//29%2),255+0*xx],-1)
    im=np.clip(im+R.normal(0,6,im.shape),0,255).astype(np.uint8)
    add('lut3d_tetra',s,[up(w,l[0]),up(h,l[1])],l,dict(grid=g,width=w,height=h,pitch=pitch),dict(image=4*pitch*h,curves=3072,table=8*g**3,result=4*pitch*h),{},
      dict(image=save('lut3d_tetra-img-'+s,im),curves=save('lut3d_tetra-cur-'+s,cu),table=save('lut3d_tetra-lut-'+s,tb)))

# nek_ax
NX=9
P8=np.polynomial.legendre.Legendre.basis(NX-1); xg=np.concatenate([[-1],np.sort(P8.deriv().roots().real),[1]])
D=np.zeros((NX,NX)); lw=np.array([np.prod(xg[i]-np.delete(xg,i)) for i in range(NX)])
for i in range(NX):
    for j in range(NX):
        if i!=j: D[i,j]=lw[i]/lw[j]/(xg[i]-xg[j])
    D[i,i]=-D[i].sum()
dm=save('nek_ax-d',D)
for s,(ex,ey,ez,cut) in zip(S,[(2,2,1,1),(5,4,3,1),(10,8,6,7)]):
    mx,my=ex*8+1,ey*8+1; ids=[]
    for c in range(ez):
        for b in range(ey):
            for a in range(ex):
                k,j,i=np.mgrid[0:9,0:9,0:9]; ids.append((((c*8+k)*my+b*8+j)*mx+a*8+i).ravel())
    ids=np.array(ids[:len(ids)-cut],np.uint32); n=len(ids) if s!='large' else 1347; npts=mx*my*(ez*8+1)
    add('nek_ax',s,[9,9,up(n,2)],[9,9,2],dict(n_elements=n),dict(u=8*npts,global_point=4*729*n,geo=8*729*6*n,derivative=648,w=8*729*n),{},
      dict(u="0.3,1.2,-0.7,0.05,0.9,-1.4,0.66,2.1,-0.2,0.48,-0.93",global_point=save('nek_ax-ids-'+s,ids),geo="1.2,0.1,-0.05,0.9,0.08,1.05,0.11,1.3,-0.02,0.14,0.97,0.03,-0.09",derivative=dm))

# kessler_column
R=np.random.default_rng(3909)
for s,(n,nz,dz,dt,l) in zip(S,[(45,14,250,50,8),(590,26,210,75,32),(2010,36,150,180,64)]):
    z=(np.arange(nz)+.5)*dz; th=300+3.5*z/1000; ex=1-9.81*z/(1003*315); pr=1000*ex**(1003/287); rho=pr*100/(287*th*ex)
    qs=3.8/pr*np.exp(17.27*(th*ex-273)/(th*ex-36))
    rh=R.uniform(.45,1.03,(nz,n)); qv=qs[:,None]*rh*np.exp(-z[:,None]/9000); tt=th[:,None]+R.normal(0,1.2,(nz,n)); 
    wet=R.random(n)<.45; qc=np.where(R.random((nz,n))<.4,R.exponential(8e-4,(nz,n)),0)*(wet|(R.random(n)<.2)); qr=R.exponential(1e-3,(nz,n))*wet*np.exp(-z[:,None]/6000)
    b=4*n*nz
    add('kessler_column',s,[up(n,l)],[l],dict(n_columns=n,n_levels=nz),dict(theta_in=b,vapour_in=b,cloud_in=b,rain_in=b,density=4*nz,exner=4*nz,height=4*nz,theta_out=b,vapour_out=b,cloud_out=b,rain_out=b,precipitation=4*n),dict(dt=float(dt)),
      {**{k:save('kessler_column-'+k+'-'+s,v.astype(f4)) for k,v in dict(theta_in=tt,vapour_in=qv,cloud_in=qc,rain_in=qr,density=rho,exner=ex,height=z).items()}})

# mppi_rollout
R=np.random.default_rng(3910)
from scipy.ndimage import gaussian_filter
for s,(n,st,mw,mh,l) in zip(S,[(75,16,90,70,16),(620,30,205,160,32),(6310,75,410,333,48)]):
    cell=.1; m=np.zeros((mh,mw)); k=mw*mh//1400
    Wm,Hm=mw*cell,mh*cell; npth=int(Wm/.35); px=np.linspace(.6,Wm-.6,npth); py=Hm/2+.25*Hm*np.sin(px/Wm*2*pi); hd=np.arctan2(np.gradient(py),np.gradient(px))
    for _ in range(k):
        cx,cy,r=R.integers(mw),R.integers(mh),R.integers(2,6)
        if np.hypot(px-cx*cell,py-cy*cell).min()<(r+4)*cell: continue
        m[max(cy-r,0):cy+r,max(cx-r,0):cx+r]=1
    m=np.clip(gaussian_filter(m,1.5)*280,0,255).astype(np.uint8)
    path=np.stack([px,py,hd,np.full(npth,3.)],1).astype(f4); ngs=min(n*st,15013)
    nom=np.stack([.5*np.cos(np.arange(st)*.2),.15*np.sin(np.arange(st)*.11)],1).astype(f4)
    add('mppi_rollout',s,[up(n,l)],[l],dict(n_rollouts=n,n_steps=st,map_width=mw,map_height=mh,n_path=npth),
      dict(nominal=8*st,noise=8*n*st,map=mw*mh,path=16*npth,cost_of=4*n,group_least=4*(up(n,l)//l),group_weight=4*(up(n,l)//l),scratch=4*l),
      dict(inv_cell=1/cell,dt=.08,wheelbase=1.1,**{'lambda':2.0},start_x=float(px[1]),start_y=float(py[1]),start_yaw=float(hd[1])),
      dict(nominal=save('mppi_rollout-nom-'+s,nom),noise=save('mppi_rollout-noise-'+s,R.normal(0,1,(ngs,2)).astype(f4)),map=save('mppi_rollout-map-'+s,m),path=save('mppi_rollout-path-'+s,path)))

# aho_corasick
R=np.random.default_rng(3911)
from collections import deque
syl=['ad','min','pass','wd','cmd','exe','sel','ect','un','ion','drop','tab','le','scr','ipt','eval','base','sys','tem','shell','/etc/','../','%00','<','>','\'or','--','=1','http','php','.asp','config','root','xp_','wget','curl',' ','?id=']
head=['GET /index.html HTTP/1.1\r\nHost: www.example.org\r\n','POST /api/v2/items?id=17&page=3 HTTP/1.1\r\n','Accept: text/html,application/xml;q=0.9\r\n','User-Agent: Mozilla/5.0 (X11; Linux x86_64)\r\n','Cookie: session=8f3a77c1d2e94b; theme=dark\r\n','{"name":"admin user","config":[1,2,3],"script":null}\n','the quick system table selects a base union of shells. ']
for s,(npat,npk,plo,phi,pool,l) in zip(S,[(40,85,20,260,13000,8),(220,900,40,700,60000,32),(700,9900,60,1460,170003,64)]):
    pats=set()
    while len(pats)<npat: pats.add(''.join(R.choice(syl,int(R.integers(1,5)))).encode())
    pats=sorted(pats); t=b''
    buf=[]; ln=0
    while ln<pool:
        u=R.random(); q=(head[R.integers(len(head))].encode() if u<.55 else pats[R.integers(npat)] if u<.6 else ''.join(R.choice(syl,2)).encode() if u<.8 else bytes(R.integers(0,256,int(R.integers(5,40))).astype(np.uint8)))
        buf.append(q); ln+=len(q)
    t=b''.join(buf)[:pool]
    fold=lambda c:c+32 if 65<=c<=90 else c
    used=sorted({fold(c) for p in pats for c in p}); cl=np.array([used.index(fold(c))+1 if fold(c) in used else 0 for c in range(256)],np.uint8); nc=len(used)+1
    go=[{}]; out=[[]]
    for i,p in enumerate(pats):
        st=0
        for c in p:
            c=int(cl[c])
            if c not in go[st]: go[st][c]=len(go); go.append({}); out.append([])
            st=go[st][c]
        out[st].append(i)
    n=len(go); nx=np.zeros((n,nc),int); fail=[0]*n; dq=deque()
    for c,v in go[0].items(): nx[0,c]=v; dq.append(v)
    while dq:
        u=dq.popleft(); out[u]=out[u]+out[fail[u]]; nx[u]=nx[fail[u]]
        for c,v in go[u].items(): fail[v]=nx[fail[u],c]; nx[u,c]=v; dq.append(v)
    order=sorted(range(n),key=lambda i:(bool(out[i]),i)); new=np.empty(n,int); new[order]=range(n); assert new[0]==0
    nx=new[nx][order]; ff=sum(1 for o in out if not o); ends=[e for i in order[ff:] for e in out[i]]; ef=np.concatenate([[0],np.cumsum([len(out[i]) for i in order[ff:]])])
    pf=np.concatenate([[0],np.cumsum(R.integers(plo,phi,npk))]).astype(np.uint32); N=int(pf[-1]); print('aho states',n,'classes',nc,'bytes',N,'pool',len(t))
    np.savez(f'aho-{s}.npz',pats=np.array([p.hex() for p in pats]))
    add('aho_corasick',s,[up(npk,l)],[l],dict(n_classes=nc,first_final=ff,n_packets=npk),
      dict(payload=N,packet_first=4*(npk+1),byte_class=256,next=2*n*nc,end_first=2*len(ef),ends=2*len(ends),pattern_hits=4*npat,packet_hits=4*npk,packet_first_pattern=2*npk),{},
      dict(payload=save('aho_corasick-text-'+s,np.frombuffer(t,np.uint8)[:N]),packet_first=save('aho_corasick-first-'+s,pf),byte_class=save('aho_corasick-class-'+s,cl),next=save('aho_corasick-next-'+s,nx.astype(np.uint16)),
           end_first=save('aho_corasick-ef-'+s,ef.astype(np.uint16)),ends=save('aho_corasick-ends-'+s,np.array(ends,np.uint16)),pattern_hits="0"))

# dwt97
R=np.random.default_rng(3912)
x=np.arange(35003); px=np.clip(128+70*np.sin(x/61.)+40*np.sin(x/7.3)*(x//900%2)+R.normal(0,5,len(x)),0,255).astype(np.int16); im=save('dwt97-img',px); small=save('dwt97-img-small',px[:2850])
for s,(w,h,c,l) in zip(S,[(57,50,1,[8,8]),(283,186,3,[16,8]),(1083,807,3,[32,4])]):
    tx,ty=up(w,32)//32,up(h,24)//24
    add('dwt97',s,[tx*l[0],ty*l[1],c],[l[0],l[1],1],dict(width=w,height=h),dict(image=2*w*h*c,bands=4*w*h*c),dict(offset=128.0),dict(image=small if 2*w*h*c<70006 else im))
open('launches.json','w').write('[\n'+',\n'.join(json.dumps(x) for x in L)+'\n]\n')
print(len(L), sum(os.path.getsize('data/'+f) for f in os.listdir('data')))

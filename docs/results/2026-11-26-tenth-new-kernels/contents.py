import numpy as np, json, os
from math import pi
os.makedirs('data',exist_ok=True)
L=[]; S=('small','middle','large')
up=lambda n,m:(n+m-1)//m*m
def save(name,a): np.ascontiguousarray(a).tofile(f'data/{name}.bin'); return f'@data/{name}.bin'
def add(k,size,g,l,args,bufs,reals={},content={}):
    assert all(a%b==0 for a,b in zip(g,l))
    L.append(dict(file=k+'.cl',kernel=k,name=f'{k}-{size}',**{'global':g},local=l,args=args,reals=reals,
      buffers={b:str(v) for b,v in bufs.items()},content=content))

# siddon_fp
for s,(nx,ny,nz,nu,nv,na,l) in zip(S,[(26,24,14,31,11,3,[8,4,1]),(60,64,40,62,27,14,[16,4,1]),(120,108,70,110,50,18,[32,4,1])]):
    m=max(nx,ny); an=0.13+np.arange(na)*2*pi/na
    add('siddon_fp',s,[up(nu,l[0]),up(nv,l[1]),na],l,dict(nx=nx,ny=ny,nz=nz,n_u=nu,n_v=nv,n_views=na),
      dict(volume=4*nx*ny*nz,view_cs=8*na,sino=4*nu*nv*na),dict(src_iso=2.0*m,iso_det=1.0*m,pitch=1.45*1.5*m/nu),
      dict(volume="0.02,0.03,0.01,0.025,0.018,0.04,0.022",view_cs=save('siddon_fp-cs-'+s,np.stack([np.cos(an),np.sin(an)],1).astype(np.float32))))

# viterbi_k7
R=np.random.default_rng(3802)
par=np.array([bin(i).count('1')&1 for i in range(128)])
for s,(nf,a,b) in zip(S,[(7,150,260),(26,700,1300),(70,1500,2700)]):
    ln=R.integers(a,b,nf); first=np.concatenate([[0],np.cumsum(up(ln,32))]).astype(np.uint32)
    # the last frame's end is its length; frames are padded to 32 steps and the pad is decoded as data
    bits=R.integers(0,2,first[-1])
    for f in range(nf): bits[first[f]+ln[f]-6:first[f+1]]=0
    first[-1]=first[-2]+ln[-1]
    soft=np.zeros((len(bits),2),np.int8)
    for f in range(nf):
        st=0
        for t in range(first[f],first[f+1]):
            r=((st<<1)|bits[t])&127; st=r&63
            soft[t]=[32*(1-2*par[r&0x79]),32*(1-2*par[r&0x5b])]
    soft=np.clip(np.rint(soft+R.normal(0,22,soft.shape)),-127,127).astype(np.int8)
    n=len(bits); np.packbits(bits.astype(np.uint8),bitorder='little').tofile(f'viterbi-{s}.expect')
    add('viterbi_k7',s,[64*nf],[64],{},dict(soft=2*n,frame_first=4*(nf+1),decisions=n//32*64*4,bits=n//8),{},
      dict(soft=save('viterbi_k7-soft-'+s,soft),frame_first=save('viterbi_k7-first-'+s,first)))

# fm_seed
R=np.random.default_rng(3803)
def suffix_array(t):
    n=len(t); rank=t.astype(np.int64); k=1
    while True:
        second=np.concatenate([rank[k:]+1,np.zeros(min(k,n),np.int64)])[:n]
        keyv=rank*(n+6)+second; sa=np.argsort(keyv,kind='stable'); o=keyv[sa]
        rank=np.empty(n,np.int64); rank[sa]=np.concatenate([[0],np.cumsum(o[1:]!=o[:-1])])
        if rank.max()==n-1: return sa
        k*=2
for s,(n,nr,l) in zip(S,[(5000,180,32),(45000,2300,64),(200000,10300,64)]):
    t=R.integers(0,4,n)
    for _ in range(n//900):                      # repeats
        a,b=R.integers(0,n-300,2); w=int(R.integers(40,250)); t[b:b+w]=t[a:a+w]
    full=np.concatenate([t+1,[0]]); sa=suffix_array(full); N=n+1
    bw=full[sa-1]; sent=int(np.nonzero(bw==0)[0][0]); c=np.where(bw==0,0,bw-1)
    nb=N//64+1; c=np.concatenate([c,np.zeros(nb*64-N,int)]).reshape(nb,64)
    cnt=np.stack([(c==k).sum(1) for k in range(4)],1); pre=np.concatenate([np.zeros((1,4),int),np.cumsum(cnt,0)])[:nb].astype(np.uint64)
    w64=(np.uint64(1)<<np.arange(64,dtype=np.uint64))
    idx=np.zeros((nb,4),np.uint64); idx[:,0]=pre[:,0]|pre[:,1]<<np.uint64(32); idx[:,1]=pre[:,2]|pre[:,3]<<np.uint64(32)
    idx[:,2]=((c>>1)&1).astype(np.uint64)@w64; idx[:,3]=(c&1).astype(np.uint64)@w64
    C=1+np.concatenate([[0],np.cumsum(np.bincount(t,minlength=4))])[:4]
    words=[];rf=[];rl=R.integers(45,101,nr)
    for q in rl:
        if R.random()<0.08: r=R.integers(0,4,q)
        else:
            a=R.integers(0,n-q); r=t[a:a+q].copy(); e=R.random(q)<0.02; r[e]=R.integers(0,4,e.sum())
        rf.append(len(words)); p=np.concatenate([r,np.zeros(-len(r)%16,int)]).reshape(-1,16)
        words+=list((p<<(2*np.arange(16))).sum(1))
    words=np.array(words,np.uint32)
    np.savez(f'fm-{s}.npz',t=t,sa=sa)
    add('fm_seed',s,[up(nr,l)],[l],dict(n_reads=nr,n_rows=N,sentinel=sent,first_a=int(C[0]),first_c=int(C[1]),first_g=int(C[2]),first_t=int(C[3]),min_length=15),
      dict(index=32*nb,reads=4*len(words),read_length=2*nr,read_first=4*nr,best=16*nr),{},
      dict(index=save('fm_seed-index-'+s,idx),reads=save('fm_seed-reads-'+s,words),read_length=save('fm_seed-len-'+s,rl.astype(np.uint16)),read_first=save('fm_seed-first-'+s,np.array(rf,np.uint32))))

# sgp4_step
R=np.random.default_rng(3804)
def sgp4_init(no,ecco,incl,mo,argpo,nodeo,bstar):
    cos,sin,sqrt=np.cos,np.sin,np.sqrt
    xke,j2,j3,j4,re=0.0743669161331734,0.001082616,-2.53881e-6,-1.65597e-6,6378.135; j3oj2=j3/j2; x2o3=2/3
    eosq=ecco**2; omeosq=1-eosq; rte=sqrt(omeosq); cosio=cos(incl); cosio2=cosio**2; sinio=sin(incl)
    ak=(xke/no)**x2o3; d1=0.75*j2*(3*cosio2-1)/(rte*omeosq); de=d1/ak**2
    adel=ak*(1-de*de-de*(1/3+134*de*de/81)); no=no/(1+d1/adel**2)
    ao=(xke/no)**x2o3; po=ao*omeosq; con42=1-5*cosio2; con41=-con42-2*cosio2; posq=po*po; rp=ao*(1-ecco)
    simple=rp<220/re+1; ss=78/re+1; qz=((120-78)/re)**4
    perige=(rp-1)*re; sf=np.where(perige<98,20.,np.where(perige<156,perige-78,78.))
    low=perige<156; qz=np.where(low,((120-sf)/re)**4,qz); sfour=np.where(low,sf/re+1,ss)
    pinvsq=1/posq; tsi=1/(ao-sfour); eta=ao*ecco*tsi; etasq=eta**2; eeta=ecco*eta; psisq=abs(1-etasq)
    coef=qz*tsi**4; coef1=coef/psisq**3.5
    cc2=coef1*no*(ao*(1+1.5*etasq+eeta*(4+etasq))+.375*j2*tsi/psisq*con41*(8+3*etasq*(8+etasq)))
    cc1=bstar*cc2; cc3=np.where(ecco>1e-4,-2*coef*tsi*j3oj2*no*sinio/ecco,0); x1mth2=1-cosio2
    cc4=2*no*coef1*ao*omeosq*(eta*(2+.5*etasq)+ecco*(.5+2*etasq)-j2*tsi/(ao*psisq)*(-3*con41*(1-2*eeta+etasq*(1.5-.5*eeta))+.75*x1mth2*(2*etasq-eeta*(1+etasq))*cos(2*argpo)))
    cc5=2*coef1*ao*omeosq*(1+2.75*(etasq+eeta)+eeta*etasq); c4=cosio2**2
    t1=1.5*j2*pinvsq*no; t2=.5*t1*j2*pinvsq; t3=-.46875*j4*pinvsq**2*no
    mdot=no+.5*t1*rte*con41+.0625*t2*rte*(13-78*cosio2+137*c4)
    argpdot=-.5*t1*con42+.0625*t2*(7-114*cosio2+395*c4)+t3*(3-36*cosio2+49*c4)
    xhdot1=-t1*cosio; nodedot=xhdot1+(.5*t2*(4-19*cosio2)+2*t3*(3-7*cosio2))*cosio
    omgcof=bstar*cc3*cos(argpo); xmcof=np.where(ecco>1e-4,-x2o3*coef*bstar/eeta,0); nodecf=3.5*omeosq*xhdot1*cc1
    xlcof=-.25*j3oj2*sinio*(3+5*cosio)/(1+cosio); aycof=-.5*j3oj2*sinio; delmo=(1+eta*cos(mo))**3; x7=7*cosio2-1
    q=cc1**2; d2=4*ao*tsi*q; t=d2*tsi*cc1/3; d3=(17*ao+sfour)*t; d4=.5*t*ao*tsi*(221*ao+31*sfour)*cc1
    t3c=d2+2*q; t4c=.25*(3*d3+cc1*(12*d2+10*q)); t5c=.2*(3*d4+12*cc1*d3+6*d2**2+15*q*(2*d2+q))
    return np.stack([ecco,no,mo,argpo,nodeo,cosio,sinio,con41,x1mth2,x7,mdot,argpdot,nodedot,nodecf,1.5*cc1,cc1,bstar*cc4,omgcof,xmcof,eta,delmo,sin(mo),bstar*cc5,d2,d3,d4,t3c,t4c,t5c,xlcof,aycof]),simple
for s,(n,nt,l) in zip(S,[(61,17,[16,4]),(200,150,[32,4]),(600,240,[64,1])]):
    alt=R.uniform(350,1600,n); ecc=np.where(R.random(n)<.6,R.uniform(2e-4,.01,n),R.uniform(.01,.3,n))
    a=(1+alt/6378.135)/(1-ecc); low=R.random(n)<.1; a[low]=(1+R.uniform(165,215,low.sum())/6378.135)/(1-ecc[low])
    no=0.0743669161331734/a**1.5; bst=10**R.uniform(-5.3,-4,n); d=pi/180
    E=[no,ecc,R.uniform(5,100,n)*d,R.uniform(0,2*pi,n),R.uniform(0,2*pi,n),R.uniform(0,2*pi,n),bst]
    for v,x in zip(E,[10.82419157*2*pi/1440,.1859667,34.2682*d,19.3264*d,331.7664*d,348.7242*d,.28098e-4]): v[0]=x
    co,si=sgp4_init(*E); mins=np.arange(nt)*360.0/(10 if nt<20 else 40); mins[1]=360
    add('sgp4_step',s,[up(n,l[0]),up(nt,l[1])],l,dict(n_sat=n,n_times=nt),
      dict(coef=co.size*8,simple=n,minutes=8*nt,position=24*n*nt,velocity=24*n*nt,error=4*n*nt),{},
      dict(coef=save('sgp4_step-coef-'+s,co),simple=save('sgp4_step-simple-'+s,si.astype(np.uint8)),minutes=save('sgp4_step-min-'+s,mins)))

# gbdt_hist
R=np.random.default_rng(3805)
for s,(n,leaf,w,sl,l,nc) in zip(S,[(2500,1250,2,320,64,2),(12000,7300,3,600,64,7),(32000,21000,4,1100,128,17)]):
    f=np.zeros((w*5,n),np.int64)
    for k in range(w*5):
        kind=k%4
        f[k]=(R.integers(0,64,n) if kind==0 else np.clip(R.normal(32,9,n),0,63).astype(int) if kind==1 else
              np.where(R.random(n)<.7,0,R.integers(1,40,n)) if kind==2 else R.integers(0,5,n))
    p=(f.reshape(w,5,n)<<(6*np.arange(5))[None,:,None]).sum(1).astype(np.uint32)
    rows=np.sort(R.choice(n,leaf,replace=False)).astype(np.uint32)
    add('gbdt_hist',s,[(leaf+sl-1)//sl*l,w,nc],[l,1,1],dict(n_rows=n,n_leaf=leaf,slice=sl),
      dict(packed=4*w*n,gradient=4*n*nc,leaf_rows=4*leaf,histogram=nc*w*640*4,hist=640*4),{},
      dict(packed=save('gbdt_hist-packed-'+s,p),leaf_rows=save('gbdt_hist-rows-'+s,rows),gradient="12,7,-9,5,3,8,-14,11,6,2,-1,9,8,4,-20,6,15,12"))

# jpeg_idct
R=np.random.default_rng(3806)
zz=[0,1,8,16,9,2,3,10,17,24,32,25,18,11,4,5,12,19,26,33,40,48,41,34,27,20,13,6,7,14,21,28,35,42,49,56,57,50,43,36,29,22,15,23,30,37,44,51,58,59,52,45,38,31,39,46,53,60,61,54,47,55,62,63]
ql=np.array([16,11,10,16,24,40,51,61,12,12,14,19,26,58,60,55,14,13,16,24,40,57,69,56,14,17,22,29,51,87,80,62,18,22,37,56,68,109,103,77,24,35,55,64,81,104,113,92,49,64,78,87,103,121,120,101,72,92,95,98,112,100,103,99],np.uint16)
for s,(bw,bh) in zip(S,[(30,20),(119,80),(249,205)]):
    n=bw*bh; cnt=1+R.choice([0,3,9,22],n,p=[.3,.35,.25,.1])*R.random(n); tok=[]; first=[0]
    for c in cnt.astype(int):
        tok.append((int(R.integers(-50,51)))<<6)
        pos=np.unique((R.random(c-1)**2*40).astype(int)+1) if c>1 else []
        for q in pos:
            v=int(np.rint(R.normal(0,9/(1+q*.3)))); v=v or 1
            tok.append((v<<6)|zz[q])
        first.append(len(tok))
    add('jpeg_idct',s,[8,up(n,8)],[8,8],dict(n_blocks=n,blocks_wide=bw),dict(tokens=2*len(tok),token_first=4*(n+1),quant=128,plane=64*n),{},
      dict(tokens=save('jpeg_idct-tok-'+s,np.array(tok,np.int16)),token_first=save('jpeg_idct-first-'+s,np.array(first,np.uint32)),quant=','.join(map(str,ql))))

# kobayashi_pf: slanted stripes of solid and melt, period 83
PH='0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0.01,0.03,0.07,0.14,0.25,0.41,0.58,0.74,0.86,0.93,0.97,0.99,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,0.99,0.98,0.96,0.93,0.88,0.81,0.72,0.61,0.5,0.39,0.28,0.19,0.12,0.07,0.04,0.02,0.01,0,0,0'
for s,(nx,ny) in zip(S,[(86,70),(335,280),(833,790)]):
    add('kobayashi_pf',s,[up(nx,16),up(ny,16)],[16,16],dict(nx=nx,ny=ny,step=17),{k:4*nx*ny for k in ('phase','heat','phase_out','heat_out')},
      dict(inv_h=33.333,dt_tau=0.333,dt=0.0001,eps_bar=0.01,delta=0.02,modes=6.0,theta0=0.2,alpha=0.9,gamma=10.0,latent=1.8,noise=0.01),
      dict(phase=PH,
           heat="0.1,0.12,0.2,0.35,0.5,0.62,0.7,0.66,0.55,0.4,0.25,0.15,0.11"))

# sw_twostream
for s,(nc,ng,nl,l) in zip(S,[(45,11,18,[16,2]),(450,12,34,[32,2]),(1300,16,47,[64,1])]):
    b=4*nc*ng*nl; f=4*nc*ng*(nl+1)
    add('sw_twostream',s,[up(nc,l[0]),up(ng,l[1])],l,dict(n_col=nc,n_gpt=ng,n_lay=nl),
      dict(tau=b,ssa=b,asym=b,mu0_=4*nc,albedo=4*nc,toa=4*ng,flux_up=f,flux_dn=f),{},
      dict(tau="0.02,0.05,0.11,0.3,0.015,0.8,0.07,2.5,0.04,0.2,0.009,0.6,0.13",ssa="0.4,0.9,0.2,0.75,0.99,0.55,0.3",
           asym="0,0,0.85,0,0.1,0,0.8,0,0,0.7,0",mu0_="0.55,0.8,0.3,0.97,0.12,-0.2,-0.5,-0.1,0.05,0.4,0.67",albedo="0.06,0.2,0.1,0.6,0.15",toa="30.5,60.2,12.7,80.1,41.3"))

# spgemm_esc
R=np.random.default_rng(3809)
for s,(n,) in zip(S,[(41,),(450,),(3300,)]):
    adj=[]
    for i in range(n):
        d=int(R.choice([2,4,6,8,11,16,24],p=[.03,.09,.15,.22,.24,.18,.09]))
        c=np.unique(np.clip(i+np.rint(R.normal(0,7,d)).astype(int),0,n-1)) if R.random()<.8 else np.unique(R.integers(0,n,d))
        adj.append(list(c))
    while True:
        bad=[i for i in range(n) if sum(len(adj[k]) for k in adj[i])>256]
        if not bad: break
        for i in bad: adj[i].pop(int(R.integers(len(adj[i]))))
    ln=np.array([len(a) for a in adj]); first=np.concatenate([[0],np.cumsum(ln)]).astype(np.uint32); col=np.concatenate(adj).astype(np.uint32)
    pr=np.array([sum(ln[k] for k in a) for a in adj]); cf=np.concatenate([[0],np.cumsum(pr)]).astype(np.uint32)
    print('spgemm',s,ln.mean(),ln.max(),pr.mean(),pr.max())
    fi=save('spgemm_esc-first-'+s,first); co=save('spgemm_esc-col-'+s,col); va="1,0.5,-0.3,2,0.7,-1.1,0.25"; z=4*len(col)
    add('spgemm_esc',s,[64*n],[64],{},dict(a_first=4*(n+1),a_col=z,a_val=z,b_first=4*(n+1),b_col=z,b_val=z,c_first=4*(n+1),c_col=4*int(cf[-1]),c_val=4*int(cf[-1]),c_count=4*n),{},
      dict(a_first=fi,a_col=co,a_val=va,b_first=fi,b_col=co,b_val=va,c_first=save('spgemm_esc-c-'+s,cf)))

# das_beamform
for s,(w,d,na,ne,ns,dx,dz,z0,l) in zip(S,[(15,15,2,32,640,.5,1.1,4.,[8,4]),(80,76,2,64,1150,.25,.45,6.,[16,4]),(160,140,3,96,1350,.2,.3,5.,[32,4])]):
    an=np.linspace(-.17,.2,na)
    add('das_beamform',s,[up(w,l[0]),up(d,l[1])],l,dict(width=w,depth=d,n_angles=na,n_elem=ne,n_samples=ns),
      dict(iq=4*ns*ne*na,angle_cs=8*na,image=4*w*d),dict(dx=dx,dz=dz,z0=z0,pitch=.3,fs_over_c=13.0,omega_over_fs=1.5707,f_number=1.5),
      dict(iq="120,-45,300,77,-210,15,-90,-333,60,41,250,-180,-7",angle_cs=save('das_beamform-cs-'+s,np.stack([np.cos(an),np.sin(an)],1).astype(np.float32))))

# eri_coulomb
R=np.random.default_rng(3811)
from scipy.special import gamma, gammainc
T=np.arange(256)*.125
boys=np.stack([np.where(T==0,1/(2*m+1),.5*gamma(m+.5)*gammainc(m+.5,T)/(T+(T==0))**(m+.5)) for m in range(6)],1)
bo=save('eri_coulomb-boys',boys)
for s,(nb,nk,l) in zip(S,[(180,170,32),(750,670,64),(1900,1750,64)]):
    at=R.uniform(-3.5,3.5,(12,3))
    def pairs(n):
        a,b=10**R.uniform(-.9,1.2,(2,n)); i,j=R.integers(0,12,(2,n)); p=a+b
        c=(a[:,None]*at[i]+b[:,None]*at[j])/p[:,None]; r2=((at[i]-at[j])**2).sum(1)
        return np.concatenate([c,p[:,None]],1),np.maximum(np.exp(-np.minimum(a*b/p*r2,9))*(a*b)**.75*R.uniform(.1,.6,n),1e-6)
    br,bk=pairs(nb); ke,kd=pairs(nk); kd*=R.normal(0,1,nk); o=np.argsort(-abs(kd)); ke=ke[o]; kd=kd[o]
    cut=1e-6
    print('eri',s,'kept',(abs(bk[:,None]*kd)>=cut).mean())
    add('eri_coulomb',s,[up(nb,l)],[l],dict(n_bra=nb,n_ket=nk),dict(bra=32*nb,bra_k=8*nb,ket=32*nk,ket_kd=8*nk,boys=256*48,coulomb=8*nb,tile=32*l,tile_kd=8*l),dict(cutoff=cut),
      dict(bra=save('eri_coulomb-bra-'+s,br),bra_k=save('eri_coulomb-brak-'+s,bk),ket=save('eri_coulomb-ket-'+s,ke),ket_kd=save('eri_coulomb-ketkd-'+s,kd),boys=bo))

# csv_index
txt=b'1021,"Smith, John",42.50,2021-03-04,"a ""quoted"" word",,7\n1022,"Lee",3.125,2021-03-05,plain text here,x,18\n1023,"O\'Hara, Mary, Dr.",1999.00,2021-03-07,"line one\nline two",yes,3\n9,Ng,0.5,2021-11-12,,no,256\n'
for s,n in zip(S,[110005,2100021,10500007]):
    t=(txt*(n//len(txt)+1))[:n]; a=np.frombuffer(t,np.uint8); tiles=(n+1023)//1024
    q=np.cumsum(a==34); ins=((q-(a==34))&1)  # before the byte
    mark=((a==44)|(a==10))&(((q)&1)==0); cm=np.concatenate([[0],np.cumsum(mark)])
    st=np.arange(tiles)*1024
    np.nonzero(mark)[0].astype(np.uint32).tofile(f'csv-{s}.expect')
    add('csv_index',s,[tiles*64],[64],dict(n_bytes=n),dict(text=tiles*1024,tile_quoted=tiles,tile_slot=4*tiles,fields=4*int(cm[-1])),{},
      dict(text=','.join(str(c) for c in txt),tile_quoted=save('csv_index-q-'+s,ins[st].astype(np.uint8)),tile_slot=save('csv_index-slot-'+s,cm[st].astype(np.uint32))))
print(len(txt),txt.count(b'"'))
open('launches.json','w').write('[\n'+',\n'.join(json.dumps(x) for x in L)+'\n]\n')
print(len(L), sum(os.path.getsize('data/'+f) for f in os.listdir('data')))

"""Which way to bid `match-wise` takes, by the totals of a match. Written by
`knotlab.studies.publishing.match_ways`.
"""

import base64
import zlib

import numpy as np

LOWEST, STEP, TARGET = -200, 50, 500  # of the grid of totals, in points
PACKED = """
c-rlqi;k-}5JW9m)c=3-?oB2Eg8_FN3?`>X=*~)0Yam_tb<%`D5O)nZb<y%a*WVGj-^365A>aoBKV-dt9|-(F|3Kge{6OFb{6OFb{6IX&2A#~O#Ye{D+L&
z~jpWqDvNo0cwD$wLes!wR$>}3GyfE>@{*n5D&mEmfr+fP0o!Pa1kn6q-&ije3bDeyC@apuZ8^Ye9@A1j$GC$}LKk)qQTqlR_FNrMAYr9UVz@z(@(=mSJC
-o1t+>=MA#_jc@Q+wU#L0vjYoj%+(=Jx)fye^g;8V^|vuK=?_Ja$3r6YM___yIo<_yIo<_~9TwFn1vE1N{SmAMgW#9~dtYPq2X;eh~cwkI&XQ+CX;%&sTE
a;9Jp!(2i5}>fl?^b)nN;eFWc%u7Xqb>bl@tBYZ15lb{d2H5%J%#kbbZ!{K7DKTl_Sf^Q{=+XVX$1kunB0Y4D<f&PKO5A+WNe!vd|eqg*r;0O8#;-PsB-%
7N4d^WFF>C~Lbx8``h9zF+j5AXwgE4ruYbXUIhli9&ouM)l$-7oO1)Ne&+6UeG@ajL;zht;H;%?O(Ct)1|gRqF+u=jtG-lyBAS;SS$Q5Z5oDvEEAH2ZtZ%
8wmVB|3Kge{6OFb{6OFb<_`pZpno9n1AZXdr&&*YYe{O)_oxFrA3AG}QoogaK{x6i#kcAZKfsOtsP1&WH62-<&$kBnR&+jHM|^9%b^X>}_)o5Hb%129->S
UM#khv1e5+VvBA&Jo76R+71b)B|qy-m_9|-(_9|-(_9|-(_9|!_J5RXe`)mi{Q5Dgxmt#oquV!l1+(ow$^-N`!mR`LbiHGT+gKd8AM;6FRp$;b1xso#18-
x}dt(U~5k=kl#nT@BwF?Yd_5TWjXw=&si}Ib0Xt8oK3MSz{s|xq!xcD}f*I1A!l^{J>a=zz_I=zz>X<h|cqx{(-;`_<?w=4P?ygg#VM%I*gZy8$Pb@%D0Y
x58sLoz7@U|-Bje(-HvaaW_GxwUM1Y<kLph4TeYgQ@U25tJ!AORpVFy9SIoE0W(*h9Z+#};s?bM0)rX&FDc?GuIOjN3GusN^N)U&1oUFGJ_`%@^`UV0&&_
59P0Y4D<0Y4Cr$!q2h1c4uj$EI@CJKVioEPfyw<o8|q)*R1Qrh{+&b)6dOs<~}Byb$19(KYhXE$g>V-oySP`n)_J^;_?t3!#Jht>J$4TSK6JE4oTullrYw
zIA9`zct>PZ*9$Sw$|zSx>CM1tD$}?K^(fM<q6hX3H;#jL%<IQ-0ojLx7$yw@B_gE3qKI}0Y4DEWwe|wkkdK%fuMhI_<{8$;`ZwS^6;(6pLgO1wZFGrv=<
(DUn=Ub>ZtmyNeP_Hb-=fxbMmcf$n(j_x5~%23cmF`ogRN*>^z?wK1zm4D>~(xfp5KyPMx&(0@fUS>$^Sq@_Iw3)M?3MewS~})o-=&t<-NlL8q>+&&IcEJ
}|dDuiwA6=Udy<Z+$wa+FI8G->U8Ut*gI#`PS>}w~94a;?B!wa%e)ZuD6Q)2jcc#2(B;a1pGkUJg@ya$Nb&lhkzf5rq6k=hwS{4al90SABb-H6*;{}|3EN
aV!T8&NzN8c>KH%JKM;4GILJ|lRSun!orj0};pzL~cb?oXAHH@!80$`sJ909$GeRFRf9_gnUq6Cxy^l`)=p;Eb!Nq&;`eC-SyzoQ8mbm7AcrZ8W#gnf%&n
|TG@q9A+XiYc&DnpXiN{)pew81ZF^n<)SrVE3w(6!`E)qzfK-Tyy>f?Vy%m)9Acwud}lfLnijtNxDZ?~_B{<1L9F6i_>TgAVXR)z|pEueWgUrrz^Z!}F|Z
&!_wQ&`s0SNwSnaufNAT)xNarx+bTK@7BX!n<)g?kZ+Zft5n0fuc8j?VV{G(qn3RAR&9)SH0l(Rgj-F_<dIGNR^o}vd>$^(qnj1^wol#PW+DjF`~yD_L|v
b9S3d;&Ky=VQi2i|is2@TjKLq?hFn^$bATFH?;0NMo^LoBv7VPgwS0mkY$D+g!nPMJ(KRlUR3!x95FF5!Y(`!OQ78G*jbuHhT<5Sa(YNg2?_c*>}BmBd8G
%8zItqbboJRhr*oy&9Sa(>w7Ev9+>^~023QvT4w54U{X{Ixo7p1IGnd3&nR`Rcb8=oV#LN6>D`Y)#>lOkO8`P`Mw}np171Q)68}_eEw-)u>DJI;``p%0Ct
se5>+I>n7jY!VeYY{JYSFXJ22!sTSxoc9jzxI`_QZAD(A*>%;nQdPbXW<XaOW(B_F#*QF}v?@in5LFZWy$>-WzH(k%1BhSk4rmy@AML)SmZ-p+F92$?0F4
(=)3E#@=fv#T$3!&ZqbO`4ChjffKN$a)O1FiTW;D_IfU-ZN7QdZlq7hj^IA3IW~yZS-td?$QM18i?u^xHo?|G7*5aI_yb|1cc8KaG!mwO_gIcq!!ihplT@
=$Bu5{&TnWxaTqBCGGVO<uweRKVB04`?c}XkQ*<p?3Z*qUQ(+@RHv2aqP)7`&{@xOw)vOM&y9!gCKsEV?3VJaX>w1?;SBTf(q0o)ez5Y9xxw9?b?QK;hPt
^Q_Jpeg60H^?+ukTsaSbI0zqH(+4iC-ir~9v}JvsSSAK+6|hcztAGmXi;?}saSKJvO(U79@R8GuYY-&nHHqbv7=;9JqX5@B%q!N{pPbv1s_``V0r>o=!k3
%)ho4?kD8Tt7Qkw|L|h@}EbX=WvcrE2EtcZ@Tuk$>ey+))nM+Cfy8t>olz$eCrEsJ%(@fa!*!1<j8&WlKsZoeVLl|Ys)&HcRi$><4nFnb^)i_0pIF;Ckn4
M`9+;~KTgj52U+(Yw8k$Lvfkoz|JA&Hv>zgVK!+dbAJE-@yfoPJ+U1AA?uURM(ACjIr}`lr<cEkK&~@HFsCK+GFkV9E`Xk+SyfmJzI_V$e{QNxp=S15i&u
Y2RmiNWW(|$Igtk<^3w{C2j44S;daeaek$uCX)P@o;uczwysRfYgJdZkXw6&SlNjC`w+QymOk-qaH^>INN9k1RYeub=L}s`gaIZ7<HTK)1rF7WzTA@Wb8t
<O<#JXq_B7{plP$pUk>Er&_Xr_5E(o(ho!an0lcV&o`d9xBl+=x*1n#=MD|J<t%kLy}gt-Ez(W5srGnptvvZmoOt@=9vpn@i&cF^SmpADt-LPg`MiEu?*I
98u|<1By)Jgr-b9xp0@K?#By~{>2L4&yJl(U$48Q(xsz#pA%D29{g?hf#I}g91E;QDullGQhmkCehTXjkOR&UW)ba&8spys`*Mq4ZM#kwR-qk~_HuOmkNU
1P!V($wz9k!QW?RH19`hiKg?!4K%p_k+B7{h5QD-9O+5bQk!jy&qyDKSccS<9U7hcqts<hsgW^-FZ4y=!*Ry#!KkvA6CapLrwn>8}$#($4hFgYnf-N(6zi
T-wi{9AF|)V+`g8SLz?-ajB)K_yfksI<;8)Q>dwBt*7wEJUWRXt%8zame}8jS6P<}u{Q?&rUDV%xxIq_R$Dbem?oa&7gXF)*<E4>|eo&`=xT8*ubc>u(>W
BRt3)7r#=LgmML0ZfIbw60^^ZA}<9-SsSHP9{cAj+h$pXZowgY)`!bTc+@M)}8FeZFs{!Oy?S=w$VR(GRNhL#+41uzQTK)>|K(y4bkA_vhZ?Jcokw4D0RH
pXUdD4zqv%zJM@{!1g=O!YVwyty8&fk=L1Hm{rHi_@OkX<M^}S`Qpm&wS4Pq{-I(XGhC{RcAmD;dFt5n)Joql$AsVC3i$e=kZ(<OvgzU^ulK3EcRO*W`!_
@W95MTQ@-wpHKEBmE55Kc6a-Idc@*JIVqh8(gC$9YN<YHHJr`2zrKX9zegC3n4x7UkK?RDRDiRBdx7EfYRzmn>T96uRB?SC0>W0fM3FF$df&h~^Ky8is|-
?jaN=pTN2-1G43bM+6(>s+2-yoBy)<0bsi-@K9Ytn$O+O-PKF7%x3kSL%nK8ZWW_`FlRncK@*YyVno*=pV{hvUEG8q!q7D4qZ-La&7hP*>zj@W$VR?d-rq
gWtD5XvJ{<ebHxx;n$pXvM*Ew^`D#d->|Q22naS~`HnM(@(GMnOvAmc#x<hrUZ%;FwGLPo4mY=Z@g2-12cI#rvG5X=FJN2F_S9A7eI$fOCYWx`(&oe<FF3
9W0_(2DK?q}<+_TOFG%OODz^@Hdi&^dLk9PLQw^h3LKsrEXqZ=*fenvYK>UC`dfd|I=WhHoz_{Re;`10e
"""
N_TOTALS = (TARGET - LOWEST) // STEP

# By the totals of seats 0 to 3 as places on the grid, and by seat: the number of the way.
WAY_AT = np.frombuffer(zlib.decompress(base64.b85decode("".join(PACKED.split()))), np.int8).reshape(*[N_TOTALS] * 4, 4)

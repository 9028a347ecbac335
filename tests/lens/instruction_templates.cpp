#include "instruction_templates.h"

namespace clgauge::lens {

std::vector<std::string> integer_templates() {
  std::vector<std::string> all{"imulq ?q, ?q",
                               "imull ?m, ?l",
                               "imulq $?s, ?q, ?q",
                               "imull $?s, ?m, ?l",
                               "mulq ?q",
                               "imull ?l",
                               "mulb ?b",
                               "mulxq ?q, ?q, ?q",
                               "movq ?q, ?q",
                               "movl ?m, ?l",
                               "movb ?b, ?m",
                               "movw ?w, ?w",
                               "movb ?b, ?b",
                               "movzbl ?b, ?l",
                               "movzwl ?m, ?l",
                               "movsbq ?b, ?q",
                               "movswl ?m, ?l",
                               "movslq ?l, ?q",
                               "movslq ?m, ?q",
                               "leaq ?s(?q,?q,4), ?q",
                               "leal ?s(?q,?q,2), ?l",
                               "cltq",
                               "cwtl",
                               "cqto",
                               "cltd",
                               "notq ?q",
                               "notb ?b",
                               "negl ?l",
                               "negq ?m",
                               "incl ?l",
                               "incq ?m",
                               "decb ?b",
                               "decq ?q",
                               "bswapq ?q",
                               "bswapl ?l",
                               "movbel ?m, ?l",
                               "movbew ?m, ?w",
                               "movbeq ?q, ?m",
                               "andnq ?q, ?q, ?q",
                               "andnl ?m, ?l, ?l",
                               "bzhiq ?q, ?q, ?q",
                               "bextrl ?l, ?l, ?l",
                               "blsil ?l, ?l",
                               "blsiq ?m, ?q",
                               "blsrq ?q, ?q",
                               "blsrl ?m, ?l",
                               "blsmskl ?l, ?l",
                               "blsmskq ?q, ?q",
                               "pdepq ?q, ?q, ?q",
                               "pdepl ?m, ?l, ?l",
                               "pextl ?l, ?l, ?l",
                               "pextq ?m, ?q, ?q",
                               "movl $0xf0ff00ff, %ecx\n  pdepl %ecx, ?l, ?l",
                               "movl $0xff00ff0f, %ecx\n  pextl %ecx, ?l, ?l",
                               "bsfq ?q, ?q",
                               "bsrl ?m, ?l",
                               "bsfw ?w, ?w",
                               "bsrq ?q, ?q",
                               "tzcntl ?l, ?l",
                               "lzcntq ?q, ?q",
                               "popcntl ?m, ?l",
                               "shlxq ?q, ?q, ?q",
                               "shrxl ?l, ?l, ?l",
                               "sarxq ?q, ?m, ?q",
                               "rorxl $?i, ?l, ?l",
                               "shldq $?i, ?q, ?q",
                               "shrdl $?i, ?l, ?l",
                               "shldl %cl, ?l, ?l",
                               "xchgq ?q, ?q",
                               "xchgl ?l, ?m",
                               "lock xaddl ?l, ?m",
                               "lock cmpxchgq ?q, ?m",
                               "btl $?i, ?l",
                               "btq ?q, ?q",
                               "btsl $?i, ?l",
                               "btsq ?q, ?q",
                               "btsw $?i, ?m",
                               "btrq $?i, ?q",
                               "btrl ?l, ?l",
                               "btrq $?i, ?m",
                               "btcl $?i, ?l",
                               "btcw ?w, ?w",
                               "btcl $?i, ?m",
                               "testq ?q, ?q",
                               "testb $?i, ?m",
                               "cmpb ?b, ?m",
                               "movabsq $0x123456789abc?i, ?q",
                               "movl $7, %ecx\n  xorl %edx, %edx\n  divl %ecx",
                               "movq $-3, %rcx\n  cqto\n  idivq %rcx"};
  for (const std::string& op :
       std::vector<std::string>{"add", "sub", "and", "or", "xor", "adc", "sbb", "cmp"}) {
    for (const char* form :
         {"q ?q, ?q", "l ?l, ?l", "w ?w, ?w", "b ?b, ?b", "l $?s, ?l", "q $?s, ?m", "b $?i, %al",
          "l $123456, %eax", "q ?m, ?q", "l ?l, ?m"}) {
      all.push_back(op + form);
    }
  }
  for (const std::string& op : std::vector<std::string>{"shl", "shr", "sar", "rol", "ror"}) {
    for (const char* form :
         {"q $?i, ?q", "l %cl, ?l", "l ?l", "b $3, ?b", "q $8, ?q", "l $5, ?m", "q $16, ?q"}) {
      all.push_back(op + form);
    }
  }
  for (const char* code :
       {"o", "no", "b", "ae", "e", "ne", "be", "a", "s", "ns", "p", "np", "l", "ge", "le", "g"}) {
    all.push_back(std::string("set") + code + " ?b");
    all.push_back(std::string("cmov") + code + "q ?q, ?q");
    all.push_back(std::string("cmov") + code + "l ?m, ?l");
  }
  return all;
}

std::vector<std::string> vector_templates() {
  std::vector<std::string> all{"vmovdqu ?m, ?y",
                               "vmovups ?y, ?m",
                               "vmovdqu ?m, ?x",
                               "vmovdqu ?x, ?m",
                               "vmovaps ?y, ?y",
                               "vmovss ?m, ?x",
                               "vmovsd ?x, ?m",
                               "vmovss ?x, ?x, ?x",
                               "vmovsd ?x, ?x, ?x",
                               "vmovd ?l, ?x",
                               "vmovq ?q, ?x",
                               "vmovq ?x, ?q",
                               "vmovd ?x, ?l",
                               "vmovq ?m, ?x",
                               "vmovq ?x, ?m",
                               "vmovq ?x, ?x",
                               "vmovhps ?m, ?x, ?x",
                               "vmovlpd ?m, ?x, ?x",
                               "vmovhpd ?x, ?m",
                               "vmovlps ?x, ?m",
                               "vmovlhps ?x, ?x, ?x",
                               "vmovhlps ?x, ?x, ?x",
                               "vmovddup ?y, ?y",
                               "vmovddup ?m, ?x",
                               "vmovshdup ?y, ?y",
                               "vmovsldup ?m, ?y",
                               "vmovmskps ?y, ?l",
                               "vmovmskpd ?x, ?l",
                               "vpmovmskb ?y, ?l",
                               "vpextrb $?i, ?x, ?l",
                               "vpextrw $?i, ?x, ?l",
                               "vpextrd $?i, ?x, ?m",
                               "vpextrq $?i, ?x, ?q",
                               "vextractps $?i, ?x, ?l",
                               "vpinsrb $?i, ?l, ?x, ?x",
                               "vpinsrw $?i, ?m, ?x, ?x",
                               "vpinsrd $?i, ?l, ?x, ?x",
                               "vpinsrq $?i, ?q, ?x, ?x",
                               "vinsertps $?i, ?x, ?x, ?x",
                               "vinsertps $?i, ?m, ?x, ?x",
                               "vbroadcastss ?x, ?y",
                               "vbroadcastsd ?m, ?y",
                               "vpbroadcastb ?x, ?y",
                               "vpbroadcastw ?m, ?x",
                               "vpbroadcastd ?x, ?y",
                               "vpbroadcastq ?m, ?y",
                               "vbroadcastf128 ?m, ?y",
                               "vbroadcasti128 ?m, ?y",
                               "vinsertf128 $?i, ?x, ?y, ?y",
                               "vinserti128 $?i, ?m, ?y, ?y",
                               "vextractf128 $?i, ?y, ?x",
                               "vextracti128 $?i, ?y, ?m",
                               "vzeroupper",
                               "vpmaddwd ?y, ?y, ?y",
                               "vphaddw ?y, ?y, ?y",
                               "vphaddd ?x, ?x, ?x",
                               "vphaddd ?m, ?y, ?y",
                               "vphsubw ?m, ?x, ?x",
                               "vphsubd ?y, ?y, ?y",
                               "vphaddsw ?y, ?y, ?y",
                               "vphsubsw ?x, ?x, ?x",
                               "vpsignb ?y, ?y, ?y",
                               "vpsignw ?m, ?x, ?x",
                               "vpsignd ?y, ?y, ?y",
                               "vpsllw $?i, ?y, ?y",
                               "vpslld $?i, ?y, ?y",
                               "vpsllq $8, ?y, ?y",
                               "vpsrlw $3, ?x, ?x",
                               "vpsrld $16, ?y, ?y",
                               "vpsrlq $?i, ?x, ?x",
                               "vpsraw $?i, ?y, ?y",
                               "vpsrad $?i, ?y, ?y",
                               "vpslld ?x, ?y, ?y",
                               "vpsrlq ?m, ?y, ?y",
                               "vpsrad ?x, ?x, ?x",
                               "vpsllvd ?y, ?y, ?y",
                               "vpsrlvq ?y, ?y, ?y",
                               "vpsravd ?m, ?y, ?y",
                               "vpslldq $?i, ?y, ?y",
                               "vpsrldq $5, ?x, ?x",
                               "vpshufd $?i, ?y, ?y",
                               "vpshuflw $?i, ?x, ?x",
                               "vpshufhw $?i, ?y, ?y",
                               "vpshufb ?y, ?y, ?y",
                               "vshufps $?i, ?y, ?y, ?y",
                               "vshufpd $?i, ?y, ?y, ?y",
                               "vpermilps $?i, ?y, ?y",
                               "vpermilpd $?i, ?y, ?y",
                               "vpermilps ?y, ?y, ?y",
                               "vpermilpd ?y, ?y, ?y",
                               "vpermd ?y, ?y, ?y",
                               "vpermps ?m, ?y, ?y",
                               "vpermq $?i, ?y, ?y",
                               "vpermpd $?i, ?m, ?y",
                               "vperm2f128 $?i, ?y, ?y, ?y",
                               "vperm2i128 $?i, ?m, ?y, ?y",
                               "vpalignr $?i, ?y, ?y, ?y",
                               "vblendps $?i, ?y, ?y, ?y",
                               "vblendpd $?i, ?y, ?y, ?y",
                               "vpblendw $?i, ?y, ?y, ?y",
                               "vpblendd $?i, ?m, ?y, ?y",
                               "vblendvps ?y, ?y, ?y, ?y",
                               "vblendvpd ?y, ?y, ?y, ?y",
                               "vpblendvb ?y, ?y, ?y, ?y",
                               "vptest ?y, ?y",
                               "vtestps ?y, ?y",
                               "vtestpd ?m, ?x",
                               "movdqu ?m, ?x",
                               "paddd ?x, ?x",
                               "pxor ?x, ?x",
                               "movd ?l, ?x",
                               "movss ?m, ?x",
                               "pshufd $?i, ?x, ?x",
                               "pinsrw $?i, ?l, ?x",
                               "movhps ?m, ?x",
                               "punpckldq ?x, ?x",
                               "cvtdq2ps ?x, ?x",
                               "vcvtdq2pd ?x, ?y",
                               "vcvtdq2ps ?y, ?y"};
  for (const std::string& op : std::vector<std::string>{
           "vpaddb",      "vpaddw",     "vpaddd",     "vpaddq",     "vpsubb",     "vpsubw",
           "vpsubd",      "vpsubq",     "vpmullw",    "vpmulld",    "vpmulhw",    "vpmulhuw",
           "vpmuludq",    "vpmuldq",    "vpand",      "vpandn",     "vpor",       "vpxor",
           "vandps",      "vandnpd",    "vorps",      "vxorpd",     "vpminsb",    "vpminsw",
           "vpminsd",     "vpminub",    "vpminuw",    "vpminud",    "vpmaxsb",    "vpmaxsw",
           "vpmaxsd",     "vpmaxub",    "vpmaxuw",    "vpmaxud",    "vpcmpeqb",   "vpcmpeqw",
           "vpcmpeqd",    "vpcmpeqq",   "vpcmpgtb",   "vpcmpgtw",   "vpcmpgtd",   "vpcmpgtq",
           "vpacksswb",   "vpackssdw",  "vpackuswb",  "vpackusdw",  "vunpcklps",  "vunpckhpd",
           "vpunpcklbw",  "vpunpckhbw", "vpunpcklwd", "vpunpckhwd", "vpunpckldq", "vpunpckhdq",
           "vpunpcklqdq", "vpunpckhqdq"}) {
    all.push_back(op + " ?y, ?y, ?y");
    all.push_back(op + " ?m, ?x, ?x");
  }
  for (const std::string& op : std::vector<std::string>{
           "vpmovsxbw", "vpmovsxbd", "vpmovsxbq", "vpmovsxwd", "vpmovsxwq", "vpmovsxdq",
           "vpmovzxbw", "vpmovzxbd", "vpmovzxbq", "vpmovzxwd", "vpmovzxwq", "vpmovzxdq"}) {
    all.push_back(op + " ?x, ?y");
    all.push_back(op + " ?m, ?x");
  }
  for (const char* op : {"vpabsb ?y, ?y", "vpabsw ?x, ?x", "vpabsd ?m, ?y"}) {
    all.emplace_back(op);
  }
  return all;
}

std::vector<std::string> float_templates() {
  std::vector<std::string> all{"vsqrtps ?y, ?y",
                               "vsqrtpd ?m, ?x",
                               "vsqrtss ?x, ?x, ?x",
                               "vroundps $1, ?y, ?y",
                               "vroundpd $2, ?y, ?y",
                               "vroundss $3, ?x, ?x, ?x",
                               "vroundsd $4, ?x, ?x, ?x",
                               "vhaddps ?y, ?y, ?y",
                               "vhaddpd ?x, ?x, ?x",
                               "vhsubps ?m, ?y, ?y",
                               "vhsubpd ?x, ?x, ?x",
                               "vaddsubps ?y, ?y, ?y",
                               "vaddsubpd ?m, ?x, ?x",
                               "vdpps $0xf1, ?m, ?x, ?x",
                               "vdpps $0x7f, ?y, ?y, ?y",
                               "vdpps $0x95, ?y, ?y, ?y",
                               "vdppd $0x31, ?x, ?x, ?x",
                               "vdppd $0x23, ?m, ?x, ?x",
                               "vucomiss ?x, ?x",
                               "vcomisd ?x, ?x",
                               "vcvttps2dq ?y, ?y",
                               "vcvtps2dq ?m, ?x",
                               "vcvttpd2dqy ?y, ?x",
                               "vcvtpd2dqx ?x, ?x",
                               "vcvtps2pd ?x, ?y",
                               "vcvtpd2psy ?y, ?x",
                               "vcvtsi2ssl ?l, ?x, ?x",
                               "vcvtsi2sdq ?q, ?x, ?x",
                               "vcvttss2si ?x, ?l",
                               "vcvttsd2si ?x, ?q",
                               "vcvtss2si ?x, ?q",
                               "vcvtsd2si ?m, ?l",
                               "vcvtss2sd ?x, ?x, ?x",
                               "vcvtsd2ss ?x, ?x, ?x",
                               "vmovups ?m, ?y",
                               "vmovups ?y, ?m",
                               "vshufps $?i, ?y, ?y, ?y",
                               "addss ?x, ?x",
                               "mulps ?x, ?x",
                               "sqrtss ?x, ?x"};
  for (const std::string& op :
       std::vector<std::string>{"vadd", "vsub", "vmul", "vdiv", "vmin", "vmax"}) {
    for (const char* form : {"ps ?y, ?y, ?y", "pd ?m, ?y, ?y", "ss ?x, ?x, ?x", "sd ?m, ?x, ?x"}) {
      all.push_back(op + form);
    }
  }
  for (const std::string& op : std::vector<std::string>{"vfmadd", "vfmsub", "vfnmadd", "vfnmsub"}) {
    for (const char* form : {"132ps ?y, ?y, ?y", "213pd ?y, ?y, ?y", "231ps ?m, ?y, ?y",
                             "213ss ?x, ?x, ?x", "231sd ?m, ?x, ?x", "132ss ?m, ?x, ?x"}) {
      all.push_back(op + form);
    }
  }
  for (unsigned predicate = 0; predicate < 32; ++predicate) {
    const std::string number = std::to_string(predicate);
    all.push_back("vcmpps $" + number + ", ?y, ?y, ?y");
    all.push_back("vcmpsd $" + number + ", ?x, ?x, ?x");
  }
  return all;
}

}  // namespace clgauge::lens

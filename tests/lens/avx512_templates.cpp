#include <utility>

#include "instruction_templates.h"

namespace clgauge::lens {
namespace {

using Templates = std::vector<std::string>;

// [source, source, destination] of every length, under masks or not, with memory and, where lanes
// are large enough, with one lane of memory for all.
void add_binary(Templates& all, const std::string& op, unsigned lane_bytes) {
  all.push_back(op + " ?Z, ?Z, ?Z?K");
  all.push_back(op + " ?m, ?Y, ?Y?K");
  all.push_back(op + " ?X, ?X, ?X?K");
  all.push_back(op + " ?Z, ?Z, ?Z");
  if (lane_bytes >= 4) {
    all.push_back(op + " ?m{1to" + std::to_string(64 / lane_bytes) + "}, ?Z, ?Z?K");
  }
}

void add_unary(Templates& all, const std::string& op, unsigned lane_bytes) {
  all.push_back(op + " ?Z, ?Z?K");
  all.push_back(op + " ?m, ?Y?K");
  if (lane_bytes >= 4) {
    all.push_back(op + " ?m{1to" + std::to_string(32 / lane_bytes) + "}, ?Y?K");
  }
}

// With an immediate in front.
void add_immediate(Templates& all, const std::string& op, unsigned lane_bytes, bool binary) {
  const std::string with = op + " $?i, ";
  if (binary) {
    add_binary(all, with.substr(0, with.size() - 1), lane_bytes);
  } else {
    add_unary(all, with.substr(0, with.size() - 1), lane_bytes);
  }
}

void add_masks(Templates& all) {
  for (const char* size : {"b", "w", "d", "q"}) {
    const std::string end = size;
    for (const char* op : {"kand", "kandn", "kor", "kxor", "kxnor", "kadd"}) {
      all.push_back(op + end + " ?k, ?k, ?k");
    }
    for (const char* op : {"knot", "kortest", "ktest", "kmov"}) {
      all.push_back(op + end + " ?k, ?k");
    }
    for (const char* op : {"kshiftl", "kshiftr"}) {
      all.push_back(op + end + " $?i, ?k, ?k");
    }
    const std::string general = end == "q" ? "?q" : "?l";
    all.push_back("kmov" + end + " " + general + ", ?k");
    all.push_back("kmov" + end + " ?k, " + general);
    all.push_back("kmov" + end + " ?m, ?k");
    all.push_back("kmov" + end + " ?k, ?m");
    all.push_back("vpmovm2" + end + " ?k, ?Z");
    all.push_back("vpmov" + end + "2m ?Y, ?k");
    for (const char* op : {"vptestm", "vptestnm", "vpcmpeq", "vpcmpgt"}) {
      all.push_back(op + end + " ?Z, ?Z, ?k?M");
      all.push_back(op + end + " ?m, ?X, ?k?M");
      all.push_back(op + end + " ?Y, ?Y, ?k");
    }
    for (const char* predicate : {"0", "1", "2", "3", "4", "5", "6", "7"}) {
      all.push_back("vpcmp" + end + " $" + predicate + ", ?Z, ?Z, ?k?M");
      all.push_back("vpcmpu" + end + " $" + predicate + ", ?m, ?Y, ?k?M");
    }
  }
  for (const char* op : {"kunpckbw ?k, ?k, ?k", "kunpckwd ?k, ?k, ?k", "kunpckdq ?k, ?k, ?k",
                         "vpbroadcastmb2q ?k, ?Z", "vpbroadcastmw2d ?k, ?Y",
                         "vpcmpltud ?m{1to16}, ?Z, ?k?M", "vptestmq ?m{1to4}, ?Y, ?k?M"}) {
    all.emplace_back(op);
  }
}

void add_moves(Templates& all) {
  for (const char* op : {"vmovdqu8", "vmovdqu16", "vmovdqu32", "vmovdqu64", "vmovups", "vmovupd"}) {
    const std::string name = op;
    all.push_back(name + " ?m, ?Z?K");
    all.push_back(name + " ?m, ?X?K");
    all.push_back(name + " ?m, ?Z");
    all.push_back(name + " ?Z, ?m?M");
    all.push_back(name + " ?Y, ?m?M");
    all.push_back(name + " ?Z, ?m");
    all.push_back(name + " ?Z, ?Z?K");
  }
  for (const char* op : {"vmovss", "vmovsd"}) {
    const std::string name = op;
    all.push_back(name + " ?m, ?X?K");
    all.push_back(name + " ?X, ?X, ?X?K");
    all.push_back(name + " ?X, ?m?M");
    all.push_back(name + " ?m, ?X");
    all.push_back(name + " ?X, ?m");
  }
  for (const auto& [op, lane] : {std::pair{"32x4", "?X"}, std::pair{"64x2", "?X"},
                                 std::pair{"32x8", "?Y"}, std::pair{"64x4", "?Y"}}) {
    for (const char* type : {"f", "i"}) {
      const std::string name = std::string(type) + op;
      all.push_back("vinsert" + name + " $?i, " + lane + ", ?Z, ?Z?K");
      all.push_back("vinsert" + name + " $?i, ?m, ?Z, ?Z?K");
      all.push_back("vextract" + name + " $?i, ?Z, " + lane + "?K");
      all.push_back("vextract" + name + " $?i, ?Z, ?m?M");
      all.push_back("vbroadcast" + name + " ?m, ?Z?K");
    }
  }
  for (const char* op : {"vbroadcastf32x2 ?X, ?Z?K",
                         "vbroadcasti32x2 ?m, ?Y?K",
                         "vbroadcastss ?X, ?Z?K",
                         "vbroadcastss ?m, ?Y?K",
                         "vbroadcastsd ?X, ?Z?K",
                         "vpbroadcastb ?l, ?Z?K",
                         "vpbroadcastw ?l, ?Y?K",
                         "vpbroadcastd ?l, ?Z?K",
                         "vpbroadcastq ?q, ?Z?K",
                         "vpbroadcastb ?m, ?Z?K",
                         "vpbroadcastw ?X, ?Z?K",
                         "vpbroadcastd ?m, ?Z?K",
                         "vpbroadcastq ?X, ?Y?K",
                         "vmovd ?l, ?X",
                         "vmovq ?q, ?X",
                         "vmovq ?X, ?q",
                         "vmovd ?X, ?m",
                         "vmovq ?m, ?X",
                         "vmovq ?X, ?X",
                         "vpinsrb $?i, ?l, ?X, ?X",
                         "vpinsrq $?i, ?m, ?X, ?X",
                         "vpextrw $?i, ?X, ?l",
                         "vpextrd $?i, ?X, ?m",
                         "vinsertps $?i, ?X, ?X, ?X",
                         "vmovhps ?m, ?X, ?X",
                         "vmovlpd ?X, ?m",
                         "vmovhlps ?X, ?X, ?X",
                         "vmovlhps ?X, ?X, ?X",
                         "vzeroupper",
                         "vpaddd ?y, ?y, ?y",
                         "vpxor ?x, ?x, ?x",
                         "vpermd ?y, ?y, ?y"}) {
    all.emplace_back(op);
  }
  for (const char* op : {"d", "q", "ps", "pd"}) {
    const std::string name = op;
    const std::string prefix = name[0] == 'p' ? "v" : "vp";
    all.push_back(prefix + "compress" + name + " ?Z, ?Z?K");
    all.push_back(prefix + "compress" + name + " ?Y, ?m?M");
    all.push_back(prefix + "expand" + name + " ?Z, ?Z?K");
    all.push_back(prefix + "expand" + name + " ?m, ?Z?K");
    all.push_back(prefix + "blendm" + name + " ?Z, ?Z, ?Z?K");
    all.push_back(prefix + "blendm" + name + " ?m, ?Y, ?Y?K");
  }
  all.emplace_back("vpblendmb ?Z, ?Z, ?Z?K");
  all.emplace_back("vpblendmw ?m, ?Y, ?Y?K");
}

void add_integers(Templates& all) {
  for (const auto& [op, lane] :
       {std::pair{"vpaddb", 1U},    std::pair{"vpaddw", 2U},    std::pair{"vpaddd", 4U},
        std::pair{"vpaddq", 8U},    std::pair{"vpsubb", 1U},    std::pair{"vpsubd", 4U},
        std::pair{"vpmullw", 2U},   std::pair{"vpmulld", 4U},   std::pair{"vpmullq", 8U},
        std::pair{"vpmuludq", 8U},  std::pair{"vpmuldq", 8U},   std::pair{"vpmulhw", 2U},
        std::pair{"vpmulhuw", 2U},  std::pair{"vpmulhrsw", 2U}, std::pair{"vpminsq", 8U},
        std::pair{"vpminuq", 8U},   std::pair{"vpmaxsq", 8U},   std::pair{"vpmaxuq", 8U},
        std::pair{"vpminsd", 4U},   std::pair{"vpmaxub", 1U},   std::pair{"vpandd", 4U},
        std::pair{"vpandq", 8U},    std::pair{"vpandnd", 4U},   std::pair{"vpandnq", 8U},
        std::pair{"vpord", 4U},     std::pair{"vporq", 8U},     std::pair{"vpxord", 4U},
        std::pair{"vpxorq", 8U},    std::pair{"vandps", 4U},    std::pair{"vandnpd", 8U},
        std::pair{"vorps", 4U},     std::pair{"vxorpd", 8U},    std::pair{"vpsllvd", 4U},
        std::pair{"vpsrlvd", 4U},   std::pair{"vpsravd", 4U},   std::pair{"vpsllvq", 8U},
        std::pair{"vpsrlvq", 8U},   std::pair{"vpsravq", 8U},   std::pair{"vpsllvw", 2U},
        std::pair{"vpsrlvw", 2U},   std::pair{"vpsravw", 2U},   std::pair{"vprolvd", 4U},
        std::pair{"vprolvq", 8U},   std::pair{"vprorvd", 4U},   std::pair{"vprorvq", 8U},
        std::pair{"vpaddsb", 1U},   std::pair{"vpaddsw", 2U},   std::pair{"vpaddusb", 1U},
        std::pair{"vpaddusw", 2U},  std::pair{"vpsubsb", 1U},   std::pair{"vpsubsw", 2U},
        std::pair{"vpsubusb", 1U},  std::pair{"vpsubusw", 2U},  std::pair{"vpavgb", 1U},
        std::pair{"vpavgw", 2U},    std::pair{"vpmaddwd", 2U},  std::pair{"vpmaddubsw", 1U},
        std::pair{"vpacksswb", 2U}, std::pair{"vpackuswb", 2U}, std::pair{"vpackssdw", 4U},
        std::pair{"vpackusdw", 4U}}) {
    add_binary(all, op, lane);
  }
  for (const auto& [op, lane] :
       {std::pair{"vpabsb", 1U}, std::pair{"vpabsw", 2U}, std::pair{"vpabsd", 4U},
        std::pair{"vpabsq", 8U}, std::pair{"vplzcntd", 4U}, std::pair{"vplzcntq", 8U},
        std::pair{"vpconflictd", 4U}, std::pair{"vpconflictq", 8U}}) {
    add_unary(all, op, lane);
  }
  add_immediate(all, "vpternlogd", 4, true);
  add_immediate(all, "vpternlogq", 8, true);
  for (const auto& [op, lane] :
       {std::pair{"vpsllw", 2U}, std::pair{"vpslld", 4U}, std::pair{"vpsllq", 8U},
        std::pair{"vpsrlw", 2U}, std::pair{"vpsrld", 4U}, std::pair{"vpsrlq", 8U},
        std::pair{"vpsraw", 2U}, std::pair{"vpsrad", 4U}, std::pair{"vpsraq", 8U},
        std::pair{"vprold", 4U}, std::pair{"vprolq", 8U}, std::pair{"vprord", 4U},
        std::pair{"vprorq", 8U}}) {
    add_immediate(all, op, lane, false);
    if (std::string(op).find("vpro") == std::string::npos) {
      all.push_back(std::string(op) + " ?X, ?Z, ?Z?K");
      all.push_back(std::string(op) + " ?m, ?Y, ?Y?K");
    }
  }
  for (const char* op : {"vpslldq $?i, ?Z, ?Z", "vpsrldq $?i, ?m, ?Y", "vpsadbw ?Z, ?Z, ?Z",
                         "vpsadbw ?m, ?Y, ?Y", "vdbpsadbw $?i, ?Z, ?Z, ?Z?K"}) {
    all.emplace_back(op);
  }
  for (const char* op : {"vpmov", "vpmovs", "vpmovus"}) {
    for (const auto& [sizes, halved] :
         {std::pair{"wb", "?Y"}, std::pair{"db", "?X"}, std::pair{"dw", "?Y"},
          std::pair{"qb", "?X"}, std::pair{"qw", "?X"}, std::pair{"qd", "?Y"}}) {
      const std::string name = std::string(op) + sizes;
      all.push_back(name + " ?Z, " + halved + "?K");
      all.push_back(name + " ?X, ?X?K");
      all.push_back(name + " ?Z, ?m?M");
      all.push_back(name + " ?Y, ?m");
    }
  }
  for (const char* op : {"vpmovsx", "vpmovzx"}) {
    for (const auto& [sizes, half] :
         {std::pair{"bw", "?Y"}, std::pair{"bd", "?X"}, std::pair{"bq", "?X"},
          std::pair{"wd", "?Y"}, std::pair{"wq", "?X"}, std::pair{"dq", "?Y"}}) {
      const std::string name = std::string(op) + sizes;
      all.push_back(name + " " + half + ", ?Z?K");
      all.push_back(name + " ?m, ?Z?K");
      all.push_back(name + " ?X, ?X");
    }
  }
}

void add_shuffles(Templates& all) {
  for (const auto& [op, lane] : {std::pair{"vpermd", 4U}, std::pair{"vpermq", 8U},
                                 std::pair{"vpermps", 4U}, std::pair{"vpermpd", 8U}}) {
    const std::string name = op;
    all.push_back(name + " ?Z, ?Z, ?Z?K");
    all.push_back(name + " ?m, ?Y, ?Y?K");
    all.push_back(name + " ?m{1to" + std::to_string(64 / lane) + "}, ?Z, ?Z?K");
  }
  for (const auto& [op, lane] :
       {std::pair{"vpermw", 2U},     std::pair{"vpermi2d", 4U},    std::pair{"vpermi2q", 8U},
        std::pair{"vpermi2ps", 4U},  std::pair{"vpermi2pd", 8U},   std::pair{"vpermi2w", 2U},
        std::pair{"vpermt2d", 4U},   std::pair{"vpermt2q", 8U},    std::pair{"vpermt2ps", 4U},
        std::pair{"vpermt2pd", 8U},  std::pair{"vpermt2w", 2U},    std::pair{"vpermilps", 4U},
        std::pair{"vpermilpd", 8U},  std::pair{"vpshufb", 1U},     std::pair{"vunpcklps", 4U},
        std::pair{"vunpckhpd", 8U},  std::pair{"vpunpcklbw", 1U},  std::pair{"vpunpckhwd", 2U},
        std::pair{"vpunpckldq", 4U}, std::pair{"vpunpckhqdq", 8U}, std::pair{"vpunpckhdq", 4U},
        std::pair{"vpunpcklqdq", 8U}}) {
    add_binary(all, op, lane);
  }
  for (const auto& [op, lane] :
       {std::pair{"vpshufd", 4U}, std::pair{"vpshuflw", 2U}, std::pair{"vpshufhw", 2U},
        std::pair{"vpermilps", 4U}, std::pair{"vpermilpd", 8U}, std::pair{"vpermq", 8U},
        std::pair{"vpermpd", 8U}}) {
    add_immediate(all, op, lane, false);
  }
  for (const auto& [op, lane] :
       {std::pair{"vshufps", 4U}, std::pair{"vshufpd", 8U}, std::pair{"vpalignr", 1U},
        std::pair{"valignd", 4U}, std::pair{"valignq", 8U}}) {
    add_immediate(all, op, lane, true);
  }
  for (const char* op : {"vshuff32x4", "vshufi32x4", "vshuff64x2", "vshufi64x2"}) {
    const std::string name = op;
    all.push_back(name + " $?i, ?Z, ?Z, ?Z?K");
    all.push_back(name + " $?i, ?m, ?Y, ?Y?K");
    all.push_back(name + " $?i, ?m{1to" + (name[6] == '3' ? "16" : "8") + "}, ?Z, ?Z?K");
  }
  for (const char* op : {"vmovddup", "vmovshdup", "vmovsldup"}) {
    const std::string name = op;
    all.push_back(name + " ?Z, ?Z?K");
    all.push_back(name + " ?m, ?Y?K");
    all.push_back(name + " ?m, ?X?K");
  }
}

// "?I" and "?J" put constant indices of 4 and 8 bytes into zmm30 and a constant mask into k7.
void add_gathers(Templates& all) {
  struct Shape {
    const char* prepare;
    const char* types;
    const char* index;
    const char* data;
  };
  for (const Shape& shape : {Shape{"?I", "dps", "zmm", "?z"}, Shape{"?I", "dps", "xmm", "?x"},
                             Shape{"?I", "dpd", "ymm", "?z"}, Shape{"?I", "dpd", "xmm", "?y"},
                             Shape{"?J", "qps", "zmm", "?y"}, Shape{"?J", "qps", "xmm", "?x"},
                             Shape{"?J", "qpd", "zmm", "?z"}, Shape{"?J", "qpd", "ymm", "?y"}}) {
    const std::string address = std::string("128(%rbp,%") + shape.index + "30,4)";
    const std::string types = shape.types;
    const std::string integers = types.substr(0, 1) + (types[2] == 's' ? "d" : "q");
    const std::string data = shape.data;
    const std::string prepare = shape.prepare;
    all.push_back(prepare + "vgather" + types + " " + address + ", " + data + "{%k7}");
    all.push_back(prepare + "vpgather" + integers + " " + address + ", " + data + "{%k7}");
    all.push_back(prepare + "vscatter" + types + " " + data + ", " + address + "{%k7}");
    all.push_back(prepare + "vpscatter" + integers + " " + data + ", " + address + "{%k7}");
  }
}

void add_arithmetic(Templates& all) {
  for (const char* op : {"vadd", "vsub", "vmul", "vdiv", "vmin", "vmax"}) {
    const std::string name = op;
    add_binary(all, name + "ps", 4);
    add_binary(all, name + "pd", 8);
    all.push_back(name + "ss ?X, ?X, ?X?K");
    all.push_back(name + "sd ?m, ?X, ?X?K");
  }
  all.emplace_back("vaddps {rn-sae}, ?Z, ?Z, ?Z?K");
  all.emplace_back("vmulpd {rz-sae}, ?Z, ?Z, ?Z?K");
  all.emplace_back("vfmadd213ps {ru-sae}, ?Z, ?Z, ?Z?K");
  all.emplace_back("vsubss {rd-sae}, ?X, ?X, ?X?K");
  for (const char* op : {"vfmadd", "vfmsub", "vfnmadd", "vfnmsub"}) {
    const std::string name = op;
    for (const char* order : {"132", "213", "231"}) {
      add_binary(all, name + order + "ps", 4);
      add_binary(all, name + order + "pd", 8);
      all.push_back(name + order + "ss ?X, ?X, ?X?K");
      all.push_back(name + order + "sd ?m, ?X, ?X?K");
    }
  }
  for (const char* order : {"132", "213", "231"}) {
    for (const char* op : {"vfmaddsub", "vfmsubadd"}) {
      add_binary(all, std::string(op) + order + "ps", 4);
      add_binary(all, std::string(op) + order + "pd", 8);
    }
  }
  for (const char* op : {"vsqrt", "vgetexp", "vrcp14", "vrsqrt14"}) {
    add_unary(all, std::string(op) + "ps", 4);
    add_unary(all, std::string(op) + "pd", 8);
    all.push_back(std::string(op) + "ss ?X, ?X, ?X?K");
    all.push_back(std::string(op) + "sd ?m, ?X, ?X?K");
  }
  for (const char* op : {"vrndscale", "vgetmant", "vreduce"}) {
    const std::string name = op;
    for (const char* mode : {"$1", "$2", "$11", "$4", "$0x23"}) {
      if (name == "vgetmant" && mode == std::string("$0x23")) {
        continue;
      }
      add_unary(all, name + "ps " + mode + ",", 4);
      add_unary(all, name + "pd " + mode + ",", 8);
      all.push_back(name + "ss " + mode + ", ?X, ?X, ?X?K");
      all.push_back(name + "sd " + mode + ", ?m, ?X, ?X?K");
    }
  }
  for (const char* op : {"vrange", "vfixupimm"}) {
    add_binary(all, std::string(op) + "ps $5,", 4);
    add_binary(all, std::string(op) + "pd $2,", 8);
    all.push_back(std::string(op) + "ss $1, ?X, ?X, ?X?K");
  }
  add_binary(all, "vscalefps", 4);
  add_binary(all, "vscalefpd", 8);
  for (unsigned predicate = 0; predicate < 32; ++predicate) {
    const std::string number = " $" + std::to_string(predicate);
    all.push_back("vcmpps" + number + ", ?Z, ?Z, ?k?M");
    all.push_back("vcmppd" + number + ", ?m, ?Y, ?k?M");
    all.push_back("vcmpps" + number + ", ?m{1to4}, ?X, ?k?M");
    all.push_back("vcmpss" + number + ", ?X, ?X, ?k?M");
    all.push_back("vcmpsd" + number + ", ?m, ?X, ?k?M");
  }
  for (const char* classes : {"0x81", "0x06", "0x18", "0x20", "0x40", "0x99"}) {
    all.push_back(std::string("vfpclassps $") + classes + ", ?Z, ?k?M");
    all.push_back(std::string("vfpclasspdx $") + classes + ", ?m, ?k?M");
    all.push_back(std::string("vfpclassss $") + classes + ", ?X, ?k?M");
    all.push_back(std::string("vfpclasssd $") + classes + ", ?m, ?k?M");
  }
}

// From lanes of 4 bytes to 8, and back.
void add_widening(Templates& all, const std::string& name) {
  all.push_back(name + " ?Y, ?Z?K");
  all.push_back(name + " ?X, ?X?K");
  all.push_back(name + " ?m, ?Z?K");
  all.push_back(name + " ?m{1to4}, ?Y?K");
}
void add_halving(Templates& all, const std::string& name) {
  all.push_back(name + " ?Z, ?Y?K");
  all.push_back(name + "x ?X, ?X?K");
  all.push_back(name + "y ?m, ?X?K");
  all.push_back(name + " ?m{1to8}, ?Y?K");
}

// Not among floats: of a NaN, whose bits are the compiler's choice, they make a number.
void add_conversions_of_integers(Templates& all) {
  add_unary(all, "vcvtdq2ps", 4);
  add_unary(all, "vcvtudq2ps", 4);
  add_unary(all, "vcvtqq2pd", 8);
  add_unary(all, "vcvtuqq2pd", 8);
  for (const char* op : {"vcvtdq2pd", "vcvtudq2pd"}) {
    add_widening(all, op);
  }
  for (const char* op : {"vcvtqq2ps", "vcvtuqq2ps"}) {
    add_halving(all, op);
  }
  all.emplace_back("vcvtusi2sdl ?m, ?X, ?X");
}

void add_conversions(Templates& all) {
  // Lanes of one size: 4 or 8 bytes.
  for (const char* op : {"ps2dq", "ps2udq", "tps2dq", "tps2udq"}) {
    add_unary(all, std::string("vcvt") + op, 4);
  }
  for (const char* op : {"pd2qq", "pd2uqq", "tpd2qq", "tpd2uqq"}) {
    add_unary(all, std::string("vcvt") + op, 8);
  }
  for (const char* op : {"ps2pd", "ps2qq", "ps2uqq", "tps2qq", "tps2uqq"}) {
    add_widening(all, std::string("vcvt") + op);
  }
  for (const char* op : {"pd2dq", "pd2udq", "tpd2dq", "tpd2udq", "pd2ps"}) {
    add_halving(all, std::string("vcvt") + op);
  }
  for (const char* op : {"vcvtss2sd ?X, ?X, ?X?K",
                         "vcvtss2sd ?m, ?X, ?X?K",
                         "vcvtsd2ss ?X, ?X, ?X?K",
                         "vcvtsd2ss ?m, ?X, ?X?K",
                         "vcvtsi2ssl ?l, ?X, ?X",
                         "vcvtsi2sdq ?q, ?X, ?X",
                         "vcvtusi2ssl ?l, ?X, ?X",
                         "vcvtusi2ssq ?q, ?X, ?X",
                         "vcvtusi2sdq ?q, ?X, ?X",
                         "vcvttss2si ?X, ?l",
                         "vcvttsd2si ?X, ?q",
                         "vcvttss2usi ?X, ?l",
                         "vcvttss2usi ?m, ?q",
                         "vcvttsd2usi ?X, ?q",
                         "vcvtsd2usi ?X, ?l",
                         "vcvtss2usi ?X, ?q",
                         "vcvtss2si {rz-sae}, ?X, ?l",
                         "vcvttps2dq {sae}, ?Z, ?Z?K",
                         "vcvtps2dq {rd-sae}, ?Z, ?Z?K",
                         "vcvtps2ph $0, ?Z, ?Y?K",
                         "vcvtps2ph $1, ?Z, ?Y?K",
                         "vcvtps2ph $2, ?Y, ?X?K",
                         "vcvtps2ph $3, ?X, ?X?K",
                         "vcvtps2ph $4, ?Y, ?m?M",
                         "vcvtph2ps ?Y, ?Z?K",
                         "vcvtph2ps ?m, ?Z?K",
                         "vucomiss ?X, ?X",
                         "vcomisd ?m, ?X",
                         "vmovups ?m, ?Z?K",
                         "vmovapd ?Z, ?Z?K",
                         "vmovups ?Z, ?m?M"}) {
    all.emplace_back(op);
  }
}

}  // namespace

Templates avx512_templates() {
  Templates all;
  add_masks(all);
  add_moves(all);
  add_integers(all);
  add_shuffles(all);
  add_gathers(all);
  add_conversions_of_integers(all);
  return all;
}

Templates avx512_float_templates() {
  Templates all;
  add_arithmetic(all);
  add_conversions(all);
  return all;
}

Templates later_avx512_templates() {
  Templates all;
  for (const auto& [op, lane] :
       {std::pair{"vpmadd52luq", 8U}, std::pair{"vpmadd52huq", 8U}, std::pair{"vpermb", 1U},
        std::pair{"vpermi2b", 1U}, std::pair{"vpermt2b", 1U}, std::pair{"vpshldvw", 2U},
        std::pair{"vpshldvd", 4U}, std::pair{"vpshrdvq", 8U}, std::pair{"vpmultishiftqb", 8U},
        std::pair{"vgf2p8mulb", 1U}, std::pair{"vpdpwssd", 4U}, std::pair{"vpdpwssds", 4U},
        std::pair{"vpdpbusd", 4U}, std::pair{"vpdpbusds", 4U}}) {
    add_binary(all, op, lane);
  }
  for (const auto& [op, lane] :
       {std::pair{"vpshldw", 2U}, std::pair{"vpshldd", 4U}, std::pair{"vpshldq", 8U},
        std::pair{"vpshrdw", 2U}, std::pair{"vpshrdd", 4U}, std::pair{"vpshrdq", 8U}}) {
    add_immediate(all, op, lane, true);
  }
  for (const auto& [op, lane] : {std::pair{"vpopcntb", 1U}, std::pair{"vpopcntw", 2U},
                                 std::pair{"vpopcntd", 4U}, std::pair{"vpopcntq", 8U}}) {
    add_unary(all, op, lane);
  }
  for (const char* op : {"vpcompressb ?Z, ?Z?K", "vpcompressw ?Y, ?m?M", "vpexpandb ?m, ?Z?K",
                         "vpexpandw ?Y, ?Y?K", "vpshufbitqmb ?Z, ?Z, ?k?M",
                         "vgf2p8affineqb $?i, ?m, ?x, ?x", "vgf2p8affineqb $?i, ?m, ?Z, ?Z?K",
                         "vgf2p8affineinvqb $?i, ?Y, ?Y, ?Y?K", "vpermb ?Y, ?Y, ?Y?K"}) {
    all.emplace_back(op);
  }
  add_masks(all);
  add_moves(all);
  return all;
}

}  // namespace clgauge::lens

// AVX512-FP16: arithmetic on halves, and what moves and converts them.
#include <utility>

#include "instruction_templates.h"

namespace clgauge::lens {
namespace {

using Templates = std::vector<std::string>;

// [source, source, destination] of every length, under masks or not, with memory, also with one
// lane of it for all.
void add_half_binary(Templates& all, const std::string& op) {
  all.push_back(op + " ?Z, ?Z, ?Z?K");
  all.push_back(op + " ?m, ?Y, ?Y?K");
  all.push_back(op + " ?X, ?X, ?X?K");
  all.push_back(op + " ?Z, ?Z, ?Z");
  all.push_back(op + " ?m{1to32}, ?Z, ?Z?K");
}

void add_half_unary(Templates& all, const std::string& op) {
  all.push_back(op + " ?Z, ?Z?K");
  all.push_back(op + " ?m, ?Y?K");
  all.push_back(op + " ?m{1to8}, ?X?K");
}

void add_half_scalar(Templates& all, const std::string& op) {
  all.push_back(op + " ?X, ?X, ?X?K");
  all.push_back(op + " ?m, ?X, ?X?K");
  all.push_back(op + " ?X, ?X, ?X");
}

void add_half_arithmetic(Templates& all) {
  for (const char* op : {"vadd", "vsub", "vmul", "vdiv", "vmin", "vmax", "vscalef"}) {
    add_half_binary(all, std::string(op) + "ph");
    add_half_scalar(all, std::string(op) + "sh");
  }
  for (const char* op : {"vfmadd", "vfmsub", "vfnmadd", "vfnmsub"}) {
    for (const char* order : {"132", "213", "231"}) {
      add_half_binary(all, std::string(op) + order + "ph");
      add_half_scalar(all, std::string(op) + order + "sh");
    }
  }
  for (const char* order : {"132", "213", "231"}) {
    for (const char* op : {"vfmaddsub", "vfmsubadd"}) {
      add_half_binary(all, std::string(op) + order + "ph");
    }
  }
  for (const char* mode : {"{rn-sae}", "{rd-sae}", "{ru-sae}", "{rz-sae}"}) {
    const std::string rounding = mode;
    for (const char* op : {"vaddph", "vmulph", "vdivph", "vfmadd213ph", "vfnmsub231ph"}) {
      all.push_back(op + (" " + rounding) + ", ?Z, ?Z, ?Z?K");
    }
    for (const char* op : {"vsubsh", "vfmadd132sh", "vsqrtsh"}) {
      all.push_back(op + (" " + rounding) + ", ?X, ?X, ?X?K");
    }
    all.push_back("vcvtps2phx " + rounding + ", ?Z, ?Y?K");
    all.push_back("vcvtpd2ph " + rounding + ", ?Z, ?X?K");
    all.push_back("vcvtw2ph " + rounding + ", ?Z, ?Z?K");
    all.push_back("vcvtph2w " + rounding + ", ?Z, ?Z?K");
    all.push_back("vcvtdq2ph " + rounding + ", ?Z, ?Y?K");
  }
  all.emplace_back("vmaxph {sae}, ?Z, ?Z, ?Z?K");
  for (const char* op : {"vsqrt", "vgetexp", "vrcp", "vrsqrt"}) {
    add_half_unary(all, std::string(op) + "ph");
    add_half_scalar(all, std::string(op) + "sh");
  }
  for (const char* op : {"vrndscale", "vgetmant", "vreduce"}) {
    for (const char* mode : {" $1,", " $2,", " $11,", " $4,", " $0x23,"}) {
      if (op == std::string("vgetmant") && mode == std::string(" $0x23,")) {
        continue;
      }
      add_half_unary(all, op + ("ph" + std::string(mode)));
      add_half_scalar(all, op + ("sh" + std::string(mode)));
    }
  }
}

void add_half_comparisons(Templates& all) {
  for (unsigned predicate = 0; predicate < 32; ++predicate) {
    const std::string number = " $" + std::to_string(predicate);
    all.push_back("vcmpph" + number + ", ?Z, ?Z, ?k?M");
    all.push_back("vcmpph" + number + ", ?m, ?Y, ?k?M");
    all.push_back("vcmpph" + number + ", ?m{1to8}, ?X, ?k?M");
    all.push_back("vcmpsh" + number + ", ?X, ?X, ?k?M");
    all.push_back("vcmpsh" + number + ", ?m, ?X, ?k?M");
  }
  for (const char* classes : {"0x81", "0x06", "0x18", "0x20", "0x40", "0x99"}) {
    all.push_back(std::string("vfpclassph $") + classes + ", ?Z, ?k?M");
    all.push_back(std::string("vfpclassphx $") + classes + ", ?m, ?k?M");
    all.push_back(std::string("vfpclasssh $") + classes + ", ?X, ?k?M");
    all.push_back(std::string("vfpclasssh $") + classes + ", ?m, ?k?M");
  }
  for (const char* op : {"vucomish", "vcomish"}) {
    all.push_back(std::string(op) + " ?X, ?X");
    all.push_back(std::string(op) + " ?m, ?X");
  }
}

// Between halves and lanes of 2, 4 and 8 bytes: half and a quarter of a vector of them.
void add_half_conversions(Templates& all) {
  for (const char* op : {"ph2w", "ph2uw", "tph2w", "tph2uw", "w2ph", "uw2ph"}) {
    add_half_unary(all, std::string("vcvt") + op);
  }
  for (const char* op : {"ph2dq", "ph2udq", "tph2dq", "tph2udq", "ph2psx"}) {
    const std::string name = std::string("vcvt") + op;
    all.push_back(name + " ?Y, ?Z?K");
    all.push_back(name + " ?X, ?X?K");
    all.push_back(name + " ?m, ?Z?K");
    all.push_back(name + " ?m{1to8}, ?Y?K");
  }
  for (const char* op : {"ph2qq", "ph2uqq", "tph2qq", "tph2uqq", "ph2pd"}) {
    const std::string name = std::string("vcvt") + op;
    all.push_back(name + " ?X, ?Z?K");
    all.push_back(name + " ?X, ?Y?K");
    all.push_back(name + " ?m, ?Z?K");
    all.push_back(name + " ?m{1to2}, ?X?K");
  }
  for (const char* op : {"dq2ph", "udq2ph", "ps2phx"}) {
    const std::string name = std::string("vcvt") + op;
    all.push_back(name + " ?Z, ?Y?K");
    all.push_back(name + "x ?X, ?X?K");
    all.push_back(name + "y ?m, ?X?K");
    all.push_back(name + " ?m{1to16}, ?Y?K");
  }
  for (const char* op : {"qq2ph", "uqq2ph", "pd2ph"}) {
    const std::string name = std::string("vcvt") + op;
    all.push_back(name + "z ?Z, ?X?K");
    all.push_back(name + "x ?X, ?X?K");
    all.push_back(name + "y ?m, ?X?K");
    all.push_back(name + " ?m{1to8}, ?X?K");
  }
  for (const char* op : {"sh2ss", "sh2sd", "ss2sh", "sd2sh"}) {
    add_half_scalar(all, std::string("vcvt") + op);
  }
  for (const char* op : {"sh2si", "sh2usi", "tsh2si", "tsh2usi"}) {
    const std::string name = std::string("vcvt") + op;
    all.push_back(name + " ?X, ?l");
    all.push_back(name + " ?X, ?q");
    all.push_back(name + " ?m, ?l");
  }
  for (const char* op : {"si2sh", "usi2sh"}) {
    const std::string name = std::string("vcvt") + op;
    all.push_back(name + "l ?l, ?X, ?X");
    all.push_back(name + "q ?q, ?X, ?X");
    all.push_back(name + "l ?m, ?X, ?X");
    all.push_back(name + "q ?q, {ru-sae}, ?X, ?X");
  }
}

void add_half_moves(Templates& all) {
  for (const char* op :
       {"vmovsh ?m, ?X?K", "vmovsh ?X, ?X, ?X?K", "vmovsh ?X, ?m?M", "vmovsh ?m, ?X",
        "vmovsh ?X, ?m", "vmovw ?l, ?X", "vmovw ?X, ?l", "vmovw ?m, ?X", "vmovw ?X, ?m"}) {
    all.emplace_back(op);
  }
}

}  // namespace

Templates half_templates() {
  Templates all;
  add_half_arithmetic(all);
  add_half_comparisons(all);
  add_half_conversions(all);
  add_half_moves(all);
  return all;
}

Templates bfloat_templates() {
  return {"vcvtneps2bf16 ?Z, ?Y?K",           "vcvtneps2bf16x ?X, ?X?K",
          "vcvtneps2bf16y ?m, ?X?K",          "vcvtneps2bf16 ?m{1to16}, ?Y?K",
          "vcvtne2ps2bf16 ?Z, ?Z, ?Z?K",      "vcvtne2ps2bf16 ?m, ?Y, ?Y?K",
          "vcvtne2ps2bf16 ?m{1to4}, ?X, ?X?K"};
}

Templates vex_dot_product_templates() {
  Templates all;
  for (const char* op : {"vpdpbusd", "vpdpbusds", "vpdpwssd", "vpdpwssds"}) {
    all.push_back(std::string("{vex} ") + op + " ?x, ?x, ?x");
    all.push_back(std::string("{vex} ") + op + " ?m, ?y, ?y");
  }
  return all;
}

}  // namespace clgauge::lens

#include "random_groups.h"

#include <array>
#include <cstring>
#include <random>
#include <vector>

#include "tests/collector/analysis/random_nests.h"

namespace clgauge::lens {
namespace {

constexpr unsigned kSizes = 4;
// Subscripts may be negative: buffers are handed on from their middle.
constexpr std::uint64_t kMiddle = 1ULL << 20U;  // elements
constexpr std::uint64_t kLargestElement = 8;    // bytes
constexpr unsigned kRing = 64;                  // elements of an array in local or private memory

class GroupWriter {
 public:
  explicit GroupWriter(std::uint32_t seed) : random_(seed), number_(std::to_string(seed)) {
    group_.seed = seed;
  }

  RandomGroup write() {
    const int nests = 1 + below(2);
    std::string source = collector::random_kernel(group_.seed, nests).source;
    std::string before;  // of each item
    std::string call;
    for (int nest = 0; nest < nests; ++nest) {
      const std::string name = std::to_string(nest);
      call += buffer() + ", ";
      switch (below(3)) {
        case 0:
          call += buffer() + ", ";
          continue;
        case 1:
          call += "Ring{" +
                  argument("real*", EvaluatedArgument::Kind::local, kLargestElement * kRing) +
                  "}, ";
          break;
        default:
          before += "      real ring" + name + "[" + std::to_string(kRing) + "] = {};\n";
          call += "Ring{ring" + name + "}, ";
          break;
      }
      // Any subscript will do for an array that wraps around.
      const std::string pointer = "__global float *b" + name;
      for (auto at = source.find(pointer); at != std::string::npos; at = source.find(pointer, at)) {
        source.replace(at, pointer.size(), "Ring b" + name);
      }
    }
    for (unsigned i = 0; i < kSizes; ++i) {
      call += "own[" + std::to_string(i) + "], ";
    }
    call += buffer();
    before += copies();
    group_.kernel = "nests" + number_;
    group_.text = types(source) + "extern \"C\" void _pocl_kernel_" + group_.kernel +
                  "_workgroup(void** arguments, const size_t* context, size_t x, size_t y) {\n"
                  "  using namespace group" +
                  number_ + ";\n  const size_t* const local = context + 6;\n";
    group_.text += exchange();
    group_.text +=
        "  for (size_t ly = 0; ly < local[1]; ++ly) {\n"
        "    for (size_t lx = 0; lx < local[0]; ++lx) {\n"
        "      const int* const own = exchanged + 4 * ((ly * local[0] + lx) ^ " +
        std::to_string(below(2)) + ");\n" + before +
        "      Item item;\n      item.set(context, x, y, lx, ly);\n      item.nests(" + call +
        ");\n    }\n  }\n}\n";
    set_shape();
    return std::move(group_);
  }

 private:
  int below(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
  std::string pick(const std::vector<std::string>& choices) {
    return choices[static_cast<std::size_t>(below(static_cast<int>(choices.size())))];
  }

  // What the group's arrays hold, and its nests as members of what knows the ids.
  std::string types(const std::string& source) {
    const std::string element = pick({"float", "float", "double", "int", "short", "signed char"});
    return "namespace {\nnamespace group" + number_ + " {\ntypedef " + element +
           " real;\nstruct Ring {\n  real* data;\n  real& operator[](int i) const { return "
           "data[i & " +
           std::to_string(kRing - 1) + "]; }\n};\n#define float real\nstruct Item : Ids {\n" +
           source + "};\n#undef float\n}\n}\n";
  }

  // The value of one more argument.
  std::string argument(const std::string& type, EvaluatedArgument::Kind kind, std::uint64_t bytes) {
    EvaluatedArgument one;
    one.kind = kind;
    one.size_bytes = bytes;
    if (kind == EvaluatedArgument::Kind::buffer) {
      one.address = buffer_address(buffers_++);
    } else if (kind == EvaluatedArgument::Kind::scalar) {
      one.value.resize(bytes);
    }
    const std::size_t index = group_.launch.arguments.size();
    group_.launch.arguments.push_back(std::move(one));
    return "*(" + type + "*)arguments[" + std::to_string(index) + "]";
  }
  std::string buffer() {
    return argument("real*", EvaluatedArgument::Kind::buffer, 2 * kMiddle * kLargestElement) +
           " + " + std::to_string(kMiddle);
  }

  // Each item's sizes: the launch's or smaller ones.
  std::string exchange() {
    std::string text =
        "  int exchanged[4 * 32];\n  const int items = local[0] * local[1];\n"
        "  for (int i = 0; i < items; ++i) {\n";
    for (unsigned i = 0; i < kSizes; ++i) {
      const std::string size = argument("int", EvaluatedArgument::Kind::scalar, 4);
      const std::string step = std::to_string(below(4));
      text += "    exchanged[4 * i + " + std::to_string(i) + "] = (" + size + " + " + step +
              " * i) % (" + size + " + 1);\n";
    }
    return text + "  }\n";
  }

  // An element of one of two arrays.
  std::string element() {
    const std::string array = pick({"to", "to", "from"});
    return array + "[(int)(" +
           pick({"i", "i", "i", "i + 1", "i + own[1]", "2 * i", "3 * i + 1", "own[0] - i",
                 "(i * 7) & 63", "table[i & 63]", "i / 3", "(i * i) >> 3", "(i + lx) % 5",
                 "i * own[2]"}) +
           ")]";
  }

  // Loops that compilers make vectors of in every way that they have; a table in private memory
  // says where to, too.
  std::string copies() {
    const std::string to = buffer();
    const std::string type = pick({"int", "double", "short", "long"});
    const std::string from =
        argument(type + "*", EvaluatedArgument::Kind::buffer, 2 * kMiddle * kLargestElement);
    std::string text = "      real* const to = " + to + ";\n      " + type +
                       "* const from = " + from + " + " + std::to_string(kMiddle) +
                       ";\n      int table[64];\n"
                       "      for (int i = 0; i < 64; ++i) table[i] = (i * " +
                       std::to_string(1 + below(9)) + " + (int)lx) " +
                       pick({"& 31", "% 23", "^ 5", "/ 2"}) + ";\n";
    for (int count = below(4); count > 0; --count) {
      text += "      for (" + pick({"int", "int", "long", "uint", "short"}) +
              " i = " + pick({"0", "0", "1", "lx"}) + "; i < " +
              pick({"own[0]", "4 * own[0]", "own[0] + own[1]", "own[0] * own[2]", "100"}) +
              "; i += " + pick({"1", "1", "1", "2", "3"}) + ") ";
      text += pick({"", "", "if (i % 3 == 1) ", "if ((i ^ (int)lx) & 4) ", "if (i > own[1]) ",
                    "if (table[i & 63] > 9) ", "if (i < own[1] && (i & 1)) ", "if (i & 32) ",
                    "if ((i & 15) == 2) ", "if (i >> 4 == 3) ", "if (i == own[1]) ",
                    "if (i % 10 == 3) ", "if (i * 3 == own[0] + 30) break; else "});
      text += element();
      text += pick({" = ", " += "});
      text += element();
      text += " + 1;\n";  // storing what is there could be left out
    }
    return text;
  }

  void set_shape() {
    static constexpr std::array<std::array<std::uint64_t, 2>, 4> kLocal{
        {{8, 1}, {2, 1}, {4, 1}, {2, 2}}};
    const auto& local = kLocal[static_cast<std::size_t>(below(kLocal.size()))];
    group_.launch.dimensions = 2;
    group_.launch.local = {local[0], local[1], 1};
    group_.launch.global = {3 * local[0], 2 * local[1], 1};
  }

  std::mt19937 random_;
  std::string number_;
  RandomGroup group_;
  unsigned buffers_ = 0;
};

}  // namespace

std::string random_groups_prelude() {
  return R"(typedef unsigned int uint;
typedef unsigned long size_t;
#define __kernel
#define __global
namespace {
int min(int a, int b) { return a < b ? a : b; }
int max(int a, int b) { return a > b ? a : b; }
int clamp(int x, int low, int high) { return min(max(x, low), high); }
uint abs(int x) { return x < 0 ? -x : x; }
struct Ids {
  size_t group[2], local[2], global[2], global_size[2];
  void set(const size_t* context, size_t x, size_t y, size_t lx, size_t ly) {
    group[0] = x, group[1] = y, local[0] = lx, local[1] = ly;
    for (int d = 0; d < 2; ++d) {
      global[d] = group[d] * context[6 + d] + local[d];
      global_size[d] = context[d] * context[6 + d];
    }
  }
  size_t get_group_id(int d) const { return group[d]; }
  size_t get_local_id(int d) const { return local[d]; }
  size_t get_global_id(int d) const { return global[d]; }
  size_t get_global_size(int d) const { return global_size[d]; }
};
}
)";
}

RandomGroup random_group(std::uint32_t seed) { return GroupWriter(seed).write(); }

void set_sizes(unsigned scale, RandomGroup& group) {
  std::mt19937 random(group.seed);
  std::vector<EvaluatedArgument>& arguments = group.launch.arguments;
  static constexpr std::array<unsigned, kSizes> kMost{40, 30, 9, 24};
  for (unsigned i = 0; i < kSizes; ++i) {
    const auto size = static_cast<std::int32_t>(random() % (kMost[i] * scale / 4 + 1));
    std::memcpy(arguments[arguments.size() - kSizes + i].value.data(), &size, sizeof(size));
  }
}

}  // namespace clgauge::lens

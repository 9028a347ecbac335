#include "instruction_loops.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "instruction_templates.h"

namespace clgauge::lens {
namespace {

constexpr std::size_t kCopies = 8;

// General registers by size: the first eight are written to by turns, the ninth is only read.
// The partner has RBP, R13 and R15, the loop R11.
using Registers = std::array<std::string_view, kCopies + 1>;
constexpr Registers kQuads = {"rbx", "rsi", "rdi", "r8", "r9", "r10", "r12", "r14", "rdx"};
constexpr Registers kLongs = {"ebx", "esi", "edi", "r8d", "r9d", "r10d", "r12d", "r14d", "edx"};
constexpr Registers kWords = {"bx", "si", "di", "r8w", "r9w", "r10w", "r12w", "r14w", "dx"};
constexpr Registers kBytes = {"bl", "sil", "dil", "r8b", "r9b", "r10b", "r12b", "r14b", "dl"};

constexpr std::string_view kRegisterKinds = "qlwbxyXYZk";
constexpr std::string_view kMaskKinds = "KM";

bool is_one_of(std::string_view kinds, char kind) { return kinds.find(kind) != kinds.npos; }

std::string general(const Registers& registers, std::size_t copy, bool is_written) {
  return '%' + std::string(registers.at(is_written ? copy : kCopies));
}

// Written to by turns: 0 to 7, or of AVX-512's own 16 to 23; the next two are read.
std::string vector(std::string_view width, bool is_of_avx512, std::size_t number) {
  return '%' + std::string(width) + "mm" + std::to_string(number + (is_of_avx512 ? 16 : 0));
}

// Which kinds of registers a template reads, in this order, and which it writes to: the last one,
// as AT&T's syntax has it; zero for none.
struct Operands {
  explicit Operands(std::string_view one) {
    for (std::size_t at = 0; at + 1 < one.size(); ++at) {
      if (one[at] != '?') {
        continue;
      }
      if (is_one_of(kRegisterKinds, one[at + 1])) {
        if (written != 0) {
          read.insert(read.begin() + static_cast<std::ptrdiff_t>(before_), written);
        }
        before_ = read.size();
        written = one[at + 1];
        written_at = at;
      } else if (is_one_of(kMaskKinds, one[at + 1])) {
        read += one[at + 1];
      }
    }
  }

  std::string read;
  char written = 0;
  std::size_t written_at = std::string_view::npos;

 private:
  std::size_t before_ = 0;  // of what is read, those before what is written to
};

// One copy. Of what it reads, `chained` is what it wrote, or has been made of it.
class Copy {
 public:
  Copy(std::string_view one, std::size_t copy, std::optional<std::size_t> chained = {})
      : template_(one), copy_(copy), chained_(chained), written_at_(Operands(one).written_at) {}

  [[nodiscard]] std::string text() {
    std::string result;
    for (std::size_t at = 0; at < template_.size(); ++at) {
      if (template_[at] == '?' && at + 1 < template_.size()) {
        result += operand(template_[at + 1], at == written_at_);
        ++at;
      } else {
        result += template_[at];
      }
    }
    return result + '\n';
  }

 private:
  std::string operand(char kind, bool is_written) {
    const bool is_register = is_one_of(kRegisterKinds, kind) || is_one_of(kMaskKinds, kind);
    const bool is_own = is_written || (is_register && chained_ == read_);
    const std::size_t number = is_own ? copy_ : kCopies + read_ % 2;
    const std::size_t mask = is_own ? 3 + copy_ % 4 : 1;
    read_ += is_written || !is_register ? 0 : 1;
    switch (kind) {
      case 'q':
        return general(kQuads, copy_, is_own);
      case 'l':
        return general(kLongs, copy_, is_own);
      case 'w':
        return general(kWords, copy_, is_own);
      case 'b':
        return general(kBytes, copy_, is_own);
      case 'x':
      case 'y':
        return vector(kind == 'x' ? "x" : "y", false, number);
      case 'X':
      case 'Y':
      case 'Z':
        return vector(kind == 'X' ? "x" : kind == 'Y' ? "y" : "z", true, number);
      case 'k':
        return "%k" + std::to_string(mask);
      case 'K':
        return "{%k" + std::to_string(mask) + "}{z}";
      case 'M':
        return "{%k" + std::to_string(mask) + '}';
      case 'm':
        return "data+" + std::to_string(64 * copy_) + "(%rip)";
      case 'i':
        return "1";
      default:  // a signed byte
        return "8";
    }
  }

  std::string_view template_;
  std::size_t copy_;
  std::optional<std::size_t> chained_;
  std::size_t written_at_;
  std::size_t read_ = 0;
};

enum class File { general, vector, mask };

File file_of(char kind) {
  return kind == 'k' || is_one_of(kMaskKinds, kind) ? File::mask
         : is_one_of("qlwb", kind)                  ? File::general
                                                    : File::vector;
}

// Makes what the first copy reads, of this kind, of what it wrote: a short operation, so that
// instructions that begin early for a chain of their own do not here.
std::string link(char written, char read) {
  const std::string_view number = is_one_of("XYZ", written) || is_one_of("XYZ", read) ? "16" : "0";
  const std::string vectors(number);
  switch (file_of(written)) {
    case File::general:
      return file_of(read) == File::general  ? "leaq 1(%rbx), %rbx\n"
             : file_of(read) == File::vector ? "vmovq %rbx, %xmm" + vectors + '\n'
                                             : "kmovd %ebx, %k3\n";
    case File::vector:
      if (file_of(read) == File::vector) {
        // Bits of floats that are neither zero nor denormal.
        return written == 'Z'   ? "vpord %zmm24, %zmm16, %zmm16\n"
               : number == "16" ? "vpord %ymm24, %ymm16, %ymm16\n"
                                : "vpor %ymm14, %ymm0, %ymm0\n";
      }
      return file_of(read) == File::general ? "vmovq %xmm" + vectors + ", %rbx\n"
                                            : "vpmovd2m %ymm" + vectors + ", %k3\n";
    default:
      return file_of(read) == File::general  ? "kmovd %k3, %ebx\n"
             : file_of(read) == File::vector ? "vpmovm2d %k3, %ymm" + vectors + '\n'
                                             : "korw %k1, %k3, %k3\n";
  }
}

struct Partner {
  std::string_view name;
  std::function<std::string(std::size_t copy)> text;
  bool needs_masks = false;
};

std::string spare(std::string_view before, std::size_t copy) {
  return std::string(before) + ", %xmm" + std::to_string(10 + copy % 4) + '\n';
}

const std::vector<Partner>& partners() {
  static const std::vector<Partner> all = {
      {"alone", [](std::size_t) { return std::string(); }},
      {"shuffle", [](std::size_t j) { return spare("vunpcklps %xmm14, %xmm15", j); }},
      {"sum", [](std::size_t j) { return spare("vaddps %xmm14, %xmm15", j); }},
      {"product", [](std::size_t j) { return spare("vmulps %xmm14, %xmm15", j); }},
      {"integers", [](std::size_t j) { return spare("vpaddd %xmm14, %xmm15", j); }},
      {"from_register", [](std::size_t j) { return spare("vmovd %r13d", j); }},
      {"to_register", [](std::size_t) { return std::string("vmovd %xmm14, %r15d\n"); }},
      {"load",
       [](std::size_t j) {
         return spare("vmovaps data+" + std::to_string(1024 + 64 * j) + "(%rip)", j);
       }},
      {"store",
       [](std::size_t j) {
         return "vmovaps %xmm14, data+" + std::to_string(2048 + 64 * j) + "(%rip)\n";
       }},
      {"add", [](std::size_t) { return std::string("leal 3(%r13), %r15d\n"); }},
      {"multiply", [](std::size_t) { return std::string("imull $7, %r13d, %r15d\n"); }},
      {"compare", [](std::size_t) { return std::string("vpcmpeqd %xmm14, %xmm15, %k7\n"); }, true}};
  return all;
}

std::vector<std::string> templates() {
  std::vector<std::string> all;
  for (auto* const some : {integer_templates, vector_templates, float_templates, avx512_templates,
                           avx512_float_templates, later_avx512_templates, half_templates,
                           bfloat_templates, vex_dot_product_templates}) {
    std::ranges::move(some(), std::back_inserter(all));
  }
  std::erase_if(all, [](const std::string& one) {
    return one.find("gather") != std::string::npos || one.find("scatter") != std::string::npos;
  });
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

// Numbers that are neither zero nor denormal, as floats and as doubles.
constexpr std::string_view kData = ".data\n.balign 4096\ndata: .fill 4096, 4, 0x3fc00000\n";

std::string set_up(bool has_masks) {
  std::string text =
      " push %rbx\n push %rbp\n push %r12\n push %r13\n push %r14\n push %r15\n movq %rdi, %r11\n"
      " movl $3, %ecx\n movl $3, %edx\n movl $3, %eax\n movl $3, %r13d\n";
  for (int i = 0; i < 16; ++i) {
    text += " vbroadcastss data(%rip), %ymm" + std::to_string(i) + '\n';
  }
  if (has_masks) {
    for (int i = 16; i < 26; ++i) {
      text += " vmovaps data(%rip), %zmm" + std::to_string(i) + '\n';
    }
    for (int i = 1; i < 8; ++i) {
      text += " kxnorw %k0, %k0, %k" + std::to_string(i) + '\n';
    }
  }
  return text;
}

std::string by_turns(const InstructionLoop& loop) {
  const auto partner = std::ranges::find(partners(), loop.partner, &Partner::name);
  std::string text;
  for (std::size_t copy = 0; copy < kCopies; ++copy) {
    text += Copy(loop.instruction, copy).text() + partner->text(copy);
  }
  return text;
}

std::string chain_of(const InstructionLoop& loop, std::size_t chained) {
  const Operands operands(loop.instruction);
  std::string text;
  for (std::size_t link_number = 0; link_number < kCopies; ++link_number) {
    text += Copy(loop.instruction, 0, chained).text() +
            link(operands.written, operands.read.at(chained));
  }
  return text;
}

}  // namespace

std::vector<InstructionLoop> instruction_loops(bool has_masks) {
  std::vector<InstructionLoop> loops;
  for (const std::string& one : templates()) {
    for (const Partner& partner : partners()) {
      if (has_masks || !partner.needs_masks) {
        loops.push_back({one, std::string(partner.name), "loop" + std::to_string(loops.size())});
      }
    }
    for (std::size_t i = 0; i < Operands(one).read.size(); ++i) {
      loops.push_back(
          {one, "chain " + std::to_string(i), "loop" + std::to_string(loops.size()), i});
    }
  }
  return loops;
}

std::string text_of(const std::vector<InstructionLoop>& loops, bool has_masks) {
  const std::string before = set_up(has_masks);
  std::string text = std::string(kData) + ".text\n";
  for (const InstructionLoop& loop : loops) {
    text += ".globl " + loop.symbol + "\n.type " + loop.symbol + ", @function\n" + loop.symbol +
            ":\n" + before + ".balign 64\n1:\n";
    text += loop.chained ? chain_of(loop, *loop.chained) : by_turns(loop);
    text +=
        " subq $1, %r11\n jnz 1b\n vzeroupper\n pop %r15\n pop %r14\n pop %r13\n pop %r12\n"
        " pop %rbp\n pop %rbx\n ret\n.size " +
        loop.symbol + ", .-" + loop.symbol + '\n';
  }
  return text;
}

}  // namespace clgauge::lens

// Straight-line programs of every instruction family, run by the processor and evaluated: what the
// evaluator calls known is what the processor computes, whatever the unknown bytes hold. Every
// template is in one of them; others are drawn at random.
#include <cpuid.h>
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <random>
#include <set>
#include <string_view>
#include <utility>

#include "assembled.h"
#include "instruction_templates.h"
#include "lens/evaluate/half.h"
#include "lens/evaluate/lower.h"
#include "lens/evaluate/machine.h"

namespace clgauge::lens {
namespace {

constexpr unsigned kInstructions = 24;  // of one program

// What programs are made of; those of AVX-512 need a processor that has Skylake's, too.
enum class Level : std::uint8_t { avx2, avx512, later, halves, bfloats, vex_dot_products };
enum class Numbers : std::uint8_t { integers, floats, halves };  // most of their inputs
struct Kind {
  Level level = Level::avx2;
  Numbers numbers = Numbers::integers;
  unsigned random_programs = 0;
  std::vector<std::string> (*templates)() = nullptr;
};

std::vector<std::string> mixed_templates() {
  std::vector<std::string> mixed = integer_templates();
  const std::vector<std::string> vectors = vector_templates();
  mixed.insert(mixed.end(), vectors.begin(), vectors.end());
  return mixed;
}

constexpr auto kKinds = std::to_array<Kind>(
    {{Level::avx2, Numbers::integers, 60, integer_templates},
     {Level::avx2, Numbers::integers, 60, vector_templates},
     {Level::avx2, Numbers::floats, 60, float_templates},
     {Level::avx2, Numbers::integers, 60, mixed_templates},
     {Level::avx512, Numbers::integers, 160, avx512_templates},
     {Level::avx512, Numbers::floats, 120, avx512_float_templates},
     {Level::later, Numbers::integers, 60, later_avx512_templates},
     {Level::halves, Numbers::halves, 160, half_templates},
     {Level::bfloats, Numbers::floats, 4, bfloat_templates},
     {Level::vex_dot_products, Numbers::integers, 4, vex_dot_product_templates}});

struct Drawn {
  std::string name;
  const Kind* kind = nullptr;
  std::vector<std::string> templates;
};

// Every template in turn, then what chance makes neighbours.
std::vector<Drawn> drawn_programs(std::mt19937_64& random) {
  std::vector<Drawn> all;
  const auto add = [&](const Kind& kind, std::vector<std::string> templates) {
    all.push_back({"program" + std::to_string(all.size()), &kind, std::move(templates)});
  };
  for (const Kind& kind : kKinds) {
    const std::vector<std::string> templates = kind.templates();
    for (auto from = templates.begin(); from != templates.end();) {
      const auto to = from + std::min<std::ptrdiff_t>(kInstructions, templates.end() - from);
      add(kind, {from, to});
      from = to;
    }
    for (unsigned i = 0; i < kind.random_programs; ++i) {
      std::vector<std::string> drawn(kInstructions);
      std::generate(drawn.begin(), drawn.end(),
                    [&] { return templates[random() % templates.size()]; });
      add(kind, std::move(drawn));
    }
  }
  return all;
}

struct Registers {
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
};

// What compilers of before these processors have no names for.
bool has_feature(unsigned leaf, unsigned part, unsigned Registers::*where, unsigned bit) {
  Registers registers;
  return __get_cpuid_count(leaf, part, &registers.a, &registers.b, &registers.c, &registers.d) !=
             0 &&
         (registers.*where >> bit & 1U) != 0;
}

bool runs_here(Level level) {
  const bool avx512 =
      __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
      __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0 &&
      __builtin_cpu_supports("avx512cd") != 0;
  const bool later =
      avx512 && __builtin_cpu_supports("avx512ifma") != 0 &&
      __builtin_cpu_supports("avx512vbmi2") != 0 && __builtin_cpu_supports("avx512bitalg") != 0 &&
      __builtin_cpu_supports("avx512vpopcntdq") != 0 && __builtin_cpu_supports("gfni") != 0 &&
      __builtin_cpu_supports("avx512vnni") != 0;
  switch (level) {
    case Level::avx2:
      return true;
    case Level::avx512:
      return avx512;
    case Level::later:
      return later;
    case Level::halves:
      return avx512 && has_feature(7, 0, &Registers::d, 23);
    case Level::bfloats:
      return avx512 && has_feature(7, 1, &Registers::a, 5);
    case Level::vex_dot_products:
      return has_feature(7, 1, &Registers::a, 4);
  }
  return false;
}

// Where a program's state lies in the argument region: inputs, scratch memory, outputs.
constexpr unsigned kGeneralBytes = 12 * 8;
constexpr unsigned kMaskBytes = 8 * 8;
constexpr unsigned kVectorBytes = 8 * 64;
constexpr unsigned kScratchBytes = 256;
constexpr unsigned kFlagBytes = 5;
constexpr unsigned kMasks = kGeneralBytes;
constexpr unsigned kVectors = kMasks + kMaskBytes;
constexpr unsigned kScratch = kVectors + kVectorBytes;
constexpr unsigned kOutputs = kScratch + kScratchBytes;
constexpr unsigned kStateBytes = 2 * kOutputs;

// r15 points at the state, rbp at the scratch memory; rsp and rdi stay out of it.
constexpr std::array<std::array<const char*, 4>, 12> kGeneral{{{"rax", "eax", "ax", "al"},
                                                               {"rcx", "ecx", "cx", "cl"},
                                                               {"rdx", "edx", "dx", "dl"},
                                                               {"rbx", "ebx", "bx", "bl"},
                                                               {"rsi", "esi", "si", "sil"},
                                                               {"r8", "r8d", "r8w", "r8b"},
                                                               {"r9", "r9d", "r9w", "r9b"},
                                                               {"r10", "r10d", "r10w", "r10b"},
                                                               {"r11", "r11d", "r11w", "r11b"},
                                                               {"r12", "r12d", "r12w", "r12b"},
                                                               {"r13", "r13d", "r13w", "r13b"},
                                                               {"r14", "r14d", "r14w", "r14b"}}};

class Writer {
 public:
  explicit Writer(std::mt19937_64& random) : random_(random) {}

  std::string program(const Drawn& drawn) {
    wide_ = drawn.kind->level != Level::avx2 && drawn.kind->level != Level::vex_dot_products;
    name_ = drawn.name;
    const std::string& name = name_;
    std::string text = "  .globl " + name + "\n  .type " + name + ", @function\n" + name + ":\n";
    for (const char* reg : {"rbx", "rbp", "r12", "r13", "r14", "r15"}) {
      text += std::string("  pushq %") + reg + "\n";
    }
    text += "  movq %rdi, %r15\n  leaq " + std::to_string(kScratch) + "(%rdi), %rbp\n";
    for (unsigned i = 0; i < 8; ++i) {
      text += wide_ ? "  kmovq " + at(kMasks + 8 * i) + ", %k" + std::to_string(i) + "\n" : "";
      text += "  " + move() + at(kVectors + 64 * i) + ", " + vector(i) + "\n";
    }
    for (unsigned i = 0; i < kGeneral.size(); ++i) {
      text += "  movq " + at(8 * i) + ", %" + kGeneral[i][0] + "\n";
    }
    text += "  addq $0, %rax\n";  // flags that are known
    for (const std::string& instruction : drawn.templates) {
      text += filled(instruction);
    }
    unsigned flag = 0;
    for (const char* code : {"c", "p", "z", "s", "o"}) {
      text += std::string("  set") + code + " " + at(kOutputs + kScratch + flag++) + "\n";
    }
    for (unsigned i = 0; i < kGeneral.size(); ++i) {
      text += std::string("  movq %") + kGeneral[i][0] + ", " + at(kOutputs + 8 * i) + "\n";
    }
    for (unsigned i = 0; i < 8; ++i) {
      text += "  " + move() + vector(i) + ", " + at(kOutputs + kVectors + 64 * i) + "\n";
      if (wide_) {
        text += "  kmovq %k" + std::to_string(i) + ", " + at(kOutputs + kMasks + 8 * i) + "\n";
      }
    }
    for (const char* reg : {"r15", "r14", "r13", "r12", "rbp", "rbx"}) {
      text += std::string("  popq %") + reg + "\n";
    }
    text += "  vzeroupper\n  ret\n  .size " + name + ", .-" + name + "\n";
    return wide_ ? text + tables() : text;
  }

 private:
  static std::string at(unsigned offset) { return std::to_string(offset) + "(%r15)"; }

  [[nodiscard]] std::string move() const { return wide_ ? "vmovdqu64 " : "vmovdqu "; }
  // Of the eight registers that hold the state: half of AVX-512's are beyond the reach of VEX.
  [[nodiscard]] std::string vector(unsigned i) const {
    static constexpr std::array<unsigned, 8> kWide{0, 1, 2, 3, 16, 21, 29, 31};
    return wide_ ? "%zmm" + std::to_string(kWide[i]) : "%ymm" + std::to_string(i);
  }
  std::string vector_of(char length, unsigned registers) {
    std::string name = vector(static_cast<unsigned>(random_() % registers));
    name[1] = length;
    return name;
  }

  // Indices of gathers and scatters.
  std::string tables() {
    std::string text = "indices4_" + name_ + ":\n";
    const auto index = [&] { return std::to_string(static_cast<int>(random_() % 60) - 30); };
    for (unsigned i = 0; i < 16; ++i) {
      text += "  .long " + index() + "\n";
    }
    text += "indices8_" + name_ + ":\n";
    for (unsigned i = 0; i < 8; ++i) {
      text += "  .quad " + index() + "\n";
    }
    return text;
  }

  // A mask that is known: where lanes access memory, an unknown one is refused.
  std::string known_mask(unsigned mask) {
    const std::uint64_t sparse = random_() % 3 == 0 ? random_() : ~std::uint64_t{0};
    return "  movabsq $" + std::to_string(random_() & sparse) + ", %rax\n  kmovq %rax, %k" +
           std::to_string(mask) + "\n";
  }

  std::string filled(const std::string& text) {
    const bool touches_memory = text.find("?m") != std::string::npos;
    std::string before;
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] != '?') {
        result += text[i];
        continue;
      }
      const char kind = text[++i];
      const auto& general = kGeneral[random_() % kGeneral.size()];
      const auto mask = static_cast<unsigned>(random_() % 7) + 1;
      switch (kind) {
        case 'q':
          result += std::string("%") + general[0];
          break;
        case 'l':
          result += std::string("%") + general[1];
          break;
        case 'w':
          result += std::string("%") + general[2];
          break;
        case 'b':
          result += std::string("%") + general[3];
          break;
        case 'x':
        case 'y':
        case 'z':
          result += vector_of(kind, wide_ ? 4 : 8);
          break;
        case 'X':
        case 'Y':
        case 'Z':
          result += vector_of(static_cast<char>(kind - 'A' + 'a'), 8);
          break;
        case 'k':
          result += "%k" + std::to_string(random_() % 8);
          break;
        case 'K':
        case 'M':
          if (random_() % 4 != 0) {
            result += "{%k" + std::to_string(mask) + "}";
            result += kind == 'K' && random_() % 2 == 0 ? "{z}" : "";
            before += touches_memory ? known_mask(mask) : "";
          }
          break;
        case 'I':
        case 'J':
          before += "  vmovdqu64 indices" + std::string(kind == 'I' ? "4_" : "8_") + name_ +
                    "(%rip), %zmm30\n" + known_mask(7);
          break;
        case 'i':
          result += std::to_string(random_() % 32);
          break;
        case 's':
          result += std::to_string(static_cast<int>(random_() % 200) - 100);
          break;
        default:
          result += std::to_string(random_() % (kScratchBytes - 64)) + "(%rbp)";
          break;
      }
    }
    return before + "  " + result + "\n";
  }

  bool wide_ = false;
  std::string name_;
  std::mt19937_64& random_;
};

using State = std::array<std::uint8_t, kStateBytes>;

State random_state(std::mt19937_64& random, Numbers numbers) {
  State state{};
  for (unsigned i = 0; i < kOutputs; ++i) {
    state[i] = static_cast<std::uint8_t>(random());
  }
  // Small numbers now and then: they make other ways through shifts and comparisons.
  for (std::size_t i = 0; i < kGeneral.size(); ++i) {
    if (random() % 2 == 0) {
      std::memset(&state[8 * i], random() % 2 == 0 ? 0 : 0xFF, 7);
      std::rotate(&state[8 * i], &state[8 * i + 7], &state[8 * i + 8]);
    }
  }
  // Half of them of a size that sums and products leave within reach, others of any size and kind.
  for (unsigned at = kVectors; numbers == Numbers::halves && at < kOutputs; at += 2) {
    if (random() % 2 == 0) {
      const std::uint16_t half = Half(static_cast<double>(random() % 1000) / 16 - 30).bits();
      std::memcpy(&state[at], &half, 2);
    }
  }
  for (unsigned at = kVectors; numbers == Numbers::floats && at < kOutputs; at += 8) {
    if (random() % 2 == 0) {
      const std::array<float, 2> values{static_cast<float>(random() % 1000) / 16 - 30,
                                        static_cast<float>(random() % 1000) - 500};
      std::memcpy(&state[at], values.data(), 8);
    } else {
      const double value = static_cast<double>(random() % 100000) / 64 - 700;
      std::memcpy(&state[at], &value, 8);
    }
  }
  return state;
}

class InstructionOracle : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    std::mt19937_64 random(4711);
    Writer writer(random);
    std::string text;
    programs_ = drawn_programs(random);
    for (const Drawn& drawn : programs_) {
      text += writer.program(drawn);
    }
    image_ = assemble(text);
  }
  static void TearDownTestSuite() { image_.reset(); }

  static std::vector<Drawn> programs_;
  static std::shared_ptr<const ObjectImage> image_;
};
std::vector<Drawn> InstructionOracle::programs_;
std::shared_ptr<const ObjectImage> InstructionOracle::image_;

// The image at its own addresses in this process, and a state behind it.
class Native {
 public:
  explicit Native(const ObjectImage& image, const MemoryLayout& layout)
      : bytes_(layout.stack - layout.image), base_(layout.image), state_(layout.arguments) {
    void* wanted = reinterpret_cast<void*>(base_);
    void* got = mmap(wanted, bytes_, PROT_READ | PROT_WRITE | PROT_EXEC,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    mapped_ = got == wanted;
    if (mapped_) {
      std::memcpy(wanted, image.bytes.data(), image.bytes.size());
    }
  }
  Native(const Native&) = delete;
  Native& operator=(const Native&) = delete;
  ~Native() { munmap(reinterpret_cast<void*>(base_), bytes_); }

  [[nodiscard]] bool mapped() const { return mapped_; }
  State run(std::uint64_t function, const State& input) const {
    auto* place = reinterpret_cast<std::uint8_t*>(state_);
    std::memcpy(place, input.data(), input.size());
    reinterpret_cast<void (*)(void*)>(function)(place);
    State output;
    std::memcpy(output.data(), place, output.size());
    return output;
  }

 private:
  std::uint64_t bytes_;
  std::uint64_t base_;
  std::uint64_t state_;
  bool mapped_ = false;
};

struct Evaluated {
  State state{};
  std::array<bool, kStateBytes> known{};
};

// A machine about to enter the function, as the processor is: `unknown` says which of the inputs
// it does not know.
Machine machine_at_entry(const MachineCode& code, const Program& program,
                         const MemoryLayout& layout, const State& input,
                         const std::set<unsigned>& unknown) {
  Machine machine(code, layout);
  machine.clobbers = &program.clobbers;
  const std::string& image = code.image->bytes;
  for (std::size_t at = 0; at < image.size(); at += 64) {
    const auto chunk = static_cast<unsigned>(std::min<std::size_t>(64, image.size() - at));
    machine.memory.store(layout.image + at, image.data() + at, chunk, 0);
  }
  for (unsigned i = 0; i < kStateBytes; ++i) {
    machine.memory.store(layout.arguments + i, &input[i], 1, unknown.count(i));
  }
  machine.general[kRdi] = {layout.arguments, 0, {}};
  machine.general[kRsp] = {initial_stack_pointer(layout), 0, {}};
  const std::uint64_t return_address = kReturnToRuntime;
  machine.memory.store(initial_stack_pointer(layout), &return_address, 8, 0);
  return machine;
}

Evaluated evaluate(const MachineCode& code, const Program& program, const MemoryLayout& layout,
                   const State& input, const std::set<unsigned>& unknown) {
  Machine machine = machine_at_entry(code, program, layout, input, unknown);
  for (const Operation& op : program.operations) {
    op.run(machine, op);
  }
  EXPECT_TRUE(machine.finished);
  Evaluated result;
  for (unsigned i = 0; i < kStateBytes; ++i) {
    result.known[i] = machine.memory.load(layout.arguments + i, &result.state[i], 1) == 0;
  }
  return result;
}

TEST_F(InstructionOracle, ComputesWhatTheProcessorComputes) {
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") ||
      !__builtin_cpu_supports("bmi2")) {
    GTEST_SKIP() << "needs a processor with AVX2, FMA and BMI2";
  }
  std::mt19937_64 random(99);
  const MemoryLayout layout = memory_layout(*image_, 1 << 16, 0, 1 << 16);
  const Native native(*image_, layout);
  ASSERT_TRUE(native.mapped()) << "another mapping lies at " << layout.image;
  std::uint64_t known_bytes = 0;
  std::uint64_t bytes = 0;
  for (const Drawn& drawn : programs_) {
    if (!runs_here(drawn.kind->level)) {
      continue;
    }
    const std::string& name = drawn.name;
    const MachineCode code = decode(image_, name);
    const Program program = lower(code);
    for (unsigned round = 0; round < 4; ++round) {
      const State input = random_state(random, drawn.kind->numbers);
      std::set<unsigned> unknown;
      State other = input;
      for (unsigned k = 0; k < 3 * round; ++k) {
        const auto at = static_cast<unsigned>(random() % kOutputs);
        for (unsigned i = at; i < std::min(kOutputs, at + 4); ++i) {
          unknown.insert(i);
          other[i] = static_cast<std::uint8_t>(random());
        }
      }
      const Evaluated evaluated = evaluate(code, program, layout, input, unknown);
      const std::uint64_t address = image_->function_named(name)->address;
      for (const State& start : {input, other}) {
        const State output = native.run(address, start);
        for (unsigned i = kScratch; i < kStateBytes; ++i) {
          bytes += 1;
          known_bytes += evaluated.known[i] ? 1U : 0U;
          if (evaluated.known[i] && evaluated.state[i] != output[i]) {
            std::string listing;
            for (std::uint32_t k = 0; k < code.instructions.size(); ++k) {
              listing += code.text_of(k) + "\n";
            }
            FAIL() << name << ", round " << round << ", byte " << i << " of the state: evaluated "
                   << int{evaluated.state[i]} << ", ran " << int{output[i]} << "\n"
                   << listing;
          }
        }
      }
    }
  }
  // Of unknown inputs, too, not all may become unknown.
  EXPECT_GT(known_bytes, bytes / 2);
}

struct UnknownOutputs {
  bool flags = false;
  bool values = false;
};

// What an instruction left unknown. All of it is known from then on, so that the next one is judged
// by itself.
UnknownOutputs settle_outputs(Machine& machine, const MemoryLayout& layout) {
  UnknownOutputs outputs;
  outputs.flags = machine.flags.unknown != 0;
  machine.flags.unknown = 0;
  const auto settle = [&](auto& registers) {
    for (auto& reg : registers) {
      outputs.values = outputs.values || reg.unknown != 0;
      reg.unknown = 0;
    }
  };
  settle(machine.general);
  settle(machine.vector);
  settle(machine.mask);
  constexpr unsigned kBytes = 64;
  static_assert(kScratch % 8 == 0 && kScratchBytes % kBytes == 0);
  for (unsigned at = kScratch; at < kScratch + kScratchBytes; at += kBytes) {
    std::array<std::uint8_t, kBytes> bytes{};
    if (machine.memory.load(layout.arguments + at, bytes.data(), kBytes) != 0) {
      outputs.values = true;
      machine.memory.store(layout.arguments + at, bytes.data(), kBytes, 0);
    }
  }
  return outputs;
}

// Whether the instruction is one of `names`, which lack the `letters` that say its size or type.
template <std::size_t kCount>
bool is_one_of(const std::array<std::string_view, kCount>& names, std::string_view instruction,
               std::size_t letters) {
  const std::string_view mnemonic = instruction.substr(0, instruction.find(' '));
  return std::any_of(names.begin(), names.end(), [&](std::string_view name) {
    return mnemonic.starts_with(name) && mnemonic.size() == name.size() + letters;
  });
}

// x86 leaves some of their flags undefined.
bool leaves_flags_undefined(std::string_view instruction) {
  static constexpr std::array<std::string_view, 21> kNames{
      "andn", "shl",  "shr",   "sar",   "rol",   "ror", "shld", "shrd", "mul",    "imul", "div",
      "idiv", "bzhi", "bextr", "tzcnt", "lzcnt", "bsf", "bsr",  "blsi", "blsmsk", "blsr"};
  return is_one_of(kNames, instruction, 1);
}

// Results that differ between processors, and parts of mathematics that come to nothing without
// them (approximate() in floating_fractions.cpp).
bool leaves_values_unknown(std::string_view instruction) {
  static constexpr std::array<std::string_view, 7> kFloats{
      "vrcp14", "vrcp", "vrsqrt14", "vrsqrt", "vscalef", "vrange", "vreduce"};
  static constexpr std::array<std::string_view, 2> kSearches{"bsf", "bsr"};  // in 0
  return is_one_of(kFloats, instruction, 2) || is_one_of(kSearches, instruction, 1);
}

// It would be easy to be right by knowing nothing.
TEST_F(InstructionOracle, KnowsWhatEveryTemplateMakesOfKnownInputs) {
  std::mt19937_64 random(7);
  const MemoryLayout layout = memory_layout(*image_, 1 << 16, 0, 1 << 16);
  for (const Drawn& drawn : programs_) {
    const MachineCode code = decode(image_, drawn.name);
    const Program program = lower(code);
    Machine machine =
        machine_at_entry(code, program, layout, random_state(random, drawn.kind->numbers), {});
    (void)settle_outputs(machine, layout);
    for (std::uint32_t i = 0; i < program.operations.size(); ++i) {
      program.operations[i].run(machine, program.operations[i]);
      const UnknownOutputs unknown = settle_outputs(machine, layout);
      if (unknown.flags || unknown.values) {
        const std::string text = code.text_of(i);
        EXPECT_TRUE(!unknown.flags || leaves_flags_undefined(text)) << text << ": flags";
        EXPECT_TRUE(!unknown.values || leaves_values_unknown(text)) << text;
      }
    }
  }
}

TEST_F(InstructionOracle, KnowsEveryTemplate) {
  for (const Drawn& drawn : programs_) {
    const MachineCode code = decode(image_, drawn.name);
    const Program program = lower(code);
    for (std::uint32_t i = 0; i < program.operations.size(); ++i) {
      EXPECT_FALSE(is_without_meaning(program.operations[i])) << code.text_of(i);
    }
  }
}

}  // namespace
}  // namespace clgauge::lens

// Random straight-line programs of every instruction family, run by the processor and evaluated:
// what the evaluator calls known is what the processor computes, whatever the unknown bytes hold.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <random>
#include <set>

#include "assembled.h"
#include "lens/evaluate/lower.h"
#include "lens/evaluate/machine.h"

namespace clgauge::lens {
namespace {

constexpr unsigned kPrograms = 240;
constexpr unsigned kInstructions = 24;  // of one program

// Where a program's state lies in the argument region: inputs, scratch memory, outputs.
constexpr unsigned kGeneralBytes = 12 * 8;
constexpr unsigned kVectorBytes = 8 * 32;
constexpr unsigned kScratchBytes = 256;
constexpr unsigned kFlagBytes = 5;
constexpr unsigned kScratch = kGeneralBytes + kVectorBytes;
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

// Templates: q, l, w, b: a general register of that size; x, y: a vector; i: an immediate byte;
// s: a signed one; m: memory. Each after a '?'.
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
                               "andnq ?q, ?q, ?q",
                               "andnl ?m, ?l, ?l",
                               "bzhiq ?q, ?q, ?q",
                               "bextrl ?l, ?l, ?l",
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
                               "punpckldq ?x, ?x"};
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
                               "vucomiss ?x, ?x",
                               "vcomisd ?x, ?x",
                               "vcvtdq2ps ?y, ?y",
                               "vcvtdq2pd ?x, ?y",
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
                               "sqrtss ?x, ?x",
                               "cvtdq2ps ?x, ?x"};
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

class Writer {
 public:
  explicit Writer(std::mt19937_64& random) : random_(random) {}

  // `kinds` are which sorts of templates the program draws from.
  std::string program(unsigned number, const std::vector<std::string>& templates) {
    const std::string name = "program" + std::to_string(number);
    std::string text = "  .globl " + name + "\n  .type " + name + ", @function\n" + name + ":\n";
    for (const char* reg : {"rbx", "rbp", "r12", "r13", "r14", "r15"}) {
      text += std::string("  pushq %") + reg + "\n";
    }
    text += "  movq %rdi, %r15\n  leaq " + std::to_string(kScratch) + "(%rdi), %rbp\n";
    for (unsigned i = 0; i < 8; ++i) {
      text += "  vmovdqu " + at(kGeneralBytes + 32 * i) + ", %ymm" + std::to_string(i) + "\n";
    }
    for (unsigned i = 0; i < kGeneral.size(); ++i) {
      text += "  movq " + at(8 * i) + ", %" + kGeneral[i][0] + "\n";
    }
    text += "  addq $0, %rax\n";  // flags that are known
    for (unsigned i = 0; i < kInstructions; ++i) {
      text += "  " + filled(templates[random_() % templates.size()]) + "\n";
    }
    unsigned flag = 0;
    for (const char* code : {"c", "p", "z", "s", "o"}) {
      text += std::string("  set") + code + " " + at(kOutputs + kScratch + flag++) + "\n";
    }
    for (unsigned i = 0; i < kGeneral.size(); ++i) {
      text += std::string("  movq %") + kGeneral[i][0] + ", " + at(kOutputs + 8 * i) + "\n";
    }
    for (unsigned i = 0; i < 8; ++i) {
      text += "  vmovdqu %ymm" + std::to_string(i) + ", " + at(kOutputs + kGeneralBytes + 32 * i) +
              "\n";
    }
    for (const char* reg : {"r15", "r14", "r13", "r12", "rbp", "rbx"}) {
      text += std::string("  popq %") + reg + "\n";
    }
    return text + "  vzeroupper\n  ret\n  .size " + name + ", .-" + name + "\n";
  }

 private:
  static std::string at(unsigned offset) { return std::to_string(offset) + "(%r15)"; }

  std::string filled(const std::string& text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] != '?') {
        result += text[i];
        continue;
      }
      const char kind = text[++i];
      const auto& general = kGeneral[random_() % kGeneral.size()];
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
          result += "%xmm" + std::to_string(random_() % 8);
          break;
        case 'y':
          result += "%ymm" + std::to_string(random_() % 8);
          break;
        case 'i':
          result += std::to_string(random_() % 32);
          break;
        case 's':
          result += std::to_string(static_cast<int>(random_() % 200) - 100);
          break;
        default:
          result += std::to_string(random_() % (kScratchBytes - 32)) + "(%rbp)";
          break;
      }
    }
    return result;
  }

  std::mt19937_64& random_;
};

using State = std::array<std::uint8_t, kStateBytes>;

State random_state(std::mt19937_64& random, bool floats) {
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
  for (unsigned at = kGeneralBytes; floats && at < kOutputs; at += 8) {
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

// NaNs may differ in their payload: which operand's it is, is the compiler's choice here.
bool both_nan(const State& a, const State& b, std::size_t at) {
  float x = 0;
  float y = 0;
  std::memcpy(&x, &a[at / 4 * 4], 4);
  std::memcpy(&y, &b[at / 4 * 4], 4);
  double u = 0;
  double v = 0;
  std::memcpy(&u, &a[at / 8 * 8], 8);
  std::memcpy(&v, &b[at / 8 * 8], 8);
  return (std::isnan(x) && std::isnan(y)) || (std::isnan(u) && std::isnan(v));
}

class InstructionOracle : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    std::mt19937_64 random(4711);
    Writer writer(random);
    const std::array<std::vector<std::string>, 3> kinds{integer_templates(), vector_templates(),
                                                        float_templates()};
    std::vector<std::string> mixed = kinds[0];
    mixed.insert(mixed.end(), kinds[1].begin(), kinds[1].end());
    std::string text;
    for (unsigned i = 0; i < kPrograms; ++i) {
      text += writer.program(i, i % 4 == 3 ? mixed : kinds[i % 4]);
    }
    image_ = assemble(text);
  }
  static void TearDownTestSuite() { image_.reset(); }

  static bool is_float(unsigned program) { return program % 4 == 2; }

  static std::shared_ptr<const ObjectImage> image_;
};
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

Evaluated evaluate(const MachineCode& code, const Program& program, const MemoryLayout& layout,
                   const State& input, const std::set<unsigned>& unknown) {
  Machine machine(code, layout);
  machine.clobbers = &program.clobbers;
  for (unsigned i = 0; i < kStateBytes; ++i) {
    machine.memory.store(layout.arguments + i, &input[i], 1, unknown.count(i));
  }
  machine.general[kRdi] = {layout.arguments, 0, {}};
  machine.general[kRsp] = {initial_stack_pointer(layout), 0, {}};
  const std::uint64_t return_address = kReturnToRuntime;
  machine.memory.store(initial_stack_pointer(layout), &return_address, 8, 0);
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
  for (unsigned p = 0; p < kPrograms; ++p) {
    const std::string name = "program" + std::to_string(p);
    const MachineCode code = decode(image_, name);
    const Program program = lower(code);
    for (unsigned round = 0; round < 4; ++round) {
      const State input = random_state(random, is_float(p));
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
          if (evaluated.known[i] && evaluated.state[i] != output[i] &&
              !(is_float(p) && both_nan(evaluated.state, output, i))) {
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
  // It would be easy to be right by knowing nothing.
  EXPECT_GT(known_bytes, bytes / 2);
}

TEST_F(InstructionOracle, KnowsEveryTemplate) {
  for (unsigned p = 0; p < kPrograms; ++p) {
    const MachineCode code = decode(image_, "program" + std::to_string(p));
    const Program program = lower(code);
    for (std::uint32_t i = 0; i < program.operations.size(); ++i) {
      EXPECT_FALSE(is_without_meaning(program.operations[i])) << code.text_of(i);
    }
  }
}

}  // namespace
}  // namespace clgauge::lens

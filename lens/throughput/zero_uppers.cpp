#include "lens/throughput/zero_uppers.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "lens/code/mc.h"
#include "lens/throughput/register_results.h"

namespace clgauge::lens {
namespace {

// Of a register, from which bit on it is known to be zero.
enum class Known : std::uint8_t { nothing, above_64, above_32 };

// What an instruction makes of what is known, which is timed: chains of products through each.
enum class Kind : std::uint8_t {
  other,        // nothing is known of what it writes
  load_32,      // VMOVSS
  load_64,      // VMOVSD, VMOVD, VMOVQ
  copy,         // of 128 bits
  conjunction,  // VANDPS: of either one
  computes_32,  // as of the first source, which it needs
  computes_64,
  merges_32,  // as of the first source, of which it takes nothing else
  merges_64,
};

struct Named {
  std::string_view beginning;
  Kind kind = Kind::other;
};
// By the beginnings of LLVM's names, behind which r, m or Z come.
constexpr auto kKinds = std::to_array<Named>({
    {"VMOVSSrm", Kind::load_32},      {"VMOVSSZrm", Kind::load_32},
    {"VMOVSDrm", Kind::load_64},      {"VMOVSDZrm", Kind::load_64},
    {"VMOVDI2PDI", Kind::load_64},    {"VMOV64toPQI", Kind::load_64},
    {"VMOVQI2PQI", Kind::load_64},    {"VMOVZPQILo2PQI", Kind::load_64},
    {"VMOVPQI2QIrr", Kind::load_64},  {"VMOVAPSrr", Kind::copy},
    {"VMOVAPDrr", Kind::copy},        {"VMOVUPSrr", Kind::copy},
    {"VMOVUPDrr", Kind::copy},        {"VMOVDQArr", Kind::copy},
    {"VMOVDQUrr", Kind::copy},        {"VMOVAPSZ128rr", Kind::copy},
    {"VMOVAPDZ128rr", Kind::copy},    {"VMOVDQA64Z128rr", Kind::copy},
    {"VMOVDQA32Z128rr", Kind::copy},  {"VANDPSr", Kind::conjunction},
    {"VANDPDr", Kind::conjunction},   {"VADDSS", Kind::computes_32},
    {"VADDSD", Kind::computes_64},    {"VSUBSS", Kind::computes_32},
    {"VSUBSD", Kind::computes_64},    {"VMULSS", Kind::computes_32},
    {"VMULSD", Kind::computes_64},    {"VDIVSS", Kind::computes_32},
    {"VDIVSD", Kind::computes_64},    {"VMINSS", Kind::computes_32},
    {"VMINSD", Kind::computes_64},    {"VMAXSS", Kind::computes_32},
    {"VMAXSD", Kind::computes_64},    {"VMINCSS", Kind::computes_32},
    {"VMINCSD", Kind::computes_64},   {"VMAXCSS", Kind::computes_32},
    {"VMAXCSD", Kind::computes_64},   {"VSQRTSS", Kind::merges_32},
    {"VSQRTSD", Kind::merges_64},     {"VROUNDSS", Kind::merges_32},
    {"VROUNDSD", Kind::merges_64},    {"VCVTSI2SS", Kind::merges_32},
    {"VCVTSI2SD", Kind::merges_64},   {"VCVTSI642SS", Kind::merges_32},
    {"VCVTSI642SD", Kind::merges_64}, {"VCVTSD2SS", Kind::merges_32},
    {"VCVTSS2SD", Kind::merges_64},   {"VMOVSSrr", Kind::merges_32},
    {"VMOVSDrr", Kind::merges_64},    {"VMOVSSZrr", Kind::merges_32},
    {"VMOVSDZrr", Kind::merges_64},   {"VRCPSSr", Kind::merges_32},
    {"VRSQRTSSr", Kind::merges_32},   {"VMOVLPSrm", Kind::merges_64},
    {"VMOVLPDrm", Kind::merges_64},
});

struct Form {
  Kind kind = Kind::other;
  std::uint8_t first_source = 1;  // its operand; of a copy its only one
};

Form form_of(std::string_view name) {
  const bool clears = name.ends_with("kz");
  const bool merges = name.ends_with('k');
  const auto source = static_cast<std::uint8_t>(merges ? 3 : clears ? 2 : 1);
  for (const Named& one : kKinds) {
    if (!name.starts_with(one.beginning)) {
      continue;
    }
    const bool is_load_or_copy = one.kind <= Kind::conjunction;
    // What a mask leaves as it was is no load, and no copy.
    return is_load_or_copy && (merges || (clears && one.kind > Kind::load_64))
               ? Form{}
               : Form{one.kind, source};
  }
  return {};
}

// By opcode: all x86-64 processors share theirs.
const Form& form_of(unsigned opcode, const McTarget& target) {
  static const std::vector<Form> forms = [&] {
    std::vector<Form> all(target.instructions->getNumOpcodes());
    for (unsigned one = 0; one < all.size(); ++one) {
      all[one] = form_of(target.opcode_name(one));
    }
    return all;
  }();
  return forms[opcode];
}

// The number of a vector register.
std::optional<unsigned> vector_number(unsigned reg, const McTarget& target) {
  return is_vector_register(reg, target)
             ? std::optional(static_cast<unsigned>(target.registers->getEncodingValue(reg)))
             : std::nullopt;
}

class Uppers {
 public:
  explicit Uppers(const McTarget& target) : target_(&target) { known_.fill(Known::above_32); }

  // What is known from there on.
  void pass(const llvm::MCInst& inst) {
    const llvm::MCInstrDesc& what = target_->instructions->get(inst.getOpcode());
    if (what.getNumDefs() == 0 || !inst.getOperand(0).isReg()) {
      return;
    }
    const Known written = written_by(inst);
    for (unsigned i = 0; i < what.getNumDefs(); ++i) {
      if (const auto number = vector_of(inst, i)) {
        known_.at(*number) = written;
      }
    }
  }

  // The operand that this instruction does not read.
  [[nodiscard]] std::optional<unsigned> operand_not_read(const llvm::MCInst& inst) const {
    const Form& form = form_of(inst.getOpcode(), *target_);
    const Known known = known_of(inst, form.first_source);
    const bool is_free = (form.kind == Kind::merges_32 && known == Known::above_32) ||
                         (form.kind == Kind::merges_64 && known != Known::nothing);
    return is_free ? std::optional<unsigned>(form.first_source) : std::nullopt;
  }

  friend bool operator==(const Uppers&, const Uppers&) = default;

 private:
  [[nodiscard]] std::optional<unsigned> vector_of(const llvm::MCInst& inst,
                                                  unsigned operand) const {
    return operand < inst.getNumOperands() && inst.getOperand(operand).isReg()
               ? vector_number(inst.getOperand(operand).getReg(), *target_)
               : std::nullopt;
  }

  // Of what is no vector register nothing.
  [[nodiscard]] Known known_of(const llvm::MCInst& inst, unsigned operand) const {
    const auto number = vector_of(inst, operand);
    return number ? known_.at(*number) : Known::nothing;
  }

  [[nodiscard]] Known written_by(const llvm::MCInst& inst) const {
    const Form& form = form_of(inst.getOpcode(), *target_);
    switch (form.kind) {
      case Kind::load_32:
        return Known::above_32;
      case Kind::load_64:
        return Known::above_64;
      case Kind::copy:
      case Kind::computes_32:
      case Kind::merges_32:
        return known_of(inst, form.first_source);
      case Kind::conjunction:
        return std::max(known_of(inst, 1), known_of(inst, 2));
      case Kind::computes_64:
      case Kind::merges_64:
        return std::min(known_of(inst, form.first_source), Known::above_64);
      case Kind::other:
        break;
    }
    return is_zeroed(inst) ? Known::above_32 : Known::nothing;
  }

  // By itself, as zero_idiom.h leaves it.
  [[nodiscard]] bool is_zeroed(const llvm::MCInst& inst) const {
    const std::string_view name = target_->opcode_name(inst.getOpcode());
    return (name.starts_with("VXORP") || name.starts_with("VPXOR")) && inst.getNumOperands() == 3 &&
           inst.getOperand(2).isReg() && inst.getOperand(2).getReg() == 0;
  }

  const McTarget* target_;
  std::array<Known, 32> known_{};
};

}  // namespace

void free_known_uppers(std::vector<llvm::MCInst>& sequence, const McTarget& target) {
  Uppers uppers(target);
  for (bool is_new = true; is_new;) {
    Uppers after = uppers;
    for (const llvm::MCInst& inst : sequence) {
      after.pass(inst);
    }
    is_new = after != uppers;
    uppers = after;
  }
  for (llvm::MCInst& inst : sequence) {
    const auto operand = uppers.operand_not_read(inst);
    uppers.pass(inst);
    if (operand) {
      constexpr unsigned kNoRegister = 0;
      inst.getOperand(*operand).setReg(kNoRegister);
    }
  }
}

}  // namespace clgauge::lens

#pragma once

#include <map>
#include <vector>

#include "collector/analysis/workspace.h"

namespace llvm {
class GEPOperator;
class PHINode;
class Value;
}  // namespace llvm

namespace clgauge::collector {

// A pointer as an array and an offset.
struct PointerForm {
  const llvm::Value* array = nullptr;  // null: several arrays, or none that is known
  symbolic::Poly offset;               // in bytes
};

// Integer values of the kernel as polynomials in arguments, ids and iteration numbers.
//
// Machine integers are read as mathematical ones, on the premise that sizes and indices of a valid
// launch do not overflow. Where small negative numbers matter (unsigned comparison, division,
// widening) the sign is proven or the value is left opaque. Coefficients so large that a product
// would wrap at plausible sizes make a value opaque as well.
class ValueForms {
 public:
  explicit ValueForms(Workspace& workspace) : workspace_(workspace) {}

  // The value where `use` runs. In terms of the iteration numbers of the loops around `use`: loops
  // that are over by then have been left in their last iteration.
  [[nodiscard]] symbolic::Poly at(const llvm::Value& value, const llvm::BasicBlock& use);
  [[nodiscard]] PointerForm pointer_at(const llvm::Value& pointer, const llvm::BasicBlock& use);
  // How far an address lies behind the pointer that it is computed from, in bytes.
  [[nodiscard]] symbolic::Poly displacement(const llvm::GEPOperator& address,
                                            const llvm::BasicBlock& use);

 private:
  using Memo = std::map<const llvm::Value*, symbolic::Poly>;

 public:
  // For the lifetime of the object, `phi` has the value `stand_in`, and what is computed with it is
  // forgotten afterwards.
  class Placeholder {
   public:
    Placeholder(ValueForms& values, const llvm::PHINode& phi, const llvm::Loop& loop,
                symbolic::AtomId stand_in, const llvm::Value* array = nullptr);
    ~Placeholder();
    Placeholder(const Placeholder&) = delete;
    Placeholder& operator=(const Placeholder&) = delete;

   private:
    ValueForms& values_;
    const llvm::PHINode& phi_;
  };

  // The value that a symbol which no launch determines stands for; null for none of them.
  [[nodiscard]] const llvm::Value* behind(symbolic::AtomId symbol) const;

  // Whether the value depends on a variable of `loop`, or of a loop inside, that is being solved
  // for: it then changes with the iterations in a way that the polynomial does not show.
  [[nodiscard]] bool is_in_flux(const symbolic::Poly& poly, const llvm::Loop& loop,
                                symbolic::AtomId except) const;

 private:
  friend class Placeholder;
  symbolic::Poly form(const llvm::Value& value);
  symbolic::Poly compute(const llvm::Instruction& instruction);
  symbolic::Poly compute_binary(const llvm::Instruction& instruction);
  symbolic::Poly compute_cast(const llvm::Instruction& instruction);
  symbolic::Poly compute_call(const llvm::Instruction& instruction);
  symbolic::Poly compute_select(const llvm::Instruction& instruction);
  symbolic::Poly compute_merge(const llvm::PHINode& phi);
  PointerForm pointer_form(const llvm::Value& pointer);
  PointerForm pointer_phi(const llvm::PHINode& phi);
  PointerForm address_form(const llvm::GEPOperator& address);
  symbolic::Poly index_at(const llvm::Value& index, const llvm::BasicBlock& use);
  symbolic::Poly operand(const llvm::Instruction& instruction, unsigned index);
  symbolic::Poly opaque(const llvm::Value& value);
  symbolic::Poly leave_loops(const symbolic::Poly& poly, const llvm::Value& value,
                             const llvm::BasicBlock& use);

  Workspace& workspace_;
  std::vector<Memo> memo_{Memo{}};  // a layer for each placeholder in use
  struct Unsolved {
    symbolic::AtomId stand_in;
    const llvm::Loop* loop;
  };
  std::vector<Unsolved> unsolved_;
  std::map<const llvm::Value*, PointerForm> pointer_stand_ins_;
  std::map<const llvm::Value*, int> numbers_;  // names of opaque values
};

}  // namespace clgauge::collector

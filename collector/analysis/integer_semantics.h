#pragma once

#include <llvm/IR/Intrinsics.h>

#include <optional>

#include "collector/analysis/launch_space.h"

namespace llvm {
class CallInst;
}

namespace clgauge::collector {

// What machine instructions do, on mathematical integers. Nothing where the premise of ValueForms
// does not suffice for an exact result.

[[nodiscard]] std::optional<symbolic::Poly> binary_operation(symbolic::Context& context,
                                                             unsigned opcode,
                                                             const symbolic::Poly& left,
                                                             const symbolic::Poly& right);

[[nodiscard]] std::optional<symbolic::Poly> cast_operation(symbolic::Context& context,
                                                           unsigned opcode, unsigned from_bits,
                                                           unsigned to_bits,
                                                           const symbolic::Poly& operand);

[[nodiscard]] std::optional<symbolic::Poly> intrinsic_operation(symbolic::Context& context,
                                                                llvm::Intrinsic::ID id,
                                                                const symbolic::Poly& left,
                                                                const symbolic::Poly& right);

// get_global_linear_id, get_local_linear_id, get_work_dim.
[[nodiscard]] std::optional<symbolic::Poly> linear_query(const LaunchSpace& launch,
                                                         const llvm::CallInst& call);

// False when a coefficient is so large that the value would leave `bits` bits at sizes that occur
// in practice: then it is a hash or a random number, not an index.
[[nodiscard]] bool is_plausible(const symbolic::Poly& poly, unsigned bits);

}  // namespace clgauge::collector

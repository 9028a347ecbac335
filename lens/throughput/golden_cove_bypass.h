#pragma once

#include <cstdint>
#include <string_view>

namespace clgauge::lens {

// The registers through which one instruction hands a result to another.
enum class RegisterFile : std::uint8_t { general, vector, mask };

// How many cycles later than at its latency the result of one instruction (by LLVM's opcodes) is
// there for another on a Golden Cove: what multiplies and what computes with integers stand apart.
// Negative: so much earlier, as of sums for sums.
[[nodiscard]] double golden_cove_delay(std::string_view producer, std::string_view consumer,
                                       RegisterFile through);

// How many cycles later all that an instruction makes of vectors is there because this producer,
// however long ago, made one of them: a chain of fused multiply-adds by a factor that was added up
// takes 5 cycles each, whichever of its operands comes last.
[[nodiscard]] double golden_cove_lasting_delay(std::string_view producer,
                                               std::string_view consumer);

}  // namespace clgauge::lens

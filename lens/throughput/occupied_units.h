#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace llvm::mca {
struct InstrDesc;
}

namespace clgauge::lens {

// LLVM-MCA's bit masks of a processor's units, by the names that its table gives them.
using UnitMasks = std::map<std::string, std::uint64_t, std::less<>>;

// Of several units, `|` between them, any will do. Zero where one of them is not there.
[[nodiscard]] std::uint64_t mask_of(const UnitMasks& units, std::string_view names);

// What a description says of the units that its instruction occupies, and of when its results are
// there.
[[nodiscard]] bool uses(std::uint64_t mask, const llvm::mca::InstrDesc& description);
// Whether the instruction uses one of `among`, other than as a load.
[[nodiscard]] bool computes_with(std::uint64_t among, std::uint64_t loads,
                                 const llvm::mca::InstrDesc& description);
void drop(std::uint64_t mask, llvm::mca::InstrDesc& description);
// For so many cycles and no longer, whatever was said before.
void occupy(std::uint64_t mask, unsigned cycles, llvm::mca::InstrDesc& description);
void set_latency(unsigned cycles, llvm::mca::InstrDesc& description);

}  // namespace clgauge::lens

#pragma once

#include <cstdint>
#include <span>

namespace clgauge::lens {

struct McCode;

// How many loads of a round a Zen 4 takes for copies of what the store before them stored, which
// they are not: it renames memory by the registers of an address (forwarding.h), and does not see
// that VMOVD, VMOVQ, VPEXTR or KMOV have written them anew meanwhile. Of general registers alone.
// What begins anew behind each takes 18 to 29 cycles in runs of sixteen (a load and a store, or an
// addition to memory, each at an index out of a vector), nothing in rounds of six such or fewer,
// nor where the index is copied to another register first.
[[nodiscard]] double mistaken_renamings(const McCode& code, std::span<const std::uint32_t> round);

}  // namespace clgauge::lens

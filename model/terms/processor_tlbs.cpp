#include "model/terms/processor_tlbs.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include <algorithm>

namespace clgauge::model {
namespace {

#if defined(__x86_64__)
struct Registers {
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
};

std::optional<Registers> cpuid(unsigned leaf, unsigned part = 0) {
  Registers r;
  return __get_cpuid_count(leaf, part, &r.a, &r.b, &r.c, &r.d) != 0 ? std::optional(r)
                                                                    : std::nullopt;
}

// Leaf 18h lists one TLB in each part (Intel 325462, volume 2A, CPUID).
std::optional<TlbPages> tlbs_of_intel() {
  constexpr unsigned kTlbs = 0x18;
  constexpr unsigned kInstructions = 2;  // what a TLB is of; 0: there is none
  TlbPages pages;
  const auto first = cpuid(kTlbs);
  for (unsigned part = 0; first && part <= std::min(first->a, 31U); ++part) {
    const Registers tlb = *cpuid(kTlbs, part);
    const unsigned kind = tlb.d & 0x1fU;
    const bool translates_4k = (tlb.b & 1U) != 0;
    if (kind == 0 || kind == kInstructions || !translates_4k) {
      continue;
    }
    double& level = (tlb.d >> 5U & 7U) == 1 ? pages.first : pages.second;
    level = std::max(level, static_cast<double>(tlb.b >> 16U) * static_cast<double>(tlb.c));
  }
  return pages.first > 0 && pages.second > 0 ? std::optional(pages) : std::nullopt;
}
#endif

}  // namespace

std::optional<TlbPages> tlbs_of_amd(std::uint32_t first, std::uint32_t second) {
  const TlbPages pages{static_cast<double>(first >> 16U & 0xffU),
                       static_cast<double>(second >> 16U & 0xfffU)};
  return pages.first > 0 && pages.second > 0 ? std::optional(pages) : std::nullopt;
}

std::optional<TlbPages> processor_tlbs() {
#if defined(__x86_64__)
  const auto first = cpuid(0x80000005);
  const auto second = cpuid(0x80000006);
  if (first && second) {
    if (const auto pages = tlbs_of_amd(first->b, second->b)) {
      return pages;
    }
  }
  return tlbs_of_intel();
#else
  return std::nullopt;
#endif
}

}  // namespace clgauge::model

#include "model/terms/processor_tlbs.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include <algorithm>
#include <array>

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

// Leaf 1: family 6 has an extended model, 15 an extended family, too.
std::optional<TlbPages> tlbs_of_signature() {
  const auto signature = cpuid(1);
  const auto maker = cpuid(0);
  constexpr unsigned kGenuineIntel = 0x756e6547;  // "Genu"
  if (!signature || !maker || maker->b != kGenuineIntel) {
    return std::nullopt;
  }
  const unsigned family = (signature->a >> 8U & 0xfU) + (signature->a >> 20U & 0xffU);
  const unsigned model = (signature->a >> 4U & 0xfU) | (signature->a >> 12U & 0xf0U);
  constexpr unsigned kFeatures = 7;
  constexpr unsigned kHalves = 1U << 23U;  // AVX512-FP16
  const auto features = cpuid(kFeatures);
  return tlbs_of_intel_model(family, model, features && (features->d & kHalves) != 0);
}
#endif

// Cores of Intel's, by the models of family 6. Entries for loads of pages of 4 KiB and those that
// both kinds share (Intel 248966, Optimization Reference Manual: TLB parameters of each core).
struct Core {
  TlbPages pages;
  std::array<unsigned, 13> models;  // 0: no more
};
constexpr std::array<Core, 5> kIntelCores{{
    {{64, 1024}, {60, 63, 69, 70}},                               // Haswell
    {{64, 1536}, {61, 71, 79, 86}},                               // Broadwell
    {{64, 1536}, {78, 85, 94, 142, 158, 165, 166}},               // Skylake to Cascade Lake
    {{64, 2048}, {106, 108, 125, 126, 140, 141, 167}},            // Sunny Cove, Willow Cove
    {{96, 2048}, {143, 151, 154, 173, 174, 183, 186, 191, 207}},  // Golden Cove, Redwood Cove
}};

}  // namespace

std::optional<TlbPages> tlbs_of_intel_model(unsigned family, unsigned model, bool has_halves) {
  if (family != 6) {
    return std::nullopt;
  }
  if (has_halves) {
    return kIntelCores.back().pages;  // of Golden Cove
  }
  for (const Core& core : kIntelCores) {
    if (model != 0 &&
        std::find(core.models.begin(), core.models.end(), model) != core.models.end()) {
      return core.pages;
    }
  }
  return std::nullopt;
}

std::optional<TlbPages> tlbs_of_amd(std::uint32_t first, std::uint32_t second) {
  TlbPages pages{static_cast<double>(first >> 16U & 0xffU),
                 static_cast<double>(second >> 16U & 0xfffU)};
  // Twelve bits cannot say 4096. A Zen 5 says 128, behind a first one of 96, where walks find 3072
  // to 4096 pages (an EPYC 9005, five surveys of six): taken as 32 each.
  constexpr double kPagesOfEach = 32;
  if (pages.second < 2 * pages.first) {
    pages.second *= kPagesOfEach;
  }
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
  if (const auto pages = tlbs_of_intel()) {
    return pages;
  }
  return tlbs_of_signature();  // hypervisors hide leaf 18h
#else
  return std::nullopt;
#endif
}

}  // namespace clgauge::model

#include "lens/throughput/fused_jumps.h"

#include <algorithm>
#include <array>

#include "lens/throughput/golden_cove.h"

namespace clgauge::lens {
namespace {

constexpr std::array<std::string_view, 9> kFusing = {"CMP", "TEST", "ADD", "SUB", "INC",
                                                     "DEC", "AND",  "OR",  "XOR"};

}  // namespace

bool fuses_with_jump(std::string_view cpu, std::string_view before, std::string_view jump) {
  const bool is_zen = cpu.starts_with("znver") && cpu != "znver1" && cpu != "znver2";
  if ((!is_zen && cpu != kGoldenCove) || !jump.starts_with("JCC")) {
    return false;
  }
  if (cpu == kGoldenCove && (before.starts_with("OR") || before.starts_with("XOR"))) {
    return false;
  }
  const std::size_t letters = before.find_first_of("0123456789");
  if (letters == std::string_view::npos ||
      std::ranges::find(kFusing, before.substr(0, letters)) == kFusing.end()) {
    return false;
  }
  // What stores cannot; nor what has both an address and a constant.
  const std::string_view form = before.substr(letters);
  const bool only_compares = before.starts_with("CMP") || before.starts_with("TEST");
  const bool in_memory = form.find('m') != std::string_view::npos;
  const bool stores = in_memory && !only_compares && form.find("rm") == std::string_view::npos;
  return !stores && form.find("mi") == std::string_view::npos;
}

}  // namespace clgauge::lens

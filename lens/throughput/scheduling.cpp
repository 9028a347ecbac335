#include "lens/throughput/scheduling.h"

#include <array>
#include <string_view>

#include "lens/code/mc.h"

namespace clgauge::lens {
namespace {

// Cores of one make with tables of their own in LLVM 15, by the names that getHostCPUName() gives.
struct Relatives {
  std::string_view cpu;
  std::string_view other_table;
};
// Server cores with AVX-512: the later ones share Skylake's or Ice Lake's table, and each of the
// two is too slow for some instructions.
constexpr std::array<Relatives, 5> kRelatives = {{{"skylake-avx512", "icelake-server"},
                                                  {"cascadelake", "icelake-server"},
                                                  {"cooperlake", "icelake-server"},
                                                  {"icelake-server", "skylake-avx512"},
                                                  {"rocketlake", "skylake-avx512"}}};
constexpr std::string_view kUnknownCpu = "skylake-avx512";

}  // namespace

std::vector<std::string> scheduling_cpus(const std::string& cpu) {
  if (cpu.empty() || cpu == "generic" || cpu.rfind("x86-64", 0) == 0) {
    return {std::string(kUnknownCpu), "znver3"};
  }
  for (const Relatives& relatives : kRelatives) {
    if (relatives.cpu == cpu) {
      return {cpu, std::string(relatives.other_table)};
    }
  }
  return {cpu};
}

std::vector<std::string> scheduling_cpus() { return scheduling_cpus(host_cpu()); }

}  // namespace clgauge::lens

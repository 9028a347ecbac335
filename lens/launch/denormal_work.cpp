#include "lens/launch/denormal_work.h"

#include <algorithm>

namespace clgauge::lens {

std::map<std::uint32_t, double> denormal_stall_cycles(const DenormalWork& work, double cycles,
                                                      const CoreWaits& waits) {
  constexpr double kSoon = 20;
  constexpr double kLate = 100;
  std::map<std::uint32_t, double> stalls = work.stalls();
  double all = 0;
  for (const auto& [instruction, count] : stalls) {
    all += count;
  }
  const double apart = all > 0 ? std::clamp((cycles / all - kSoon) / (kLate - kSoon), 0.0, 1.0) : 0;
  for (auto& [instruction, count] : stalls) {
    count *= waits.denormal_stall_cycles * apart;
  }
  return stalls;
}

}  // namespace clgauge::lens

#include "lens/evaluate/static_rounding.h"

#include <array>
#include <cfenv>

namespace clgauge::lens {
namespace {

class RoundingMode {
 public:
  explicit RoundingMode(int mode) : before_(std::fegetround()) { std::fesetround(mode); }
  ~RoundingMode() { std::fesetround(before_); }
  RoundingMode(const RoundingMode&) = delete;
  RoundingMode& operator=(const RoundingMode&) = delete;

 private:
  int before_;
};

}  // namespace

void run_rounded(Machine& machine, const Operation& op) {
  constexpr std::array kModes = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
  const RoundingMode mode(kModes.at(op.immediate & 3U));
  op.inner(machine, op);
}

}  // namespace clgauge::lens

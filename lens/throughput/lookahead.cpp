#include "lens/throughput/lookahead.h"

#include <algorithm>

namespace clgauge::lens {
namespace {

// Entries of n rounds begin T rounds apart; the answer is T / n. When one is about to begin, of the
// m before it n - T, n - 2 T, ... n - m T rounds have not started, and fill the schedulers.
double limited_by_schedulers(double n, double held) {
  double apart = 0;
  for (double m = 1;; ++m) {
    const double next = 2 * (m * n - held) / (m * (m + 1));
    if (m > 1 && !(next > apart)) {
      return std::max(apart, 0.0) / n;
    }
    apart = next;
  }
}

// The same, but of the m entries only the oldest leaves a part of its rounds behind: m (n - T) are
// held, where m T is n. Where two entries do not fit, T is no less than half of one.
double limited_by_reorder_buffer(double n, double held) {
  return std::min(n / (n + held), std::max(1 - held / n, 0.5));
}

}  // namespace

double Lookahead::share_of_wait(double rounds) const {
  return std::max(limited_by_schedulers(rounds, waiting),
                  limited_by_reorder_buffer(rounds, in_order));
}

}  // namespace clgauge::lens

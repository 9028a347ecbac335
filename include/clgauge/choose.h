#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "clgauge/client.h"
#include "clgauge/export.h"

namespace clgauge {

// Who has answered.
enum class AnsweredBy {
  daemon,    // clgauged
  store,     // the calibration store, read by this process
  fallback,  // neither could: the variant that the program's author prefers
};

struct StartupChoice {
  std::string name;  // the variant to take
  AnsweredBy answered_by = AnsweredBy::fallback;
  std::string why;             // when it is the fallback: what kept the others from answering
  double expected_regret = 1;  // as in Choice; 1 for the fallback
  std::vector<std::string> unsupported;  // as in Choice; empty for the fallback
};

// Which variant to run, for a program that starts up: asks clgauged if one runs, else the store,
// else takes `fallback`. Returns within 50 ms, plus what the system takes to start a thread; never
// throws. `device_id` as for Client. Thread-safe.
//   const auto choice = clgauge::choose(variants, {{"n", 4096}}, "tiled");
//   run(choice.name);
// When the time is up, the question is given up in a thread of its own, which ends soon after.
[[nodiscard]] CLGAUGE_EXPORT StartupChoice choose(const std::vector<Variant>& variants,
                                                  const std::map<std::string, std::int64_t>& sizes,
                                                  const std::string& fallback,
                                                  const std::string& device_id = {}) noexcept;

}  // namespace clgauge

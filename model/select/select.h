#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace clgauge::model {

// One way to do the same work, and what is known of its time: log(time) is taken as normal with
// mean log(seconds) and standard deviation log_sigma.
struct Candidate {
  std::string name;
  double seconds = 0;
  double log_sigma = 0;
};

struct SelectionOptions {
  // The part of the variance that all candidates share, because the same model errs the same way on
  // all of them; it cancels in a comparison. Zero takes their errors as independent, which
  // overestimates regret.
  double shared_variance = 0;
  // Candidates whose times differ by less than this many standard deviations of the difference are
  // tied.
  double tie_deviations = 1;
};

struct RankedCandidate {
  std::size_t index = 0;  // in the list that was given
  std::string name;
  double seconds = 0;
  double probability_best = 0;
  bool tied = false;  // with the first
};

struct Selection {
  std::vector<RankedCandidate> ranked;  // fastest first; the first one is the choice
  double expected_regret = 1;           // mean of (time of the choice) / (time of the best), >= 1
  // Candidates that are worth a measurement before one commits to the choice: the choice and those
  // with a fair chance (5%) to be better; fewer than two when nothing would be learnt.
  std::vector<std::string> worth_measuring;
};

// Ranks the candidates. Throws Error(input) when there are none or when a time or a deviation is
// not a finite number (times positive). Thread-safe; under 200 us for 30 candidates.
[[nodiscard]] Selection select(std::span<const Candidate> candidates,
                               const SelectionOptions& options = {});

[[nodiscard]] nlohmann::json to_json(const Selection& selection);

}  // namespace clgauge::model

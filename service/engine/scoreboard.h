#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "service/engine/evaluation.h"

namespace clgauge::service {

// What somebody says of a point's time: a model, or a baseline.
struct Guess {
  double seconds = 0;
  double low = 0;
  double high = 0;
};
struct Contestant {
  std::string name;
  std::vector<std::optional<Guess>> guesses;  // by point; nothing where it does not answer
  bool picks_at_random = false;               // its regret is the mean over all variants
};

// How well a contestant did over points that were measured.
struct Score {
  std::string scope;  // "matmul/naive", "matmul", "target", "all"
  std::size_t points = 0;
  double geometric_mean = 0;  // of |guess / measured - 1|, floor 0.1%
  double mean = 0;            // of the same
  double factor = 0;          // xF: exp(mean |log(guess / measured)|)
  double bias = 0;            // exp(mean log(guess / measured)): above 1 guesses too long
  double covered = 0;         // share of points whose interval holds the measured time
  double regret = 1;          // mean over sizes of (time of its pick) / (time of the best)
  std::size_t choices = 0;    // sizes with two measured variants or more
};

// Every model of the points in order, then the baselines: with two measured sizes of each kernel,
// "<model>+2", each model corrected by them, and "interpolation+2", which knows no model; "random",
// a variant picked blindly. Which two, each says itself before anything is measured: those after
// which it is least unsure of the others. What was used to correct is not scored.
// Where there are other recordings of the same points, "remeasured" and "remeasured+2" as well, the
// median of their times: how well the machine foretells itself, which no model can do better.
[[nodiscard]] std::vector<Contestant> contestants(
    const std::vector<EvaluationPoint>& points, const std::vector<std::string>& models,
    const std::vector<RecordedEvaluation>& others = {});

// One line for each kernel, each family, each group, and all.
[[nodiscard]] std::vector<Score> scores(const std::vector<EvaluationPoint>& points,
                                        const Contestant& contestant);

[[nodiscard]] nlohmann::json to_json(const Score& score);

}  // namespace clgauge::service

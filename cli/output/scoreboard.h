#pragma once

#include <string>
#include <vector>

#include "cli/output/svg_scatter.h"
#include "service/engine/scoreboard.h"

namespace clgauge::cli {

// Every point as one model sees it: predicted, interval, measured, error, its pick, its breakdown.
void print_points(const std::vector<service::EvaluationPoint>& points, std::size_t model);

// Every contestant's score over families, groups and all points; a group, or all, only where that
// is another score than the one before it.
void print_scoreboard(const std::vector<service::EvaluationPoint>& points,
                      const std::vector<service::Contestant>& contestants);

// How far each model is off on each kernel, a line a kernel, with the number of points where a
// model tells of fewer than others do. The models are the first contestants.
void print_kernel_scores(const std::vector<service::EvaluationPoint>& points,
                         const std::vector<service::Contestant>& contestants, std::size_t models);

// A model's measured points by family, for a picture.
[[nodiscard]] std::vector<ScatterSeries> scatter_of(
    const std::vector<service::EvaluationPoint>& points, std::size_t model);

}  // namespace clgauge::cli

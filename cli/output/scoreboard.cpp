#include "cli/output/scoreboard.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "cli/output/quantity.h"
#include "cli/output/table.h"

namespace clgauge::cli {
namespace {

std::string largest_shares(const model::Prediction& prediction) {
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(3, prediction.breakdown.size()); ++i) {
    const auto& share = prediction.breakdown[i];
    if (share.seconds < 0.01 * prediction.seconds) {
      break;
    }
    text += fmt::format("{}{} {:.0f}%", text.empty() ? "" : ", ", share.cost,
                        100 * share.seconds / prediction.seconds);
  }
  return text;
}

// The variant that a model would pick among the points of one size.
const service::EvaluationPoint* pick_of(const std::vector<service::EvaluationPoint>& points,
                                        const service::EvaluationPoint& like, std::size_t model) {
  const service::EvaluationPoint* pick = nullptr;
  for (const auto& point : points) {
    const service::PredictionReport* report = service::prediction_of(point, model);
    if (point.family == like.family && point.sizes == like.sizes && report != nullptr &&
        (pick == nullptr ||
         report->prediction.seconds < service::prediction_of(*pick, model)->prediction.seconds)) {
      pick = &point;
    }
  }
  return pick;
}

// Whether two scopes are of the same points: the one family of a group, and the group itself.
bool same_but_for_scope(const service::Score& a, const service::Score& b) {
  const auto numbers = [](const service::Score& score) {
    return std::tie(score.points, score.choices, score.geometric_mean, score.mean, score.factor,
                    score.bias, score.covered, score.regret);
  };
  return numbers(a) == numbers(b);
}

}  // namespace

void print_points(const std::vector<service::EvaluationPoint>& points, std::size_t model) {
  Table table({{"kernel"},
               {"size"},
               {"predicted", Align::right},
               {"90% interval", Align::right},
               {"measured", Align::right},
               {"error", Align::right},
               {"pick"},
               {"where the time goes"}});
  for (const auto& point : points) {
    const bool measured = point.is_measured && point.measurement.status == microbench::Status::ok;
    const std::string measured_text = !point.is_measured ? "no time left"
                                      : measured         ? format_seconds(point.usual_seconds())
                                                 : microbench::name_of(point.measurement.status);
    const std::string name = point.family + "/" + point.variant;
    const service::PredictionReport* report = service::prediction_of(point, model);
    if (report == nullptr) {
      table.add_row(
          {name, service::text_of(point.sizes), "-", "-", measured_text, "-", "", point.refusal});
      continue;
    }
    const auto& prediction = report->prediction;
    table.add_row(
        {name, service::text_of(point.sizes), format_seconds(prediction.seconds),
         format_seconds(prediction.low) + " .. " + format_seconds(prediction.high), measured_text,
         measured ? format_relative_error(prediction.seconds, point.usual_seconds()) : "-",
         pick_of(points, point, model) == &point ? "<-" : "", largest_shares(prediction)});
  }
  table.print(std::cout);
}

void print_scoreboard(const std::vector<service::EvaluationPoint>& points,
                      const std::vector<service::Contestant>& contestants) {
  Table table({{"who"},
               {"over"},
               {"points", Align::right},
               {"|error| GM", Align::right},
               {"mean", Align::right},
               {"xF", Align::right},
               {"bias", Align::right},
               {"inside", Align::right},
               {"regret", Align::right}});
  for (const auto& contestant : contestants) {
    std::optional<service::Score> before;
    for (const service::Score& score : service::scores(points, contestant)) {
      const bool is_sum = score.scope.front() == '(';
      if (score.scope.find('/') != std::string::npos ||
          (is_sum && before && same_but_for_scope(score, *before))) {
        continue;
      }
      before = score;
      const bool guesses = score.points > 0;
      table.add_row({contestant.name, score.scope, std::to_string(score.points),
                     guesses ? fmt::format("{:.1f}%", 100 * score.geometric_mean) : "-",
                     guesses ? fmt::format("{:.0f}%", 100 * score.mean) : "-",
                     guesses ? fmt::format("{:.2f}", score.factor) : "-",
                     guesses ? fmt::format("{:.2f}", score.bias) : "-",
                     guesses ? fmt::format("{:.0f}%", 100 * score.covered) : "-",
                     score.choices > 0 ? fmt::format("{:.2f}", score.regret) : "-"});
    }
  }
  table.print(std::cout);
}

void print_kernel_scores(const std::vector<service::EvaluationPoint>& points,
                         const std::vector<service::Contestant>& contestants, std::size_t models) {
  std::vector<Table::Column> columns = {{"kernel"}, {"points", Align::right}};
  std::vector<std::string> kernels;  // in the order of the points
  std::map<std::string, std::vector<service::Score>> scores;
  for (std::size_t m = 0; m < models; ++m) {
    columns.push_back({contestants[m].name + " xF", Align::right});
    columns.push_back({"bias", Align::right});
    for (const service::Score& score : service::scores(points, contestants[m])) {
      if (score.scope.find('/') == std::string::npos) {
        continue;
      }
      auto [place, is_new] = scores.try_emplace(score.scope, models);
      if (is_new) {
        kernels.push_back(score.scope);
      }
      place->second[m] = score;
    }
  }
  Table table(std::move(columns));
  for (const std::string& kernel : kernels) {
    std::size_t most = 0;
    for (const service::Score& score : scores.at(kernel)) {
      most = std::max(most, score.points);
    }
    std::vector<std::string> row = {kernel, std::to_string(most)};
    for (const service::Score& score : scores.at(kernel)) {
      const std::string fewer = score.points < most ? fmt::format(" ({})", score.points) : "";
      row.push_back(score.points > 0 ? fmt::format("{:.2f}{}", score.factor, fewer) : "-");
      row.push_back(score.points > 0 ? fmt::format("{:.2f}", score.bias) : "-");
    }
    table.add_row(std::move(row));
  }
  table.print(std::cout);
}

std::vector<ScatterSeries> scatter_of(const std::vector<service::EvaluationPoint>& points,
                                      std::size_t model) {
  std::vector<ScatterSeries> series;
  for (const auto& point : points) {
    const service::PredictionReport* report = service::prediction_of(point, model);
    if (!point.is_measured || point.measurement.status != microbench::Status::ok ||
        report == nullptr) {
      continue;
    }
    // The held-out families are many: they share one colour.
    const std::string name = point.group == "heldout" ? "held out" : point.family;
    auto place = std::find_if(series.begin(), series.end(),
                              [&](const ScatterSeries& one) { return one.name == name; });
    if (place == series.end()) {
      series.push_back({name, {}});
      place = series.end() - 1;
    }
    const auto& prediction = report->prediction;
    place->points.push_back(
        {point.usual_seconds(), prediction.seconds, prediction.low, prediction.high,
         point.family + "/" + point.variant + " " + service::text_of(point.sizes)});
  }
  return series;
}

}  // namespace clgauge::cli

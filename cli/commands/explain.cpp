#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>

#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/output/quantity.h"
#include "cli/prediction_query.h"

namespace clgauge::cli {
namespace {

constexpr int kBarWidth = 40;

void explain(const PredictionQuery& query, const Globals& globals) {
  const service::PredictionReport report = query.answer(globals);
  if (globals.format == Format::json) {
    std::cout << service::to_json(report).dump(2) << '\n';
    return;
  }
  const auto& prediction = report.prediction;
  std::cout << fmt::format("{} on {}: {} ({} .. {}, {:.0f}%)\n", report.kernel, report.device_id,
                           format_seconds(prediction.seconds), format_seconds(prediction.low),
                           format_seconds(prediction.high), 100 * prediction.coverage);
  std::size_t widest = 0;
  for (const auto& share : prediction.breakdown) {
    widest = std::max(widest, share.cost.size());
  }
  for (const auto& share : prediction.breakdown) {
    const double part = share.seconds / prediction.seconds;
    const auto filled = static_cast<std::size_t>(
        std::clamp(std::lround(part * kBarWidth), 0L, static_cast<long>(kBarWidth)));
    std::cout << fmt::format("  {:<{}}  {:<{}}  {:>8}  {:3.0f}%  {:.4g} x {}\n", share.cost, widest,
                             std::string(filled, '#'), kBarWidth, format_seconds(share.seconds),
                             100 * part, share.count, share.feature);
  }
  if (!prediction.breakdown.empty()) {
    const auto& first = prediction.breakdown.front();
    const std::string& what = first.feature.empty() ? first.cost : first.feature;
    std::cout << fmt::format("bound by {} ({:.0f}% of the time)\n", what,
                             100 * first.seconds / prediction.seconds);
  }
  for (const auto& loop : report.hot_loops) {
    std::cout << fmt::format(
        "hot loop at {}: {:.0f}% of the cycles, {:.4g} iterations a work-group, {:.3g} cycles "
        "each, "
        "bound by {}\n",
        loop.place, 100 * loop.share, loop.iterations_per_group, loop.cycles_per_iteration,
        loop.waits_for_results ? "the latency of its results" : "the core's ports");
  }
  std::cout << fmt::format("model {}, tier {}, calibrated {} with driver {}{}\n", report.model,
                           report.tier, report.calibration.finished_at.value_or("(running)"),
                           report.calibration.driver, report.calibration.stale ? " (stale)" : "");
  print_reservations(report);
}

}  // namespace

void add_explain_command(CLI::App& app, Globals& globals) {
  CLI::App* command =
      app.add_subcommand("explain", "Draw where a predicted kernel's time goes, as bars");
  auto query = std::make_shared<PredictionQuery>();
  query->add_to(*command, globals);
  command->callback([query, &globals] { explain(*query, globals); });
}

}  // namespace clgauge::cli

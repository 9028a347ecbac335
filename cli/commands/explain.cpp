#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/output/quantity.h"
#include "cli/prediction_query.h"
#include "service/store/loop_time.h"

namespace clgauge::cli {
namespace {

constexpr int kBarWidth = 40;
constexpr double kWorthNaming = 0.01;

void print_bound(const model::Prediction& prediction) {
  if (const auto bound = service::bottleneck_of(prediction)) {
    std::cout << fmt::format("bound by {}: {} x {}, {:.0f}% of the time\n", bound->words,
                             bound->cost, bound->feature, 100 * bound->share);
  } else {
    std::cout << "bound by no cost that can be named: the model is no sum of costs\n";
  }
}

std::string words_of_bound(const std::string& bound) {
  if (bound == "launch") {
    return "the launch itself";
  }
  return bound == "memory" ? "memory (its bytes once, at the best bandwidth seen)"
                           : "arithmetic (its operations, at the best rate seen)";
}

void print_roof(const model::Prediction& prediction, const service::Roof& roof) {
  if (!roof.missing.empty()) {
    std::cout << "roof: not known, for " << roof.missing << '\n';
    return;
  }
  const double distance = prediction.seconds / roof.seconds;
  const char* const below =
      roof.bound == "memory" ? "caches are faster than memory" : "one of the two is wrong";
  std::cout << fmt::format("roof: {}{}, by {}; this is {}\n", roof.is_upper_bound ? "at most " : "",
                           format_seconds(roof.seconds), words_of_bound(roof.bound),
                           distance >= 1 ? fmt::format("{:.1f} times as long", distance)
                                         : fmt::format("{:.2f} of it: {}", distance, below));
}

// "line 12, kernel+0x40", "lines 12-15 of part.h (4 copies), kernel+0x40".
std::string place_of(const lens::HotLoop& loop) {
  const lens::SourceSpan& lines = loop.lines;
  if (lines.first_line == 0) {
    return loop.place;
  }
  const std::string numbers = lines.first_line == lines.last_line
                                  ? fmt::format("line {}", lines.first_line)
                                  : fmt::format("lines {}-{}", lines.first_line, lines.last_line);
  const std::string of_file = lines.file.empty() ? "" : " of " + lines.file;
  const std::string copies = loop.copies > 1 ? fmt::format(" ({} copies)", loop.copies) : "";
  return fmt::format("{}{}{}, {}", numbers, of_file, copies, loop.place);
}

// "memory: 71% memory, 29% ports".
std::string words_of_time(const service::LoopTime& time) {
  std::vector<std::string> parts;
  for (const auto& [purpose, part] : time.parts) {
    if (part >= kWorthNaming) {
      parts.push_back(fmt::format("{:.0f}% {}", 100 * part, purpose));
    }
  }
  return fmt::format("{}{}{}", time.bound, parts.empty() ? "" : ": ", fmt::join(parts, ", "));
}

void print_loop(const service::LoopTime& time) {
  const lens::HotLoop& loop = time.loop;
  std::cout << fmt::format(
      "hot loop at {}: {:.0f}% of the cycles, {:.4g} iterations a work-group, {:.3g} cycles "
      "each{}, bound by {}\n",
      place_of(loop), 100 * loop.share, loop.iterations_per_group, loop.cycles_per_iteration,
      time.parts.empty()
          ? ""
          : fmt::format(" and {} in all", format_seconds(1e-9 * time.nanoseconds_per_iteration)),
      words_of_time(time));
}

void explain(const PredictionQuery& query, const Globals& globals) {
  service::Roof roof;
  const service::PredictionReport report = query.answer(globals, &roof);
  if (globals.format == Format::json) {
    std::cout << service::to_json(report, roof).dump(2) << '\n';
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
  print_bound(prediction);
  print_roof(prediction, roof);
  for (const auto& time : service::loop_times(report.hot_loops, prediction)) {
    print_loop(time);
  }
  print_basis(report);
  print_reservations(report);
}

}  // namespace

void add_explain_command(CLI::App& app, Globals& globals) {
  CLI::App* command =
      app.add_subcommand("explain", "Draw where a predicted kernel's time goes, as bars");
  auto query = std::make_shared<PredictionQuery>();
  query->add_to(*command, globals);
  command->footer(
      "Example: clgauge explain kernels/matmul/naive.cl --global n,n --local 16,16 --arg n=1024");
  command->callback([query, &globals] { explain(*query, globals); });
}

}  // namespace clgauge::cli

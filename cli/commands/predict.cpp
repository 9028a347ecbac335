#include <fmt/format.h>

#include <cmath>
#include <iostream>

#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/output/quantity.h"
#include "cli/output/table.h"
#include "cli/prediction_query.h"

namespace clgauge::cli {
namespace {

// Parts that nobody would miss share a line.
void print_breakdown(const model::Prediction& prediction) {
  constexpr double kWorthALine = 1e-3;
  Table table({{"cost"}, {"count", Align::right}, {"time", Align::right}, {"feature"}});
  std::size_t others = 0;
  double seconds_of_others = 0;
  for (const auto& share : prediction.breakdown) {
    if (std::abs(share.seconds) < kWorthALine * prediction.seconds) {
      ++others;
      seconds_of_others += share.seconds;
      continue;
    }
    table.add_row({share.cost, fmt::format("{:.4g}", share.count), format_seconds(share.seconds),
                   share.feature});
  }
  table.print(std::cout);
  if (others > 0) {
    std::cout << fmt::format("... and {} more: {}\n", others, format_seconds(seconds_of_others));
  }
}

void predict(const PredictionQuery& query, const Globals& globals) {
  const service::PredictionReport report = query.answer(globals);
  if (globals.format == Format::json) {
    std::cout << service::to_json(report).dump(2) << '\n';
    return;
  }
  const auto& prediction = report.prediction;
  std::cout << report.kernel << ": " << format_seconds(prediction.seconds) << " ("
            << format_seconds(prediction.low) << " .. " << format_seconds(prediction.high)
            << " with probability " << prediction.coverage << ")\n\n";
  print_breakdown(prediction);
  std::cout << '\n';
  print_basis(report);
  print_reservations(report);
}

}  // namespace

void add_predict_command(CLI::App& app, Globals& globals) {
  CLI::App* command =
      app.add_subcommand("predict", "Say how long a kernel will take, without running it");
  auto query = std::make_shared<PredictionQuery>();
  query->add_to(*command, globals);
  command->footer(
      "Example: clgauge predict kernels/matmul/naive.cl --global n,n --local 16,16 --arg n=1024");
  command->callback([query, &globals] { predict(*query, globals); });
}

}  // namespace clgauge::cli

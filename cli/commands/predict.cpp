#include <iostream>

#include <nlohmann/json.hpp>

#include "base/paths.h"
#include "cli/command.h"
#include "cli/output/quantity.h"
#include "cli/output/table.h"
#include "cli/prediction_query.h"

namespace clgauge::cli {
namespace {

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
  Table table({{"cost"}, {"count", Align::right}, {"time", Align::right}, {"feature"}});
  for (const auto& share : prediction.breakdown) {
    table.add_row({share.cost, nlohmann::json(share.count).dump(), format_seconds(share.seconds),
                   share.feature});
  }
  table.print(std::cout);
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
  command->callback([query, &globals] { predict(*query, globals); });
}

}  // namespace clgauge::cli

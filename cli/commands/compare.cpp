#include <fmt/format.h>

#include <fstream>
#include <iostream>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "cli/command.h"
#include "cli/output/compare_page.h"
#include "cli/output/quantity.h"
#include "cli/output/table.h"
#include "service/engine/comparison.h"
#include "service/keeper/daemon_keeper.h"

namespace clgauge::cli {
namespace {

struct CompareOptions {
  std::vector<std::string> devices;
  std::string model = service::kDefaultModel;
  std::string html;
};

using service::Comparison;

// The first column's title, then one column a device: [1], [2], ...
Table table_for(const Comparison& comparison, std::vector<Table::Column> columns) {
  for (std::size_t i = 0; i < comparison.devices.size(); ++i) {
    columns.push_back({fmt::format("[{}]", i + 1), Align::right});
  }
  return Table(std::move(columns));
}

// Those of all devices but the first, which is what they are compared with.
void add_ratios(const std::vector<Comparison::Ratio>& ratios, std::vector<std::string>& row) {
  for (std::size_t i = 1; i < ratios.size(); ++i) {
    row.push_back(fmt::format("x{} ({} .. {})", format_ratio(ratios[i].ratio),
                              format_ratio(ratios[i].low), format_ratio(ratios[i].high)));
  }
}

std::string rate_text(std::optional<double> per_second, const char* unit) {
  return per_second ? fmt::format("{:.1f} {}", *per_second / 1e9, unit) : "-";
}

// Peaks, then what differs in kind.
Table facts_of(const Comparison& comparison) {
  Table table = table_for(comparison, {{""}});
  const auto add_peak = [&](const char* what, const char* unit, auto peak_of) {
    std::vector<std::string> row = {what};
    for (const auto& device : comparison.devices) {
      row.push_back(rate_text(peak_of(device.portrait), unit));
    }
    table.add_row(std::move(row));
  };
  add_peak("peak float32", "Gflop/s", [](const auto& p) { return p.float32_flops_per_second; });
  add_peak("peak float64", "Gflop/s", [](const auto& p) { return p.float64_flops_per_second; });
  add_peak("memory", "GB/s", [](const auto& p) { return p.memory_bytes_per_second; });
  for (const auto& fact : comparison.facts) {
    std::vector<std::string> row = {fact.what};
    row.insert(row.end(), fact.values.begin(), fact.values.end());
    table.add_row(std::move(row));
  }
  return table;
}

void print(const Comparison& comparison) {
  for (std::size_t i = 0; i < comparison.devices.size(); ++i) {
    const auto& device = comparison.devices[i];
    std::cout << fmt::format("[{}] {} ({}), {} calibration of {}{}\n", i + 1, device.name,
                             device.platform, device.effort, device.calibrated_at,
                             device.stale ? ", of another driver" : "");
  }
  std::cout << '\n';
  facts_of(comparison).print(std::cout);
  std::cout << "\nMeasured: time of the same kernels, as a multiple of [1]'s\n";
  Table generators = table_for(comparison, {{"generator"}, {"kernels", Align::right}});
  for (const auto& generator : comparison.generators) {
    std::vector<std::string> row = {generator.name, std::to_string(generator.kernels), "1"};
    add_ratios(generator.ratios, row);
    generators.add_row(std::move(row));
  }
  generators.print(std::cout);
  std::cout << "\nCosts of the model " << comparison.model << ", as a multiple of [1]'s\n";
  Table costs = table_for(comparison, {{"cost"}});
  for (const auto& cost : comparison.costs) {
    std::vector<std::string> row = {cost.name, format_seconds(cost.seconds.front())};
    add_ratios(cost.ratios, row);
    costs.add_row(std::move(row));
  }
  costs.print(std::cout);
  if (comparison.families.empty()) {
    return;
  }
  std::cout << "\nPredicted: the variant that each runs fastest\n";
  Table families = table_for(comparison, {{"family"}, {"size"}});
  for (const auto& family : comparison.families) {
    std::vector<std::string> row = {family.name, family.sizes};
    for (const auto& best : family.best) {
      row.push_back(best.variant + " " + format_seconds(best.seconds));
    }
    families.add_row(std::move(row));
  }
  families.print(std::cout);
}

void compare(const CompareOptions& options, const Globals& globals) {
  db::Store store = service::open_user_store();
  const Comparison comparison = service::compare(store, options.devices, options.model);
  if (!options.html.empty()) {
    std::ofstream page(options.html);
    print_page(comparison, page);
    if (!page.flush()) {
      throw Error(ErrorKind::input, "cannot write " + options.html + ": give another file");
    }
  }
  if (globals.format == Format::json) {
    std::cout << service::to_json(comparison).dump(2) << '\n';
  } else {
    print(comparison);
  }
}

}  // namespace

void add_compare_command(CLI::App& app, Globals& globals) {
  CLI::App* command =
      app.add_subcommand("compare", "Put calibrated devices beside each other, present or not");
  auto options = std::make_shared<CompareOptions>();
  command->add_option("DEVICE", options->devices, "Two or more: an id, or part of a name")
      ->required();
  command->add_option("--model", options->model, "Model whose costs are compared")
      ->check(some_model())
      ->capture_default_str();
  command
      ->add_option("--html", options->html,
                   "Write a page with charts, too: one file that needs no network")
      ->type_name("FILE");
  add_format_option(*command, globals);
  command->footer(
      "Calibrations of other machines come from `clgauge import` or `clgauge merge`.\n"
      "Intervals: 90%. Of generators: where nine of ten of their kernels lie.\n"
      "Example: clgauge compare Portable H200 --html devices.html");
  command->callback([options, &globals] { compare(*options, globals); });
}

}  // namespace clgauge::cli

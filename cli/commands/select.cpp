#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/json_file.h"
#include "cli/output/quantity.h"
#include "cli/output/table.h"
#include "cli/value_checks.h"
#include "device/device.h"
#include "kernels/catalogue.h"
#include "service/engine/selection.h"
#include "service/keeper/daemon_keeper.h"

namespace clgauge::cli {
namespace {

struct SelectOptions {
  std::string what;                // a family's name or a JSON file
  std::vector<std::string> sizes;  // n=1024
  std::string model;               // empty: the best that can be had
  double refine_seconds = 0;
};

kernels::Sizes sizes_of(const SelectOptions& options) {
  kernels::Sizes sizes;
  for (const std::string& text : options.sizes) {
    const auto equals = text.find('=');
    const std::string digits = equals == std::string::npos ? "" : text.substr(equals + 1);
    if (digits.empty() || digits.size() > 9 ||
        digits.find_first_not_of("0123456789") != std::string::npos) {
      throw Error(ErrorKind::usage, "--arg " + text + ": write NAME=NUMBER, for example n=1024");
    }
    const std::string name = text.substr(0, equals);
    if (!sizes.emplace(name, std::stoll(digits)).second) {
      throw Error(ErrorKind::usage, "--arg " + name + " is given twice: keep one");
    }
  }
  return sizes;
}

std::vector<service::VariantLaunch> variants(const SelectOptions& options) {
  const std::filesystem::path path(options.what);
  if (path.extension() != ".json") {
    return service::variants_of(kernels::family(options.what), sizes_of(options));
  }
  if (!options.sizes.empty()) {
    throw Error(ErrorKind::usage, "--arg " + options.sizes.front() +
                                      ": a list's sizes stand in it: write them into the \"args\" "
                                      "of the variants in " +
                                      options.what);
  }
  const auto json = read_json_file(options.what, "a list of variants (clgauge select --help)");
  try {
    return service::variants_from_json(json, path.parent_path().string());
  } catch (const Error& error) {
    throw Error(error.kind(), options.what + ": " + error.what());
  }
}

void print(const service::SelectionReport& report) {
  const auto& all = report.selection.ranked;
  const bool is_tie =
      std::count_if(all.begin(), all.end(), [](const auto& one) { return one.tied; }) > 1;
  Table table({{"variant"},
               {"time", Align::right},
               {"interval", Align::right},
               {"tier"},
               {"best with", Align::right},
               {""}});
  for (const auto& ranked : all) {
    const auto& one = report.predictions[ranked.index];
    table.add_row(
        {ranked.name, format_seconds(ranked.seconds),
         format_seconds(one.prediction.low) + " .. " + format_seconds(one.prediction.high),
         one.tier, fmt::format("{:.0f}%", 100 * ranked.probability_best),
         is_tie && ranked.tied ? "tied" : ""});
  }
  table.print(std::cout);
  std::cout << fmt::format("take {}: expected regret {:.2f}\n", all.front().name,
                           report.selection.expected_regret);
  if (report.measured.empty() && report.selection.worth_measuring.size() > 1) {
    std::string names;
    for (const std::string& name : report.selection.worth_measuring) {
      names += (names.empty() ? "" : ", ") + name;
    }
    std::cout << "worth measuring first (--refine SECONDS does): " << names << '\n';
  }
}

void select(const SelectOptions& options, const Globals& globals) {
  db::Store store = service::open_user_store();
  const device::Identity device = answering_device(globals, store);
  const service::SelectionReport report = service::select_variant(
      store, device, options.model, variants(options), options.refine_seconds, interrupted());
  print_notes(report.notes);
  if (globals.format == Format::json) {
    std::cout << service::to_json(report).dump(2) << '\n';
    return;
  }
  print(report);
}

}  // namespace

void add_select_command(CLI::App& app, Globals& globals) {
  CLI::App* command = app.add_subcommand(
      "select", "Rank the variants of a kernel for a device, and say how sure the ranking is");
  auto options = std::make_shared<SelectOptions>();
  command
      ->add_option("WHAT", options->what,
                   "A kernel family (see `clgauge evaluate --help`), or a JSON list of variants")
      ->required();
  command->add_option("--arg", options->sizes, "A family's size: n=1024; repeat for more")
      ->type_name("NAME=NUMBER")
      ->allow_extra_args(false);
  command
      ->add_option("--model", options->model,
                   "Model that predicts. Without: that of the compiled code, where all variants "
                   "show it, else source")
      ->type_name("MODEL")
      ->check(some_model());
  command
      ->add_option("--refine", options->refine_seconds,
                   "Run the variants that are worth it for this long in all, and at most a second "
                   "longer, beside what ranking takes; runs are remembered")
      ->type_name("SECONDS")
      ->transform(no_negative_number());
  add_device_option(*command, globals);
  add_format_option(*command, globals);
  command->footer(
      "A variant in a JSON list: {\"name\": \"tiled\", \"file\": \"mm.cl\", \"global\": "
      "[\"n\",\"n\"], \"local\": [16,16]},\n"
      "and, where they are needed, \"kernel\": \"mm\", \"args\": {\"n\": 1024}, \"build_options\": "
      "\"-DTILE=16\", \"include\": [\"headers\"].\n"
      "Example: clgauge select matmul --arg n=1024 --refine 2");
  command->callback([options, &globals] { select(*options, globals); });
}

}  // namespace clgauge::cli

#include <fmt/format.h>

#include <iostream>

#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/kernel_options.h"
#include "cli/output/table.h"
#include "cli/value_checks.h"
#include "collector/kernel/launch_parser.h"
#include "service/engine/locality_report.h"
#include "service/keeper/daemon_keeper.h"

namespace clgauge::cli {
namespace {

constexpr long long kMostTogether = 1 << 20;  // bytes of a line, work-items of a sub-group

struct CountOptions {
  KernelOptions kernel;
  std::string model;  // of a pasted command line
  bool emit_model = false;
  bool locality = false;
  collector::LocalityOptions lines;
};

std::string text_of(const nlohmann::json& value) {
  return value.is_null() ? "-" : value.is_string() ? value.get<std::string>() : value.dump();
}

// What a column can hold; JSON has the whole.
std::string formula_in(const nlohmann::json& value) {
  constexpr std::size_t kLongest = 60;
  const std::string text = text_of(value);
  return text.size() <= kLongest
             ? text
             : fmt::format("{}... ({} characters)", text.substr(0, kLongest - 20), text.size());
}

std::string joined(const nlohmann::json& formulas) {
  std::string text;
  for (const auto& formula : formulas) {
    text += (text.empty() ? "" : ",") + formula_in(formula);
  }
  return text.empty() ? "-" : text;
}

void print_tables(const nlohmann::json& report) {
  std::cout << "kernel " << text_of(report.at("kernel")) << ", groups "
            << text_of(report.at("groups").at("formula")) << " = "
            << text_of(report.at("groups").at("value")) << "\n\n";
  Table ops({{"operation"}, {"dtype"}, {"per item"}, {"total"}, {"value", Align::right}, {"flag"}});
  for (const auto& op : report.at("ops")) {
    ops.add_row({text_of(op.at("op")) + std::string(op.value("index", false) ? " (index)" : ""),
                 text_of(op.at("dtype")), formula_in(op.at("per_item")), formula_in(op.at("total")),
                 text_of(op.at("value")), text_of(op.at("flag"))});
  }
  ops.print(std::cout);
  std::cout << '\n';
  Table accesses({{"line", Align::right},
                  {"access"},
                  {"array"},
                  {"type"},
                  {"local strides"},
                  {"group strides"},
                  {"total"},
                  {"value", Align::right},
                  {"flag"}});
  for (const auto& access : report.at("accesses")) {
    const int lanes = access.at("lanes").get<int>();
    accesses.add_row(
        {text_of(access.at("line")),
         text_of(access.at("space")) + " " + text_of(access.at("direction")),
         text_of(access.at("array")),
         text_of(access.at("dtype")) + (lanes > 1 ? fmt::format("x{}", lanes) : std::string()),
         joined(access.at("local_strides")), joined(access.at("group_strides")),
         formula_in(access.at("total")), text_of(access.at("value")), text_of(access.at("flag"))});
  }
  accesses.print(std::cout);
  std::cout << '\n';
  Table arrays({{"array"}, {"space"}, {"footprint"}, {"value", Align::right}, {"afr"}, {"flag"}});
  for (const auto& array : report.at("arrays")) {
    const auto& footprint = array.at("footprint");
    arrays.add_row({text_of(array.at("array")), text_of(array.at("space")),
                    formula_in(footprint.at("formula")), text_of(footprint.at("value")),
                    text_of(array.at("afr")), text_of(footprint.at("flag"))});
  }
  arrays.print(std::cout);
  for (const auto& sync : report.at("sync")) {
    std::cout << '\n'
              << text_of(sync.at("kind")) << ": " << formula_in(sync.at("per_item"))
              << " per work-item, total " << formula_in(sync.at("total")) << " = "
              << text_of(sync.at("value"));
  }
  std::cout << '\n';
}

void print_locality(const nlohmann::json& locality) {
  std::cout << fmt::format("\nlines of {} bytes, sub-groups of {} work-items\n",
                           locality.at("line_bytes").get<std::int64_t>(),
                           locality.at("sub_group_size").get<std::int64_t>());
  Table accesses({{"line", Align::right}, {"access"}, {"lines per sub-group", Align::right}, {""}});
  for (const auto& access : locality.at("accesses")) {
    const auto& lines = access.at("lines_per_sub_group");
    accesses.add_row({text_of(access.at("line")),
                      text_of(access.at("direction")) + " " + text_of(access.at("array")),
                      lines.is_null() ? "-" : fmt::format("{:.3g}", lines.get<double>()),
                      access.at("exact").get<bool>() ? "exact" : "without guards"});
  }
  accesses.print(std::cout);
  std::cout << '\n';
  Table arrays(
      {{"array"}, {"lines per group", Align::right}, {"bytes per group", Align::right}, {""}});
  for (const auto& array : locality.at("arrays")) {
    arrays.add_row({text_of(array.at("array")), text_of(array.at("group_lines")),
                    text_of(array.at("group_footprint_bytes")),
                    array.at("exact").get<bool>() ? "exact" : "without guards"});
  }
  arrays.print(std::cout);
  const auto number = [&](const std::string& member) {
    const auto& value = locality.at(member);
    const auto flag = locality.at(member + "_flag").get<std::string>();
    return (value.is_null() ? "-" : fmt::format("{:g}", value.get<double>())) +
           (flag == "exact" ? "" : " (" + flag + ")");
  };
  std::cout << fmt::format("\n{} flop, {} bytes under a perfect cache", number("flops"),
                           number("bytes_perfect_cache"));
  if (const auto& intensity = locality.at("arithmetic_intensity"); !intensity.is_null()) {
    std::cout << fmt::format(": {:.4g} flop/byte", intensity.get<double>());
  }
  std::cout << '\n';
}

void count(const CountOptions& options, const Globals& globals) {
  db::Store store = service::open_user_store();
  const DescribedKernel kernel = options.kernel.described(store);
  const collector::KernelModel& model = kernel.model;
  if (options.emit_model) {
    std::cout << collector::to_json(model).dump(2) << '\n';
    return;
  }
  const collector::Bindings bindings = collector::argument_values(kernel.launch);
  nlohmann::json report = collector::count_report(model, bindings);
  if (options.locality)
    report["locality"] = service::locality_report(model, bindings, options.lines);
  for (const std::string& refusal : model.refusals) {
    std::cerr << "clgauge: not counted: " << refusal << '\n';
  }
  if (globals.format == Format::json) {
    std::cout << report.dump(2) << '\n';
  } else {
    print_tables(report);
    if (options.locality) print_locality(report.at("locality"));
  }
}

// What predict takes beside: its command line is good for count, too.
void add_unused_options(CLI::App& command, CountOptions& options, Globals& globals) {
  add_device_option(command, globals);
  command.add_option("--model", options.model, "What predicts")->type_name("MODEL");
  for (const char* name : {"--buffer", "--content", "--device", "--model"}) {
    command.get_option(name)->group(
        "As predict takes them, not used: counts are of the source, whatever its buffers hold, and "
        "flagged where that decides");
  }
}

}  // namespace

void add_count_command(CLI::App& app, Globals& globals) {
  CLI::App* command =
      app.add_subcommand("count", "Count a kernel's operations and accesses, symbolically");
  auto options = std::make_shared<CountOptions>();
  options->kernel.add_to(*command);
  command->add_flag("--emit-model", options->emit_model,
                    "Print the KernelModel as JSON, for programs without LLVM (docs/features.md)");
  command->add_flag("--locality", options->locality,
                    "Also count cache lines and footprints by work-group (needs all sizes)");
  command
      ->add_option("--line-bytes", options->lines.line_bytes,
                   "Length of a cache line, for --locality")
      ->capture_default_str()
      ->type_name("BYTES")
      ->transform(whole_number(1, kMostTogether));
  command
      ->add_option("--sub-group-size", options->lines.sub_group_size,
                   "Work-items that access together, for --locality")
      ->capture_default_str()
      ->type_name("ITEMS")
      ->transform(whole_number(1, kMostTogether));
  add_format_option(*command, globals);
  add_unused_options(*command, *options, globals);
  command->footer(
      "Example: clgauge count kernels/matmul/naive.cl --global n,n --local 16,16 --arg "
      "n=48 --assume n%16==0");
  command->callback([options, &globals] { count(*options, globals); });
}

}  // namespace clgauge::cli

#include "cli/output/repeatability_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include <nlohmann/json.hpp>

#include "cli/output/table.h"
#include "model/builtin/builtin.h"
#include "service/store/repeatability.h"

namespace clgauge::cli {
namespace {

using Spreads = std::vector<service::Spread>;

Spreads::const_iterator worst_of(const Spreads& spreads) {
  return std::max_element(spreads.begin(), spreads.end(),
                          [](const auto& a, const auto& b) { return a.relative < b.relative; });
}

nlohmann::json to_json(const std::string& what, const Spreads& spreads) {
  nlohmann::json each = nlohmann::json::object();
  for (const auto& spread : spreads) {
    each[spread.of] = spread.relative;
  }
  return {{"what", what}, {"median_spread", median_spread(spreads)}, {"spreads", each}};
}

}  // namespace

void print_repeatability(db::Store& store, const std::vector<std::string>& calibration_uids,
                         Format format) {
  std::vector<std::pair<std::string, Spreads>> rows;
  rows.emplace_back("samples", service::sample_spreads(store, calibration_uids));
  for (const auto& definition : model::builtin_models()) {
    rows.emplace_back("costs of " + definition.name,
                      service::cost_spreads(store, calibration_uids, definition.name));
  }
  nlohmann::json lines = nlohmann::json::array();
  Table table({{"of " + std::to_string(calibration_uids.size()) + " calibrations"},
               {"compared", Align::right},
               {"median spread", Align::right},
               {"widest", Align::right},
               {"of"}});
  for (const auto& [what, spreads] : rows) {
    if (spreads.empty()) {
      continue;
    }
    lines.push_back(to_json(what, spreads));
    const auto worst = worst_of(spreads);
    table.add_row({what, std::to_string(spreads.size()),
                   fmt::format("{:.1f}%", 100 * median_spread(spreads)),
                   fmt::format("{:.0f}%", 100 * worst->relative), worst->of});
  }
  if (format == Format::json) {
    std::cout
        << nlohmann::json({{"calibrations", calibration_uids}, {"repeatability", lines}}).dump()
        << '\n';
  } else {
    table.print(std::cout);
  }
}

}  // namespace clgauge::cli

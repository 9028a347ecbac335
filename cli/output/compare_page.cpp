#include "cli/output/compare_page.h"

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "cli/generated/compare_page_assets.h"

namespace clgauge::cli {
namespace {

// In a script element "</" would end it; JSON reads "<\/" the same.
std::string for_script_element(std::string json) {
  for (std::size_t at = json.find("</"); at != std::string::npos; at = json.find("</", at + 3)) {
    json.insert(at + 1, "\\");
  }
  return json;
}

}  // namespace

void print_page(const service::Comparison& comparison, std::ostream& out) {
  constexpr std::string_view kData = "@DATA@";
  constexpr std::string_view kChart = "@CHART_JS@";
  const std::string_view page = kComparePage;
  const std::size_t data = page.find(kData);
  const std::size_t chart = page.find(kChart);
  out << page.substr(0, data) << for_script_element(service::to_json(comparison).dump())
      << page.substr(data + kData.size(), chart - data - kData.size()) << kChartJs
      << page.substr(chart + kChart.size());
}

}  // namespace clgauge::cli

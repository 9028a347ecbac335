#include "cli/output/model_table.h"

#include <fmt/format.h>

#include <cmath>
#include <iostream>

#include "cli/output/quantity.h"
#include "cli/output/table.h"

namespace clgauge::cli {

void print_models(const std::vector<model::FittedModel>& models) {
  Table table({{"model"},
               {"costs", Align::right},
               {"unidentified", Align::right},
               {"xF in sample", Align::right},
               {"xF, family left out", Align::right},
               {"90% interval", Align::right}});
  for (const auto& fitted : models) {
    std::size_t unidentified = 0;
    for (const auto& parameter : fitted.parameters) {
      unidentified += parameter.status == model::ParameterStatus::unidentified ? 1U : 0U;
    }
    table.add_row(
        {fitted.name, std::to_string(fitted.parameters.size()), std::to_string(unidentified),
         fmt::format("{:.2f}", fitted.in_sample.factor),
         fitted.held_out.samples == 0 ? "-" : fmt::format("{:.2f}", fitted.held_out.factor),
         fmt::format("x{} .. x{}",
                     format_ratio(std::exp(-fitted.multiplier_below * fitted.typical_log_sigma)),
                     format_ratio(std::exp(fitted.multiplier_above * fitted.typical_log_sigma)))});
  }
  table.print(std::cout);
}

}  // namespace clgauge::cli

#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "collector/kernel/kernel_model.h"

// Pieces that the two JSON forms of a model share.
namespace clgauge::collector {

[[nodiscard]] inline std::vector<std::string> texts(const std::vector<Formula>& formulas) {
  std::vector<std::string> result;
  result.reserve(formulas.size());
  for (const Formula& formula : formulas) result.push_back(formula.text());
  return result;
}

[[nodiscard]] inline nlohmann::json texts(const std::map<std::string, Formula>& formulas) {
  nlohmann::json result = nlohmann::json::object();
  for (const auto& [name, formula] : formulas) result[name] = formula.text();
  return result;
}

}  // namespace clgauge::collector

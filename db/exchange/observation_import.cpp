#include "db/exchange/observation_import.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/hash.h"
#include "db/device_table.h"

namespace clgauge::db {

std::string known_device(Store& store, const std::string& id_or_alias) {
  if (auto id = DeviceTable(store).resolve(id_or_alias)) {
    return *std::move(id);
  }
  throw Error(ErrorKind::input,
              fmt::format("the store knows no device '{}': give the id of one that `clgauge "
                          "devices` lists",
                          id_or_alias));
}

nlohmann::json launch_of(const std::map<std::string, std::string>& args) {
  nlohmann::json values = nlohmann::json::object();
  for (const auto& [name, text] : args) {
    std::int64_t number = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = failure == std::errc{} && end == text.data() + text.size();
    values[name] = whole ? nlohmann::json(number) : nlohmann::json(text);
  }
  return {{"args", std::move(values)}};
}

std::string variant_key(const std::string& tool, const std::string& kernel,
                        const nlohmann::json& parameters) {
  return hash_of({tool, kernel, parameters.dump()});
}

void add_observation(Store& store, ObservationRow row, std::optional<double> milliseconds,
                     TuningImport& counts) {
  if (row.status == "ok") {
    if (milliseconds && std::isfinite(*milliseconds) && *milliseconds > 0) {
      row.seconds = *milliseconds * 1e-3;
    } else {
      row.status = "rejected";
    }
  }
  ++counts.read;
  counts.added += ObservationTable(store).add_new(row) ? 1U : 0U;
}

}  // namespace clgauge::db

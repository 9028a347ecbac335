#pragma once

#include <map>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "db/exchange/tuning_results.h"
#include "db/observation_table.h"

// Internal to the room: what the imports of other tools' results share.
namespace clgauge::db {

// The value of an object's member, or Error(input) that names the file's kind and the member.
template <class T>
[[nodiscard]] T member(const nlohmann::json& object, const char* name, const char* kind) {
  try {
    return object.at(name).get<T>();
  } catch (const nlohmann::json::exception&) {
    throw Error(ErrorKind::input, std::string("this is no results file of ") + kind + ": \"" +
                                      name + "\" is missing or of the wrong type");
  }
}

// The id of the known device that `id_or_alias` names; Error(input) when there is none.
[[nodiscard]] std::string known_device(Store& store, const std::string& id_or_alias);

// {"args": {...}}, with numbers where the text is one.
[[nodiscard]] nlohmann::json launch_of(const std::map<std::string, std::string>& args);

// One variant of a kernel has one key whatever its size: the tool, the kernel, and the values of
// its tuning parameters.
[[nodiscard]] std::string variant_key(const std::string& tool, const std::string& kernel,
                                      const nlohmann::json& parameters);

// Adds an observation with the time in milliseconds, which both tools use; one that is not above
// zero is kept as rejected.
void add_observation(Store& store, ObservationRow row, std::optional<double> milliseconds,
                     TuningImport& counts);

}  // namespace clgauge::db

#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace clgauge::service {

// A message that the command prints as well, with the protocol's names (docs/protocol.md) for what
// it calls the command's options: "params.kernel" for "--kernel". What it says of the command by
// its name ("run clgauge calibrate --force") stays, and so does what only that can be told, which
// is then said of it. Thread-safe.
[[nodiscard]] std::string in_protocol_words(std::string_view message);

// The same of whatever a method's result says to people: its notes, refusals, and why there was no
// look. Thread-safe.
void put_in_protocol_words(nlohmann::json& result);

}  // namespace clgauge::service

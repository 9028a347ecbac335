#pragma once

#include <string>

namespace clgauge::device {

// The hardware's name behind a driver's name for it, by the rules of device/aliases.json: PoCL's
// "pthread-haswell-AMD EPYC" and Intel's "AMD EPYC" are both "AMD EPYC". Thread-safe.
[[nodiscard]] std::string canonical_name(const std::string& driver_name);

// The text of device/aliases.json as it was when clgauge was built.
[[nodiscard]] const char* alias_table_text() noexcept;

}  // namespace clgauge::device

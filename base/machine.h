#pragma once

#include <map>
#include <string>

namespace clgauge {

// What the system says of this machine's first processor under `field` of /proc/cpuinfo
// ("model name", "cpu family"); empty where it does not say. Thread-safe.
[[nodiscard]] std::string processor_field(const std::string& field);

// This machine by name: "host", "kernel" (of the operating system), "cpu" and "processors" (how
// many this process may use, which is what a CPU driver sees in a container). A calibration keeps
// them (device::provenance()), and the store tells by them which ones were made here. Thread-safe.
[[nodiscard]] std::map<std::string, std::string> machine_facts();

}  // namespace clgauge

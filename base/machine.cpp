#include "base/machine.h"

#include <sys/utsname.h>

#include <fstream>

#include "base/cpus.h"

namespace clgauge {

std::string processor_field(const std::string& field) {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    const auto name_end = line.find_last_not_of(" \t", line.find(':') - 1);
    if (line.compare(0, name_end + 1, field) == 0) {
      const auto start = line.find_first_not_of(" \t", line.find(':') + 1);
      return start == std::string::npos ? std::string() : line.substr(start);
    }
  }
  return {};
}

std::map<std::string, std::string> machine_facts() {
  std::map<std::string, std::string> facts;
  struct utsname system {};
  if (::uname(&system) == 0) {
    facts["host"] = system.nodename;
    facts["kernel"] = std::string(system.sysname) + " " + system.release + " " + system.machine;
  }
  facts["cpu"] = processor_field("model name");
  facts["processors"] = std::to_string(usable_cpus().size());
  return facts;
}

}  // namespace clgauge

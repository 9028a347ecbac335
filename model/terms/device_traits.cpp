#include "model/terms/device_traits.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <system_error>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "model/terms/processor_tlbs.h"

namespace clgauge::model {

namespace {

constexpr double kMostWays = 65536;
constexpr double kMostSubGroup = 65536;
constexpr double kMostComputeUnits = 1048576;
constexpr double kLeastPageBytes = 512;
constexpr double kMostPageBytes = 1073741824;
constexpr double kMostTlbPages = 16777216;
constexpr double kMostVectorRegisters = 65536;
constexpr double kLeastVectorBytes = 4;
constexpr double kMostVectorBytes = 65536;
constexpr double kMostLoadSeconds = 1;

std::string first_word(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::string word;
  in >> word;
  return word;
}

// "32K", "2048K", "36M"; zero for anything else.
double bytes_of(const std::string& size) {
  double value = 0;
  const auto [end, status] = std::from_chars(size.data(), size.data() + size.size(), value);
  if (status != std::errc()) {
    return 0;
  }
  switch (size.back()) {
    case 'K':
      return value * 1024;
    case 'M':
      return value * 1024 * 1024;
    case 'G':
      return value * 1024 * 1024 * 1024;
    default:
      return value;
  }
}

DeviceTraits read_host() {
  DeviceTraits traits;
  std::map<std::string, CacheLevel> levels;
  for (int index = 0; index < 8; ++index) {
    const std::filesystem::path folder =
        fmt::format("/sys/devices/system/cpu/cpu0/cache/index{}", index);
    const std::string type = first_word(folder / "type");
    if (type != "Data" && type != "Unified") {
      continue;
    }
    CacheLevel level;
    level.capacity_bytes = bytes_of(first_word(folder / "size"));
    level.line_bytes = bytes_of(first_word(folder / "coherency_line_size"));
    level.ways = static_cast<unsigned>(bytes_of(first_word(folder / "ways_of_associativity")));
    if (level.capacity_bytes > 0 && level.line_bytes > 0 && level.ways > 0) {
      levels[first_word(folder / "level")] = level;
    }
  }
  if (!levels.empty()) {
    traits.caches.clear();
    for (const auto& [name, level] : levels) {
      traits.caches.push_back(level);
    }
  }
  if (const long page = sysconf(_SC_PAGESIZE); page > 0) {
    traits.page_bytes = static_cast<double>(page);
  }
  if (const auto pages = processor_tlbs()) {
    traits.first_tlb_pages = pages->first;
    traits.tlb_pages = pages->second;
    traits.tlbs_are_reported = true;
  }
#if defined(__x86_64__)
  traits.second_cache_hashes = __builtin_cpu_is("intel") == 0;
  if (__builtin_cpu_supports("avx512vl") != 0) {
    traits.vector_registers = 32;  // narrow ones, too
    traits.vector_register_bytes = 64;
  }
#endif
  return traits;
}

// Counting divides by these numbers, some of them as integers: what no device has is damage.
double whole_number(const nlohmann::json& json, const char* name, double least, double most) {
  const auto value = json.at(name).get<double>();
  if (!(value >= least && value <= most) || value != std::floor(value)) {
    throw Error(ErrorKind::input,
                fmt::format("device traits: {} is {}, and must be a whole number from {:.0f} to "
                            "{:.0f}",
                            name, value, least, most));
  }
  return value;
}

CacheLevel cache_from_json(const nlohmann::json& json) {
  CacheLevel level;
  level.line_bytes = whole_number(json, "line_bytes", kLeastLineBytes, kMostLineBytes);
  level.capacity_bytes = whole_number(json, "capacity_bytes", level.line_bytes, kMostCacheBytes);
  level.ways = static_cast<unsigned>(whole_number(json, "ways", 1, kMostWays));
  level.is_lru = json.value("lru", false);
  return level;
}

std::vector<double> load_seconds_from_json(const nlohmann::json& json, std::size_t caches) {
  std::vector<double> levels = json.get<std::vector<double>>();
  for (const double seconds : levels) {
    if (!(seconds > 0 && seconds <= kMostLoadSeconds)) {
      throw Error(ErrorKind::input, fmt::format("device traits: a load takes {} s, and must take "
                                                "more than 0 and at most {:.0f}",
                                                seconds, kMostLoadSeconds));
    }
  }
  if (levels.size() != caches + 1) {
    throw Error(ErrorKind::input,
                fmt::format("device traits: load_seconds has {} numbers, and must have one for "
                            "each of {} caches and one for memory",
                            levels.size(), caches));
  }
  return levels;
}

}  // namespace

DeviceTraits host_traits(unsigned sub_group_size) {
  static const DeviceTraits host = read_host();
  DeviceTraits traits = host;
  traits.sub_group_size = std::max(1U, sub_group_size);
  return traits;
}

nlohmann::json to_json(const DeviceTraits& traits) {
  nlohmann::json caches = nlohmann::json::array();
  for (const CacheLevel& level : traits.caches) {
    caches.push_back({{"capacity_bytes", level.capacity_bytes},
                      {"line_bytes", level.line_bytes},
                      {"ways", level.ways}});
    if (level.is_lru) {
      caches.back()["lru"] = true;
    }
  }
  nlohmann::json json = {{"sub_group_size", traits.sub_group_size},
                         {"compute_units", traits.compute_units},
                         {"caches", std::move(caches)},
                         {"page_bytes", traits.page_bytes},
                         {"first_tlb_pages", traits.first_tlb_pages},
                         {"tlb_pages", traits.tlb_pages},
                         {"tlbs_are_reported", traits.tlbs_are_reported},
                         {"vector_registers", traits.vector_registers},
                         {"vector_register_bytes", traits.vector_register_bytes}};
  if (!traits.second_cache_hashes) {
    json["second_cache_hashes"] = false;
  }
  if (traits.is_gpu) {
    json["gpu"] = true;
  }
  if (!traits.load_seconds.empty()) {
    json["load_seconds"] = traits.load_seconds;
  }
  return json;
}

DeviceTraits device_traits_from_json(const nlohmann::json& json) {
  DeviceTraits traits;
  try {
    traits.sub_group_size =
        static_cast<unsigned>(whole_number(json, "sub_group_size", 1, kMostSubGroup));
    traits.compute_units =
        static_cast<unsigned>(whole_number(json, "compute_units", 1, kMostComputeUnits));
    traits.caches.clear();
    for (const auto& level : json.at("caches")) {
      traits.caches.push_back(cache_from_json(level));
    }
    traits.second_cache_hashes = json.value("second_cache_hashes", true);
    traits.page_bytes = whole_number(json, "page_bytes", kLeastPageBytes, kMostPageBytes);
    traits.tlb_pages = whole_number(json, "tlb_pages", 1, kMostTlbPages);
    if (json.contains("first_tlb_pages")) {  // not in traits of before
      traits.first_tlb_pages = whole_number(json, "first_tlb_pages", 1, kMostTlbPages);
    }
    traits.tlbs_are_reported = json.value("tlbs_are_reported", traits.tlbs_are_reported);
    if (json.contains("vector_registers")) {
      traits.vector_registers =
          static_cast<unsigned>(whole_number(json, "vector_registers", 1, kMostVectorRegisters));
      traits.vector_register_bytes =
          whole_number(json, "vector_register_bytes", kLeastVectorBytes, kMostVectorBytes);
    }
    traits.is_gpu = json.value("gpu", false);
    if (json.contains("load_seconds")) {
      traits.load_seconds = load_seconds_from_json(json.at("load_seconds"), traits.caches.size());
    }
  } catch (const nlohmann::json::exception& error) {
    throw Error(ErrorKind::input, fmt::format("device traits: {}", error.what()));
  }
  return traits;
}

}  // namespace clgauge::model

#include "service/engine/device_geometry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include <nlohmann/json.hpp>

#include "microbench/geometry/gpu_geometry.h"

namespace clgauge::service {
namespace {

constexpr double kDispute = 1.5;

constexpr double kMebi = 1048576;
// Walks go no further than about twice that: an edge of the last cache beyond it is not among them.
constexpr double kLargestSeen = 48 * kMebi;

// What was seen of each reported level.
std::vector<std::optional<double>> seen_levels(const std::vector<double>& seen,
                                               const std::vector<model::CacheLevel>& reported) {
  std::vector<std::optional<double>> levels(reported.size());
  if (levels.empty() || seen.empty()) {
    return levels;
  }
  const auto put = [&](std::size_t level, double bytes) {
    if (bytes > 0) {
      levels[level] = bytes;
    }
  };
  put(0, seen.front());
  std::size_t edges = seen.size();
  const std::size_t middle = levels.size() - 1;  // the level behind those between
  if (edges > 1 && middle > 0 && reported.back().capacity_bytes <= kLargestSeen) {
    put(middle, seen[--edges]);
  }
  std::size_t free = 1;
  for (std::size_t edge = 1; edge < edges && free < middle; ++edge) {
    if (seen[edge] <= 0) {  // what is not clear may be the end of the next level, or of none
      ++free;
      continue;
    }
    const auto distance = [&](std::size_t level) {
      return std::abs(std::log(seen[edge] / reported[level].capacity_bytes));
    };
    std::size_t nearest = free;
    for (std::size_t level = free + 1; level < middle; ++level) {
      nearest = distance(level) < distance(nearest) ? level : nearest;
    }
    put(nearest, seen[edge]);
    free = nearest + 1;
  }
  return levels;
}

// Where half of the rise is done that lines show which all compute units read over and over, as a
// designer would choose it, and no more than leaves enough microbenchmarks to memory (with 192 MiB
// a wait for memory was said to take 1 us). Nothing where lines take about the same from
// everywhere.
std::optional<double> kept_of_streams(const microbench::Curve& streams) {
  constexpr double kLeastRise = 1.25;
  constexpr double kMostKept = 96 * kMebi;
  const microbench::Curve clean = microbench::lower_envelope(streams);
  if (clean.size() < 2 || clean.back().seconds < kLeastRise * clean.front().seconds) {
    return std::nullopt;
  }
  const auto half =
      microbench::size_that_takes(clean, (clean.front().seconds + clean.back().seconds) / 2);
  const std::vector<double> sizes = microbench::design_sizes(clean.front().at, kMostKept);
  if (!half || sizes.empty()) {
    return std::nullopt;
  }
  return *std::ranges::min_element(sizes, {},
                                   [&](double size) { return std::abs(std::log(size / *half)); });
}

// Of a last cache that is larger than what is walked: where the longest walks take as long as
// memory does, others have the rest of it. Walks go from line to line and are slow, and what lies
// there too long is gone: of the 260 MiB that an Emerald Rapids reports, walks of two hours kept 12
// to 72 MiB, of a Granite Rapids' 480 they keep 12 to 20 - where both cores read 96 MiB over and
// over at the cache's pace, and 256 at memory's. Kernels read as those do, so that counts; where it
// was not measured, the middle of what walks kept. With 480 MiB no microbenchmark came from memory,
// with 48 of a Granite Rapids arrays of 64 MiB were said to take twice their time, those of 256
// half, and a line from memory to cost nothing.
std::optional<double> share_of_last_cache(const DeviceGeometry& geometry) {
  constexpr double kFromMemory = 2;
  const std::vector<model::CacheLevel>& caches = geometry.reported.caches;
  if (!has_last_cache_beyond_walks(geometry.reported)) {
    return std::nullopt;
  }
  const microbench::Curve walks =
      microbench::lower_envelope(microbench::shortest_of(geometry.curves.footprint));
  const double beyond_middle = 4 * caches[caches.size() - 2].capacity_bytes;
  const auto near = microbench::seconds_at(walks, beyond_middle);
  if (!near || walks.back().at < 2 * beyond_middle || walks.back().seconds < kFromMemory * *near) {
    return std::nullopt;
  }
  return kept_of_streams(geometry.curves.streams).value_or(kLargestSeen);
}

// What of a last cache that others use, too, a walk keeps that goes to one line after the other and
// waits for each: where its time is halfway from that of the caches before to that of memory. Of
// the 32 MiB that virtual machines on a Zen 3 and a Zen 4 are told of 3 to 10 MiB, in every
// calibration. Nothing where it keeps all.
std::optional<double> kept_of_last_cache(const DeviceGeometry& geometry) {
  constexpr double kFromMemory = 4;
  const std::vector<model::CacheLevel>& caches = geometry.reported.caches;
  if (caches.size() < 2 || caches.back().capacity_bytes > kLargestSeen) {
    return std::nullopt;
  }
  const double reported = caches.back().capacity_bytes;
  const microbench::Curve walks = microbench::lower_envelope(geometry.curves.slow_footprint);
  const auto near = microbench::seconds_at(walks, 2 * caches[caches.size() - 2].capacity_bytes);
  if (!near || walks.back().at < 2 * reported || walks.back().seconds < kFromMemory * *near) {
    return std::nullopt;
  }
  const auto kept = microbench::size_that_takes(walks, std::sqrt(*near * walks.back().seconds));
  return kept && kept < reported ? kept : std::nullopt;
}

// A GPU's levels are its own cache of each compute unit and the one that all share. Where global
// memory goes around the first, the only edge is that of the second.
std::vector<std::optional<double>> gpu_levels(const microbench::Geometry& seen) {
  constexpr double kLeastShared = 1048576;
  std::vector<double> edges = seen.capacities_bytes;
  if (edges.size() == 1 && edges.front() >= kLeastShared) {
    edges.insert(edges.begin(), 0);
  }
  std::vector<std::optional<double>> levels(2);
  for (std::size_t level = 0; level < std::min(levels.size(), edges.size()); ++level) {
    if (edges[level] > 0) {
      levels[level] = edges[level];
    }
  }
  return levels;
}

// Of both caches and memory; a cache without an edge takes what that takes which lies there.
std::vector<double> gpu_load_seconds(const microbench::Geometry& seen) {
  std::vector<double> seconds = seen.load_seconds;
  if (seconds.size() == 2) {
    const bool is_second = !gpu_levels(seen).front();
    seconds.insert(seconds.begin() + 1, is_second ? seconds.front() : seconds.back());
  }
  return seconds.size() == 3 ? seconds : std::vector<double>();
}

// A driver says little of a GPU's caches, and that is often of something else (4.1 MiB of an H200,
// a 32 KiB for each compute unit): what is seen counts.
model::DeviceTraits gpu_traits_from(const DeviceGeometry& geometry) {
  const microbench::Geometry& seen = geometry.seen;
  model::DeviceTraits traits = geometry.reported;
  const auto levels = gpu_levels(seen);
  for (std::size_t level = 0; level < std::min(levels.size(), traits.caches.size()); ++level) {
    model::CacheLevel& cache = traits.caches[level];
    cache.line_bytes = seen.line_bytes.value_or(cache.line_bytes);
    cache.capacity_bytes = levels[level].value_or(cache.capacity_bytes);
  }
  traits.first_tlb_pages = seen.first_tlb_pages.value_or(traits.first_tlb_pages);
  traits.tlb_pages = seen.second_tlb_pages.value_or(traits.tlb_pages);
  if (traits.caches.size() == levels.size()) {
    traits.load_seconds = gpu_load_seconds(seen);
  }
  return traits;
}

std::string text_of(double value, const std::string& unit) {
  constexpr double kKibi = 1024;
  if (unit == "pages" && value == microbench::kTlbWithoutEdge) {
    return "without an edge";
  }
  if (unit == "s") {
    return fmt::format("{:.3g} ns", 1e9 * value);
  }
  if (unit != "B" || value < kKibi) {
    return fmt::format("{:.4g}{}{}", value, unit.empty() ? "" : " ", unit);
  }
  return value < kKibi * kKibi ? fmt::format("{:.4g} KiB", value / kKibi)
                               : fmt::format("{:.4g} MiB", value / kKibi / kKibi);
}

// What was seen of each reported level.
std::vector<std::optional<double>> levels_of(const DeviceGeometry& geometry) {
  const std::vector<model::CacheLevel>& caches = geometry.reported.caches;
  std::vector<std::optional<double>> levels;
  if (geometry.reported.is_gpu) {
    levels = gpu_levels(geometry.seen);
    levels.resize(caches.size());
    return levels;
  }
  levels = seen_levels(geometry.seen.capacities_bytes, caches);
  if (const auto share = share_of_last_cache(geometry)) {
    levels.back() = share;
  } else if (const auto kept = kept_of_last_cache(geometry)) {
    levels.back() = kept;
  }
  return levels;
}

}  // namespace

bool has_last_cache_beyond_walks(const model::DeviceTraits& reported) {
  return !reported.is_gpu && reported.caches.size() >= 2 &&
         reported.caches.back().capacity_bytes > kLargestSeen;
}

std::optional<DeviceGeometry> geometry_in(const std::map<std::string, std::string>& provenance) {
  const auto found = provenance.find(kGeometryProvenance);
  if (found == provenance.end()) {
    return std::nullopt;
  }
  const auto json = nlohmann::json::parse(found->second, nullptr, false);
  if (!json.is_object() || !json.contains("curves") || !json.contains("seen") ||
      !json.contains("reported")) {
    return std::nullopt;  // of another version: `traits` hold what it made of it
  }
  try {
    return DeviceGeometry{microbench::geometry_curves_from_json(json.at("curves")),
                          microbench::geometry_from_json(json.at("seen")),
                          model::device_traits_from_json(json.at("reported"))};
  } catch (const Error& error) {
    throw Error(
        ErrorKind::store,
        fmt::format("what the store says of the caches and TLBs that its calibration saw is "
                    "damaged ({}): calibrate it anew (clgauge calibrate --force)",
                    error.what()));
  }
}

nlohmann::json to_json(const DeviceGeometry& geometry) {
  return {{"curves", microbench::to_json(geometry.curves)},
          {"seen", microbench::to_json(geometry.seen)},
          {"reported", model::to_json(geometry.reported)}};
}

model::DeviceTraits traits_from(const DeviceGeometry& geometry) {
  if (geometry.reported.is_gpu) {
    return gpu_traits_from(geometry);
  }
  const microbench::Geometry& seen = geometry.seen;
  model::DeviceTraits traits = geometry.reported;
  auto& caches = traits.caches;
  const auto levels = seen_levels(seen.capacities_bytes, caches);
  bool is_first_seen = true;
  for (std::size_t level = 0; level < caches.size(); ++level) {
    const double reported = caches[level].capacity_bytes;
    const double bytes = levels[level].value_or(reported);
    // What else runs makes caches look smaller, but for the first. One that looks much larger or
    // smaller than reported is another one, of which others leave so much, or was hidden.
    const double least = level == 0 ? reported / kDispute : reported;
    const bool is_credible = bytes >= least && bytes <= kDispute * reported;
    caches[level].capacity_bytes = is_credible ? bytes : reported;
    is_first_seen = is_first_seen && (level > 0 || is_credible);
  }
  if (const auto share = share_of_last_cache(geometry)) {
    caches.back().capacity_bytes = *share;
  } else if (const auto kept = kept_of_last_cache(geometry)) {
    // The more often lines are asked for, the more of the cache is ours.
    const double reported = caches.back().capacity_bytes;
    caches.back().capacity_bytes =
        kMebi * std::max(1.0, std::round(std::cbrt(*kept * reported * reported) / kMebi));
  }
  if (is_first_seen) {  // by its size the other walks went
    for (model::CacheLevel& level : caches) {
      level.line_bytes = seen.line_bytes.value_or(level.line_bytes);
    }
    if (!caches.empty()) {
      caches.front().ways = seen.first_ways.value_or(caches.front().ways);
      caches.front().is_lru = seen.first_is_lru.value_or(false);
    }
  }
  traits.page_bytes = seen.page_bytes.value_or(traits.page_bytes);
  traits.first_tlb_pages = seen.first_tlb_pages.value_or(traits.first_tlb_pages);
  traits.tlb_pages = seen.second_tlb_pages.value_or(traits.tlb_pages);
  return traits;
}

bool GeometryFact::is_disputed() const {
  return seen && reported && (*seen > kDispute * *reported || *reported > kDispute * *seen);
}

std::vector<GeometryFact> facts_of(const DeviceGeometry& geometry) {
  const microbench::Geometry& seen = geometry.seen;
  const model::DeviceTraits& reported = geometry.reported;
  const model::DeviceTraits used = traits_from(geometry);
  std::vector<GeometryFact> facts;
  // Of a GPU nobody reports more than the second cache and the line.
  const auto unless_gpu = [&](double value) {
    return reported.is_gpu ? std::nullopt : std::optional(value);
  };
  const auto levels = levels_of(geometry);
  for (std::size_t level = 0; level < used.caches.size(); ++level) {
    const double bytes = reported.caches[level].capacity_bytes;
    facts.push_back({fmt::format("cache {} capacity", level + 1), "B", levels[level],
                     level == 1 ? std::optional(bytes) : unless_gpu(bytes),
                     used.caches[level].capacity_bytes});
  }
  if (!used.caches.empty() && !reported.caches.empty()) {
    const model::CacheLevel& first = reported.caches.front();
    facts.push_back(
        {"cache line", "B", seen.line_bytes, first.line_bytes, used.caches.front().line_bytes});
    facts.push_back({"cache 1 ways", "", seen.first_ways, unless_gpu(first.ways),
                     static_cast<double>(used.caches.front().ways)});
  }
  facts.push_back({"page", "B", seen.page_bytes, unless_gpu(reported.page_bytes), used.page_bytes});
  const auto if_reported = [&](double pages) {
    return reported.tlbs_are_reported ? std::optional(pages) : std::nullopt;
  };
  facts.push_back({"TLB 1", "pages", seen.first_tlb_pages, if_reported(reported.first_tlb_pages),
                   used.first_tlb_pages});
  facts.push_back(
      {"TLB 2", "pages", seen.second_tlb_pages, if_reported(reported.tlb_pages), used.tlb_pages});
  for (std::size_t level = 0; level < used.load_seconds.size(); ++level) {
    const double seconds = used.load_seconds[level];
    const bool is_memory = level + 1 == used.load_seconds.size();
    facts.push_back({is_memory ? "load from memory" : fmt::format("load from cache {}", level + 1),
                     "s", seconds, std::nullopt, seconds});
  }
  return facts;
}

namespace {

bool is_between(const GeometryFact& fact) {
  return fact.seen && fact.reported && fact.used != fact.seen && fact.used != fact.reported;
}

const char* origin_of(const GeometryFact& fact) {
  return fact.seen == fact.used ? "seen"
         : is_between(fact)     ? "between"
         : fact.reported        ? "reported"
                                : "usual";
}

}  // namespace

nlohmann::json to_json(const std::vector<GeometryFact>& facts) {
  nlohmann::json list = nlohmann::json::array();
  const auto number = [](const std::optional<double>& value) {
    return value ? nlohmann::json(*value) : nlohmann::json(nullptr);
  };
  for (const GeometryFact& fact : facts) {
    list.push_back({{"what", fact.what},
                    {"unit", fact.unit},
                    {"seen", number(fact.seen)},
                    {"reported", number(fact.reported)},
                    {"used", fact.used},
                    {"source", origin_of(fact)},
                    {"disputed", fact.is_disputed()}});
  }
  return list;
}

std::vector<std::string> disputes_of(const DeviceGeometry& geometry) {
  std::vector<std::string> lines;
  for (const GeometryFact& fact : facts_of(geometry)) {
    if (fact.is_disputed()) {
      lines.push_back(fmt::format(
          "{}: walks through memory see {}, the system reports {}; predictions go by {}", fact.what,
          text_of(*fact.seen, fact.unit), text_of(*fact.reported, fact.unit),
          is_between(fact) ? text_of(fact.used, fact.unit) + " between them"
                           : fmt::format("what is {}", origin_of(fact))));
    }
  }
  return lines;
}

std::string summary_of(const DeviceGeometry& geometry) {
  std::string seen;
  std::string rest;
  for (const GeometryFact& fact : facts_of(geometry)) {
    std::string& part = fact.seen == fact.used || is_between(fact) ? seen : rest;
    part +=
        fmt::format("{}{} {}{}", part.empty() ? "" : ", ", fact.what, text_of(fact.used, fact.unit),
                    fact.seen || fact.reported ? "" : " (a usual size)");
  }
  std::string text = "walks through memory see " + (seen.empty() ? std::string("nothing") : seen);
  return rest.empty() ? text : text + "; taken as reported: " + rest;
}

}  // namespace clgauge::service

#include "service/engine/device_geometry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <nlohmann/json.hpp>

namespace clgauge::service {
namespace {

constexpr double kDispute = 1.5;

// Which reported level each capacity stands for: in order, and together as near as can be.
std::vector<std::size_t> levels_of(const std::vector<double>& seen,
                                   const std::vector<model::CacheLevel>& reported) {
  std::vector<std::size_t> best;
  double least = std::numeric_limits<double>::infinity();
  const auto distance = [&](std::size_t index, std::size_t level) {
    return std::abs(std::log(seen[index] / reported[level].capacity_bytes));
  };
  // Few levels: all choices are tried.
  std::vector<std::size_t> choice;
  const auto choose = [&](const auto& self, std::size_t index, std::size_t from,
                          double sum) -> void {
    if (index == seen.size()) {
      if (sum < least) {
        least = sum;
        best = choice;
      }
      return;
    }
    for (std::size_t level = from; level < reported.size(); ++level) {
      choice.push_back(level);
      self(self, index + 1, level + 1, sum + distance(index, level));
      choice.pop_back();
    }
  };
  choose(choose, 0, 0, 0);
  return best;
}

std::string text_of(double value, const std::string& unit) {
  constexpr double kKibi = 1024;
  if (unit != "B" || value < kKibi) {
    return fmt::format("{:.4g}{}{}", value, unit.empty() ? "" : " ", unit);
  }
  return value < kKibi * kKibi ? fmt::format("{:.4g} KiB", value / kKibi)
                               : fmt::format("{:.4g} MiB", value / kKibi / kKibi);
}

}  // namespace

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
  return DeviceGeometry{microbench::geometry_curves_from_json(json.at("curves")),
                        microbench::geometry_from_json(json.at("seen")),
                        model::device_traits_from_json(json.at("reported"))};
}

nlohmann::json to_json(const DeviceGeometry& geometry) {
  return {{"curves", microbench::to_json(geometry.curves)},
          {"seen", microbench::to_json(geometry.seen)},
          {"reported", model::to_json(geometry.reported)}};
}

model::DeviceTraits traits_from(const DeviceGeometry& geometry) {
  const microbench::Geometry& seen = geometry.seen;
  model::DeviceTraits traits = geometry.reported;
  auto& caches = traits.caches;
  if (seen.capacities_bytes.size() > caches.size()) {
    caches.resize(seen.capacities_bytes.size(),
                  caches.empty() ? model::CacheLevel{} : caches.back());
    for (std::size_t i = 0; i < caches.size(); ++i) {
      caches[i].capacity_bytes = seen.capacities_bytes[i];
    }
  } else {
    const auto levels = levels_of(seen.capacities_bytes, caches);
    for (std::size_t i = 0; i < levels.size(); ++i) {
      caches[levels[i]].capacity_bytes = seen.capacities_bytes[i];
    }
  }
  for (model::CacheLevel& level : caches) {
    level.line_bytes = seen.line_bytes.value_or(level.line_bytes);
  }
  if (!caches.empty()) {
    caches.front().ways = seen.first_ways.value_or(caches.front().ways);
    caches.front().is_lru = seen.first_is_lru.value_or(false);
  }
  traits.page_bytes = seen.page_bytes.value_or(traits.page_bytes);
  traits.first_tlb_pages = seen.first_tlb_pages.value_or(traits.first_tlb_pages);
  traits.tlb_pages = seen.second_tlb_pages.value_or(traits.tlb_pages);
  return traits;
}

bool GeometryFact::is_disputed() const {
  return seen && reported &&
         (*seen > kDispute * *reported || *reported > kDispute * *seen);
}

std::vector<GeometryFact> facts_of(const DeviceGeometry& geometry) {
  const microbench::Geometry& seen = geometry.seen;
  const model::DeviceTraits& reported = geometry.reported;
  const model::DeviceTraits used = traits_from(geometry);
  std::vector<GeometryFact> facts;
  const auto& capacities = seen.capacities_bytes;
  const auto levels = levels_of(capacities, reported.caches);
  for (std::size_t level = 0; level < used.caches.size(); ++level) {
    GeometryFact fact{fmt::format("cache {} capacity", level + 1), "B", std::nullopt, std::nullopt,
                      used.caches[level].capacity_bytes};
    const auto place = std::find(levels.begin(), levels.end(), level);
    if (place != levels.end()) {
      fact.seen = capacities[static_cast<std::size_t>(place - levels.begin())];
    } else if (level < capacities.size() && levels.empty()) {
      fact.seen = capacities[level];
    }
    if (level < reported.caches.size()) {
      fact.reported = reported.caches[level].capacity_bytes;
    }
    facts.push_back(std::move(fact));
  }
  if (!used.caches.empty() && !reported.caches.empty()) {
    const model::CacheLevel& first = reported.caches.front();
    facts.push_back({"cache line", "B", seen.line_bytes, first.line_bytes,
                     used.caches.front().line_bytes});
    facts.push_back({"cache 1 ways", "", seen.first_ways, first.ways,
                     static_cast<double>(used.caches.front().ways)});
  }
  facts.push_back({"page", "B", seen.page_bytes, reported.page_bytes, used.page_bytes});
  facts.push_back({"TLB 1", "pages", seen.first_tlb_pages, std::nullopt, used.first_tlb_pages});
  facts.push_back({"TLB 2", "pages", seen.second_tlb_pages, std::nullopt, used.tlb_pages});
  return facts;
}

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
                    {"source", fact.seen ? "seen" : fact.reported ? "reported" : "usual"},
                    {"disputed", fact.is_disputed()}});
  }
  return list;
}

std::vector<std::string> disputes_of(const DeviceGeometry& geometry) {
  std::vector<std::string> lines;
  for (const GeometryFact& fact : facts_of(geometry)) {
    if (fact.is_disputed()) {
      lines.push_back(fmt::format(
          "{}: walks through memory see {}, the system reports {}; predictions go by what is seen",
          fact.what, text_of(*fact.seen, fact.unit), text_of(*fact.reported, fact.unit)));
    }
  }
  return lines;
}

std::string summary_of(const DeviceGeometry& geometry) {
  std::string seen;
  std::string rest;
  for (const GeometryFact& fact : facts_of(geometry)) {
    std::string& part = fact.seen ? seen : rest;
    part += fmt::format("{}{} {}{}", part.empty() ? "" : ", ", fact.what,
                        text_of(fact.used, fact.unit),
                        fact.seen || fact.reported ? "" : " (a usual size)");
  }
  std::string text = "walks through memory see " + (seen.empty() ? std::string("nothing") : seen);
  return rest.empty() ? text : text + "; not seen, and taken as reported: " + rest;
}

}  // namespace clgauge::service

#include "service/store/cost_group.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

#include "base/error.h"

namespace clgauge::service {
namespace {

// By the names of model::source_level(), model::source_simt() and model::roofline(); what no other
// prefix fits computes.
constexpr std::array<std::pair<std::string_view, std::string_view>, 17> kPrefixes{{
    {"p_launch", "launch"},
    {"p_fork", "launch"},
    {"p_group", "launch"},
    {"p_empty_item", "launch"},
    {"p_l2", "memory"},
    {"p_l3", "memory"},
    {"p_dram", "memory"},
    {"p_byte", "memory"},
    {"p_memory", "memory"},
    {"p_sector", "memory"},
    {"p_line", "memory"},
    {"p_wait", "memory"},
    {"p_page", "memory"},
    {"p_alias", "memory"},
    {"p_atomic", "memory"},
    {"p_barrier", "local"},
    {"p_local", "local"},
}};

std::string_view group_of(std::string_view cost) {
  const auto found = std::find_if(kPrefixes.begin(), kPrefixes.end(), [&](const auto& entry) {
    return cost.substr(0, entry.first.size()) == entry.first;
  });
  return found == kPrefixes.end() ? "arithmetic" : found->second;
}

}  // namespace

const std::vector<CostGroup>& cost_groups() {
  static const std::vector<CostGroup> kGroups = {{"memory", {"gmem", "atomic"}},
                                                 {"arithmetic", {"flops", "mix"}},
                                                 {"local", {"lmem", "barrier"}},
                                                 {"launch", {"launch"}}};
  return kGroups;
}

std::vector<std::string> tags_of_groups(const std::vector<std::string>& names) {
  std::vector<std::string> tags;
  for (const std::string& name : names) {
    const auto& groups = cost_groups();
    const auto found = std::find_if(groups.begin(), groups.end(),
                                    [&](const CostGroup& group) { return name == group.name; });
    if (found == groups.end()) {
      throw Error(ErrorKind::usage, "no costs are called " + name.substr(0, 64) +
                                        ": name memory, arithmetic, local or launch");
    }
    tags.insert(tags.end(), found->tags.begin(), found->tags.end());
  }
  return tags;
}

std::string dominant_group(const model::Prediction& prediction) {
  std::map<std::string_view, double> seconds;
  for (const auto& share : prediction.breakdown) {
    seconds[group_of(share.cost)] += share.seconds;
  }
  const auto most =
      std::max_element(seconds.begin(), seconds.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  return most == seconds.end() ? "" : std::string(most->first);
}

}  // namespace clgauge::service

#include "service/engine/renewal.h"

#include <algorithm>
#include <set>

#include "db/sample_table.h"

namespace clgauge::service {
namespace {

std::set<std::string> names_of_others(const microbench::Plan& plan,
                                      const std::vector<std::string>& renewed_tags) {
  std::set<std::string> names;
  for (const auto& group : plan.groups) {
    for (const auto& kernel : group.kernels) {
      if (std::none_of(renewed_tags.begin(), renewed_tags.end(),
                       [&](const std::string& tag) { return kernel.tags.count(tag) > 0; })) {
        names.insert(kernel.name);
      }
    }
  }
  return names;
}

}  // namespace

std::size_t keep_samples_of_others(db::Store& store, const microbench::Plan& plan,
                                   const std::string& from_calibration_uid,
                                   const std::string& to_calibration_uid,
                                   const std::vector<std::string>& renewed_tags) {
  const std::set<std::string> others = names_of_others(plan, renewed_tags);
  db::Transaction transaction(store);
  db::SampleTable table(store);
  std::size_t kept = 0;
  for (db::SampleRow& row : table.list(from_calibration_uid)) {
    if (others.count(row.micro_kernel) > 0) {
      row.calibration_uid = to_calibration_uid;
      table.add(row);
      ++kept;
    }
  }
  transaction.commit();
  return kept;
}

}  // namespace clgauge::service

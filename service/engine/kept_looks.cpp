#include "service/engine/kept_looks.h"

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/hash.h"
#include "db/look_table.h"
#include "lens/process/protocol.h"

namespace clgauge::service {
namespace {

constexpr double kMostCount = 1e30;  // more than any launch makes in the age of the universe

// A subject of their own for looks on contents: those of others are compared by their sizes alone.
std::string with_contents(const std::string& subject, const lens::EvaluatedLaunch& launch) {
  std::string contents;
  for (const lens::EvaluatedArgument& argument : launch.arguments) {
    contents += argument.content.empty() ? "-" : hash_of({argument.content});
  }
  return contents.find_first_not_of('-') == std::string::npos ? subject
                                                              : hash_of({subject, contents});
}

// Contents may be large, and the subject tells them apart; likely ones follow from the rest.
nlohmann::json json_without_contents(lens::EvaluatedLaunch launch) {
  for (lens::EvaluatedArgument& argument : launch.arguments) {
    argument.content.clear();
    argument.likely_content.clear();
  }
  return lens::launch_json(launch);
}

// Throws for one that no lens gives.
lens::LensAnswer kept_answer(const db::LookRow& row) {
  lens::LensAnswer answer = lens::answer_from_json(nlohmann::json::parse(row.answer));
  for (const auto& [name, count] : answer.features) {
    if (!(count >= 0 && count <= kMostCount)) {
      throw Error(ErrorKind::store, name + " of a kept look is no count");
    }
  }
  return answer;
}

}  // namespace

std::string subject_of_looks(const std::string& device_id, const std::string& object_uid,
                             const std::string& kernel, const std::array<std::uint64_t, 3>& local,
                             const lens::MachineShape& machine) {
  return hash_of({"look", std::to_string(lens::kLensVersion), device_id, object_uid, kernel,
                  nlohmann::json(local).dump(), lens::machine_json(machine).dump()});
}

LookName name_of_look(const std::string& device_id, const std::string& object_uid,
                      const std::string& kernel, const lens::EvaluatedLaunch& launch,
                      const lens::MachineShape& machine) {
  const std::string subject =
      with_contents(subject_of_looks(device_id, object_uid, kernel, launch.local, machine), launch);
  return {hash_of({subject, json_without_contents(launch).dump()}), subject, device_id, object_uid,
          kernel};
}

std::optional<lens::LensAnswer> KeptLooks::find(const LookName& name) {
  const auto row = db::LookTable(store_).find(name.key);
  if (!row) {
    return std::nullopt;
  }
  try {
    return kept_answer(*row);
  } catch (const std::exception&) {
    return std::nullopt;  // damaged: look again and replace it
  }
}

std::vector<KeptLooks::KeptLook> KeptLooks::list(const std::string& subject, std::size_t most) {
  std::vector<KeptLook> looks;
  for (const db::LookRow& row : db::LookTable(store_).list(subject, most)) {
    try {
      looks.push_back(
          {lens::launch_from_json(nlohmann::json::parse(row.launch)), kept_answer(row)});
    } catch (const std::exception&) {
      continue;  // damaged
    }
  }
  return looks;
}

void KeptLooks::keep(const std::vector<LookName>& names,
                     const std::vector<lens::LensRequest>& requests,
                     const std::vector<lens::LensAnswer>& answers) {
  if (names.empty()) {
    return;
  }
  try {
    db::Transaction transaction(store_);
    db::LookTable table(store_);
    for (std::size_t i = 0; i < names.size(); ++i) {
      const LookName& name = names[i];
      table.put({name.key, name.subject, lens::kLensVersion, name.device_id, name.object_uid,
                 name.kernel, json_without_contents(requests[i].launch).dump(),
                 lens::answer_json(answers[i]).dump()});
    }
    transaction.commit();
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::store) {
      throw;
    }
  }
}

}  // namespace clgauge::service

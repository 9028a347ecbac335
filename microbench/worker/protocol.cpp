#include "microbench/worker/protocol.h"

#include <nlohmann/json.hpp>

#include "base/error.h"

namespace clgauge::microbench {
namespace {

using nlohmann::json;

// Drivers' messages hold whatever bytes they like; JSON holds UTF-8.
std::string one_line(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

json parse(const std::string& line) {
  try {
    return json::parse(line);
  } catch (const json::exception& e) {
    throw Error(ErrorKind::input,
                std::string("a line of the worker's channel is no JSON: ") + e.what());
  }
}

const char* name_of(Wanted wanted) {
  switch (wanted) {
    case Wanted::times:
      return "times";
    case Wanted::times_and_object:
      return "times_and_object";
    case Wanted::object:
      return "object";
  }
  return "unknown";
}

const json& member(const json& object, const char* name) {
  const auto found = object.is_object() ? object.find(name) : object.end();
  if (!object.is_object() || found == object.end()) {
    throw Error(ErrorKind::input,
                std::string("a line of the worker's channel has no '") + name + "'");
  }
  return *found;
}

}  // namespace

std::string request_line(const Job& job, Wanted wanted) {
  return one_line({{"job", to_json(job)}, {"wanted", name_of(wanted)}});
}

WorkerRequest request_of_line(const std::string& line) {
  const json object = parse(line);
  const json& wanted = member(object, "wanted");
  for (const Wanted candidate : {Wanted::times, Wanted::times_and_object, Wanted::object}) {
    if (wanted == name_of(candidate)) {
      return {job_from_json(member(object, "job")), candidate};
    }
  }
  throw Error(ErrorKind::input, "a worker cannot be asked for " + wanted.dump());
}

std::string reply_line(const WorkerReply& reply) {
  if (const auto* phase = std::get_if<PhaseReport>(&reply)) {
    return one_line({{"phase", phase->phase}});
  }
  return one_line({{"measurement", to_json(std::get<Measurement>(reply))}});
}

WorkerReply reply_of_line(const std::string& line) {
  const json object = parse(line);
  if (object.is_object() && object.contains("phase")) {
    const json& phase = object.at("phase");
    return PhaseReport{phase.is_string() ? phase.get<std::string>() : "unknown"};
  }
  return measurement_from_json(member(object, "measurement"));
}

}  // namespace clgauge::microbench

#include "lens/process/protocol.h"

#include <unordered_map>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/base64.h"
#include "base/error.h"

namespace clgauge::lens {
namespace {

using nlohmann::json;
using Kind = EvaluatedArgument::Kind;

constexpr const char* name_of(Kind kind) {
  switch (kind) {
    case Kind::buffer:
      return "buffer";
    case Kind::local:
      return "local";
    case Kind::scalar:
      return "scalar";
  }
  return "scalar";
}

json argument_json(const EvaluatedArgument& argument) {
  json value = {{"kind", name_of(argument.kind)},
                {"value", argument.value},
                {"address", argument.address},
                {"bytes", argument.size_bytes}};
  if (!argument.content.empty()) {
    value["content"] = to_base64(argument.content);
  }
  if (!argument.likely_content.empty()) {
    value["likely_content"] = to_base64(argument.likely_content);
  }
  if (argument.is_structure) value["structure"] = true;
  if (argument.mapped_before_bytes != EvaluatedArgument::kEverything) {
    value["mapped_before"] = argument.mapped_before_bytes;
  }
  if (argument.mapped_behind_bytes != EvaluatedArgument::kEverything) {
    value["mapped_behind"] = argument.mapped_behind_bytes;
  }
  return value;
}

EvaluatedArgument argument_from(const json& value) {
  EvaluatedArgument argument;
  const auto& kind = value.at("kind").get_ref<const std::string&>();
  argument.kind = kind == "buffer" ? Kind::buffer : kind == "local" ? Kind::local : Kind::scalar;
  value.at("value").get_to(argument.value);
  value.at("address").get_to(argument.address);
  value.at("bytes").get_to(argument.size_bytes);
  if (const std::string content = value.value("content", ""); !content.empty()) {
    argument.content = from_base64(content);
  }
  if (const std::string content = value.value("likely_content", ""); !content.empty()) {
    argument.likely_content = from_base64(content);
  }
  argument.is_structure = value.value("structure", false);
  argument.mapped_before_bytes = value.value("mapped_before", EvaluatedArgument::kEverything);
  argument.mapped_behind_bytes = value.value("mapped_behind", EvaluatedArgument::kEverything);
  return argument;
}

json cache_json(const CacheShape& cache) {
  json value = {{"bytes", cache.capacity_bytes},
                {"line", cache.line_bytes},
                {"ways", cache.ways},
                {"lru", cache.replacement == Replacement::lru},
                {"scatters", cache.scatters}};
  if (cache.page_lines != 0) {
    value["page_lines"] = cache.page_lines;
  }
  return value;
}

CacheShape cache_from(const json& value) {
  CacheShape cache;
  value.at("bytes").get_to(cache.capacity_bytes);
  value.at("line").get_to(cache.line_bytes);
  value.at("ways").get_to(cache.ways);
  cache.replacement = value.at("lru").get<bool>() ? Replacement::lru : Replacement::half_random;
  value.at("scatters").get_to(cache.scatters);
  cache.page_lines = value.value("page_lines", cache.page_lines);
  return cache;
}

MachineShape machine_from(const json& value) {
  MachineShape machine;
  machine.core = {cache_from(value.at("l1")), cache_from(value.at("l2")),
                  cache_from(value.at("tlb1")), cache_from(value.at("tlb2"))};
  value.at("cores").get_to(machine.cores);
  value.at("shared_bytes").get_to(machine.shared_cache_bytes);
  machine.translations_cost = value.value("translations_cost", machine.translations_cost);
  machine.sub_group_items = value.value("sub_group", machine.sub_group_items);
  machine.sub_groups_take_turns = value.value("take_turns", machine.sub_groups_take_turns);
  machine.load_seconds = value.value("load_seconds", machine.load_seconds);
  machine.processor = value.value("processor", machine.processor);
  return machine;
}

void add_lines(const SourceSpan& lines, json& value) {
  if (lines.first_line == 0) {
    return;
  }
  value["line"] = lines.first_line;
  value["last_line"] = lines.last_line;
  if (!lines.file.empty()) {
    value["file"] = lines.file;
  }
}

json loop_json(const HotLoop& loop) {
  json value = {{"place", loop.place},
                {"iterations_per_group", loop.iterations_per_group},
                {"cycles_per_iteration", loop.cycles_per_iteration},
                {"share", loop.share},
                {"waits_for_results", loop.waits_for_results}};
  if (loop.copies > 1) {
    value["copies"] = loop.copies;
  }
  if (!loop.features.empty()) {
    value["features"] = loop.features;
  }
  add_lines(loop.lines, value);
  return value;
}

HotLoop loop_from(const json& value) {
  HotLoop loop;
  value.at("place").get_to(loop.place);
  value.at("iterations_per_group").get_to(loop.iterations_per_group);
  value.at("cycles_per_iteration").get_to(loop.cycles_per_iteration);
  value.at("share").get_to(loop.share);
  value.at("waits_for_results").get_to(loop.waits_for_results);
  loop.copies = value.value("copies", 1U);
  loop.features = value.value("features", LensFeatures());
  loop.lines.file = value.value("file", "");
  loop.lines.first_line = value.value("line", 0U);
  loop.lines.last_line = value.value("last_line", loop.lines.first_line);
  return loop;
}

json overrun_json(const Overrun& overrun) {
  return {{"argument", overrun.argument},
          {"bytes", overrun.size_bytes},
          {"before", overrun.before_bytes},
          {"behind", overrun.behind_bytes},
          {"stored", overrun.is_stored}};
}

Overrun overrun_from(const json& value) {
  return {value.at("argument").get<unsigned>(), value.at("bytes").get<std::uint64_t>(),
          value.at("before").get<std::uint64_t>(), value.at("behind").get<std::uint64_t>(),
          value.at("stored").get<bool>()};
}

template <class Read>
auto reading(const char* what, const Read& read) {
  try {
    return read();
  } catch (const json::exception& error) {
    throw Error(ErrorKind::input, std::string("not ") + what + ": " + error.what());
  }
}

LensAnswer read_answer(const json& one) {
  LensAnswer answer;
  one.at("features").get_to(answer.features);
  one.at("refusal").get_to(answer.refusal);
  for (const json& loop : one.at("loops")) {
    answer.loops.push_back(loop_from(loop));
  }
  one.at("calls").get_to(answer.calls);
  one.at("unknown_opcodes").get_to(answer.unknown_opcodes);
  if (const auto overruns = one.find("overruns"); overruns != one.end()) {
    for (const json& overrun : *overruns) {
      answer.overruns.push_back(overrun_from(overrun));
    }
  }
  answer.explains_loops = one.value("explains_loops", false);
  answer.likely = one.value("likely", LensFeatures());
  one.at("seconds").get_to(answer.seconds);
  return answer;
}

EvaluatedLaunch read_launch(const json& value) {
  EvaluatedLaunch launch;
  value.at("dimensions").get_to(launch.dimensions);
  value.at("global").get_to(launch.global);
  value.at("local").get_to(launch.local);
  value.at("offset").get_to(launch.offset);
  launch.flushes_denormals = value.value("flushes_denormals", false);
  for (const json& argument : value.at("arguments")) {
    launch.arguments.push_back(argument_from(argument));
  }
  return launch;
}

}  // namespace

EvaluatedLaunch launch_from_json(const json& value) {
  return reading("a launch for clgauge-lens", [&value] { return read_launch(value); });
}

json machine_json(const MachineShape& machine) {
  json value = {{"l1", cache_json(machine.core.l1)},
                {"l2", cache_json(machine.core.l2)},
                {"tlb1", cache_json(machine.core.tlb1)},
                {"tlb2", cache_json(machine.core.tlb2)},
                {"cores", machine.cores},
                {"shared_bytes", machine.shared_cache_bytes}};
  // Looks are kept by this text: what is as it always was it does not say.
  if (!machine.translations_cost) {
    value["translations_cost"] = false;
  }
  if (!machine.load_seconds.empty()) {
    value["load_seconds"] = machine.load_seconds;
  }
  if (!machine.processor.empty()) {
    value["processor"] = machine.processor;
  }
  if (machine.sub_group_items != 1 || machine.sub_groups_take_turns) {
    value["sub_group"] = machine.sub_group_items;
    value["take_turns"] = machine.sub_groups_take_turns;
  }
  return value;
}

json launch_json(const EvaluatedLaunch& launch) {
  json arguments = json::array();
  for (const EvaluatedArgument& argument : launch.arguments) {
    arguments.push_back(argument_json(argument));
  }
  json value = {{"dimensions", launch.dimensions},
                {"global", launch.global},
                {"local", launch.local},
                {"offset", launch.offset},
                {"arguments", std::move(arguments)}};
  if (launch.flushes_denormals) {
    value["flushes_denormals"] = true;
  }
  return value;
}

json requests_json(const std::vector<LensRequest>& requests) {
  json objects = json::array();
  json list = json::array();
  std::unordered_map<std::string, std::size_t> sent;
  const auto index_of = [&](const std::string& object) {
    const auto [place, is_new] = sent.emplace(object, sent.size());
    if (is_new) {
      objects.push_back(to_base64(object));
    }
    return place->second;
  };
  for (const LensRequest& request : requests) {
    json one = launch_json(request.launch);
    one["object"] = index_of(request.object);
    if (request.explains_loops) {
      one["explains_loops"] = true;
      one["lined_object"] = index_of(request.lined_object);
    }
    one["kernel"] = request.kernel;
    one["machine"] = machine_json(request.machine);
    list.push_back(std::move(one));
  }
  return {{"objects", std::move(objects)}, {"requests", std::move(list)}};
}

std::vector<LensRequest> requests_from_json(const json& value) {
  if (!value.is_object() || !value.contains("requests")) {
    throw Error(ErrorKind::input, kStartedByClgauge);
  }
  return reading("a request to clgauge-lens", [&value] {
    std::vector<std::string> objects;
    for (const json& object : value.at("objects")) {
      objects.push_back(from_base64(object.get_ref<const std::string&>()));
    }
    const auto object_named = [&objects](const json& name) -> const std::string& {
      const auto index = name.get<std::size_t>();
      if (index >= objects.size()) {
        throw Error(ErrorKind::input, "a request names an object that was not sent");
      }
      return objects[index];
    };
    std::vector<LensRequest> requests;
    for (const json& one : value.at("requests")) {
      LensRequest request;
      request.object = object_named(one.at("object"));
      request.explains_loops = one.value("explains_loops", false);
      if (request.explains_loops) {
        request.lined_object = object_named(one.at("lined_object"));
      }
      one.at("kernel").get_to(request.kernel);
      request.launch = read_launch(one);
      request.machine = machine_from(one.at("machine"));
      requests.push_back(std::move(request));
    }
    return requests;
  });
}

json answer_json(const LensAnswer& answer) {
  json loops = json::array();
  for (const HotLoop& loop : answer.loops) {
    loops.push_back(loop_json(loop));
  }
  json value = {{"features", answer.features},
                {"refusal", answer.refusal},
                {"loops", std::move(loops)},
                {"calls", answer.calls},
                {"unknown_opcodes", answer.unknown_opcodes},
                {"seconds", answer.seconds}};
  if (!answer.overruns.empty()) {  // of few launches
    value["overruns"] = json::array();
    for (const Overrun& overrun : answer.overruns) {
      value["overruns"].push_back(overrun_json(overrun));
    }
  }
  if (answer.explains_loops) {
    value["explains_loops"] = true;
  }
  if (!answer.likely.empty()) {
    value["likely"] = answer.likely;
  }
  return value;
}

LensAnswer answer_from_json(const json& value) {
  return reading("an answer of clgauge-lens", [&value] { return read_answer(value); });
}

json answers_json(const std::vector<LensAnswer>& answers) {
  json list = json::array();
  for (const LensAnswer& answer : answers) {
    list.push_back(answer_json(answer));
  }
  return {{"answers", std::move(list)}};
}

std::vector<LensAnswer> answers_from_json(const json& value) {
  return reading("an answer of clgauge-lens", [&value] {
    std::vector<LensAnswer> answers;
    for (const json& one : value.at("answers")) {
      answers.push_back(read_answer(one));
    }
    return answers;
  });
}

}  // namespace clgauge::lens

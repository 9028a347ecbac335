// The versioned JSON form of a model, both ways (docs/features.md).
#include <fmt/format.h>

#include "base/error.h"
#include "collector/kernel/json_fields.h"
#include "collector/kernel/kernel_model.h"

namespace clgauge::collector {

using nlohmann::json;

namespace {

CountFlag flag_from(const json& value) {
  for (const CountFlag flag :
       {CountFlag::exact, CountFlag::upper, CountFlag::data_dependent, CountFlag::indirect}) {
    if (value.get<std::string>() == name_of(flag)) return flag;
  }
  throw Error(ErrorKind::input,
              fmt::format("a kernel model has the unknown flag '{}'", value.get<std::string>()));
}

Formula formula_from(const json& value) { return Formula::parse(value.get<std::string>()); }

std::vector<Formula> formulas_from(const json& values) {
  std::vector<Formula> result;
  for (const json& value : values) result.push_back(formula_from(value));
  return result;
}

void put(json& object, const Count& count) {
  object["per_item"] = count.per_item.text();
  object["total"] = count.total.text();
  object["flag"] = name_of(count.flag);
}

Count count_from(const json& object) {
  return {formula_from(object.at("per_item")), formula_from(object.at("total")),
          flag_from(object.at("flag"))};
}

json encode(const Parameter& parameter) {
  json object{{"name", parameter.name},     {"kind", parameter.kind},
              {"dtype", parameter.dtype},   {"lanes", parameter.lanes},
              {"bytes", parameter.bytes},   {"writes", parameter.writes},
              {"steers", parameter.steers}, {"reaches", parameter.reaches}};
  object["members"] = json::array();
  for (const Member& member : parameter.members) {
    object["members"].push_back(
        {{"dtype", member.dtype}, {"offset", member.offset}, {"count", member.count}});
  }
  return object;
}

void decode(const json& object, Parameter& parameter) {
  object.at("name").get_to(parameter.name);
  object.at("kind").get_to(parameter.kind);
  object.at("dtype").get_to(parameter.dtype);
  object.at("lanes").get_to(parameter.lanes);
  object.at("bytes").get_to(parameter.bytes);
  object.at("writes").get_to(parameter.writes);
  object.at("steers").get_to(parameter.steers);
  object.at("reaches").get_to(parameter.reaches);
  for (const json& member : object.at("members")) {
    parameter.members.push_back({member.at("dtype").get<std::string>(),
                                 member.at("offset").get<int>(), member.at("count").get<int>()});
  }
}

json encode(const OpCount& op) {
  json object{{"op", op.op}, {"dtype", op.dtype}, {"index", op.index}};
  put(object, op.count);
  if (op.in_vectors > 0) {  // few are
    object["instructions_each"] = op.instructions_each;
    object["in_vectors"] = op.in_vectors;
  }
  if (op.uniform > 0) object["uniform"] = op.uniform;
  if (op.in_local) object["in_local"] = true;
  return object;
}

void decode(const json& object, OpCount& op) {
  object.at("op").get_to(op.op);
  object.at("dtype").get_to(op.dtype);
  object.at("index").get_to(op.index);
  op.count = count_from(object);
  op.instructions_each = object.value("instructions_each", 1.0);
  op.in_vectors = object.value("in_vectors", 0.0);
  op.uniform = object.value("uniform", 0.0);
  op.in_local = object.value("in_local", false);
}

json encode(const Access& access) {
  json object{{"array", access.array},
              {"space", access.space},
              {"direction", access.direction},
              {"dtype", access.dtype},
              {"lanes", access.lanes},
              {"bytes", access.bytes},
              {"line", access.line},
              {"affine", access.affine},
              {"narrow_index", access.narrow_index},
              {"stride_unit_bytes", access.stride_unit_bytes},
              {"first_byte", access.first_byte.text()},
              {"local_strides", texts(access.local_strides)},
              {"group_strides", texts(access.group_strides)},
              {"loop_strides", texts(access.loop_strides)}};
  if (access.affine_in_rows) object["affine_in_rows"] = true;  // few are
  put(object, access.count);
  return object;
}

void decode(const json& object, Access& access) {
  object.at("array").get_to(access.array);
  object.at("space").get_to(access.space);
  object.at("direction").get_to(access.direction);
  object.at("dtype").get_to(access.dtype);
  object.at("lanes").get_to(access.lanes);
  object.at("bytes").get_to(access.bytes);
  object.at("line").get_to(access.line);
  object.at("affine").get_to(access.affine);
  access.affine_in_rows = object.value("affine_in_rows", false);
  object.at("narrow_index").get_to(access.narrow_index);
  object.at("stride_unit_bytes").get_to(access.stride_unit_bytes);
  access.first_byte = formula_from(object.at("first_byte"));
  access.local_strides = formulas_from(object.at("local_strides"));
  access.group_strides = formulas_from(object.at("group_strides"));
  for (const auto& [loop, stride] : object.at("loop_strides").items()) {
    access.loop_strides.emplace(loop, formula_from(stride));
  }
  access.count = count_from(object);
}

json encode(const ArrayUse& array) {
  return {{"array", array.array},
          {"space", array.space},
          {"element_bytes", array.element_bytes},
          {"accesses", array.accesses.text()},
          {"accesses_flag", name_of(array.accesses_flag)},
          {"footprint", array.footprint.text()},
          {"footprint_flag", name_of(array.footprint_flag)},
          {"extent_bytes", array.extent_bytes.text()},
          {"extent_flag", name_of(array.extent_flag)},
          {"loaded", array.loaded},
          {"stored", array.stored}};
}

void decode(const json& object, ArrayUse& array) {
  object.at("array").get_to(array.array);
  object.at("space").get_to(array.space);
  object.at("element_bytes").get_to(array.element_bytes);
  array.accesses = formula_from(object.at("accesses"));
  array.accesses_flag = flag_from(object.at("accesses_flag"));
  array.footprint = formula_from(object.at("footprint"));
  array.footprint_flag = flag_from(object.at("footprint_flag"));
  array.extent_bytes = formula_from(object.at("extent_bytes"));
  array.extent_flag = flag_from(object.at("extent_flag"));
  object.at("loaded").get_to(array.loaded);
  object.at("stored").get_to(array.stored);
}

json encode(const SyncCount& sync) {
  json object{{"kind", sync.kind}};
  put(object, sync.count);
  return object;
}

void decode(const json& object, SyncCount& sync) {
  object.at("kind").get_to(sync.kind);
  sync.count = count_from(object);
}

json encode(const Chain& chain) {
  return {{"arithmetic", chain.arithmetic}, {"simple", chain.simple},
          {"divisions", chain.divisions},   {"functions", chain.functions},
          {"loads", chain.loads},           {"bytes", chain.bytes}};
}

void decode(const json& object, Chain& chain) {
  object.at("arithmetic").get_to(chain.arithmetic);
  object.at("simple").get_to(chain.simple);
  object.at("divisions").get_to(chain.divisions);
  object.at("functions").get_to(chain.functions);
  object.at("loads").get_to(chain.loads);
  object.at("bytes").get_to(chain.bytes);
}

json encode(const LoopCount& loop) {
  json object{{"name", loop.name},
              {"parent", loop.parent},
              {"has_barrier", loop.has_barrier},
              {"uniform", loop.uniform},
              {"constant_trips", loop.constant_trips},
              {"carried_values", loop.carried_values},
              {"carried_bytes", loop.carried_bytes},
              {"chain", encode(loop.chain)}};
  // Few loops have these.
  if (loop.asks_unrolling) object["asks_unrolling"] = true;
  if (loop.left_on_data) object["left_on_data"] = true;
  if (loop.most_trips != 0) object["most_trips"] = loop.most_trips;
  put(object, loop.iterations);
  return object;
}

void decode(const json& object, LoopCount& loop) {
  object.at("name").get_to(loop.name);
  object.at("parent").get_to(loop.parent);
  object.at("has_barrier").get_to(loop.has_barrier);
  object.at("uniform").get_to(loop.uniform);
  object.at("constant_trips").get_to(loop.constant_trips);
  loop.asks_unrolling = object.value("asks_unrolling", false);
  loop.left_on_data = object.value("left_on_data", false);
  loop.most_trips = object.value("most_trips", std::int64_t{0});
  object.at("carried_values").get_to(loop.carried_values);
  object.at("carried_bytes").get_to(loop.carried_bytes);
  decode(object.at("chain"), loop.chain);
  loop.iterations = count_from(object);
}

json encode(const std::optional<std::int64_t>& number) {
  return number ? json(*number) : json(nullptr);
}

std::optional<std::int64_t> number_from(const json& object) {
  if (object.is_null()) return std::nullopt;
  return object.get<std::int64_t>();
}

json encode(const std::optional<WalkedCounts>& walked) {
  if (!walked) return nullptr;
  json arrays = json::array();
  for (const WalkedCounts::Array& array : walked->arrays) {
    arrays.push_back({encode(array.accesses), encode(array.footprint), encode(array.extent_bytes)});
  }
  return {{"sizes", walked->sizes},
          {"ops", walked->ops},
          {"accesses", walked->accesses},
          {"sync", walked->sync},
          {"arrays", arrays}};
}

std::optional<WalkedCounts> walked_from(const json& object, const KernelModel& model) {
  if (object.is_null()) return std::nullopt;
  WalkedCounts walked;
  object.at("sizes").get_to(walked.sizes);
  object.at("ops").get_to(walked.ops);
  object.at("accesses").get_to(walked.accesses);
  object.at("sync").get_to(walked.sync);
  for (const json& array : object.at("arrays")) {
    walked.arrays.push_back(
        {number_from(array.at(0)), number_from(array.at(1)), number_from(array.at(2))});
  }
  if (walked.ops.size() != model.ops.size() || walked.accesses.size() != model.accesses.size() ||
      walked.sync.size() != model.sync.size() || walked.arrays.size() != model.arrays.size()) {
    throw Error(ErrorKind::input,
                "a kernel model in JSON has walked counts of another kernel; count it again");
  }
  return walked;
}

json encode(const std::optional<ExtentBounds>& bounds) {
  if (!bounds) return nullptr;
  json bytes = json::array();
  for (const auto& one : bounds->bytes) bytes.push_back(encode(one));
  return {{"sizes", bounds->sizes}, {"bytes", bytes}, {"sampled", bounds->sampled}};
}

std::optional<ExtentBounds> extent_bounds_from(const json& object, const KernelModel& model) {
  if (object.is_null()) return std::nullopt;
  ExtentBounds bounds;
  object.at("sizes").get_to(bounds.sizes);
  for (const json& one : object.at("bytes")) bounds.bytes.push_back(number_from(one));
  object.at("sampled").get_to(bounds.sampled);
  if (bounds.bytes.size() != model.arrays.size()) {
    throw Error(ErrorKind::input,
                "a kernel model in JSON has extents of another kernel; count it again");
  }
  return bounds;
}

template <typename T>
json encode_all(const std::vector<T>& items) {
  json result = json::array();
  for (const T& item : items) result.push_back(encode(item));
  return result;
}

template <typename T>
void decode_all(const json& objects, std::vector<T>& items) {
  for (const json& object : objects) decode(object, items.emplace_back());
}

KernelModel decode_model(const json& object) {
  const int version = object.at("version").get<int>();
  if (version != KernelModel::kVersion) {
    throw Error(ErrorKind::input,
                fmt::format("a kernel model of version {} cannot be read by this program, which "
                            "reads version {}; count the kernel again",
                            version, KernelModel::kVersion));
  }
  KernelModel model;
  object.at("kernel").get_to(model.kernel);
  object.at("source_hash").get_to(model.source_hash);
  object.at("options").get_to(model.options);
  object.at("assumptions").get_to(model.assumptions);
  object.at("refusals").get_to(model.refusals);
  model.global_size = formulas_from(object.at("global_size"));
  model.local_size = formulas_from(object.at("local_size"));
  model.groups = formula_from(object.at("groups"));
  decode_all(object.at("parameters"), model.parameters);
  decode_all(object.at("ops"), model.ops);
  decode_all(object.at("accesses"), model.accesses);
  decode_all(object.at("arrays"), model.arrays);
  decode_all(object.at("sync"), model.sync);
  decode_all(object.at("loops"), model.loops);
  decode(object.at("straight_chain"), model.straight_chain);
  model.walked = walked_from(object.at("walked"), model);
  model.extent_bounds = extent_bounds_from(object.at("extent_bounds"), model);
  return model;
}

}  // namespace

json to_json(const KernelModel& model) {
  return {{"version", KernelModel::kVersion},
          {"kernel", model.kernel},
          {"source_hash", model.source_hash},
          {"options", model.options},
          {"assumptions", model.assumptions},
          {"refusals", model.refusals},
          {"global_size", texts(model.global_size)},
          {"local_size", texts(model.local_size)},
          {"groups", model.groups.text()},
          {"parameters", encode_all(model.parameters)},
          {"ops", encode_all(model.ops)},
          {"accesses", encode_all(model.accesses)},
          {"arrays", encode_all(model.arrays)},
          {"sync", encode_all(model.sync)},
          {"loops", encode_all(model.loops)},
          {"straight_chain", encode(model.straight_chain)},
          {"walked", encode(model.walked)},
          {"extent_bounds", encode(model.extent_bounds)}};
}

KernelModel kernel_model_from_json(const json& object) {
  try {
    return decode_model(object);
  } catch (const json::exception& error) {
    throw Error(ErrorKind::input,
                fmt::format("a kernel model in JSON is malformed: {}; count the kernel again",
                            error.what()));
  }
}

}  // namespace clgauge::collector

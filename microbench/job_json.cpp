#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/base64.h"
#include "base/error.h"
#include "microbench/job.h"

namespace clgauge::microbench {
namespace {

using nlohmann::json;

json number(double value) { return std::isfinite(value) ? json(value) : json(nullptr); }

json numbers(const std::vector<double>& values) {
  json out = json::array();
  for (const double value : values) out.push_back(number(value));
  return out;
}

double number_from(const json& value) {
  return value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
}

std::vector<double> numbers_from(const json& values) {
  std::vector<double> out;
  out.reserve(values.size());
  for (const json& value : values) out.push_back(number_from(value));
  return out;
}

template <class Enum, std::size_t N>
Enum enum_from(const json& value, const Enum (&all)[N], const char* what) {
  const auto& text = value.get_ref<const std::string&>();
  for (const Enum candidate : all) {
    if (text == name_of(candidate)) return candidate;
  }
  throw Error(ErrorKind::input, "'" + text + "' is not a known " + what);
}

constexpr Fill kFills[] = {Fill::zero,    Fill::one,  Fill::normal_random, Fill::iota, Fill::poison,
                           Fill::uniform, Fill::ring, Fill::members,       Fill::given};
constexpr Status kStatuses[] = {Status::ok,          Status::compile,     Status::runtime,
                                Status::timeout,     Status::correctness, Status::constraints,
                                Status::unsupported, Status::rejected};

json members_json(const std::vector<StructMember>& members) {
  json out = json::array();
  for (const StructMember& member : members) {
    out.push_back({{"dtype", member.dtype},
                   {"offset", member.offset},
                   {"count", member.count},
                   {"fill", name_of(member.fill)}});
  }
  return out;
}

std::vector<StructMember> members_from(const json& values) {
  std::vector<StructMember> members;
  for (const json& value : values) {
    members.push_back({value.at("dtype").get<std::string>(), value.at("offset").get<std::size_t>(),
                       value.at("count").get<std::size_t>(),
                       enum_from(value.at("fill"), kFills, "fill")});
  }
  return members;
}

json argument_json(const Argument& argument) {
  return std::visit(
      [](const auto& a) -> json {
        using T = std::decay_t<decltype(a)>;
        if constexpr (std::is_same_v<T, BufferArgument>) {
          json buffer = {{"buffer", a.bytes}, {"dtype", a.dtype}, {"fill", name_of(a.fill)}};
          if (a.fill == Fill::uniform) {
            buffer["low"] = a.low;
            buffer["high"] = a.high;
          }
          if (a.fill == Fill::ring) {
            buffer["ring"] = {{"nodes", a.ring.nodes},
                              {"stride_bytes", a.ring.stride_bytes},
                              {"stagger_bytes", a.ring.stagger_bytes},
                              {"window_nodes", a.ring.window_nodes},
                              {"offset_bytes", a.ring.offset_bytes}};
          }
          if (a.fill == Fill::members) {
            buffer["members"] = members_json(a.members);
            buffer["element_bytes"] = a.element_bytes;
          }
          if (a.fill == Fill::given) {
            buffer["content"] = to_base64(a.content);
          }
          return buffer;
        } else if constexpr (std::is_same_v<T, LocalArgument>) {
          return {{"local", a.bytes}};
        } else if constexpr (std::is_same_v<T, StructArgument>) {
          return {{"struct", a.bytes},
                  {"members", members_json(a.members)},
                  {"values", numbers(a.values)}};
        } else {
          json scalar = {{"scalar", number(a.value)}, {"dtype", a.dtype}};
          if (!a.more.empty()) scalar["more"] = numbers(a.more);
          return scalar;
        }
      },
      argument);
}

Argument argument_from(const json& value) {
  if (value.contains("buffer")) {
    BufferArgument buffer{value.at("buffer").get<std::size_t>(),
                          value.at("dtype").get<std::string>(),
                          enum_from(value.at("fill"), kFills, "fill")};
    if (buffer.fill == Fill::uniform) {
      buffer.low = value.at("low").get<double>();
      buffer.high = value.at("high").get<double>();
    }
    if (buffer.fill == Fill::ring) {
      const json& ring = value.at("ring");
      buffer.ring = {
          ring.at("nodes").get<std::size_t>(), ring.at("stride_bytes").get<std::size_t>(),
          ring.at("stagger_bytes").get<std::size_t>(), ring.at("window_nodes").get<std::size_t>(),
          ring.at("offset_bytes").get<std::size_t>()};
    }
    if (buffer.fill == Fill::members) {
      buffer.members = members_from(value.at("members"));
      value.at("element_bytes").get_to(buffer.element_bytes);
    }
    if (buffer.fill == Fill::given) {
      buffer.content = from_base64(value.at("content").get_ref<const std::string&>());
    }
    return buffer;
  }
  if (value.contains("struct")) {
    return StructArgument{value.at("struct").get<std::size_t>(), members_from(value.at("members")),
                          numbers_from(value.at("values"))};
  }
  if (value.contains("local")) return LocalArgument{value.at("local").get<std::size_t>()};
  return ScalarArgument{
      value.at("dtype").get<std::string>(), number_from(value.at("scalar")),
      value.contains("more") ? numbers_from(value.at("more")) : std::vector<double>{}};
}

json policy_json(const MeasurePolicy& policy) {
  return {{"min_samples", policy.min_samples},
          {"max_samples", policy.max_samples},
          {"budget_seconds", policy.budget_seconds},
          {"relative_half_width", policy.relative_half_width},
          {"warm_up_runs", policy.warm_up_runs}};
}

MeasurePolicy policy_from(const json& value) {
  MeasurePolicy policy;
  policy.min_samples = value.at("min_samples").get<int>();
  policy.max_samples = value.at("max_samples").get<int>();
  policy.budget_seconds = value.at("budget_seconds").get<double>();
  policy.relative_half_width = value.at("relative_half_width").get<double>();
  policy.warm_up_runs = value.at("warm_up_runs").get<int>();
  return policy;
}

Job read_job(const json& value) {
  Job job;
  job.device_id = value.at("device_id").get<std::string>();
  job.source = value.at("source").get<std::string>();
  job.options = value.at("options").get<std::string>();
  if (value.contains("include_directories")) {
    value.at("include_directories").get_to(job.include_directories);
  }
  job.kernel = value.at("kernel").get<std::string>();
  job.dimensions = value.at("dimensions").get<unsigned>();
  job.global = value.at("global").get<std::array<std::size_t, 3>>();
  job.local = value.at("local").get<std::array<std::size_t, 3>>();
  for (const json& argument : value.at("arguments")) {
    job.arguments.push_back(argument_from(argument));
  }
  for (const json& e : value.at("expectations")) {
    job.expectations.push_back({e.at("argument").get<unsigned>(),
                                e.at("element").get<std::size_t>(), number_from(e.at("value")),
                                e.at("relative_tolerance").get<double>()});
  }
  job.policy = policy_from(value.at("policy"));
  job.seed = value.at("seed").get<std::uint64_t>();
  job.timeout_seconds = value.at("timeout_seconds").get<double>();
  job.least_seconds = value.at("least_seconds").get<double>();
  return job;
}

Measurement read_measurement(const json& value) {
  Measurement m;
  m.status = enum_from(value.at("status"), kStatuses, "status");
  m.reason = value.at("reason").get<std::string>();
  m.detail = value.at("detail").get<std::string>();
  m.seconds = numbers_from(value.at("seconds"));
  m.host_seconds = numbers_from(value.at("host_seconds"));
  m.outliers = value.at("outliers").get<std::vector<bool>>();
  m.median_seconds = number_from(value.at("median_seconds"));
  m.min_seconds = number_from(value.at("min_seconds"));
  m.low_seconds = number_from(value.at("low_seconds"));
  m.high_seconds = number_from(value.at("high_seconds"));
  m.confidence = value.at("confidence").get<double>();
  m.clock = value.at("clock").get<std::string>();
  m.tick_seconds = number_from(value.at("tick_seconds"));
  m.build_seconds = number_from(value.at("build_seconds"));
  m.first_run_seconds = number_from(value.at("first_run_seconds"));
  m.stop = value.at("stop").get<std::string>();
  m.notes = value.at("notes").get<std::vector<std::string>>();
  if (value.contains("object")) {
    const json& object = value.at("object");
    m.object = CompiledObject{object.at("origin").get<std::string>(),
                              from_base64(object.at("base64").get_ref<const std::string&>())};
  }
  return m;
}

}  // namespace

json to_json(const Job& job) {
  json arguments = json::array();
  for (const Argument& argument : job.arguments) arguments.push_back(argument_json(argument));
  json expectations = json::array();
  for (const Expectation& e : job.expectations) {
    expectations.push_back({{"argument", e.argument},
                            {"element", e.element},
                            {"value", number(e.value)},
                            {"relative_tolerance", e.relative_tolerance}});
  }
  json value = {{"device_id", job.device_id},
                {"source", job.source},
                {"options", job.options},
                {"kernel", job.kernel},
                {"dimensions", job.dimensions},
                {"global", job.global},
                {"local", job.local},
                {"arguments", std::move(arguments)},
                {"expectations", std::move(expectations)},
                {"policy", policy_json(job.policy)},
                {"seed", job.seed},
                {"timeout_seconds", job.timeout_seconds},
                {"least_seconds", job.least_seconds}};
  if (!job.include_directories.empty()) value["include_directories"] = job.include_directories;
  return value;
}

Job job_from_json(const json& value) {
  try {
    return read_job(value);
  } catch (const json::exception& e) {
    throw Error(ErrorKind::input, std::string("not a measuring job: ") + e.what());
  }
}

json to_json(const Measurement& m) {
  json value = {{"status", name_of(m.status)},
                {"reason", m.reason},
                {"detail", m.detail},
                {"seconds", numbers(m.seconds)},
                {"host_seconds", numbers(m.host_seconds)},
                {"outliers", m.outliers},
                {"median_seconds", number(m.median_seconds)},
                {"min_seconds", number(m.min_seconds)},
                {"low_seconds", number(m.low_seconds)},
                {"high_seconds", number(m.high_seconds)},
                {"confidence", m.confidence},
                {"clock", m.clock},
                {"tick_seconds", number(m.tick_seconds)},
                {"build_seconds", number(m.build_seconds)},
                {"first_run_seconds", number(m.first_run_seconds)},
                {"stop", m.stop},
                {"notes", m.notes}};
  if (m.object) {
    value["object"] = {{"origin", m.object->origin}, {"base64", to_base64(m.object->bytes)}};
  }
  return value;
}

Measurement measurement_from_json(const json& value) {
  try {
    return read_measurement(value);
  } catch (const json::exception& e) {
    throw Error(ErrorKind::input, std::string("not a measurement: ") + e.what());
  }
}

}  // namespace clgauge::microbench

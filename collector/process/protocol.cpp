#include "collector/process/protocol.h"

#include <nlohmann/json.hpp>

#include "collector/kernel/launch_json.h"

namespace clgauge::collector {
namespace {

nlohmann::json source_to_json(const Source& source) {
  return {{"text", source.text},
          {"name", source.name},
          {"options", source.options},
          {"include_directories", source.include_directories}};
}

Source source_from_json(const nlohmann::json& json) {
  Source source;
  json.at("text").get_to(source.text);
  json.at("name").get_to(source.name);
  json.at("options").get_to(source.options);
  json.at("include_directories").get_to(source.include_directories);
  return source;
}

}  // namespace

nlohmann::json to_json(const CollectRequest& request) {
  return {{"source", source_to_json(request.source)},
          {"kernel", request.kernel},
          {"launch", to_json(request.launch)}};
}

CollectRequest collect_request_from_json(const nlohmann::json& json) {
  CollectRequest request;
  request.source = source_from_json(json.at("source"));
  json.at("kernel").get_to(request.kernel);
  request.launch = launch_from_json(json.at("launch"));
  return request;
}

bool is_strip_request(const nlohmann::json& json) {
  return json.is_object() && json.contains("strip");
}

nlohmann::json to_json(const StripRequest& request) {
  const StripOptions& options = request.options;
  return {{"source", source_to_json(request.source)},
          {"kernel", request.kernel},
          {"strip",
           {{"keep", options.keep},
            {"stores", options.keep_stores},
            {"barriers", options.keep_barriers},
            {"local_memory", options.keep_local_memory},
            {"arithmetic_only", options.arithmetic_only}}}};
}

StripRequest strip_request_from_json(const nlohmann::json& json) {
  StripRequest request;
  request.source = source_from_json(json.at("source"));
  json.at("kernel").get_to(request.kernel);
  const auto& options = json.at("strip");
  options.at("keep").get_to(request.options.keep);
  options.at("stores").get_to(request.options.keep_stores);
  options.at("barriers").get_to(request.options.keep_barriers);
  options.at("local_memory").get_to(request.options.keep_local_memory);
  options.at("arithmetic_only").get_to(request.options.arithmetic_only);
  return request;
}

bool is_bitcode_request(const nlohmann::json& json) {
  return json.is_object() && json.contains("bitcode");
}

nlohmann::json to_json(const BitcodeRequest& request) {
  return {
      {"source", source_to_json(request.source)}, {"kernel", request.kernel}, {"bitcode", true}};
}

BitcodeRequest bitcode_request_from_json(const nlohmann::json& json) {
  return {source_from_json(json.at("source")), json.at("kernel").get<std::string>()};
}

nlohmann::json to_json(const StrippedKernel& stripped) {
  return {
      {"text", stripped.text},
      {"kernel", stripped.kernel},
      {"sink",
       {{"name", stripped.sink}, {"index", stripped.sink_index}, {"dtype", stripped.sink_dtype}}},
      {"kept", stripped.kept},
      {"notes", stripped.notes}};
}

StrippedKernel stripped_kernel_from_json(const nlohmann::json& json) {
  StrippedKernel stripped;
  json.at("text").get_to(stripped.text);
  json.at("kernel").get_to(stripped.kernel);
  json.at("sink").at("name").get_to(stripped.sink);
  json.at("sink").at("index").get_to(stripped.sink_index);
  json.at("sink").at("dtype").get_to(stripped.sink_dtype);
  json.at("kept").get_to(stripped.kept);
  json.at("notes").get_to(stripped.notes);
  return stripped;
}

}  // namespace clgauge::collector

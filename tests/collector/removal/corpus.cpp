#include "corpus.h"

#include <algorithm>
#include <cstdlib>

#include <nlohmann/json.hpp>

#include "base/paths.h"
#include "collector/collect.h"
#include "collector/kernel/launch_parser.h"
#include "kernels/catalogue.h"
#include "kernels/source.h"
#include "tests/kernels/test_sizes.h"

namespace clgauge::collector {
namespace {

const std::string kFolder = CLGAUGE_SOURCE_DIR "/tests/collector/kernels/";

// The value of one entry of "args": a range, a choice, or an expression in the others.
std::string drawn(const nlohmann::json& entry, std::mt19937& engine) {
  if (entry.is_string()) return entry.get<std::string>();
  const auto below = [&](std::int64_t n) {
    return std::uniform_int_distribution<std::int64_t>(0, n - 1)(engine);
  };
  if (entry.contains("choices")) {
    const auto& choices = entry.at("choices");
    const auto index = static_cast<std::size_t>(below(static_cast<std::int64_t>(choices.size())));
    return std::to_string(choices.at(index).get<std::int64_t>());
  }
  const std::int64_t step = entry.value("multiple_of", std::int64_t{1});
  const auto least = entry.at("min").get<std::int64_t>();
  const auto most = entry.at("max").get<std::int64_t>();
  const std::int64_t first = (least + step - 1) / step * step;
  return std::to_string(first + step * below((most - first) / step + 1));
}

CorpusLaunch without_sizes(const nlohmann::json& entry) {
  CorpusLaunch result;
  result.source.name = entry.at("file").get<std::string>();
  result.source.options = entry.at("options").get<std::string>();
  result.kernel = entry.at("kernel").get<std::string>();
  result.flag = entry.value("flag", "");
  return result;
}

CorpusLaunch without_sizes(const kernels::Variant& variant) {
  CorpusLaunch result;
  result.source.name = variant.file;
  result.source.options = kernels::build_options(variant);
  result.kernel = variant.kernel;
  return result;
}

nlohmann::json manifest() { return nlohmann::json::parse(read_file(kFolder + "manifest.json")); }

void set_sizes(CorpusLaunch& result, const kernels::Variant& variant, const kernels::Sizes& sizes) {
  result.source.text = kernels::source_text(variant.file);
  const kernels::Launch launch = kernels::launch_of(variant, sizes);
  for (unsigned d = 0; d < launch.dimensions; ++d) {
    result.launch.global.push_back(std::to_string(launch.global[d]));
    result.launch.local.push_back(std::to_string(launch.local[d]));
    result.concrete.global[d] = static_cast<std::int64_t>(launch.global[d]);
    result.concrete.local[d] = static_cast<std::int64_t>(launch.local[d]);
  }
  for (const kernels::Argument& argument : variant.arguments) {
    if (const auto* integer = std::get_if<kernels::IntegerArgument>(&argument)) {
      const std::int64_t value = kernels::evaluate(integer->value, sizes);
      result.concrete.arguments[integer->name] = value;
      result.launch.args[integer->name] = std::to_string(value);
    } else if (const auto* local = std::get_if<kernels::LocalArgument>(&argument)) {
      result.local_bytes[local->name] = kernels::evaluate(local->bytes, sizes);
    }
  }
}

using Arguments = std::map<std::string, std::string>;

void set_sizes(CorpusLaunch& result, const nlohmann::json& entry, const Arguments& arguments) {
  result.source.text = read_file(kFolder + result.source.name);
  result.launch.args = arguments;
  entry.at("global").get_to(result.launch.global);
  entry.at("local").get_to(result.launch.local);
  if (result.launch.local.empty()) {  // left to reqd_work_group_size
    LaunchDescription undetermined = result.launch;
    undetermined.args.clear();
    const KernelModel model = collect(result.source, result.kernel, undetermined);
    for (const Formula& size : model.local_size) result.launch.local.push_back(size.text());
  }
  // The sizes of the NDRange go through the same parser as further arguments.
  LaunchDescription with_sizes = result.launch;
  const std::size_t dimensions = result.launch.global.size();
  for (std::size_t d = 0; d < dimensions; ++d) {
    with_sizes.args["global_size_" + std::to_string(d)] = result.launch.global[d];
    with_sizes.args["local_size_" + std::to_string(d)] = result.launch.local[d];
  }
  const Bindings values = argument_values(with_sizes);
  for (std::size_t d = 0; d < dimensions; ++d) {
    result.concrete.global[d] = values.at("global_size_" + std::to_string(d));
    result.concrete.local[d] = values.at("local_size_" + std::to_string(d));
  }
  for (const auto& [name, value] : values) result.concrete.arguments[name] = value;
}

// The smallest of a few draws: the oracle walks every work-item.
kernels::Sizes small_sizes(const kernels::Family& family, const kernels::Variant& variant,
                           std::mt19937_64& random) {
  const auto product = [](const kernels::Sizes& sizes) {
    double result = 1;
    for (const auto& [name, value] : sizes) result *= static_cast<double>(value);
    return result;
  };
  kernels::Sizes smallest = kernels::random_sizes(family, variant, random);
  for (int draw = 1; draw < 8; ++draw) {
    kernels::Sizes sizes = kernels::random_sizes(family, variant, random);
    if (product(sizes) < product(smallest)) smallest = std::move(sizes);
  }
  return smallest;
}

// Says of one launch after the other whether it belongs to the part.
class Choice {
 public:
  Choice(unsigned seed, const CorpusPart& part)
      : key_(part.key), one_in_(whole_corpus() ? 1 : part.one_in), next_(seed % one_in_) {}
  bool takes(const CorpusLaunch& launch) {
    if (!key_.empty()) return launch.key() == key_;
    return next_++ % one_in_ == 0;
  }

 private:
  std::string key_;
  std::size_t one_in_;
  std::size_t next_;
};

}  // namespace

bool whole_corpus() { return std::getenv("CLGAUGE_TEST_ALL") != nullptr; }

std::vector<std::string> corpus_keys() {
  std::vector<std::string> keys;
  const auto add = [&](const CorpusLaunch& launch) {
    if (std::find(keys.begin(), keys.end(), launch.key()) == keys.end()) {
      keys.push_back(launch.key());
    }
  };
  for (const auto& entry : manifest()) add(without_sizes(entry));
  for (const kernels::Family& family : kernels::families()) {
    for (const kernels::Variant& variant : family.variants) add(without_sizes(variant));
  }
  return keys;
}

std::vector<CorpusLaunch> corpus(unsigned seed, const CorpusPart& part) {
  std::vector<CorpusLaunch> launches;
  Choice choice(seed, part);
  std::mt19937 engine(seed);
  for (const auto& entry : manifest()) {
    CorpusLaunch launch = without_sizes(entry);
    Arguments arguments;  // drawn even if not used: the same for every part
    for (const auto& [name, value] : entry.at("args").items()) {
      arguments[name] = drawn(value, engine);
    }
    if (!choice.takes(launch)) continue;
    set_sizes(launch, entry, arguments);
    launches.push_back(std::move(launch));
  }
  std::mt19937_64 random(seed);
  for (const kernels::Family& family : kernels::families()) {
    for (const kernels::Variant& variant : family.variants) {
      CorpusLaunch launch = without_sizes(variant);
      const kernels::Sizes sizes = small_sizes(family, variant, random);
      if (!choice.takes(launch)) continue;
      set_sizes(launch, variant, sizes);
      launches.push_back(std::move(launch));
    }
  }
  return launches;
}

}  // namespace clgauge::collector

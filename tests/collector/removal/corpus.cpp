#include "corpus.h"

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

CorpusLaunch launch_of_variant(const kernels::Variant& variant, const kernels::Sizes& sizes) {
  CorpusLaunch result;
  result.source.name = variant.file;
  result.source.text = kernels::source_text(variant.file);
  result.source.options = kernels::build_options(variant);
  result.kernel = variant.kernel;
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
  return result;
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

// Says of one launch after the other whether it belongs to the share.
class Share {
 public:
  Share(unsigned seed, std::size_t one_in)
      : one_in_(whole_corpus() ? 1 : one_in), next_(seed % one_in_) {}
  bool has_next() { return next_++ % one_in_ == 0; }

 private:
  std::size_t one_in_;
  std::size_t next_;
};

void add_variants(unsigned seed, Share& share, std::vector<CorpusLaunch>& launches) {
  std::mt19937_64 random(seed);
  for (const kernels::Family& family : kernels::families()) {
    for (const kernels::Variant& variant : family.variants) {
      const kernels::Sizes sizes = small_sizes(family, variant, random);
      if (share.has_next()) launches.push_back(launch_of_variant(variant, sizes));
    }
  }
}

}  // namespace

bool whole_corpus() { return std::getenv("CLGAUGE_TEST_ALL") != nullptr; }

std::vector<CorpusLaunch> corpus(unsigned seed, std::size_t one_in) {
  std::mt19937 engine(seed);
  std::vector<CorpusLaunch> launches;
  Share share(seed, one_in);
  for (const auto& entry : nlohmann::json::parse(read_file(kFolder + "manifest.json"))) {
    CorpusLaunch result;
    result.source.name = entry.at("file").get<std::string>();
    result.source.text = read_file(kFolder + result.source.name);
    result.source.options = entry.at("options").get<std::string>();
    result.kernel = entry.at("kernel").get<std::string>();
    result.flag = entry.value("flag", "");
    entry.at("global").get_to(result.launch.global);
    entry.at("local").get_to(result.launch.local);
    for (const auto& [name, value] : entry.at("args").items()) {
      result.launch.args[name] = drawn(value, engine);
    }
    if (!share.has_next()) continue;
    if (result.launch.local.empty()) {  // left to reqd_work_group_size
      const KernelModel model = collect(result.source, result.kernel, result.launch);
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
    launches.push_back(std::move(result));
  }
  add_variants(seed, share, launches);
  return launches;
}

}  // namespace clgauge::collector

// Every stripped kernel of the corpus compiles on every device and, with inputs of one, its sinks
// add up to the number of kept loads, lanes counted.
#include "device/device.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include "base/error.h"
#include "collector/frontend/parameters.h"
#include "collector/frontend/prepare.h"
#include "collector/removal/strip.h"
#include "corpus.h"
#include "device/session.h"
#include "kept_loads.h"

namespace clgauge::collector {
namespace {

constexpr std::int64_t kMostBytes = 64 << 20;
constexpr std::size_t kLeastBytes = 1 << 16;  // room for addresses that are data (all ones)

template <typename T>
std::string bytes_of(T value) {
  std::string bytes(sizeof(T), '\0');
  std::memcpy(bytes.data(), &value, sizeof(T));
  return bytes;
}

std::string repeated(const std::string& pattern, std::size_t bytes) {
  std::string data;
  data.reserve(bytes + pattern.size());
  while (data.size() < bytes) data += pattern;
  return data;
}

// Sets the original's arguments, all buffers one, and returns the buffers.
std::vector<device::Buffer> set_arguments(device::Session& session, device::Kernel& kernel,
                                          const CorpusLaunch& entry, const Execution& execution,
                                          const PreparedKernel& original) {
  const std::vector<Parameter> parameters = parameters_of(original.function());
  const auto contents = ones_where_loaded(original, entry.concrete, kLeastBytes);
  std::vector<device::Buffer> buffers;
  for (unsigned i = 0; i < parameters.size(); ++i) {
    const Parameter& parameter = parameters[i];
    auto bytes = static_cast<std::int64_t>(kLeastBytes);
    for (const TouchedArray& touched : execution.arrays) {
      if (touched.name == parameter.name) bytes = std::max(bytes, touched.bytes.end());
    }
    if (parameter.kind == "global" || parameter.kind == "constant") {
      const auto known = contents.find(parameter.name);
      std::string data = known == contents.end() ? std::string() : known->second;
      data.resize(std::max(data.size(), static_cast<std::size_t>(bytes)));
      buffers.push_back(session.buffer(data.size()));
      session.write(buffers.back(), data.data(), data.size());
      kernel.set_buffer(i, buffers.back());
    } else if (parameter.kind == "local") {
      const auto given = entry.local_bytes.find(parameter.name);
      kernel.set_local(
          i, given == entry.local_bytes.end() ? 8192 : static_cast<std::size_t>(given->second));
    } else {
      const auto found = entry.concrete.arguments.find(parameter.name);
      const std::int64_t value = found == entry.concrete.arguments.end() ? 1 : found->second;
      const auto size = static_cast<std::size_t>(parameter.bytes);
      std::string data = repeated(bytes_of(value).substr(0, std::min<std::size_t>(size, 8)), size);
      kernel.set_value(i, data.data(), size);
    }
  }
  return buffers;
}

double sum_of_sink(device::Session& session, const device::Buffer& sink, std::size_t items,
                   const std::string& dtype) {
  if (dtype == "float64") {
    std::vector<double> values(items);
    session.read(sink, values.data(), items * sizeof(double));
    return std::accumulate(values.begin(), values.end(), 0.0);
  }
  std::vector<float> values(items);
  session.read(sink, values.data(), items * sizeof(float));
  return std::accumulate(values.begin(), values.end(), 0.0);
}

// Whether one launch could be compared; a refusal or control flow by data leaves nothing to
// compare.
bool compare(device::Session& session, const CorpusLaunch& entry, const StripOptions& options) {
  StrippedKernel stripped;
  Execution execution;
  const PreparedKernel original(compile(entry.source), entry.kernel);
  try {
    stripped = strip(entry.source, entry.kernel, options);
    execution = execute(original.function(), entry.concrete);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::unsupported) << error.what();
    return false;
  }
  const std::vector<Parameter> parameters = parameters_of(original.function());
  for (const Parameter& parameter : parameters) {
    if (parameter.kind == "image" || parameter.kind == "sampler") return false;
  }
  if (copies_raw_bytes(original)) return false;
  for (const TouchedArray& touched : execution.arrays) {
    if (touched.bytes.end() > kMostBytes) return false;  // far_offset: addressed, not allocated
  }
  device::Kernel kernel = session.kernel(stripped.text, "-cl-std=CL1.2", stripped.kernel);
  const auto buffers = set_arguments(session, kernel, entry, execution, original);

  std::array<std::size_t, 3> global{};
  std::array<std::size_t, 3> local{};
  std::size_t items = 1;
  for (std::size_t d = 0; d < 3; ++d) {
    global[d] = static_cast<std::size_t>(entry.concrete.global[d]);
    local[d] = static_cast<std::size_t>(entry.concrete.local[d]);
    items *= global[d];
  }
  device::Buffer sink = session.buffer(items * sizeof(double));
  kernel.set_buffer(stripped.sink_index, sink);
  const auto sum_over = [&](double poison) {
    session.fill(sink, &poison, sizeof(poison));
    session.run(kernel, 3, global, local);
    return sum_of_sink(session, sink, items, stripped.sink_dtype);
  };
  const double sum = sum_over(-1e30);
  if (options.arithmetic_only) {
    // Whatever the ones make of it, every work-item writes its element.
    const double again = sum_over(1e20);
    EXPECT_TRUE(sum == again || (std::isnan(sum) && std::isnan(again))) << stripped.text;
    return true;
  }
  std::vector<std::string> kept = stripped.kept;
  for (const TouchedArray& touched : execution.arrays) {
    if (options.keep_local_memory && touched.space == "local") kept.push_back(touched.name);
  }
  EXPECT_EQ(sum, static_cast<double>(lanes_loaded(original, execution, kept))) << stripped.text;
  return true;
}

// One launch of each kernel, in random order.
std::vector<CorpusLaunch> shuffled_corpus() {
  std::vector<CorpusLaunch> launches;
  std::set<std::string> known;
  for (CorpusLaunch& entry : corpus(23)) {
    if (known.insert(entry.name() + entry.source.options).second) {
      launches.push_back(std::move(entry));
    }
  }
  std::shuffle(launches.begin(), launches.end(), std::mt19937(23));
  return launches;
}

// A driver takes a second for each kernel, so `sample` of them are tried. CLGAUGE_TEST_ALL=1 tries
// all there are, or with CLGAUGE_TEST_ONLY=TEXT those with it in "file:kernel".
void run_sample(const StripOptions& options, std::size_t sample) {
  std::vector<CorpusLaunch> launches = shuffled_corpus();
  const bool all = whole_corpus();
  if (const char* only = std::getenv("CLGAUGE_TEST_ONLY"); all && only != nullptr) {
    launches.erase(std::remove_if(launches.begin(), launches.end(),
                                  [&](const CorpusLaunch& entry) {
                                    return entry.name().find(only) == std::string::npos;
                                  }),
                   launches.end());
  }
  if (!all && sample < launches.size()) {
    launches.erase(launches.begin() + static_cast<std::ptrdiff_t>(sample), launches.end());
  }
  for (const device::Identity& identity : device::discover().devices) {
    SCOPED_TRACE(identity.name);
    device::Session session(identity);
    std::size_t compared = 0;
    for (const CorpusLaunch& entry : launches) {
      SCOPED_TRACE(entry.name());
      if (compare(session, entry, options)) ++compared;
    }
    EXPECT_GE(compared, launches.size() * 3 / 4);
  }
}

// Kernels that load from local memory only what they have stored there.
const std::set<std::string> kWithLocalMemory = {"matmul_tiled", "transpose_pad", "nbody",
                                                "reduce_tree",  "lud_internal",  "gemm_prefetch"};

void run_with_local_memory(const StripOptions& options) {
  for (const device::Identity& identity : device::discover().devices) {
    SCOPED_TRACE(identity.name);
    device::Session session(identity);
    std::set<std::string> compared;
    for (const CorpusLaunch& entry : shuffled_corpus()) {
      if (!kWithLocalMemory.contains(entry.kernel)) continue;
      SCOPED_TRACE(entry.name());
      if (compare(session, entry, options)) compared.insert(entry.kernel);
    }
    EXPECT_GE(compared.size(), 5U);
  }
}

TEST(StrippedOnDevices, SinkCountsLoadsOfLocalMemoryToo) {
  StripOptions options;
  options.keep_stores = true;
  options.keep_local_memory = true;
  run_with_local_memory(options);
}

TEST(StrippedOnDevices, GlobalLoadsNeedNoBarriers) {
  StripOptions options;
  options.keep_barriers = false;
  run_with_local_memory(options);
}

TEST(StrippedOnDevices, ArithmeticAloneRuns) {
  StripOptions options;
  options.arithmetic_only = true;
  run_with_local_memory(options);
}

TEST(StrippedOnDevices, SinkIsTheNumberOfLoads) { run_sample({}, 30); }

TEST(StrippedOnDevices, SinkIsTheNumberOfLoadsWithStores) {
  StripOptions options;
  options.keep_stores = true;
  run_sample(options, 15);
}

}  // namespace
}  // namespace clgauge::collector

// Every stripped kernel of the corpus compiles on every device and, with inputs of one, its sinks
// add up to the number of kept loads, lanes counted.
#include "device/device.h"

#include <gmock/gmock.h>

#include <cstring>
#include <map>
#include <numeric>
#include <optional>
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
constexpr std::int64_t kLeastBytes = 1 << 16;  // room for addresses that are data (all ones)

template <typename T>
std::string bytes_of(T value) {
  std::string bytes(sizeof(T), '\0');
  std::memcpy(bytes.data(), &value, sizeof(T));
  return bytes;
}

// One element of one in the layout of a parameter.
std::string one(const CorpusLaunch& entry, const Parameter& parameter) {
  if (parameter.dtype == "float32") return bytes_of(1.0F);
  if (parameter.dtype == "float64") return bytes_of(1.0);
  if (parameter.dtype == "int8" || parameter.dtype == "uint8") return bytes_of(std::int8_t{1});
  if (parameter.dtype == "int16" || parameter.dtype == "uint16") return bytes_of(std::int16_t{1});
  if (parameter.dtype == "int32" || parameter.dtype == "uint32") return bytes_of(std::int32_t{1});
  if (parameter.dtype == "int64" || parameter.dtype == "uint64") return bytes_of(std::int64_t{1});
  // Structures of the corpus: doubles, floats, and Particle with an integer at its end.
  if (entry.kernel == "complex_axpy") return bytes_of(1.0);
  if (entry.kernel == "aosoa") return bytes_of(1.0F);
  if (entry.kernel == "integrate") {
    std::string particle;
    for (int i = 0; i < 9; ++i) particle += bytes_of(1.0F);
    particle += bytes_of(std::int32_t{1});
    return particle + std::string(48 - particle.size(), '\0');
  }
  ADD_FAILURE() << entry.name() << ": no value for " << parameter.name << " of " << parameter.dtype;
  return bytes_of(1.0F);
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
                                          const std::vector<Parameter>& parameters) {
  std::vector<device::Buffer> buffers;
  for (unsigned i = 0; i < parameters.size(); ++i) {
    const Parameter& parameter = parameters[i];
    std::int64_t bytes = kLeastBytes;
    for (const TouchedArray& touched : execution.arrays) {
      if (touched.name == parameter.name) bytes = std::max(bytes, touched.bytes.end());
    }
    if (parameter.kind == "global" || parameter.kind == "constant") {
      const std::string data = repeated(one(entry, parameter), static_cast<std::size_t>(bytes));
      buffers.push_back(session.buffer(data.size()));
      session.write(buffers.back(), data.data(), data.size());
      kernel.set_buffer(i, buffers.back());
    } else if (parameter.kind == "local") {
      kernel.set_local(i, 8192);
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
  for (const TouchedArray& touched : execution.arrays) {
    if (touched.bytes.end() > kMostBytes) return false;  // far_offset: addressed, not allocated
  }
  device::Kernel kernel = session.kernel(stripped.text, "-cl-std=CL1.2", stripped.kernel);
  const auto buffers = set_arguments(session, kernel, entry, execution, parameters);

  std::array<std::size_t, 3> global{};
  std::array<std::size_t, 3> local{};
  std::size_t items = 1;
  for (std::size_t d = 0; d < 3; ++d) {
    global[d] = static_cast<std::size_t>(entry.concrete.global[d]);
    local[d] = static_cast<std::size_t>(entry.concrete.local[d]);
    items *= global[d];
  }
  device::Buffer sink = session.buffer(items * sizeof(double));
  const double poison = -1e30;
  session.fill(sink, &poison, sizeof(poison));
  kernel.set_buffer(stripped.sink_index, sink);
  session.run(kernel, 3, global, local);
  const auto expected = static_cast<double>(lanes_loaded(original, execution, stripped.kept));
  EXPECT_EQ(sum_of_sink(session, sink, items, stripped.sink_dtype), expected) << stripped.text;
  return true;
}

void run_corpus(const StripOptions& options, int least) {
  for (const device::Identity& identity : device::discover().devices) {
    SCOPED_TRACE(identity.name);
    device::Session session(identity);
    std::set<std::string> done;
    int compared = 0;
    for (const CorpusLaunch& entry : corpus(23)) {
      // One launch a kernel: compiling is what takes the time.
      if (!done.insert(entry.name() + entry.source.options).second) continue;
      SCOPED_TRACE(entry.name());
      if (compare(session, entry, options)) ++compared;
    }
    EXPECT_GE(compared, least);
  }
}

TEST(StrippedOnDevices, SinkIsTheNumberOfLoads) { run_corpus({}, 120); }

TEST(StrippedOnDevices, SinkIsTheNumberOfLoadsWithStores) {
  StripOptions options;
  options.keep_stores = true;
  run_corpus(options, 120);
}

}  // namespace
}  // namespace clgauge::collector

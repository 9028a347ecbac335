// Every stripped kernel of the corpus compiles on every device and, with inputs of one, its sinks
// add up to the number of kept loads, lanes counted. A driver takes a second for each kernel, so a
// sample is tried; with CLGAUGE_TEST_ALL=1 there is a test for each kernel, which
// tests/collector/removal/every-kernel runs one by one.
#include "device/device.h"

#include <gmock/gmock.h>
#include <llvm/IR/InstIterator.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>
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

// Pointers to half need no extension, values do.
bool computes_with_half(const PreparedKernel& kernel) {
  return std::any_of(llvm::inst_begin(kernel.function()), llvm::inst_end(kernel.function()),
                     [](const llvm::Instruction& instruction) {
                       return instruction.getType()->getScalarType()->isHalfTy();
                     });
}

// Why a launch has nothing to compare (a refusal, control flow by data); empty where it was
// compared.
std::string compare(device::Session& session, const CorpusLaunch& entry,
                    const StripOptions& options) {
  StrippedKernel stripped;
  Execution execution;
  const PreparedKernel original(compile(entry.source), entry.kernel);
  try {
    stripped = strip(entry.source, entry.kernel, options);
    execution = execute(original.function(), entry.concrete);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::unsupported) << error.what();
    return error.what();
  }
  const std::vector<Parameter> parameters = parameters_of(original.function());
  for (const Parameter& parameter : parameters) {
    if (parameter.kind == "image" || parameter.kind == "sampler") return "has images";
  }
  if (copies_raw_bytes(original)) return "copies parts of structures, whose types are lost";
  for (const TouchedArray& touched : execution.arrays) {
    if (touched.bytes.end() > kMostBytes) return "its addresses are too far apart to allocate";
  }
  if (computes_with_half(original) && !session.identity().has_float16) {
    return "computes with half where its compiler can, which the device cannot";
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
    return {};
  }
  std::vector<std::string> kept = stripped.kept;
  for (const TouchedArray& touched : execution.arrays) {
    if (options.keep_local_memory && touched.space == "local") kept.push_back(touched.name);
  }
  EXPECT_EQ(sum, static_cast<double>(lanes_loaded(original, execution, kept))) << stripped.text;
  return {};
}

// On every device, of which a program opens each once.
std::string compare_everywhere(const CorpusLaunch& entry, const StripOptions& options) {
  static std::vector<device::Session> sessions = [] {
    std::vector<device::Session> opened;
    for (const device::Identity& identity : device::discover().devices) {
      opened.emplace_back(identity);
    }
    return opened;
  }();
  EXPECT_FALSE(sessions.empty());
  std::string reason;
  for (device::Session& session : sessions) {
    SCOPED_TRACE(session.identity().name);
    reason = compare(session, entry, options);
  }
  return reason;
}

// All kernels, or as many as are tried by default.
std::vector<std::string> kernels_to_try() {
  constexpr std::size_t kSample = 30;
  std::vector<std::string> keys = corpus_keys();
  if (whole_corpus()) return keys;
  std::shuffle(keys.begin(), keys.end(), std::mt19937(23));
  keys.resize(kSample);
  return keys;
}

class StrippedKernels : public testing::TestWithParam<std::string> {
 protected:
  static void TearDownTestSuite() { EXPECT_GE(compared_ * 4, tried_ * 3 - 4); }
  static inline int tried_ = 0;
  static inline int compared_ = 0;
};

TEST_P(StrippedKernels, SinkIsTheNumberOfLoads) {
  const CorpusLaunch entry = corpus(23, {1, GetParam()}).at(0);
  ++tried_;
  const std::string reason = compare_everywhere(entry, {});
  if (!reason.empty()) GTEST_SKIP() << "nothing to compare: " << reason;
  ++compared_;
  StripOptions options;
  options.keep_stores = true;
  EXPECT_EQ(compare_everywhere(entry, options), "");
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name;
  for (const char c : info.param) {
    name += c == '/'                                           ? "__"
            : std::isalnum(static_cast<unsigned char>(c)) != 0 ? std::string(1, c)
                                                               : "_";
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Corpus, StrippedKernels, testing::ValuesIn(kernels_to_try()), test_name);

// Kernels that load from local memory only what they have stored there.
const std::set<std::string> kWithLocalMemory = {"matmul_tiled", "transpose_pad", "nbody",
                                                "reduce_tree",  "lud_internal",  "gemm_prefetch"};

void run_with_local_memory(const StripOptions& options) {
  std::set<std::string> compared;
  for (const std::string& key : corpus_keys()) {
    const std::string kernel = key.substr(key.find(':') + 1, key.find(' ') - key.find(':') - 1);
    if (!kWithLocalMemory.contains(kernel)) continue;
    SCOPED_TRACE(key);
    if (compare_everywhere(corpus(23, {1, key}).at(0), options).empty()) compared.insert(kernel);
  }
  EXPECT_GE(compared.size(), 5U);
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

}  // namespace
}  // namespace clgauge::collector

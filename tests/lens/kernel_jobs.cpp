#include "kernel_jobs.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <set>

#include "base/error.h"
#include "base/hash.h"
#include "base/paths.h"
#include "collector/frontend/parameters.h"
#include "collector/frontend/prepare.h"
#include "device/session.h"
#include "tests/collector/removal/corpus.h"

namespace clgauge::lens {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kBufferBytes = 16ULL << 20U;
constexpr std::uint64_t kLocalBytes = 8192;  // of local arguments that nothing sizes

std::vector<std::uint8_t> scalar_bytes(const collector::Parameter& parameter, std::int64_t value) {
  std::vector<std::uint8_t> lane(sizeof(value));
  if (parameter.dtype == "float32") {
    const auto real = static_cast<float>(value) * 0.5F;
    lane.resize(sizeof(real));
    std::memcpy(lane.data(), &real, sizeof(real));
  } else if (parameter.dtype == "float64") {
    const double real = static_cast<double>(value) * 0.5;
    std::memcpy(lane.data(), &real, sizeof(real));
  } else {
    std::memcpy(lane.data(), &value, sizeof(value));
  }
  const auto size = static_cast<std::size_t>(parameter.bytes);
  const std::size_t lane_bytes =
      std::min(lane.size(), size / static_cast<std::size_t>(std::max(1, parameter.lanes)));
  std::vector<std::uint8_t> bytes;
  while (lane_bytes != 0 && bytes.size() < size) {
    bytes.insert(bytes.end(), lane.begin(), lane.begin() + static_cast<std::ptrdiff_t>(lane_bytes));
  }
  bytes.resize(size);
  return bytes;
}

// Whether every parameter can be given.
bool add_arguments(const collector::CorpusLaunch& entry, KernelJob& job) {
  collector::PreparedKernel prepared(collector::compile(entry.source), entry.kernel);
  unsigned buffers = 0;
  for (const collector::Parameter& parameter : collector::parameters_of(prepared.function())) {
    EvaluatedArgument argument;
    if (parameter.kind == "global" || parameter.kind == "constant") {
      argument.kind = EvaluatedArgument::Kind::buffer;
      argument.address = buffer_address(buffers++);
      argument.size_bytes = kBufferBytes;
    } else if (parameter.kind == "local") {
      argument.kind = EvaluatedArgument::Kind::local;
      const auto given = entry.local_bytes.find(parameter.name);
      argument.size_bytes = given == entry.local_bytes.end()
                                ? kLocalBytes
                                : static_cast<std::uint64_t>(given->second);
    } else if (parameter.kind == "scalar") {
      const auto given = entry.concrete.arguments.find(parameter.name);
      argument.value =
          scalar_bytes(parameter, given == entry.concrete.arguments.end() ? 1 : given->second);
    } else {
      return false;
    }
    job.launch.arguments.push_back(std::move(argument));
  }
  return true;
}

std::set<fs::path> work_group_functions(const KernelJob& job) {
  const char* cache = std::getenv("POCL_CACHE_DIR");
  std::set<fs::path> found;
  if (cache == nullptr || !fs::exists(cache)) {
    return found;
  }
  const auto& local = job.launch.local;
  const std::string sizes = std::to_string(local[0]) + "-" + std::to_string(local[1]) + "-" +
                            std::to_string(local[2]) + "-";
  for (const auto& entry : fs::recursive_directory_iterator(cache)) {
    if (entry.path().filename() == job.kernel + ".so" &&
        entry.path().parent_path().filename().string().rfind(sizes, 0) == 0) {
      found.insert(entry.path());
    }
  }
  return found;
}

void run_one_group(device::Session& session, device::Kernel& kernel, const KernelJob& job) {
  std::vector<device::Buffer> buffers;
  const std::uint64_t zero = 0;
  for (unsigned i = 0; i < job.launch.arguments.size(); ++i) {
    const EvaluatedArgument& argument = job.launch.arguments[i];
    switch (argument.kind) {
      case EvaluatedArgument::Kind::buffer:
        buffers.push_back(session.buffer(argument.size_bytes));
        session.fill(buffers.back(), &zero, sizeof(zero));  // which may be read as an index
        kernel.set_buffer(i, buffers.back());
        break;
      case EvaluatedArgument::Kind::local:
        kernel.set_local(i, argument.size_bytes);
        break;
      case EvaluatedArgument::Kind::scalar:
        kernel.set_value(i, argument.value.data(), argument.value.size());
        break;
    }
  }
  std::array<std::size_t, 3> local{job.launch.local[0], job.launch.local[1], job.launch.local[2]};
  session.run(kernel, job.launch.dimensions, local, local);
}

std::string compile_now(const device::Identity& device, const KernelJob& job) {
  device::Session session(device);
  device::Kernel kernel = session.kernel(job.text, job.options, job.kernel);
  if (device.platform.find("Portable") == std::string::npos) {
    return kernel.program_binary();
  }
  const auto before = work_group_functions(job);
  run_one_group(session, kernel, job);
  for (const auto& path : work_group_functions(job)) {
    if (before.count(path) == 0) {
      return read_file(path);
    }
  }
  return before.empty() ? std::string() : read_file(*before.begin());
}

fs::path file_of(const device::Identity& device, const KernelJob& job, const std::string& folder) {
  std::string key = device.id + device.driver + job.text + "\n" + job.options + "\n" + job.kernel;
  for (const std::uint64_t size : job.launch.local) {
    key += " " + std::to_string(size);
  }
  return fs::path(folder) / (hash_of({key}) + ".bin");
}

[[noreturn]] void compile_missing(const device::Identity& device,
                                  const std::vector<KernelJob>& jobs, std::size_t stride,
                                  const std::string& folder) {
  const fs::path cache = fs::path(folder) / ("pocl-" + std::to_string(::getpid()));
  fs::create_directories(cache);
  ::setenv("POCL_CACHE_DIR", cache.c_str(), 1);  // PoCL reads it when it starts
  for (std::size_t i = 0; i < jobs.size(); i += stride) {
    const KernelJob& job = jobs[i];
    const fs::path file = file_of(device, job, folder);
    if (fs::exists(file)) {
      continue;
    }
    write_file_atomically(file, "");
    try {
      write_file_atomically(file, compile_now(device, job));
    } catch (const Error&) {
      continue;  // stays empty
    }
  }
  fs::remove_all(cache);
  ::_exit(0);
}

}  // namespace

std::vector<KernelJob> kernel_jobs(unsigned seed) {
  std::vector<KernelJob> jobs;
  for (const collector::CorpusLaunch& entry : collector::corpus(seed)) {
    KernelJob job;
    job.name = entry.name();
    job.text = entry.source.text;
    job.options = entry.source.options;
    job.kernel = entry.kernel;
    job.launch.dimensions = static_cast<unsigned>(entry.launch.global.size());
    bool fits = true;
    for (unsigned d = 0; d < 3; ++d) {
      job.launch.global[d] = static_cast<std::uint64_t>(entry.concrete.global[d]);
      job.launch.local[d] = static_cast<std::uint64_t>(entry.concrete.local[d]);
      fits = fits && job.launch.local[d] != 0 && job.launch.global[d] % job.launch.local[d] == 0;
    }
    try {
      if (fits && add_arguments(entry, job)) {
        jobs.push_back(std::move(job));
      }
    } catch (const Error&) {
      continue;  // kernels that the collector's frontend itself refuses (negative.cl)
    }
  }
  return jobs;
}

std::vector<std::string> compiled_binaries(const device::Identity& device,
                                           const std::vector<KernelJob>& jobs, std::size_t stride,
                                           const std::string& folder) {
  fs::create_directories(folder);
  // A child that dies over a job leaves its file empty; the next child goes on behind it.
  for (bool done = false; !done;) {
    const pid_t child = fork();
    if (child == 0) {
      compile_missing(device, jobs, stride, folder);
    }
    int status = 0;
    waitpid(child, &status, 0);
    done = WIFEXITED(status);
  }
  std::vector<std::string> binaries;
  for (const KernelJob& job : jobs) {
    const fs::path file = file_of(device, job, folder);
    binaries.push_back(fs::exists(file) ? read_file(file) : std::string());
  }
  return binaries;
}

}  // namespace clgauge::lens

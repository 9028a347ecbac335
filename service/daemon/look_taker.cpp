#include "service/daemon/look_taker.h"

#include <spdlog/spdlog.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <utility>
#include <variant>

#include "base/error.h"
#include "base/hash.h"
#include "db/kernel_cache.h"
#include "service/engine/measurement_job.h"
#include "service/store/answer.h"
#include "service/store/stored_model.h"

namespace clgauge::service {
namespace {

constexpr std::size_t kMostWaiting = 64;
constexpr std::size_t kMostFailed = 10000;
constexpr double kMostSeconds = 10;
constexpr std::uint64_t kMostLensBytes = std::uint64_t{2} << 30U;
// The driver gets buffers as the kernel needs them, even to compile.
constexpr std::size_t kMostBufferBytes = std::size_t{1} << 30U;
constexpr std::chrono::milliseconds kCalibrationNap{500};
// Of a core's time looks take a fifth at most.
constexpr int kRests = 4;
constexpr int kNice = 19;
// Looks wait for a pause between questions, though not for ever: even of lowest priority they
// disturb a conversation where there are two cores.
constexpr std::chrono::milliseconds kPause{30};
constexpr std::chrono::milliseconds kMostPatience{500};

using Clock = std::chrono::steady_clock;

std::string kernel_of(const LookTaker::Wanted& wanted) {
  return hash_of({wanted.kernel->source_hash, wanted.kernel->kernel, wanted.device_id});
}

std::string name_of(const LookTaker::Wanted& wanted) {
  std::string name = kernel_of(wanted);
  for (const auto& formulas : {wanted.kernel->global_size, wanted.kernel->local_size}) {
    for (const auto& formula : formulas) {
      name += ' ' + formula.text();
    }
  }
  for (const auto& [size, value] : wanted.sizes) {
    name += ' ' + size + '=' + std::to_string(value);
  }
  if (wanted.depth == LookDepth::loops) {
    name += " loops";
  }
  return name;
}

// A driver's compiler reads whatever file a source tells it to, and an assembler does: sources that
// may tell it are not compiled here. The words are looked for once lines that go on are joined.
void check_reads_no_file(const db::KernelSource& source) {
  std::string joined;
  for (const std::string* text : {&source.text, &source.options}) {
    for (std::size_t i = 0; i < text->size(); ++i) {
      const bool goes_on = (*text)[i] == '\\' && i + 1 < text->size() &&
                           ((*text)[i + 1] == '\n' || (*text)[i + 1] == '\r');
      if (!goes_on) {
        joined += (*text)[i];
        continue;
      }
      i += (*text)[i + 1] == '\r' && i + 2 < text->size() && (*text)[i + 2] == '\n' ? 2 : 1;
    }
    joined += '\n';
  }
  for (const char* word : {"include", "import", "embed", "asm", "?\?/"}) {
    if (joined.find(word) != std::string::npos) {
      throw Error(ErrorKind::unsupported,
                  std::string("a source that holds the word ") + word +
                      " is not compiled by the daemon: clgauge predict looks at it");
    }
  }
}

bool is_large(const microbench::Job& job) {
  const std::size_t bytes =
      std::accumulate(job.arguments.begin(), job.arguments.end(), std::size_t{0},
                      [](std::size_t sum, const microbench::Argument& argument) {
                        const auto* buffer = std::get_if<microbench::BufferArgument>(&argument);
                        return sum + (buffer == nullptr ? 0 : buffer->bytes);
                      });
  return bytes > kMostBufferBytes;
}

}  // namespace

LookTaker::LookTaker(std::filesystem::path store_path, DeviceWatch& devices,
                     const CalibrationJobs& jobs, std::atomic<std::uint64_t>& changes)
    : store_path_(std::move(store_path)),
      devices_(devices),
      jobs_(jobs),
      changes_(changes),
      thread_([this] { run(); }) {}

LookTaker::~LookTaker() {
  ending_ = true;
  { const std::lock_guard lock(mutex_); }
  wakes_.notify_one();
  thread_.join();
}

std::string LookTaker::want(const Wanted& wanted) {
  last_wanted_ = Clock::now();
  if (is_full_) {
    return "other kernels are looked at first";
  }
  std::string name = name_of(wanted);
  const std::lock_guard lock(mutex_);
  if (const auto failed = failed_.find(kernel_of(wanted)); failed != failed_.end()) {
    return failed->second;
  }
  if (under_way_.insert(std::move(name)).second) {
    waiting_.push_back(wanted);
    is_full_ = waiting_.size() >= kMostWaiting;
    wakes_.notify_one();
  }
  return kUnderWay;
}

void LookTaker::run() {
  // Of this thread alone, and of the processes that it starts: who asks goes first.
  (void)::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), kNice);
  std::optional<db::Store> store;
  while (!ending_) {
    std::unique_lock lock(mutex_);
    wakes_.wait(lock, [&] { return ending_ || !waiting_.empty(); });
    if (!ending_ && jobs_.any_running()) {
      wakes_.wait_for(lock, kCalibrationNap, [&] { return ending_.load(); });
      continue;
    }
    const auto patient_until = Clock::now() + kMostPatience;
    while (!ending_ && Clock::now() < std::min(last_wanted_.load() + kPause, patient_until)) {
      wakes_.wait_for(lock, kPause, [&] { return ending_.load(); });
    }
    if (ending_) {
      return;
    }
    const Wanted wanted = waiting_.front();
    lock.unlock();
    const auto begun = Clock::now();
    std::string failure;
    try {
      if (!store) {
        store.emplace(db::Store::open(store_path_));
      }
      look(*store, wanted);
    } catch (const std::exception& error) {
      failure = error.what();
      spdlog::info("{} is predicted from its source: {}", wanted.kernel->kernel, failure);
    }
    lock.lock();
    if (!failure.empty() && failed_.size() < kMostFailed) {
      failed_.emplace(kernel_of(wanted), std::move(failure));
    }
    under_way_.erase(name_of(wanted));
    waiting_.pop_front();
    is_full_ = waiting_.size() >= kMostWaiting;
    if (waiting_.empty()) {
      ++changes_;
    }
    const auto spent = Clock::now() - begun;
    wakes_.wait_for(lock, kRests * spent, [&] { return ending_.load(); });
  }
}

void LookTaker::look(db::Store& store, const Wanted& wanted) {
  const auto here = devices_.look().devices;
  const auto device = std::find_if(here.begin(), here.end(), [&](const device::Identity& one) {
    return one.id == wanted.device_id;
  });
  if (device == here.end()) {
    throw Error(ErrorKind::device, "its device is not here");
  }
  const auto lens_model = load_model(store, device->id, kLensModel, device->driver);
  const auto source = db::KernelCache(store).source_of(wanted.kernel->source_hash);
  if (!lens_model || !source) {
    throw Error(ErrorKind::unsupported,
                lens_model ? "its source is not known" : "its device has no model lens");
  }
  check_reads_no_file(*source);
  collector::Source compiled;
  compiled.text = source->text;
  compiled.options = source->options;
  microbench::Job job = measurement_job(compiled, *wanted.kernel, wanted.sizes, {});
  if (is_large(job)) {
    return;  // another size may do
  }
  job.timeout_seconds = kMostSeconds;
  KernelLens lens(store, *device, lens_model->traits);
  lens.compile_missing({job}, ending_);
  if (wanted.depth == LookDepth::loops) {
    lens.compile_with_lines(job, ending_);
  }
  if (ending_) {
    return;
  }
  const auto answer = lens.look({job}, {kMostSeconds, kMostLensBytes}, wanted.depth).front();
  if (!answer.refusal.empty()) {
    throw Error(ErrorKind::unsupported,
                with_argument_names(answer.refusal, wanted.kernel->parameters));
  }
}

}  // namespace clgauge::service

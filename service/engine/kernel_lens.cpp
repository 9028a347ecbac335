#include "service/engine/kernel_lens.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>

#include "base/error.h"
#include "db/object_table.h"
#include "lens/process/client.h"
#include "microbench/geometry/gpu_geometry.h"
#include "microbench/worker/client.h"
#include "microbench/worker/values.h"
#include "model/terms/lens_term.h"
#include "service/engine/buffer_places.h"
#include "service/engine/kept_looks.h"
#include "service/engine/kernel_objects.h"

namespace clgauge::service {
namespace {

constexpr unsigned kSecondTlbWays = 12;
// A prime number of words, so that strides of powers of two do not line up with it.
constexpr std::size_t kContentBytes = std::size_t{8} * 4093;

std::uint64_t whole(double value) { return static_cast<std::uint64_t>(value); }

// Sets are chosen by the program's addresses even beyond a page: large buffers lie in runs of
// contiguous frames (walks by powers of two among the microbenchmarks show it: load_mix,
// loop_load).
lens::CacheShape cache_of(const model::CacheLevel& level) {
  return {whole(level.capacity_bytes), whole(level.line_bytes), level.ways,
          level.is_lru ? lens::Replacement::lru : lens::Replacement::half_random};
}

// To two digits, so that looks are as valid for the next calibration.
double rounded(double value) {
  const double unit = std::pow(10, std::floor(std::log10(value)) - 1);
  return std::round(value / unit) * unit;
}

lens::EvaluatedArgument evaluated(const microbench::Argument& argument, unsigned index) {
  using Kind = lens::EvaluatedArgument::Kind;
  if (const auto* buffer = std::get_if<microbench::BufferArgument>(&argument)) {
    lens::EvaluatedArgument out{Kind::buffer, {}, lens::buffer_address(index), buffer->bytes};
    if (buffer->fill == microbench::Fill::given) {
      out.content = buffer->content;
    }
    return out;
  }
  if (const auto* local = std::get_if<microbench::LocalArgument>(&argument)) {
    return {Kind::local, {}, 0, local->bytes};
  }
  lens::EvaluatedArgument out{Kind::scalar, {}, 0, 0};
  std::vector<std::byte> bytes;
  if (const auto* structure = std::get_if<microbench::StructArgument>(&argument)) {
    bytes = microbench::encode(*structure);
    out.is_structure = true;
  } else {
    bytes = microbench::encode(std::get<microbench::ScalarArgument>(argument));
  }
  for (const std::byte byte : bytes) {
    out.value.push_back(std::to_integer<std::uint8_t>(byte));
  }
  return out;
}

// Clang's: line tables, and nothing that makes other code. Both drivers pass it on.
constexpr const char* kLineTables = "-gline-tables-only";

bool asks_for_lines(const microbench::Job& job) {
  return (' ' + job.options).find(" -g") != std::string::npos;
}

// PoCL loses the lines of a program that it takes from its cache, where a macro makes it another.
std::string macro_of_its_own() {
  return " -Dclgauge_build_" +
         std::to_string(std::chrono::system_clock::now().time_since_epoch().count());
}

microbench::Job with_lines(microbench::Job job) {
  job.options += job.options.empty() ? kLineTables : std::string(" ") + kLineTables;
  return job;
}

// What cannot be evaluated has no loops to explain.
bool is_deep_enough(const lens::LensAnswer& kept, LookDepth depth) {
  return depth == LookDepth::counts || kept.explains_loops || !kept.refusal.empty();
}

// What measuring would fill the buffer with: the first numbers of a long series stand for all.
std::string content_of(const microbench::BufferArgument& buffer, std::uint64_t seed) {
  if (buffer.fill == microbench::Fill::ring) {
    return {};
  }
  microbench::BufferArgument first = buffer;
  first.bytes = std::min(buffer.bytes, kContentBytes);
  return microbench::as_text(microbench::fill_block(first, seed));
}

lens::EvaluatedLaunch launch_with_likely_contents(const microbench::Job& job) {
  lens::EvaluatedLaunch launch = evaluated_launch(job);
  for (std::size_t i = 0; i < job.arguments.size(); ++i) {
    const auto* buffer = std::get_if<microbench::BufferArgument>(&job.arguments[i]);
    if (buffer != nullptr && buffer->fill != microbench::Fill::given) {
      launch.arguments[i].likely_content = content_of(*buffer, job.seed + i);
    }
  }
  return launch;
}

lens::EvaluatedLaunch launch_as_measured(const microbench::Job& job) {
  lens::EvaluatedLaunch launch = launch_with_likely_contents(job);
  for (lens::EvaluatedArgument& argument : launch.arguments) {
    if (argument.content.empty()) {
      argument.content = std::exchange(argument.likely_content, {});
    }
  }
  return launch;
}

// Whether denormal numbers are to be looked for, and have been.
bool lacks_likely(const lens::LensAnswer& kept, const lens::EvaluatedLaunch& launch) {
  return kept.refusal.empty() && kept.likely.empty() &&
         std::ranges::any_of(launch.arguments, [](const lens::EvaluatedArgument& argument) {
           return argument.content.empty() && !argument.likely_content.empty();
         });
}

// The job without what somebody says of the content of buffers.
microbench::Job on_scratch(microbench::Job job) {
  for (microbench::Argument& argument : job.arguments) {
    if (auto* buffer = std::get_if<microbench::BufferArgument>(&argument);
        buffer != nullptr && buffer->fill == microbench::Fill::given) {
      buffer->fill = microbench::Fill::zero;
    }
  }
  return job;
}

// The job with zeros for all scalars, for which most kernels find nothing to do.
microbench::Job idle(microbench::Job job) {
  for (microbench::Argument& argument : job.arguments) {
    if (auto* scalar = std::get_if<microbench::ScalarArgument>(&argument)) {
      scalar->value = 0;
      std::fill(scalar->more.begin(), scalar->more.end(), 0);
    } else if (auto* structure = std::get_if<microbench::StructArgument>(&argument)) {
      std::fill(structure->values.begin(), structure->values.end(), 0);
    }
  }
  return job;
}

// Drivers that compile at enqueue run one group for it, and what all groups together do right, one
// may not: a loop that strides by get_global_size() takes more rounds then, and may leave its
// buffers; a search for an empty place finds none among zeros. The code does not depend on the
// values of scalars: what crashed, or did not end in a part of its time, is run once more, idle.
std::optional<microbench::Measurement> compiled_by(microbench::WorkerClient& worker,
                                                   const microbench::Job& job,
                                                   const std::atomic<bool>& stop) {
  constexpr double kPartOfTime = 0.2;
  microbench::Job at_work = job;
  at_work.timeout_seconds *= kPartOfTime;
  auto compiled = worker.run(at_work, stop, microbench::Wanted::object);
  if (compiled && (compiled->status == microbench::Status::runtime ||
                   compiled->status == microbench::Status::timeout)) {
    const microbench::Job at_rest = idle(job);
    const bool is_other = to_json(at_rest) != to_json(job);
    if (auto idly = is_other ? worker.run(at_rest, stop, microbench::Wanted::object) : std::nullopt;
        idly && idly->object) {
      return idly;
    }
    compiled->reason = "one group of it alone, for which the driver compiles: " + compiled->reason;
  }
  return compiled;
}

}  // namespace

lens::EvaluatedLaunch evaluated_launch(const microbench::Job& job) {
  lens::EvaluatedLaunch launch;
  launch.dimensions = job.dimensions;
  for (unsigned d = 0; d < job.dimensions; ++d) {
    if (job.local.at(d) == 0) {
      throw Error(
          ErrorKind::unsupported,
          "the lens needs the work-group size, which this launch leaves to the driver: give "
          "--local");
    }
    launch.global.at(d) = job.global.at(d);
    launch.local.at(d) = job.local.at(d);
  }
  for (unsigned i = 0; i < job.arguments.size(); ++i) {
    launch.arguments.push_back(evaluated(job.arguments[i], i));
  }
  launch.flushes_denormals = job.options.find("-cl-denorms-are-zero") != std::string::npos;
  return launch;
}

lens::MachineShape machine_shape(const model::DeviceTraits& traits) {
  lens::MachineShape machine;
  const std::uint64_t page = whole(traits.page_bytes);
  if (!traits.caches.empty()) {
    machine.core.l1 = cache_of(traits.caches.front());
    machine.core.l2 = cache_of(traits.caches[std::min<std::size_t>(1, traits.caches.size() - 1)]);
    machine.core.l2.scatters = true;
    machine.core.l2.page_lines =
        traits.second_cache_hashes ? 0
                                   : page / std::max<std::uint64_t>(1, machine.core.l2.line_bytes);
    machine.shared_cache_bytes = traits.is_gpu ? 0 : whole(traits.caches.back().capacity_bytes);
  }
  machine.translations_cost = traits.tlb_pages < microbench::kTlbWithoutEdge;
  // What is not counted is simulated with the usual sizes: of many entries it takes long.
  const model::DeviceTraits& tlbs = machine.translations_cost ? traits : model::DeviceTraits{};
  machine.core.tlb1 = {whole(tlbs.first_tlb_pages) * page, page, 0, lens::Replacement::half_random};
  machine.core.tlb2 = {whole(tlbs.tlb_pages) * page, page, kSecondTlbWays,
                       lens::Replacement::half_random};
  machine.cores = traits.compute_units;
  for (const double seconds : traits.load_seconds) {
    machine.load_seconds.push_back(rounded(seconds));
  }
  return machine;
}

lens::MachineShape machine_shape(const model::DeviceTraits& traits, const device::Identity& device,
                                 LensCode code) {
  lens::MachineShape machine = machine_shape(traits);
  const bool is_cpu = device.type == "cpu";
  if (code == LensCode::llvm_ir || !is_cpu) {  // what is no CPU shows PTX, if anything
    machine.sub_group_items = traits.sub_group_size;
    machine.sub_groups_take_turns = !is_cpu;
  }
  return machine;
}

std::optional<LensCode> code_for(const std::vector<std::string>& features) {
  if (model::needs_ir(features)) {
    return LensCode::llvm_ir;
  }
  return model::needs_lens(features) ? std::optional(LensCode::compiled) : std::nullopt;
}

KernelLens::KernelLens(db::Store& store, device::Identity device, const model::DeviceTraits& traits,
                       LensCode code, std::string processor)
    : store_(store),
      device_(std::move(device)),
      code_(code),
      machine_(machine_shape(traits, device_, code)) {
  if (code == LensCode::compiled && device_.type == "cpu") {
    machine_.processor = std::move(processor);
  }
}

db::ObjectSource KernelLens::source_of(const microbench::Job& job) const {
  return code_ == LensCode::llvm_ir ? ir_source(device_, job) : object_source(device_, job);
}

void KernelLens::keep_missing_ir(const std::vector<microbench::Job>& jobs,
                                 const std::atomic<bool>& stop) {
  for (const microbench::Job& job : jobs) {
    const std::string key = db::ObjectTable::key_of(source_of(job));
    if (stop || compile_failures_.count(key) > 0) {
      continue;
    }
    try {
      keep_ir(store_, device_, job);
    } catch (const Error& error) {
      compile_failures_[key] = {error.what(), error.detail(), error.kind() == ErrorKind::input};
    }
  }
}

void KernelLens::compile_missing(const std::vector<microbench::Job>& jobs) {
  const std::atomic<bool> never = false;
  compile_missing(jobs, never);
}

void KernelLens::compile_missing(const std::vector<microbench::Job>& jobs,
                                 const std::atomic<bool>& stop) {
  if (code_ == LensCode::llvm_ir) {
    keep_missing_ir(jobs, stop);
    return;
  }
  microbench::WorkerClient worker;
  for (const microbench::Job& job : jobs) {
    const db::ObjectSource source = source_of(job);
    if (has_object(store_, source) ||
        compile_failures_.count(db::ObjectTable::key_of(source)) > 0) {
      continue;
    }
    microbench::Job wanted = on_scratch(job);
    wanted.device_id = device_.id;
    if (wanted.options.find(kLineTables) != std::string::npos) {
      wanted.options += macro_of_its_own();
    }
    const auto compiled = compiled_by(worker, wanted, stop);
    if (!compiled) {
      return;
    }
    keep_object(store_, device_, job, *compiled);
    if (!compiled->object) {
      const bool is_of_launch = compiled->status == microbench::Status::compile ||
                                compiled->status == microbench::Status::constraints;
      compile_failures_[db::ObjectTable::key_of(source)] = {compiled->reason, compiled->detail,
                                                            is_of_launch};
    }
  }
}

void KernelLens::compile_with_lines(const microbench::Job& job) {
  const std::atomic<bool> never = false;
  compile_with_lines(job, never);
}

void KernelLens::compile_with_lines(const microbench::Job& job, const std::atomic<bool>& stop) {
  if (code_ == LensCode::compiled && !asks_for_lines(job)) {
    compile_missing({with_lines(job)}, stop);
  }
}

std::string KernelLens::object_with_lines(const microbench::Job& job) const {
  if (code_ != LensCode::compiled || asks_for_lines(job)) {
    return {};
  }
  auto object = db::ObjectTable(store_).find(source_of(with_lines(job)));
  return object ? std::move(object->bytes) : std::string();
}

std::vector<lens::LensAnswer> KernelLens::look(const std::vector<microbench::Job>& jobs,
                                               const lens::LensLimits& limits, LookDepth depth) {
  return look_at_launches(jobs, limits, depth, evaluated_launch);
}

lens::LensAnswer KernelLens::look_as_measured(const microbench::Job& job, LookDepth depth) {
  return look_at_launches({job}, {}, depth, launch_as_measured).front();
}

lens::LensAnswer KernelLens::look_for_denormals(const microbench::Job& job, LookDepth depth) {
  const bool is_machine_code = code_ == LensCode::compiled && device_.type == "cpu";
  return is_machine_code ? look_at_launches({job}, {}, depth, launch_with_likely_contents).front()
                         : look({job}, {}, depth).front();
}

std::vector<lens::LensAnswer> KernelLens::look_at_launches(
    const std::vector<microbench::Job>& jobs, const lens::LensLimits& limits, LookDepth depth,
    const std::function<lens::EvaluatedLaunch(const microbench::Job&)>& launch_of) {
  std::vector<lens::LensAnswer> answers(jobs.size());
  std::vector<lens::LensRequest> requests;
  std::vector<std::size_t> places;
  std::vector<LookName> names;
  KeptLooks kept(store_);
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    try {
      lens::EvaluatedLaunch launch = launch_of(jobs[i]);
      place_buffers(launch, device_);
      const db::ObjectSource source = source_of(jobs[i]);
      const auto object_uid = db::ObjectTable(store_).find_uid(source);
      if (!object_uid || compile_failures_.count(db::ObjectTable::key_of(source)) > 0) {
        answers[i].refusal = why_no_object(jobs[i]);
        continue;
      }
      LookName name = name_of_look(device_.id, *object_uid, jobs[i].kernel, launch, machine_);
      if (auto known = kept.find(name);
          known && is_deep_enough(*known, depth) && !lacks_likely(*known, launch)) {
        answers[i] = std::move(*known);
        continue;
      }
      auto object = db::ObjectTable(store_).find(source);
      requests.push_back({std::move(object->bytes), jobs[i].kernel, std::move(launch), machine_});
      if (depth == LookDepth::loops) {
        requests.back().explains_loops = true;
        requests.back().lined_object = object_with_lines(jobs[i]);
      }
      places.push_back(i);
      names.push_back(std::move(name));
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::unsupported) {
        throw;
      }
      answers[i].refusal = error.what();
    }
  }
  std::vector<lens::LensAnswer> looked = lens::look_in_process(requests, limits);
  kept.keep(names, requests, looked);
  for (std::size_t r = 0; r < looked.size(); ++r) {
    answers[places[r]] = std::move(looked[r]);
  }
  return answers;
}

std::optional<KernelLens::Failure> KernelLens::compile_failure(const microbench::Job& job) const {
  const auto failure = compile_failures_.find(db::ObjectTable::key_of(source_of(job)));
  return failure == compile_failures_.end() ? std::nullopt : std::optional(failure->second);
}

std::string KernelLens::why_no_object(const microbench::Job& job) const {
  const auto failure = compile_failure(job);
  return failure ? failure->reason
                 : "the store has no compiled code of kernel " + job.kernel +
                       " for this device and driver";
}

std::string with_argument_names(const std::string& refusal,
                                const std::vector<collector::Parameter>& parameters) {
  constexpr std::string_view kCounted = "kernel argument ";
  std::string named;
  std::size_t written = 0;
  for (std::size_t at = refusal.find(kCounted); at != std::string::npos;
       at = refusal.find(kCounted, at + 1)) {
    const char* digits = refusal.data() + at + kCounted.size();
    std::size_t index = 0;
    const auto [end, status] = std::from_chars(digits, refusal.data() + refusal.size(), index);
    if (status == std::errc() && index < parameters.size()) {
      named += refusal.substr(written, at - written) + "argument `" + parameters[index].name + '`';
      written = static_cast<std::size_t>(end - refusal.data());
    }
  }
  return named + refusal.substr(written);
}

}  // namespace clgauge::service

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "microbench/ring.h"

namespace clgauge::microbench {

// What the elements of a buffer are before the first run. Data is kept normal: subnormals cost
// fivefold.
enum class Fill {
  zero,
  one,
  normal_random,  // floating point: normal deviates away from zero; integers: uniform 0..100
  iota,           // element i holds i % kIotaPeriod (8-bit types: i % kIotaPeriod8)
  poison,         // every bit set: NaN, or -1
  uniform,        // random between BufferArgument's low and high
  ring,           // of uint32: each node of BufferArgument's ring holds the word of the next one
  members,        // of structures: each of BufferArgument's members by its own fill
  given,          // BufferArgument's content, again and again
};
inline constexpr int kIotaPeriod = 1021;  // primes, so that a power-of-two shift cannot hide
inline constexpr int kIotaPeriod8 = 113;

// Equal numbers that lie side by side in a structure.
struct StructMember {
  std::string dtype;
  std::size_t offset = 0;  // in bytes
  std::size_t count = 1;
  Fill fill = Fill::zero;  // of a buffer's: zero or normal_random

  friend bool operator==(const StructMember&, const StructMember&) = default;
};

struct BufferArgument {
  std::size_t bytes = 0;
  std::string dtype = "float32";  // how to fill: float16/32/64, int8..int64, uint8..uint64
  Fill fill = Fill::normal_random;
  // Of Fill::uniform: real numbers of [low, high); of integer types whole numbers, high excluded.
  double low = 0;
  double high = 1;
  RingShape ring{};  // of Fill::ring
  // Of Fill::members: what is in an element, and the bytes from one to the next.
  std::vector<StructMember> members{};
  std::size_t element_bytes = 0;
  std::string content{};  // of Fill::given: bytes, at least one
};
struct LocalArgument {
  std::size_t bytes = 0;
};
struct ScalarArgument {
  std::string dtype = "int32";
  double value = 0;
  std::vector<double> more{};  // of a vector: what its lanes beyond the first hold
};
// A structure by value.
struct StructArgument {
  std::size_t bytes = 0;
  std::vector<StructMember> members;
  std::vector<double> values;  // of all numbers of all members, in order
};
using Argument = std::variant<BufferArgument, LocalArgument, ScalarArgument, StructArgument>;

// A value that a buffer must hold after the run: how a microbenchmark proves that it did its work.
struct Expectation {
  unsigned argument = 0;
  std::size_t element = 0;
  double value = 0;
  double relative_tolerance = 1e-5;
};

// How long to measure (DESIGN.md, "Measuring").
struct MeasurePolicy {
  int min_samples = 7;
  int max_samples = 100;
  double budget_seconds = 1.0;
  double relative_half_width = 0.02;  // of the 95% confidence interval of the median
  int warm_up_runs = 1;               // after the first run, which compiles on some drivers
};

// One kernel launch to be measured, complete in itself: a worker process needs nothing else.
struct Job {
  std::string device_id;
  std::string source;
  std::string options;
  std::vector<std::string> include_directories;  // -I beside the options; any characters
  std::string kernel;
  unsigned dimensions = 1;
  std::array<std::size_t, 3> global{1, 1, 1};
  std::array<std::size_t, 3> local{0, 0, 0};
  std::vector<Argument> arguments;
  std::vector<Expectation> expectations;
  MeasurePolicy policy;
  std::uint64_t seed = 1;
  double timeout_seconds = 30;
  double least_seconds = 0;  // no device can be faster: a median below it is rejected
};

enum class Status {
  ok,
  compile,
  runtime,
  timeout,
  correctness,
  constraints,
  unsupported,
  rejected
};
[[nodiscard]] const char* name_of(Status status) noexcept;
[[nodiscard]] const char* name_of(Fill fill) noexcept;

// What the device's compiler made of a kernel, as the driver shows it; the room lens reads it.
struct CompiledObject {
  std::string origin;  // one of the two below
  std::string bytes;

  friend bool operator==(const CompiledObject&, const CompiledObject&) = default;
};
inline constexpr const char* kProgramBinary = "program-binary";  // CL_PROGRAM_BINARIES
inline constexpr const char* kLoadedLibrary = "loaded-library";  // what the driver loaded to run it

struct Measurement {
  Status status = Status::ok;
  std::string reason;                // one line, empty when ok
  std::string detail;                // a build log, say
  std::vector<double> seconds;       // device time of every run, in the order taken, none deleted
  std::vector<double> host_seconds;  // wall time of the same runs
  std::vector<bool> outliers;        // flagged, not deleted
  double median_seconds = 0;
  double min_seconds = 0;
  double low_seconds = 0;  // confidence interval of the median
  double high_seconds = 0;
  double confidence = 0;    // its level: at least 0.95, less when there were too few samples
  std::string clock;        // "event" or "host"
  double tick_seconds = 0;  // granularity of that clock as seen in the samples
  double build_seconds = 0;
  double first_run_seconds = 0;    // holds the compile time of drivers that compile at enqueue
  std::string stop;                // "precise", "samples", "budget": why measuring ended
  std::vector<std::string> notes;  // what a reader should know: two levels, drift, a clock refused
  std::optional<CompiledObject> object;  // when it was asked for and the driver shows one
};

// Both forms round-trip; a number that JSON cannot hold (NaN, infinity) is null and comes back as
// NaN. The readers throw Error(input) that names the field.
[[nodiscard]] nlohmann::json to_json(const Job& job);
[[nodiscard]] Job job_from_json(const nlohmann::json& json);
[[nodiscard]] nlohmann::json to_json(const Measurement& measurement);
[[nodiscard]] Measurement measurement_from_json(const nlohmann::json& json);

}  // namespace clgauge::microbench

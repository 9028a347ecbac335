#pragma once

#include <string>
#include <variant>

#include "microbench/job.h"

namespace clgauge::microbench {

// What a request asks beside a job's times.
enum class Wanted {
  times,             // nothing
  times_and_object,  // and what the device's compiler made of the kernel, at no further compile
  object,            // only that: the kernel is not measured
};

// One JSON object a line. To the worker: {"job": {...}, "wanted": "object"}. From it: {"phase":
// "build"} any number of times, then {"measurement": {...}}. It ends when the channel closes.

struct PhaseReport {
  std::string phase;
};
using WorkerReply = std::variant<PhaseReport, Measurement>;

struct WorkerRequest {
  Job job;
  Wanted wanted = Wanted::times;
};
[[nodiscard]] std::string request_line(const Job& job, Wanted wanted);
[[nodiscard]] WorkerRequest request_of_line(const std::string& line);

[[nodiscard]] std::string reply_line(const WorkerReply& reply);
// Throws Error(input) for anything that is no reply.
[[nodiscard]] WorkerReply reply_of_line(const std::string& line);

}  // namespace clgauge::microbench

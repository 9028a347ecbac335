#pragma once

#include <string>
#include <variant>

#include "microbench/job.h"

namespace clgauge::microbench {

// One JSON object a line. To the worker: {"job": {...}}. From it: {"phase": "build"} any number of
// times, then {"measurement": {...}}. It ends when the channel closes.

struct PhaseReport {
  std::string phase;
};
using WorkerReply = std::variant<PhaseReport, Measurement>;

[[nodiscard]] std::string job_line(const Job& job);
[[nodiscard]] Job job_of_line(const std::string& line);

[[nodiscard]] std::string reply_line(const WorkerReply& reply);
// Throws Error(input) for anything that is no reply.
[[nodiscard]] WorkerReply reply_of_line(const std::string& line);

}  // namespace clgauge::microbench

#include "microbench/job.h"

namespace clgauge::microbench {

const char* name_of(Status status) noexcept {
  switch (status) {
    case Status::ok:
      return "ok";
    case Status::compile:
      return "compile";
    case Status::runtime:
      return "runtime";
    case Status::timeout:
      return "timeout";
    case Status::correctness:
      return "correctness";
    case Status::constraints:
      return "constraints";
    case Status::unsupported:
      return "unsupported";
    case Status::rejected:
      return "rejected";
  }
  return "unknown";
}

const char* name_of(Fill fill) noexcept {
  switch (fill) {
    case Fill::zero:
      return "zero";
    case Fill::one:
      return "one";
    case Fill::normal_random:
      return "normal_random";
    case Fill::iota:
      return "iota";
    case Fill::poison:
      return "poison";
    case Fill::uniform:
      return "uniform";
    case Fill::members:
      return "members";
    case Fill::given:
      return "given";
    case Fill::ring:
      return "ring";
  }
  return "unknown";
}

}  // namespace clgauge::microbench

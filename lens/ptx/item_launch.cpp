#include "lens/ptx/item_launch.h"

#include <string>

#include "base/align.h"
#include "base/error.h"
#include "lens/ptx/blame.h"
#include "lens/ptx/lanes.h"

namespace clgauge::lens::ptx {
namespace {

constexpr std::uint64_t kLocalAlignment = 128;  // of local memory that arguments ask for

EvaluatedLaunch checked(const EvaluatedLaunch& launch, const Program& program) {
  for (std::size_t d = 0; d < 3; ++d) {
    if (launch.local.at(d) == 0 || launch.global.at(d) % launch.local.at(d) != 0) {
      throw Error(ErrorKind::input, "launch: global size " + std::to_string(launch.global.at(d)) +
                                        " is not a multiple of the local size " +
                                        std::to_string(launch.local.at(d)) + " in dimension " +
                                        std::to_string(d));
    }
  }
  if (launch.arguments.size() != program.parameters.size()) {
    throw Error(ErrorKind::input, "kernel '" + program.kernel + "' takes " +
                                      std::to_string(program.parameters.size()) +
                                      " arguments, not " + std::to_string(launch.arguments.size()));
  }
  return launch;
}

}  // namespace

ItemLaunch::ItemLaunch(const Program& program, const EvaluatedLaunch& launch,
                       const WalkLimits& limits)
    : program_(program),
      launch_(checked(launch, program)),
      limits_(limits),
      globals_(program, launch_),
      seen_(program.accesses.size(), Space::generic) {
  ItemMemory parameters(program.parameter_bytes, 1);
  put_arguments(parameters);  // throws for those of another kernel
  std::uint64_t local = program.shared_bytes;
  for (const EvaluatedArgument& argument : launch_.arguments) {
    const bool is_local = argument.kind == EvaluatedArgument::Kind::local;
    local = is_local ? align_up(local, kLocalAlignment) + argument.size_bytes : local;
  }
  shared_ = SharedMemory(local);
}

void ItemLaunch::begin_group() {
  steps_ = 0;
  shared_.forget();
  globals_.begin_group();
}

void ItemLaunch::refuse_steps() const {
  refuse(RefusalKind::step_limit,
         "a work-group takes more than " + std::to_string(limits_.most_steps) + " steps");
}

void ItemLaunch::put_arguments(ItemMemory& parameters) const {
  std::uint64_t local = program_.shared_bytes;
  for (std::size_t i = 0; i < launch_.arguments.size(); ++i) {
    const EvaluatedArgument& given = launch_.arguments[i];
    const Placed& parameter = program_.parameters[i];
    std::vector<std::uint8_t> bytes = given.value;
    if (given.kind != EvaluatedArgument::Kind::scalar) {
      local = align_up(local, kLocalAlignment);
      const bool is_buffer = given.kind == EvaluatedArgument::Kind::buffer;
      const std::uint64_t address = is_buffer ? given.address : local;
      local += is_buffer ? 0 : given.size_bytes;
      bytes.clear();
      for (unsigned b = 0; b < 8; ++b) {
        bytes.push_back(static_cast<std::uint8_t>(address >> (8 * b)));
      }
    }
    const bool is_alike =
        (given.kind != EvaluatedArgument::Kind::scalar || !parameter.variable->is_pointer) &&
        bytes.size() >= parameter.variable->bytes;
    if (!is_alike) {
      throw Error(ErrorKind::input, "kernel argument " + std::to_string(i) + " of '" +
                                        program_.kernel + "' is not what the PTX takes");
    }
    for (std::uint64_t b = 0; b < parameter.variable->bytes; ++b) {
      for (unsigned lane = 0; lane < parameters.items(); ++lane) {
        parameters.store(lane, parameter.address + b, 1, {bytes[b], 0});
      }
    }
  }
}

std::uint64_t ItemLaunch::special(const SpecialSlot& one, const Ids& group, const Ids& id) const {
  const auto d = static_cast<std::size_t>(one.dimension);
  const Ids& local = launch_.local;
  switch (one.special) {
    case Special::local_id:
      return id.at(d);
    case Special::local_size:
      return local.at(d);
    case Special::group_id:
      return group.at(d);
    case Special::group_count:
      return launch_.groups().at(d);
    case Special::lane:
      return ((id[2] * local[1] + id[1]) * local[0] + id[0]) % kLanes;
    case Special::sub_group_size:
      return kLanes;
    case Special::global_offset:
      return launch_.offset.at(d);
    case Special::dimensions:
      return launch_.dimensions;
    case Special::zero:
      return 0;
  }
  return 0;
}

}  // namespace clgauge::lens::ptx

#include "service/engine/buffer_notes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <variant>

#include "base/error.h"

namespace clgauge::service {
namespace {

// Buffers that the kernel reads and that hold zeros, as "`a`" or "the integers of `a`".
struct ZeroFilled {
  std::vector<std::string> integers;    // for they become addresses or decide what is done
  std::vector<std::string> structures;  // for nobody knows their members
};

ZeroFilled zero_filled(const collector::KernelModel& model, const microbench::Job& job) {
  ZeroFilled zeros;
  for (std::size_t i = 0; i < model.parameters.size(); ++i) {
    const collector::Parameter& parameter = model.parameters[i];
    const auto* buffer = std::get_if<microbench::BufferArgument>(&job.arguments.at(i));
    const bool is_read = std::any_of(
        model.arrays.begin(), model.arrays.end(),
        [&](const auto& array) { return array.array == parameter.name && array.loaded; });
    if (buffer == nullptr || !is_read) {
      continue;
    }
    const bool members_are_zero =
        std::any_of(buffer->members.begin(), buffer->members.end(),
                    [](const auto& member) { return member.fill == microbench::Fill::zero; });
    if (buffer->fill == microbench::Fill::zero) {
      (is_integer(parameter) ? zeros.integers : zeros.structures)
          .push_back('`' + parameter.name + '`');
    } else if (members_are_zero) {
      zeros.integers.push_back("the integers of `" + parameter.name + '`');
    }
  }
  return zeros;
}

// How many bytes into the array the kernel reaches for sure; nothing where its extent is a bound or
// has no value at these sizes, for which a size may have been given.
std::optional<std::int64_t> exact_extent(const collector::ArrayUse& array,
                                         const collector::Bindings& bindings) {
  if (array.extent_flag != collector::CountFlag::exact) {
    return std::nullopt;
  }
  try {
    return array.extent_bytes.evaluate(bindings);
  } catch (const Error&) {  // divides by zero, or overflows
    return std::nullopt;
  }
}

}  // namespace

std::vector<std::string> notes_on_buffers(const collector::KernelModel& model,
                                          const collector::Bindings& bindings,
                                          const MeasurementInputs& inputs,
                                          const microbench::Job& job) {
  const ZeroFilled zeros = zero_filled(model, job);
  std::vector<std::string> sampled;
  for (const collector::Parameter& parameter : model.parameters) {
    if (model.extent_bounds && inputs.buffer_bytes.count(parameter.name) == 0) {
      const std::vector<std::string>& names = model.extent_bounds->sampled;
      if (std::find(names.begin(), names.end(), parameter.name) != names.end()) {
        sampled.push_back(parameter.name);
      }
    }
  }
  std::vector<std::string> notes;
  for (const auto& array : model.arrays) {
    const auto given = inputs.buffer_bytes.find(array.array);
    if (given == inputs.buffer_bytes.end()) {
      continue;
    }
    const auto reached = exact_extent(array, bindings);
    if (reached && std::cmp_greater(*reached, given->second)) {
      notes.push_back(fmt::format(
          "the kernel reaches {0} bytes into {1}, beyond the {2} that --buffer {1}={2} gave it",
          *reached, array.array, given->second));
    }
  }
  if (!sampled.empty()) {
    notes.push_back(fmt::format(
        "the size of {} is how far the first, the last and some other work-groups reach: if "
        "others reach further, add --buffer {}=BYTES",
        fmt::join(sampled, ", "), fmt::join(sampled, "=BYTES --buffer ")));
  }
  if (!zeros.integers.empty()) {
    notes.push_back(fmt::format(
        "{} {} filled with zeros, for values in memory become addresses or decide what is done: "
        "a time that depends on them means little",
        fmt::join(zeros.integers, ", "),
        zeros.integers.size() > 1 || zeros.integers.front().rfind("the ", 0) == 0 ? "are" : "is"));
  }
  if (!zeros.structures.empty()) {
    notes.push_back(fmt::format(
        "{} {} filled with zeros, for clgauge does not know the members of {} elements: a time "
        "that depends on them means little",
        fmt::join(zeros.structures, ", "), zeros.structures.size() > 1 ? "are" : "is",
        zeros.structures.size() > 1 ? "their" : "its"));
  }
  return notes;
}

std::vector<std::string> notes_on_overruns(const std::vector<lens::Overrun>& overruns,
                                           const collector::KernelModel& model,
                                           const std::set<std::string>& assumed) {
  std::vector<std::string> notes;
  for (const lens::Overrun& overrun : overruns) {
    if (overrun.argument >= model.parameters.size()) {
      continue;
    }
    const std::string& name = model.parameters[overrun.argument].name;
    if (assumed.count(name) > 0) {
      continue;
    }
    const auto note = [&](std::uint64_t bytes, const char* where) {
      if (bytes > 0) {
        notes.push_back(fmt::format(
            "work-items {} up to {} bytes {} of buffer `{}`, to which this launch gives {} bytes",
            overrun.is_stored ? "write" : "read", bytes, where, name, overrun.size_bytes));
      }
    };
    note(overrun.before_bytes, "before the beginning");
    note(overrun.behind_bytes, "beyond the end");
  }
  return notes;
}

std::string contents_as_measured(const collector::KernelModel& model, const microbench::Job& job) {
  ZeroFilled zeros = zero_filled(model, job);
  std::vector<std::string>& all = zeros.integers;
  all.insert(all.end(), zeros.structures.begin(), zeros.structures.end());
  return "buffers are taken to hold what `clgauge measure` fills them with, normal random "
         "floating-point numbers and small random integers" +
         (all.empty() ? std::string() : fmt::format(", but zeros in {}", fmt::join(all, ", ")));
}

}  // namespace clgauge::service

#include "lens/launch/loop_features.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "lens/launch/instruction_kind.h"

namespace clgauge::lens {
namespace {

// The innermost loop of each instruction; behind all loops what is in none.
CodeParts parts_of(const MachineCode& code) {
  CodeParts parts{code.loops.size() + 1, {}};
  parts.of_instruction.assign(code.instructions.size(),
                              static_cast<std::uint32_t>(code.loops.size()));
  for (std::size_t l = code.loops.size(); l-- > 0;) {  // outer ones first
    code.each_instruction(code.loops[l], [&](std::uint32_t instruction) {
      parts.of_instruction[instruction] = static_cast<std::uint32_t>(l);
    });
  }
  return parts;
}

// What LaunchSample counts beside the traffic, by part.
std::vector<LaunchSample> samples_of(const LaunchSample& sample, const MachineCode& code,
                                     const CodeParts& parts) {
  std::vector<LaunchSample> samples(parts.count);
  const std::vector<InstructionKind> kinds = instruction_kinds(code);
  const auto& groups = sample.groups.consecutive;
  const std::size_t first = sample.groups.first_counted();
  const double of_one =
      sample.groups.accesses_of_average / static_cast<double>(groups.size() - first);
  for (std::size_t g = first; g < groups.size(); ++g) {
    groups[g].each_part([&](std::span<const Access> accesses, std::uint64_t times) {
      const double of_these = of_one * static_cast<double>(times);
      for (const Access& access : accesses) {
        const InstructionKind kind = kinds[access.instruction];
        if (kind == InstructionKind::plain || access.is_cover) {
          continue;
        }
        LaunchSample& part = samples[parts.of_instruction[access.instruction]];
        part.gather_lanes += kind == InstructionKind::gather ? of_these : 0;
        part.scatter_lanes += kind == InstructionKind::scatter ? of_these : 0;
        part.locked += kind == InstructionKind::locked && access.is_store ? of_these : 0;
      }
    });
  }
  for (std::size_t b = 0; b < code.blocks.size(); ++b) {
    const BasicBlock& block = code.blocks[b];
    const double passes = sample.passes.blocks[b];
    LaunchSample& part = samples[parts.of_instruction[block.first_instruction]];
    part.instructions += passes * block.instruction_count;
    for (std::uint32_t i = 0; passes > 0 && i < block.instruction_count; ++i) {
      const std::uint32_t instruction = block.first_instruction + i;
      if (instruction < sample.passes.unforeseen.size()) {
        part.mispredictions += passes * sample.passes.unforeseen[instruction];
      }
      const auto call = sample.call_sites.find(instruction);
      if (call != sample.call_sites.end() && sample.runtime_calls.contains(call->second)) {
        part.runtime_calls[call->second] += passes;
      }
    }
  }
  for (const auto& [instruction, assists] : sample.denormals.counts.assists) {
    samples[parts.of_instruction[instruction]].denormals.counts.assists[instruction] = assists;
  }
  for (LaunchSample& part : samples) {
    part.contended = sample.locked > 0 ? sample.contended * part.locked / sample.locked : 0;
  }
  return samples;
}

}  // namespace

void add_features(const LensFeatures& part, LensFeatures& sum) {
  for (const auto& [name, count] : part) {
    if (name == "f_lens_groups") {
      sum[name] = count;
    } else {
      sum[name] += count;
    }
  }
}

std::vector<LensFeatures> loop_features(const LaunchSample& sample, const GroupCost& cost,
                                        const MachineCode& code, const MachineShape& machine) {
  const CodeParts parts = parts_of(code);
  const std::vector<LaunchTraffic> traffic = traffic_of_parts(sample.groups, machine.core, parts);
  const std::vector<LaunchSample> samples = samples_of(sample, code, parts);
  std::vector<LensFeatures> features(code.loops.size());
  for (std::size_t l = 0; l < code.loops.size(); ++l) {  // inner ones come first
    // One with several ways in may run without its header.
    if (std::ranges::all_of(code.loops[l].blocks,
                            [&](std::uint32_t b) { return sample.passes.blocks[b] <= 0; })) {
      continue;
    }
    LensFeatures own = lens_features(samples[l], {}, traffic[l], machine);
    own["f_lens_cycles"] += own["f_lens_groups"] * filling_cycles(cost, traffic[l], machine);
    own.erase("f_lens_forks");
    std::erase_if(own, [](const auto& feature) { return feature.second == 0; });
    add_features(own, features[l]);
    if (code.loops[l].parent) {
      add_features(features[l], features[*code.loops[l].parent]);
    }
  }
  return features;
}

}  // namespace clgauge::lens

#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lens/code/image.h"
#include "lens/code/machine_code.h"
#include "lens/evaluate/lower.h"
#include "lens/evaluate/trace.h"
#include "lens/throughput/group_cost.h"
#include "lens/throughput/sequence_cost.h"
#include "lens/throughput/wide_arithmetic.h"

namespace clgauge::lens {

// A function of a runtime's mathematics, walked once with ordinary arguments.
struct WalkedFunction {
  MachineCode code;
  std::vector<std::uint32_t> path;  // its blocks as they ran; empty where one ran more than once
  GroupCost cost;                   // of one call by itself; nothing where there is a path
  WideWork wide;
};

// What calls with arguments of their own take beyond that, each.
struct CallCost {
  double assists = 0;  // as in GroupTrace
  double cycles = 0;   // of a longer way
};

// The blocks of the code's entry, and of what it calls, in the order in which they ran; empty where
// one ran more than once.
[[nodiscard]] std::vector<std::uint32_t> straight_path(const MachineCode& code,
                                                       const GroupTrace& trace);

// Functions of a runtime's mathematics, where their code can be had, in the object itself (PoCL) or
// in a library of the driver (Intel's). Remembers its answers. Not thread-safe.
class Mathematics {
 public:
  // As SequenceCosts takes them.
  explicit Mathematics(std::vector<std::string> cpus) : cpus_(std::move(cpus)) {}

  // None where the code is elsewhere or cannot be walked. `image` is known by `hash`.
  [[nodiscard]] const std::optional<WalkedFunction>& walked(
      const std::shared_ptr<const ObjectImage>& image, const std::string& hash,
      const std::string& symbol);

  // Of calls of a function that walked() knows, by some of them; nothing where these cannot
  // be walked.
  [[nodiscard]] CallCost cost_of_calls(const std::shared_ptr<const ObjectImage>& image,
                                       const std::string& hash, const std::string& symbol,
                                       const std::vector<KeptCalls::Registers>& calls,
                                       bool flushes_denormals);

 private:
  using Image = std::shared_ptr<const ObjectImage>;
  // What calls take by the blocks that they pass.
  struct Ways {
    std::shared_ptr<const LoweredCode> lowered;
    SequenceCosts costs;
    std::map<std::vector<std::uint64_t>, double> cycles;

    [[nodiscard]] double cycles_of(const GroupTrace& trace);
  };

  [[nodiscard]] Ways& ways_of(const Image& image, const std::string& hash,
                              const std::string& symbol);
  [[nodiscard]] std::optional<WalkedFunction> walk(const Image& image,
                                                   const std::string& symbol) const;
  [[nodiscard]] const Image& library_of(const std::string& symbol);
  [[nodiscard]] const Image& holder_of(const Image& image, const std::string& symbol);

  std::vector<std::string> cpus_;
  std::map<std::string, Image> libraries_;  // by file; null where it cannot be read
  std::map<std::pair<std::string, std::string>, std::optional<WalkedFunction>> functions_;
  std::map<std::pair<std::string, std::string>, Ways> ways_;
};

}  // namespace clgauge::lens

#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "collector/kernel/kernel_model.h"
#include "collector/kernel/launch.h"
#include "collector/symbolic/operations.h"

namespace llvm {
class Function;
}

namespace clgauge::collector {

// The NDRange and the integer arguments as symbols, with what is known of their values.
class LaunchSpace {
 public:
  struct Dimension {
    symbolic::Poly global;  // work-items
    symbolic::Poly local;   // work-items per work-group
    symbolic::Poly groups;
    symbolic::AtomId global_id = 0;  // "gid0", in 0 .. global-1
    symbolic::AtomId local_id = 0;   // "lid0"
    symbolic::AtomId group_id = 0;   // "grp0"
  };

  // Throws Error(input): an expression that does not parse, a local size that is missing or
  // contradicts reqd_work_group_size, or given numbers that break an assumption.
  LaunchSpace(symbolic::Context& context, const llvm::Function& kernel,
              const LaunchDescription& launch);

  [[nodiscard]] const std::array<Dimension, 3>& dimensions() const { return dimensions_; }
  [[nodiscard]] const Dimension& dimension(unsigned index) const { return dimensions_[index]; }
  // 1 to 3, as many as the launch gives.
  [[nodiscard]] unsigned rank() const { return rank_; }
  // The symbol of an integer argument.
  [[nodiscard]] symbolic::Poly argument(const std::string& name) const;
  // Work-groups of the whole launch.
  [[nodiscard]] symbolic::Poly groups() const;
  // What was assumed by name, as written by the user or implied by the launch.
  [[nodiscard]] const std::vector<std::string>& assumptions() const { return assumptions_; }

 private:
  void assume_divisible(const symbolic::Poly& global, const symbolic::Poly& local);

  symbolic::Context& context_;
  std::array<Dimension, 3> dimensions_;
  unsigned rank_ = 1;
  std::map<std::string, symbolic::Poly> definitions_;  // "m == 2*n"
  std::vector<std::string> assumptions_;
};

}  // namespace clgauge::collector

#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "db/store.h"
#include "service/engine/device_portrait.h"

namespace clgauge::service {

// Devices beside each other, from what the store knows of them: none need be present. "Ratio" is
// always (a device's seconds) / (the first device's): 2 is half as fast.
struct Comparison {
  struct Device {
    std::string id;
    std::string name;
    std::string platform;
    std::string calibrated_at;  // UTC
    std::string effort;
    bool stale = false;
    DevicePortrait portrait;
  };
  // In what the devices differ in kind, in words.
  struct Fact {
    std::string what;
    std::vector<std::string> values;  // by device
  };
  // Of one device against the first; the interval holds the ratio with probability 0.9.
  struct Ratio {
    double ratio = 1;
    double low = 1;
    double high = 1;
  };
  // A cost that every device's fit determines and finds above zero.
  struct Cost {
    std::string name;
    std::vector<double> seconds;  // by device
    std::vector<Ratio> ratios;    // by device; from the standard errors of the two costs
  };
  // The measurement kernels of one generator that ran on every device: how much longer they took,
  // in the geometric mean, and within what range of ratios nine of ten kernels lie.
  struct Generator {
    std::string name;
    std::size_t kernels = 0;
    std::vector<Ratio> ratios;  // by device
  };
  // A kernel family at one size: the variant that each device is predicted to run fastest.
  struct Family {
    std::string name;
    std::string sizes;  // "n=1024"
    struct Best {
      std::string variant;
      double seconds = 0;
    };
    std::vector<Best> best;  // by device
  };

  // A variant of such a family at that size, in the roofline's terms.
  struct Kernel {
    std::string name;  // "matmul/tiled16"
    double flops = 0;
    double bytes = 0;             // moved under a perfect cache
    std::vector<double> seconds;  // predicted, by device
  };

  std::string model;
  std::vector<Device> devices;
  std::vector<Fact> facts;
  std::vector<Cost> costs;
  std::vector<Generator> generators;
  std::vector<Family> families;  // none for a model that looks at compiled code
  std::vector<Kernel> kernels;   // of these families
};

// Compares two or more devices, each named by an id, an alias or part of its name. Throws
// Error(usage) when one is unknown, not calibrated, named twice, or has no such model.
[[nodiscard]] Comparison compare(db::Store& store, const std::vector<std::string>& selectors,
                                 const std::string& model);

[[nodiscard]] nlohmann::json to_json(const Comparison& comparison);

}  // namespace clgauge::service

#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "collector/kernel/launch.h"
#include "collector/oracle/oracle.h"
#include "collector/source.h"

namespace clgauge::collector {

// A kernel with sizes drawn for its arguments.
struct CorpusLaunch {
  Source source;
  std::string kernel;
  LaunchDescription launch;  // sizes as numbers in launch.args
  ConcreteLaunch concrete;
  std::string flag;  // "data-dependent", "refused", ... as in the manifest
  std::map<std::string, std::int64_t> local_bytes;  // of pointers to local memory
  [[nodiscard]] std::string name() const { return source.name + ":" + kernel; }
};

// Every line of tests/collector/kernels/manifest.json and every variant of kernels/, or one in
// `one_in` of them unless CLGAUGE_TEST_ALL is set; the same ones and sizes in every run for the
// same seed.
[[nodiscard]] std::vector<CorpusLaunch> corpus(unsigned seed, std::size_t one_in = 1);

// Whether CLGAUGE_TEST_ALL is set.
[[nodiscard]] bool whole_corpus();

}  // namespace clgauge::collector

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
  // Tells kernels apart that are built with different options.
  [[nodiscard]] std::string key() const { return name() + " " + source.options; }
};

// Which launches of the corpus.
struct CorpusPart {
  std::size_t one_in = 1;  // every so-many-th, unless CLGAUGE_TEST_ALL is set
  std::string key;         // of one kernel alone
};

// Every line of tests/collector/kernels/manifest.json and every variant of kernels/, or a part of
// them; the same ones and sizes in every run for the same seed.
[[nodiscard]] std::vector<CorpusLaunch> corpus(unsigned seed, const CorpusPart& part = {});

// The keys of all kernels, each once, in the order of the corpus.
[[nodiscard]] std::vector<std::string> corpus_keys();

// Whether CLGAUGE_TEST_ALL is set.
[[nodiscard]] bool whole_corpus();

}  // namespace clgauge::collector

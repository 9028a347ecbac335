#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "db/store.h"

namespace clgauge::db {

// A generated measurement kernel. Its uid is a hash of the rest, so that calibrations that run the
// same one share the row.
struct MicroKernelRow {
  std::string uid;  // set by the table
  std::string name;
  std::map<std::string, std::string> tags;
  std::string job;  // JSON of microbench::Job
};

struct TimeSummary {
  double median_seconds = 0;
  double min_seconds = 0;
  double low_seconds = 0;  // 95% confidence interval of the median
  double high_seconds = 0;
};

// One measurement of one micro kernel. Rows are never changed; the uid is a hash of the rest.
struct SampleRow {
  std::string uid;  // set by the table
  std::string calibration_uid;
  std::string micro_kernel_uid;
  std::string micro_kernel;  // read only: its name
  std::string taken_at;      // set by add() when empty
  std::string status;        // "ok", "compile", "runtime", "timeout", ... (microbench::Status)
  std::string reason;        // one line; empty when ok
  std::string detail;        // a build log, say
  std::string clock;         // "event" or "host"
  std::string stop;          // why measuring ended
  std::optional<TimeSummary> summary;  // present when status is "ok"
  std::optional<double> build_seconds;
  std::optional<double> first_run_seconds;
  std::vector<double> seconds;       // device time of every run, in the order taken
  std::vector<double> host_seconds;  // wall time of the same runs
  std::vector<bool> outliers;        // flags of the same runs; empty when none is flagged
  std::optional<std::map<std::string, double>> features;  // counted from the micro kernel's source
};

class SampleTable {
 public:
  explicit SampleTable(Store& store) : store_(store) {}

  // Records the micro kernel if it is new; returns its uid.
  std::string upsert_micro_kernel(const MicroKernelRow& micro_kernel);
  [[nodiscard]] std::optional<MicroKernelRow> micro_kernel(const std::string& uid);

  // Adds a sample and, unless a Transaction is open, commits it: after the return the death of the
  // process cannot lose it. Returns its uid. Times that are not finite are refused.
  std::string add(const SampleRow& sample);

  // How often the calibration has sampled each micro kernel, by name.
  struct Sampled {
    std::size_t samples = 0;  // whatever their status
    std::size_t failed = 0;   // of those, not "ok"
  };
  [[nodiscard]] std::map<std::string, Sampled> sampled(const std::string& calibration_uid);
  // Samples with their features, in the order taken: all, or those with status "ok".
  [[nodiscard]] std::vector<SampleRow> list(const std::string& calibration_uid);
  [[nodiscard]] std::vector<SampleRow> list_ok(const std::string& calibration_uid);
  // The medians of each micro kernel that ran, in the order first taken: all that most questions
  // want to know of a thousand samples.
  struct Medians {
    std::string micro_kernel;
    std::string micro_kernel_uid;
    std::vector<double> seconds;  // in the order taken; never empty
  };
  [[nodiscard]] std::vector<Medians> medians(const std::string& calibration_uid);

 private:
  Store& store_;
};

}  // namespace clgauge::db

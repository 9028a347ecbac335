#include "service/engine/sample_record.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "collector/kernel/launch_json.h"

namespace clgauge::service {
namespace {

Error unreadable(const db::MicroKernelRow& row, const std::exception& why) {
  return Error(ErrorKind::store, "measurement kernel " + row.name +
                                     " in the store cannot be read (" + why.what() +
                                     "): calibrate again with --force");
}

}  // namespace

db::MicroKernelRow micro_kernel_row(const microbench::MicroKernel& kernel) {
  db::MicroKernelRow row;
  row.name = kernel.name;
  for (const std::string& tag : kernel.tags) {
    const auto colon = tag.find(':');
    row.tags[tag.substr(0, colon)] = colon == std::string::npos ? "" : tag.substr(colon + 1);
  }
  row.job = nlohmann::json({{"job", microbench::to_json(kernel.job)},
                            {"generator", kernel.generator},
                            {"launch", to_json(kernel.launch)}})
                .dump();
  return row;
}

microbench::Job job_of(const db::MicroKernelRow& row) {
  try {
    return microbench::job_from_json(nlohmann::json::parse(row.job).at("job"));
  } catch (const nlohmann::json::exception& error) {
    throw unreadable(row, error);
  }
}

CountableKernel countable_kernel(const db::MicroKernelRow& row) {
  const microbench::Job job = job_of(row);
  try {
    const auto json = nlohmann::json::parse(row.job);
    CountableKernel countable;
    countable.source.text = job.source;
    countable.source.name = row.name;
    countable.source.options = job.options;
    countable.kernel = job.kernel;
    json.at("generator").get_to(countable.generator);
    countable.launch = collector::launch_from_json(json.at("launch"));
    return countable;
  } catch (const nlohmann::json::exception& error) {
    throw unreadable(row, error);
  }
}

db::SampleRow sample_row(const std::string& calibration_uid, const std::string& micro_kernel_uid,
                         const microbench::Measurement& measurement) {
  db::SampleRow row;
  row.calibration_uid = calibration_uid;
  row.micro_kernel_uid = micro_kernel_uid;
  row.status = microbench::name_of(measurement.status);
  row.reason = measurement.reason;
  row.detail = measurement.detail;
  row.clock = measurement.clock;
  row.stop = measurement.stop;
  if (measurement.status == microbench::Status::ok) {
    row.summary = db::TimeSummary{measurement.median_seconds, measurement.min_seconds,
                                  measurement.low_seconds, measurement.high_seconds};
    row.build_seconds = measurement.build_seconds;
    row.first_run_seconds = measurement.first_run_seconds;
  }
  // A driver that lies may report what is no number; such runs are why the status is not ok.
  const auto finite = [](const std::vector<double>& values) {
    return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
  };
  if (finite(measurement.seconds) && finite(measurement.host_seconds)) {
    row.seconds = measurement.seconds;
    row.host_seconds = measurement.host_seconds;
    row.outliers = measurement.outliers;
  }
  return row;
}

}  // namespace clgauge::service

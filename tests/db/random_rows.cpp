#include "random_rows.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/kernel_cache.h"
#include "db/look_table.h"
#include "db/object_table.h"
#include "db/portrait_table.h"

namespace clgauge::db {

DeviceRow RandomRows::device() {
  DeviceRow row;
  const int which = below(3);
  row.id = fmt::format("{:016x}", which);
  row.name = fmt::format("device \"{}\" é", which);
  row.vendor = "vendor";
  row.platform = "platform";
  row.type = "cpu";
  row.compute_units = static_cast<std::uint32_t>(which + 1);
  row.driver = fmt::format("{}.{}", which, below(2));
  row.platform_version = "OpenCL 3.0";
  row.opencl_c_version = "OpenCL C 1.2";
  row.global_bytes = std::uint64_t{1} << 40;
  row.local_bytes = 32768;
  row.max_allocation_bytes = std::uint64_t{1} << 38;
  row.global_cache_bytes = 1 << 20;
  row.cache_line_bytes = 64;
  row.max_group_size = 4096;
  row.max_clock_mhz = 3000;
  row.has_float64 = true;
  row.sub_group_sizes = {4, 8, 16};
  row.timer_resolution_nanoseconds = 1;
  row.first_seen_at = fmt::format("2026-01-{:02d}T00:00:00Z", below(28) + 1);
  return row;
}

MicroKernelRow RandomRows::micro_kernel() {
  const int which = below(5);
  MicroKernelRow row;
  row.name = fmt::format("micro_{}", which);
  row.tags = {{"op", "madd"}, {"dtype", "float32"}};
  row.job = fmt::format(R"({{"kernel":"k{}"}})", which);
  return row;
}

SampleRow RandomRows::sample(const std::string& calibration_uid,
                             const std::string& micro_kernel_uid) {
  SampleRow row;
  row.calibration_uid = calibration_uid;
  row.micro_kernel_uid = micro_kernel_uid;
  row.clock = "event";
  row.stop = "precise";
  row.status = below(4) == 0 ? "timeout" : "ok";
  row.build_seconds = real();
  row.features = std::map<std::string, double>{{"f_op_float32_madd", below(3)},
                                               {"f_thread_groups", 1e15 + below(2)}};
  if (row.status != "ok") {
    row.reason = "took longer than 30 s";
    row.features.reset();
    return row;
  }
  const int runs = 1 + below(20);
  for (int run = 0; run < runs; ++run) {
    row.seconds.push_back(real());
    row.host_seconds.push_back(real());
    row.outliers.push_back(below(10) == 0);
  }
  if (std::find(row.outliers.begin(), row.outliers.end(), true) == row.outliers.end()) {
    row.outliers.clear();
  }
  const auto [least, most] = std::minmax_element(row.seconds.begin(), row.seconds.end());
  row.summary = TimeSummary{row.seconds.front(), *least, *least, *most};
  row.first_run_seconds = real();
  return row;
}

ModelRow RandomRows::model(const std::string& calibration_uid) {
  ModelRow row;
  row.calibration_uid = calibration_uid;
  row.name = below(2) == 0 ? "linear" : "overlap";
  row.expression = "p_a * f_a + p_b * f_b";
  row.sub_group_size = 8;
  row.covariance = "[[1.0,0.5],[0.5,1.0]]";
  row.costs = {{"p_a", real(), "s", real(), true}, {"p_b", 0, "s", std::nullopt, false}};
  return row;
}

ObservationRow RandomRows::observation(const std::string& device_id) {
  ObservationRow row;
  row.kernel_key = fmt::format("key{}", below(3));
  row.kernel_name = "matmul";
  row.device_id = device_id;
  row.driver = "1.0";
  row.launch = fmt::format(R"({{"global":[{}]}})", below(100) + 1);
  row.seconds = real();
  row.source = "measure";
  if (below(5) == 0) {
    row.status = "compile";
    row.seconds.reset();
  }
  return row;
}

void RandomRows::fill(Store& store) {
  Transaction transaction(store);
  DeviceTable devices(store);
  CalibrationTable calibrations(store);
  SampleTable samples(store);
  const int calibration_count = 1 + below(4);
  for (int i = 0; i < calibration_count; ++i) {
    const DeviceRow row = device();
    CalibrationRow calibration;
    calibration.device_version_uid = devices.upsert(row);
    calibration.effort = "quick";
    calibration.plan_hash = "plan";
    calibration.provenance = {{"host", "somewhere"}};
    const std::string uid = calibrations.start(calibration);
    const int sample_count = below(12);
    for (int j = 0; j < sample_count; ++j) {
      samples.add(sample(uid, samples.upsert_micro_kernel(micro_kernel())));
    }
    if (const int end = below(3); end != 0) {
      calibrations.finish(uid, end == 1 ? CalibrationState::complete : CalibrationState::abandoned);
    }
    if (below(2) == 0) {
      PortraitTable(store).put(
          {ModelTable(store).save(model(uid)), "1", fmt::format(R"({{"peak":{}}})", below(2))});
    }
    ObservationTable(store).add(observation(row.id));
    devices.set_alias(fmt::format("alias{}", below(2)), row.id);
    KernelCache(store).put({fmt::format("key{}", below(3)), "matmul", "1",
                            fmt::format(R"({{"version":{}}})", below(2)), ""});
    const std::string source = fmt::format("source {}", below(3));
    const std::string object =
        ObjectTable(store).put({source, "", "matmul", row.id, row.driver, {16, 16, 1}},
                               {"", "program-binary", std::string(64, '\xFF') + source});
    LookTable(store).put({fmt::format("look{}", below(3)), "subject", 1, row.id, object, "matmul",
                          fmt::format(R"({{"global":[{},1,1]}})", below(100)),
                          R"({"features":{"f_lens_groups":1.0}})"});
    KernelCache(store).put_source(fmt::format("key{}", below(3)), {source, "-DN=1"});
  }
  transaction.commit();
}

}  // namespace clgauge::db

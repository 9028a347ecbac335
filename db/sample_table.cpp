#include "db/sample_table.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "db/json_column.h"
#include "db/query.h"
#include "db/schema.h"
#include "db/time.h"

namespace clgauge::db {
namespace {

Value real(const std::optional<double>& value) { return value ? Value(*value) : Value(); }

void require_sound(const SampleRow& sample) {
  const auto finite = [](const std::vector<double>& times) {
    return std::all_of(times.begin(), times.end(), [](double t) { return std::isfinite(t); });
  };
  std::vector<double> singles{sample.build_seconds.value_or(0),
                              sample.first_run_seconds.value_or(0)};
  if (const auto& summary = sample.summary) {
    singles.insert(singles.end(), {summary->median_seconds, summary->min_seconds,
                                   summary->low_seconds, summary->high_seconds});
  }
  if (!finite(sample.seconds) || !finite(sample.host_seconds) || !finite(singles)) {
    throw Error(ErrorKind::internal, "a sample holds a time that is not finite");
  }
  if (sample.status == "ok" && !sample.summary) {
    throw Error(ErrorKind::internal, "a sample with status ok needs its summary of times");
  }
}

// Flags become the indices of the runs that are flagged: there are few.
std::string encode_outliers(const std::vector<bool>& flags) {
  std::vector<std::size_t> indices;
  for (std::size_t run = 0; run < flags.size(); ++run) {
    if (flags[run]) {
      indices.push_back(run);
    }
  }
  return encode(indices);
}

std::vector<bool> decode_outliers(const std::string& text, std::size_t runs) {
  const auto indices = decode<std::vector<std::size_t>>(text, "outliers");
  std::vector<bool> flags;
  if (!indices.empty()) {
    flags.resize(runs);
  }
  for (const std::size_t run : indices) {
    if (run >= runs) {
      throw Error(ErrorKind::store,
                  "the store flags a run that the sample does not have: has the "
                  "file been edited?");
    }
    flags[run] = true;
  }
  return flags;
}

SampleRow sample_of(const Query& query) {
  SampleRow row;
  row.uid = query.text("uid");
  row.calibration_uid = query.text("calibration_uid");
  row.micro_kernel_uid = query.text("micro_kernel_uid");
  row.micro_kernel = query.text("micro_kernel");
  row.taken_at = query.text("taken_at");
  row.status = query.text("status");
  row.reason = query.text("reason");
  row.detail = query.text("detail");
  row.clock = query.text("clock");
  row.stop = query.text("stop");
  if (const auto median = query.optional_real("median_seconds")) {
    row.summary = TimeSummary{*median, query.real("min_seconds"), query.real("low_seconds"),
                              query.real("high_seconds")};
  }
  row.build_seconds = query.optional_real("build_seconds");
  row.first_run_seconds = query.optional_real("first_run_seconds");
  row.seconds = decode<std::vector<double>>(query.text("seconds"), "seconds");
  row.host_seconds = decode<std::vector<double>>(query.text("host_seconds"), "host_seconds");
  row.outliers = decode_outliers(query.text("outliers"),
                                 std::max(row.seconds.size(), row.host_seconds.size()));
  if (const auto features = query.optional_text("features")) {
    row.features = decode<std::map<std::string, double>>(*features, "features");
  }
  return row;
}

std::vector<SampleRow> rows_where(Store& store, const std::string& calibration_uid,
                                  const std::string& condition) {
  Query query(store,
              "SELECT samples.*, micro_kernels.name AS micro_kernel, feature_sets.features "
              "FROM samples JOIN micro_kernels ON micro_kernels.uid = samples.micro_kernel_uid "
              "LEFT JOIN feature_sets ON feature_sets.uid = samples.feature_set_uid "
              "WHERE samples.calibration_uid = ?1" +
                  condition + " ORDER BY samples.taken_at, samples.uid");
  query.with(calibration_uid);
  std::vector<SampleRow> rows;
  while (query.next()) {
    rows.push_back(sample_of(query));
  }
  return rows;
}

}  // namespace

std::string SampleTable::upsert_micro_kernel(const MicroKernelRow& micro_kernel) {
  return put(store_, table("micro_kernels"),
             {{"name", micro_kernel.name},
              {"tags", encode(micro_kernel.tags)},
              {"job", micro_kernel.job}})
      .key;
}

std::optional<MicroKernelRow> SampleTable::micro_kernel(const std::string& uid) {
  Query query(store_, "SELECT * FROM micro_kernels WHERE uid = ?1");
  if (!query.with(uid).next()) {
    return std::nullopt;
  }
  return MicroKernelRow{uid, query.text("name"),
                        decode<std::map<std::string, std::string>>(query.text("tags"), "tags"),
                        query.text("job")};
}

std::string SampleTable::add(const SampleRow& sample) {
  require_sound(sample);
  Transaction transaction(store_);
  Record record{{"calibration_uid", sample.calibration_uid},
                {"micro_kernel_uid", sample.micro_kernel_uid},
                {"taken_at", sample.taken_at.empty() ? utc_now() : normalized_utc(sample.taken_at)},
                {"status", sample.status},
                {"reason", sample.reason},
                {"detail", sample.detail},
                {"clock", sample.clock},
                {"stop", sample.stop},
                {"build_seconds", real(sample.build_seconds)},
                {"first_run_seconds", real(sample.first_run_seconds)},
                {"seconds", encode(sample.seconds)},
                {"host_seconds", encode(sample.host_seconds)},
                {"outliers", encode_outliers(sample.outliers)}};
  if (sample.summary) {
    record["median_seconds"] = sample.summary->median_seconds;
    record["min_seconds"] = sample.summary->min_seconds;
    record["low_seconds"] = sample.summary->low_seconds;
    record["high_seconds"] = sample.summary->high_seconds;
  }
  if (sample.features) {
    record["feature_set_uid"] =
        put(store_, table("feature_sets"), {{"features", encode(*sample.features)}}).key;
  }
  std::string uid = put(store_, table("samples"), std::move(record)).key;
  transaction.commit();
  return uid;
}

std::map<std::string, SampleTable::Sampled> SampleTable::sampled(
    const std::string& calibration_uid) {
  Query query(store_,
              "SELECT micro_kernels.name AS name, count(*) AS samples, "
              "sum(samples.status <> 'ok') AS failed FROM samples "
              "JOIN micro_kernels ON micro_kernels.uid = samples.micro_kernel_uid "
              "WHERE samples.calibration_uid = ?1 GROUP BY micro_kernels.name");
  query.with(calibration_uid);
  std::map<std::string, Sampled> sampled;
  while (query.next()) {
    sampled[query.text("name")] = {static_cast<std::size_t>(query.integer("samples")),
                                   static_cast<std::size_t>(query.integer("failed"))};
  }
  return sampled;
}

std::vector<SampleRow> SampleTable::list(const std::string& calibration_uid) {
  return rows_where(store_, calibration_uid, "");
}

std::vector<SampleRow> SampleTable::list_ok(const std::string& calibration_uid) {
  return rows_where(store_, calibration_uid, " AND samples.status = 'ok'");
}

std::vector<SampleTable::Medians> SampleTable::medians(const std::string& calibration_uid) {
  Query query(store_,
              "SELECT micro_kernels.name AS name, micro_kernel_uid, median_seconds FROM samples "
              "JOIN micro_kernels ON micro_kernels.uid = samples.micro_kernel_uid "
              "WHERE samples.calibration_uid = ?1 AND samples.status = 'ok' "
              "ORDER BY taken_at, name");
  query.with(calibration_uid);
  std::vector<Medians> medians;
  std::map<std::string, std::size_t> places;
  while (query.next()) {
    const std::string uid = query.text("micro_kernel_uid");
    const auto [place, is_new] = places.emplace(uid, medians.size());
    if (is_new) {
      medians.push_back({query.text("name"), uid, {}});
    }
    medians[place->second].seconds.push_back(query.real("median_seconds"));
  }
  return medians;
}

}  // namespace clgauge::db

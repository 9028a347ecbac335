#include "db/schema.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/hash.h"

namespace clgauge::db {
namespace {

constexpr ColumnType kInteger = ColumnType::integer;
constexpr ColumnType kReal = ColumnType::real;
constexpr ColumnType kJson = ColumnType::json;
constexpr ColumnType kNumbers = ColumnType::json_numbers;
constexpr ColumnType kCounts = ColumnType::json_counts;
constexpr ColumnType kTextsByName = ColumnType::json_texts_by_name;
constexpr ColumnType kNumbersByName = ColumnType::json_numbers_by_name;

const std::string kCalibrationsOfDevice =
    "(SELECT uid FROM calibration_overview WHERE device_id = ?1)";
const std::string kSamplesOfDevice =
    "(SELECT {} FROM samples WHERE calibration_uid IN " + kCalibrationsOfDevice + ")";

std::vector<Table> make_tables() {
  return {
      {"devices",
       false,
       {{"id"}, {"name"}, {"vendor"}, {"platform"}, {"type"}, {"compute_units", kInteger}},
       // The id stands for all of the row; were two to differ all the same, the greater one wins.
       "(id) DO UPDATE SET name = excluded.name, vendor = excluded.vendor, "
       "platform = excluded.platform, type = excluded.type, "
       "compute_units = excluded.compute_units "
       "WHERE (excluded.name, excluded.vendor, excluded.platform, excluded.type, "
       "excluded.compute_units) > (name, vendor, platform, type, compute_units)",
       "id = ?1"},
      {"device_aliases",
       false,
       {{"alias"}, {"device_id"}, {"added_at"}},
       "(alias) DO UPDATE SET device_id = excluded.device_id, added_at = excluded.added_at "
       "WHERE (excluded.added_at, excluded.device_id) > (added_at, device_id)",
       "device_id = ?1"},
      {"device_versions",
       true,
       {{"uid"},
        {"device_id"},
        {"driver"},
        {"platform_version"},
        {"opencl_c_version"},
        {"uuid"},
        {"pci_address"},
        {"global_bytes", kInteger},
        {"local_bytes", kInteger},
        {"max_allocation_bytes", kInteger},
        {"global_cache_bytes", kInteger},
        {"cache_line_bytes", kInteger},
        {"max_group_size", kInteger},
        {"max_clock_mhz", kInteger},
        {"local_memory_is_dedicated", kInteger},
        {"has_float64", kInteger},
        {"has_float16", kInteger},
        {"sub_group_sizes", kCounts},
        {"timer_resolution_nanoseconds", kInteger},
        {"first_seen_at", ColumnType::text, false}},
       "(uid) DO UPDATE SET first_seen_at = excluded.first_seen_at "
       "WHERE excluded.first_seen_at < first_seen_at",
       "device_id = ?1"},
      {"calibrations",
       false,
       {{"uid"},
        {"device_version_uid"},
        {"effort"},
        {"plan_hash"},
        {"state"},
        {"started_at"},
        {"finished_at"},
        {"clgauge_version"},
        {"provenance", kTextsByName}},
       // Only its state and end ever change, and only forwards.
       "(uid) DO UPDATE SET state = excluded.state, finished_at = excluded.finished_at "
       "WHERE (CASE excluded.state WHEN 'complete' THEN 2 WHEN 'abandoned' THEN 1 ELSE 0 END, "
       "coalesce(excluded.finished_at, '')) > "
       "(CASE state WHEN 'complete' THEN 2 WHEN 'abandoned' THEN 1 ELSE 0 END, "
       "coalesce(finished_at, ''))",
       "uid IN " + kCalibrationsOfDevice},
      {"micro_kernels",
       true,
       {{"uid"}, {"name"}, {"tags", kTextsByName}, {"job", kJson}},
       "DO NOTHING",
       "uid IN " + fmt::format(fmt::runtime(kSamplesOfDevice), "micro_kernel_uid")},
      {"feature_sets",
       true,
       {{"uid"}, {"features", kNumbersByName}},
       "DO NOTHING",
       "uid IN " + fmt::format(fmt::runtime(kSamplesOfDevice), "feature_set_uid")},
      {"samples",
       true,
       {{"uid"},
        {"calibration_uid"},
        {"micro_kernel_uid"},
        {"feature_set_uid"},
        {"taken_at"},
        {"status"},
        {"reason"},
        {"detail"},
        {"clock"},
        {"stop"},
        {"median_seconds", kReal},
        {"min_seconds", kReal},
        {"low_seconds", kReal},
        {"high_seconds", kReal},
        {"build_seconds", kReal},
        {"first_run_seconds", kReal},
        {"seconds", kNumbers},
        {"host_seconds", kNumbers},
        {"outliers", kCounts}},
       "DO NOTHING",
       "calibration_uid IN " + kCalibrationsOfDevice},
      {"models",
       true,
       {{"uid"},
        {"calibration_uid"},
        {"name"},
        {"expression"},
        {"sub_group_size", kInteger},
        {"fitted_at"},
        {"clgauge_version"},
        {"covariance", kJson},
        {"fit", kJson},
        {"residuals", kJson},
        {"costs_digest"}},
       "DO NOTHING",
       "calibration_uid IN " + kCalibrationsOfDevice},
      {"costs",
       false,
       {{"model_uid"},
        {"name"},
        {"value", kReal},
        {"unit"},
        {"standard_error", kReal},
        {"identifiable", kInteger}},
       // The model's uid covers its costs (costs_digest).
       "DO NOTHING",
       "model_uid IN (SELECT uid FROM models WHERE calibration_uid IN " + kCalibrationsOfDevice +
           ")"},
      {"portraits",
       false,
       {{"model_uid"}, {"collector_version"}, {"portrait", kJson}, {"added_at"}},
       "(model_uid) DO UPDATE SET collector_version = excluded.collector_version, "
       "portrait = excluded.portrait, added_at = excluded.added_at "
       "WHERE (excluded.added_at, excluded.portrait) > (added_at, portrait)",
       "model_uid IN (SELECT uid FROM models WHERE calibration_uid IN " + kCalibrationsOfDevice +
           ")"},
      {"kernels",
       false,
       {{"key"}, {"name"}, {"collector_version"}, {"model", kJson}, {"added_at"}},
       "(key) DO UPDATE SET name = excluded.name, collector_version = excluded.collector_version, "
       "model = excluded.model, added_at = excluded.added_at "
       "WHERE (excluded.added_at, excluded.model) > (added_at, model)",
       "key IN (SELECT kernel_key FROM observations WHERE device_id = ?1)"},
      {"observations",
       true,
       {{"uid"},
        {"kernel_key"},
        {"kernel_name"},
        {"device_id"},
        {"driver"},
        {"launch", kJson},
        {"status"},
        {"seconds", kReal},
        {"observed_at"},
        {"source"},
        {"detail", kJson}},
       "DO NOTHING",
       "device_id = ?1"},
      {"objects",
       true,
       {{"uid"}, {"origin"}, {"content"}},
       "DO NOTHING",
       "uid IN (SELECT object_uid FROM kernel_objects WHERE device_id = ?1)"},
      {"kernel_objects",
       false,
       {{"key"},
        {"kernel_name"},
        {"device_id"},
        {"driver"},
        {"local_size", kJson},
        {"object_uid"},
        {"added_at"}},
       "(key) DO UPDATE SET kernel_name = excluded.kernel_name, device_id = excluded.device_id, "
       "driver = excluded.driver, local_size = excluded.local_size, "
       "object_uid = excluded.object_uid, added_at = excluded.added_at "
       "WHERE (excluded.added_at, excluded.object_uid) > (added_at, object_uid)",
       "device_id = ?1"},
      {"looks",
       false,
       {{"key"},
        {"subject"},
        {"lens_version", kInteger},
        {"device_id"},
        {"object_uid"},
        {"kernel_name"},
        {"launch", kJson},
        {"answer", kJson},
        {"added_at"}},
       "(key) DO UPDATE SET subject = excluded.subject, lens_version = excluded.lens_version, "
       "device_id = excluded.device_id, object_uid = excluded.object_uid, "
       "kernel_name = excluded.kernel_name, launch = excluded.launch, answer = excluded.answer, "
       "added_at = excluded.added_at "
       "WHERE (excluded.added_at, excluded.answer, excluded.launch, excluded.device_id, "
       "excluded.object_uid) > (added_at, answer, launch, device_id, object_uid)",
       "device_id = ?1"},
      {"kernel_sources",
       false,
       {{"key"}, {"source"}, {"options"}, {"added_at"}},
       "(key) DO UPDATE SET source = excluded.source, options = excluded.options, "
       "added_at = excluded.added_at "
       "WHERE (excluded.added_at, excluded.source, excluded.options) > (added_at, source, options)",
       "key IN (SELECT kernel_key FROM observations WHERE device_id = ?1)"},
  };
}

std::string make_insert_statement(const Table& table) {
  std::vector<std::string> names;
  std::vector<std::string> parameters;
  for (const Column& column : table.columns) {
    names.emplace_back(column.name);
    parameters.push_back(fmt::format("?{}", names.size()));
  }
  return fmt::format("INSERT INTO {} ({}) VALUES ({}) ON CONFLICT {}", table.name,
                     fmt::join(names, ", "), fmt::join(parameters, ", "), table.on_conflict);
}

// Compilers' messages come in any encoding, JSON and SQLite want UTF-8.
std::string valid_utf8(std::string text) {
  if (std::all_of(text.begin(), text.end(), [](char c) { return (c & 0x80) == 0; })) {
    return text;
  }
  return nlohmann::json::parse(nlohmann::json(std::move(text))
                                   .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace))
      .get<std::string>();
}

std::string canonical_json(const std::string& text, const char* column) {
  const nlohmann::json value = nlohmann::json::parse(text, nullptr, false);
  if (value.is_discarded()) {
    throw Error(ErrorKind::internal,
                fmt::format("'{:.40}' for the column {} is not JSON", text, column));
  }
  return value.dump();
}

const Value& value_of(const Record& record, const char* column) {
  static const Value kNull;
  const auto found = record.find(column);
  return found == record.end() ? kNull : found->second;
}

bool has_key(Store& store, const Table& table, const Record& record) {
  const char* key = table.columns.front().name;
  Query query(store, fmt::format("SELECT 1 FROM {} WHERE {} = ?1", table.name, key));
  query.bind(1, value_of(record, key));
  return query.next();
}

}  // namespace

const std::vector<Table>& tables() {
  static const std::vector<Table> kTables = [] {
    std::vector<Table> made = make_tables();
    for (Table& table : made) {
      table.insert_statement = make_insert_statement(table);
    }
    return made;
  }();
  return kTables;
}

const Table& table(const std::string& name) {
  for (const Table& candidate : tables()) {
    if (name == candidate.name) {
      return candidate;
    }
  }
  throw Error(ErrorKind::internal, fmt::format("no table '{}' in db/schema.cpp", name));
}

std::string content_uid(const Table& table, const Record& record) {
  nlohmann::json content = nlohmann::json::object();
  for (const Column& column : table.columns) {
    const Value& value = value_of(record, column.name);
    if (!column.hashed || &column == &table.columns.front() ||
        std::holds_alternative<std::monostate>(value)) {
      continue;
    }
    if (const auto* integer = std::get_if<std::int64_t>(&value)) {
      content[column.name] = *integer;
    } else if (const auto* real = std::get_if<double>(&value)) {
      content[column.name] = *real;
    } else {
      content[column.name] = std::get<std::string>(value);
    }
  }
  return hash_of({table.name, content.dump()});
}

bool insert_row(Store& store, const Table& table, const Record& record) {
  Store::Impl& impl = store.impl();
  if (impl.waiting) {
    const bool there = table.content_addressed && has_key(store, table, record);
    impl.waiting->emplace_back(&table, record);
    return !there;
  }
  if (!impl.may_write()) {
    Transaction transaction(store);
    const bool changed = insert_row(store, table, record);
    transaction.commit();
    return changed;
  }
  Query insert(store, table.insert_statement);
  int index = 0;
  std::size_t bound = 0;
  for (const Column& column : table.columns) {
    insert.bind(++index, value_of(record, column.name));
    bound += record.count(column.name);
  }
  if (bound != record.size()) {
    throw Error(ErrorKind::internal,
                fmt::format("a row for table {} has a column it does not know", table.name));
  }
  return insert.run() != 0;
}

Outcome put(Store& store, const Table& table, Record record) {
  for (const Column& column : table.columns) {
    const auto found = record.find(column.name);
    if (found == record.end()) {
      continue;
    }
    if (auto* text = std::get_if<std::string>(&found->second)) {
      *text = valid_utf8(std::move(*text));
      if (is_json(column.type)) {
        *text = canonical_json(*text, column.name);
      }
    }
  }
  const char* key = table.columns.front().name;
  if (table.content_addressed) {
    record[key] = content_uid(table, record);
  }
  const bool changed = insert_row(store, table, record);
  return {std::get<std::string>(record.at(key)), changed};
}

Record read_record(const Query& query, const Table& table) {
  Record record;
  int index = 0;
  for (const Column& column : table.columns) {
    record.emplace(column.name, query.value(index++));
  }
  return record;
}

std::string select_all(const Table& table) {
  std::vector<std::string> names;
  names.reserve(table.columns.size());
  for (const Column& column : table.columns) {
    names.emplace_back(column.name);
  }
  return fmt::format("SELECT {} FROM {} ", fmt::join(names, ", "), table.name);
}

}  // namespace clgauge::db

#include "db/exchange/store_json.h"

#include <fmt/format.h>

#include <cstddef>
#include <istream>
#include <ostream>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/generated/version.h"
#include "base/temporary_file.h"
#include "db/exchange/row_json.h"
#include "db/model_table.h"
#include "db/schema.h"
#include "db/waiting_rows.h"

namespace clgauge::db {
namespace {

constexpr const char* kFormat = "clgauge-store";

nlohmann::json header_json() {
  return {{"clgauge_version", CLGAUGE_VERSION},
          {"format", kFormat},
          {"format_version", kExchangeVersion}};
}

// One state of the store for several queries; unlike a Transaction it locks nobody out and works
// on read-only stores.
class Snapshot {
 public:
  explicit Snapshot(Store& store) : store_(store) { execute(store_, "SAVEPOINT clgauge_snapshot"); }
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;
  ~Snapshot() { store_.impl().connection.tryExec("RELEASE clgauge_snapshot"); }

 private:
  Store& store_;
};

std::string key_of(const Table& table, const Record& record) {
  const auto key = record.find(table.columns.front().name);
  const auto* name = key == record.end() ? nullptr : std::get_if<std::string>(&key->second);
  return name == nullptr ? "?" : *name;
}

Error damaged(const Store& store, const Table& table, const Record& record) {
  return {ErrorKind::store,
          fmt::format("the store {} is damaged: table {}, row {}: take it from a backup, or "
                      "calibrate into a new one (CLGAUGE_DB)",
                      store.path().string(), table.name, key_of(table, record))};
}

// Calls visit(record) for each selected row, in the order of the keys. Throws Error(store) for one
// that is not what its key says.
template <class Visit>
void for_each_row(Store& store, const Table& table, const Selection& selection, Visit&& visit) {
  const std::string where = selection.device_id ? "WHERE " + table.of_device : "";
  Query query(store, select_all(table) + where + " ORDER BY 1, 2");
  if (selection.device_id) {
    query.with(*selection.device_id);
  }
  while (query.next()) {
    const Record record = read_record(query, table);
    if (table.content_addressed && content_uid(table, record) != key_of(table, record)) {
      throw damaged(store, table, record);
    }
    visit(record);
  }
}

// A row in one line. Throws Error(store) for one that is damaged: a column's text is no JSON where
// it should be, or no text.
std::string line_of(const Store& store, const Table& table, const Record& record) {
  try {
    return row_to_json(table, record).dump();
  } catch (const nlohmann::json::exception&) {
    throw damaged(store, table, record);
  }
}

// A device's id is a hash of these, and of its name without what differs from driver to driver. It
// is the tools' own where they have brought it.
void require_same_device(Store& store, const Table& table, const Record& record) {
  if (std::string_view(table.name) != "devices") {
    return;
  }
  Query query(store, select_all(table) + "WHERE id = ?1");
  if (!query.with(key_of(table, record)).next()) {
    return;
  }
  const Record known = read_record(query, table);
  for (const char* column : {"vendor", "type", "compute_units"}) {
    const auto found = record.find(column);
    if (found == record.end() || found->second != known.at(column)) {
      throw Error(ErrorKind::input,
                  fmt::format("the {} of device {} is another than the store's: the file was "
                              "edited or damaged",
                              column, key_of(table, record)));
    }
  }
}

// The model whose costs the row says of.
void add_model_of(const Table& table, const Record& record, std::set<std::string>& models) {
  const std::string_view name = table.name;
  const auto found = record.find(name == "costs" ? "model_uid" : "uid");
  if ((name == "costs" || name == "models") && found != record.end()) {
    models.insert(std::get<std::string>(found->second));
  }
}

const Table& table_named(const std::string& name) {
  for (const Table& candidate : tables()) {
    if (name == candidate.name) {
      return candidate;
    }
  }
  throw Error(
      ErrorKind::input,
      fmt::format("the file has a table '{}' that this clgauge does not know: update it", name));
}

void require_header(const nlohmann::json& document) {
  if (!document.is_object() || document.value("format", nlohmann::json()) != kFormat) {
    throw Error(ErrorKind::input,
                fmt::format("this is no export of clgauge: it lacks \"format\": \"{}\"", kFormat));
  }
  const nlohmann::json version = document.value("format_version", nlohmann::json());
  if (!version.is_number_integer() || version.get<int>() < 1) {
    throw Error(ErrorKind::input, "the file's \"format_version\" is missing or no version");
  }
  if (version.get<int>() > kExchangeVersion) {
    throw Error(ErrorKind::input,
                fmt::format("the file has format version {}, this clgauge knows {}: update it",
                            version.get<int>(), kExchangeVersion));
  }
}

// Takes rows as the parser finds them, so that only one is in memory.
class RowReader {
 public:
  explicit RowReader(Store& store) : store_(store) {}

  // nlohmann's parser callback; false drops the value.
  bool operator()(int depth, nlohmann::json::parse_event_t event, nlohmann::json& parsed) {
    using Event = nlohmann::json::parse_event_t;
    if (event == Event::key && depth == kSectionDepth) {
      in_tables_ = parsed == "tables";
    } else if (!in_tables_ || depth < kSectionDepth || depth > kRowDepth) {
      return true;
    } else if (event == Event::key) {
      if (depth == kTableDepth) {
        table_ = &table_named(parsed.get<std::string>());
        row_ = 0;
      }
    } else if (event == Event::object_end && depth == kRowDepth) {
      take(parsed);
      return false;
    } else if (event != Event::object_end && event != Event::array_end) {
      begin(event, depth);
    }
    return true;
  }

  [[nodiscard]] bool has_tables() const { return has_tables_; }
  [[nodiscard]] const RowCounts& counts() const { return counts_; }
  [[nodiscard]] const std::set<std::string>& models() const { return models_; }

 private:
  // {"tables": {"samples": [{row}, ...]}}: the depths of keys and of their values.
  static constexpr int kSectionDepth = 1;
  static constexpr int kTableDepth = 2;
  static constexpr int kRowDepth = 3;

  // What is of another shape would be skipped, and lost.
  void begin(nlohmann::json::parse_event_t event, int depth) {
    using Event = nlohmann::json::parse_event_t;
    std::string wrong;
    if (depth == kSectionDepth) {
      has_tables_ = true;
      wrong = event == Event::object_start ? "" : "\"tables\" is no object";
    } else if (depth == kTableDepth) {
      wrong = event == Event::array_start ? "" : fmt::format("table {} is no array", table_->name);
    } else if (++row_; event != Event::object_start) {
      wrong = fmt::format("table {} has a row {} that is no object", table_->name, row_);
    }
    if (!wrong.empty()) {
      throw Error(ErrorKind::input, "the file was edited or damaged: its " + wrong);
    }
  }

  void take(const nlohmann::json& row) {
    const Record record = row_from_json(*table_, row);
    require_same_device(store_, *table_, record);
    if (insert_row_of_file(record)) {
      ++counts_[table_->name];
    }
    add_model_of(*table_, record, models_);
  }

  bool insert_row_of_file(const Record& record) {
    try {
      return insert_row(store_, *table_, record);
    } catch (const Error& failure) {
      if (failure.kind() != ErrorKind::store ||
          std::string(failure.what()).find("constraint failed") == std::string::npos) {
        throw;
      }
      throw Error(ErrorKind::input,
                  fmt::format("table {} has a row {} that no store can hold ({}): the file was "
                              "edited or damaged",
                              table_->name, row_, reason_in(failure.what())));
    }
  }

  // SQLite's own words (db/failure.cpp).
  static std::string reason_in(const std::string& message) {
    constexpr std::string_view kBefore = "refuses the row (";
    const std::size_t begin = message.find(kBefore) + kBefore.size();
    return message.substr(begin, message.find("): ", begin) - begin);
  }

  Store& store_;
  bool in_tables_ = false;
  bool has_tables_ = false;
  const Table* table_ = nullptr;
  std::size_t row_ = 0;  // of the table, from 1
  RowCounts counts_;
  std::set<std::string> models_;
};

// A model's key covers its costs, which come as rows of their own.
void require_whole_models(Store& store, const std::set<std::string>& models,
                          const std::string& file = "the file") {
  ModelTable table(store);
  for (const std::string& uid : models) {
    if (!table.costs_are_whole(uid)) {
      throw Error(ErrorKind::input,
                  fmt::format("the costs of model {} are not those that it was saved with: {} was "
                              "edited or damaged",
                              uid, file));
    }
  }
}

// Who is to be handed what this process may not write; null when it may.
Keeper* kept_elsewhere(Store& store) {
  Keeper* const keeper = store.impl().keeper.get();
  if (keeper == nullptr || store.impl().entered) {
    return nullptr;
  }
  if (keeper->enter()) {
    keeper->leave();
    return nullptr;
  }
  return keeper;
}

}  // namespace

void hand_on(Store& store) {
  nlohmann::json document = header_json();
  nlohmann::json& rows = document["tables"];
  rows = nlohmann::json::object();
  for (const auto& [table, record] : *store.impl().waiting) {
    rows[table->name].push_back(row_to_json(*table, record));
  }
  if (!rows.empty()) {
    std::istringstream text(document.dump());
    store.impl().keeper->add(text);
  }
}

void export_json(Store& store, std::ostream& out, const Selection& selection) {
  const Snapshot snapshot(store);
  // The frame is written around rows that nlohmann has written: a document of a million samples
  // would not fit into memory as one value.
  std::string frame = header_json().dump();
  frame.back() = ',';
  out << frame << "\n\"tables\":{";
  const char* before_table = "\n";
  for (const Table& table : tables()) {
    out << before_table << nlohmann::json(table.name) << ":[";
    const char* before_row = "\n";
    for_each_row(store, table, selection, [&](const Record& record) {
      out << before_row << line_of(store, table, record);
      before_row = ",\n";
    });
    out << "]";
    before_table = ",\n";
  }
  out << "}}\n";
  out.flush();
  if (!out) {
    throw Error(ErrorKind::input, "cannot write the export: check the folder and the free space");
  }
}

RowCounts import_json(Store& store, std::istream& in) {
  if (Keeper* const elsewhere = kept_elsewhere(store)) {
    return elsewhere->add(in);
  }
  Transaction transaction(store);
  // Tools that sort keys put tables before those that they refer to.
  execute(store, "PRAGMA defer_foreign_keys = ON");
  RowReader reader(store);
  try {
    require_header(nlohmann::json::parse(in, std::ref(reader)));
  } catch (const nlohmann::json::exception& failure) {
    throw Error(ErrorKind::input, fmt::format("the file is not JSON: {}", failure.what()));
  }
  if (!reader.has_tables()) {
    throw Error(ErrorKind::input, "the file has no \"tables\": export the store again, whole");
  }
  require_whole_models(store, reader.models());
  try {
    transaction.commit();
  } catch (const Error& failure) {
    if (std::string(failure.what()).find("FOREIGN KEY") == std::string::npos) {
      throw;
    }
    throw Error(
        ErrorKind::input,
        "the file refers to rows that neither it nor the store has: export it again, whole");
  }
  return reader.counts();
}

RowCounts merge(Store& into, Store& from, const Selection& selection) {
  if (Keeper* const elsewhere = kept_elsewhere(into)) {
    TemporaryFile document;
    export_json(from, document.stream(), selection);
    document.stream().seekg(0);
    return elsewhere->add(document.stream());
  }
  Transaction transaction(into);
  const Snapshot snapshot(from);
  RowCounts counts;
  std::set<std::string> models;
  for (const Table& table : tables()) {
    for_each_row(from, table, selection, [&](const Record& record) {
      require_same_device(into, table, record);
      if (insert_row(into, table, record)) {
        ++counts[table.name];
      }
      add_model_of(table, record, models);
    });
  }
  require_whole_models(into, models, from.path().string());
  transaction.commit();
  return counts;
}

}  // namespace clgauge::db

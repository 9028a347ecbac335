#include "db/exchange/store_json.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <sstream>
#include <string>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "db/device_table.h"
#include "db/sample_table.h"
#include "random_rows.h"
#include "temporary_folder.h"

namespace clgauge::db {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

Store random_store(unsigned seed) {
  Store store = Store::in_memory();
  RandomRows(seed).fill(store);
  return store;
}

// All rows of a store as one text: equal texts are equal sets of rows.
std::string text_of(Store& store, const Selection& selection = {}) {
  std::ostringstream out;
  export_json(store, out, selection);
  return out.str();
}

RowCounts import_text(Store& store, const std::string& text) {
  std::istringstream in(text);
  return import_json(store, in);
}

std::string import_error(Store& store, const std::string& text) {
  const std::string before = text_of(store);
  std::string message;
  try {
    import_text(store, text);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input) << error.what();
    message = error.what();
  }
  EXPECT_EQ(text_of(store), before) << "a refused import must leave nothing behind";
  return message;
}

// A store that has the rows of two, one of which may have gone on where the other stopped.
void copy_into(Store& into, Store& from) { merge(into, from); }

class Merging : public ::testing::TestWithParam<unsigned> {
 protected:
  void SetUp() override {
    const unsigned seed = GetParam();
    copy_into(a_, base_);
    copy_into(b_, base_);
    RandomRows(3 * seed + 1).fill(a_);
    RandomRows(3 * seed + 2).fill(b_);
    // The same calibrations go on, and end, differently in the two.
    for (Store* store : {&a_, &b_}) {
      RandomRows rows(seed);
      CalibrationTable calibrations(*store);
      for (const CalibrationRow& row : calibrations.list({.state = CalibrationState::running})) {
        if (store == &b_ || rows.below(2) == 0) {
          calibrations.finish(
              row.uid, store == &a_ ? CalibrationState::complete : CalibrationState::abandoned);
        }
      }
    }
  }

  Store base_ = random_store(3 * GetParam());
  Store a_ = Store::in_memory();
  Store b_ = Store::in_memory();
};

TEST_P(Merging, GivesTheSameInAnyOrderAndTwice) {
  Store ab = Store::in_memory();
  copy_into(ab, a_);
  merge(ab, b_);
  Store ba = Store::in_memory();
  copy_into(ba, b_);
  merge(ba, a_);
  EXPECT_EQ(text_of(ab), text_of(ba));
  EXPECT_THAT(ab.check_integrity(), IsEmpty());

  const std::string once = text_of(ab);
  EXPECT_THAT(merge(ab, b_), IsEmpty());
  EXPECT_THAT(merge(ab, a_), IsEmpty());
  EXPECT_THAT(merge(ab, ba), IsEmpty());
  EXPECT_EQ(text_of(ab), once);
}

TEST_P(Merging, IsAssociative) {
  Store c = random_store(1000 + GetParam());
  Store left = Store::in_memory();
  merge(left, a_);
  merge(left, b_);
  merge(left, c);
  Store bc = Store::in_memory();
  merge(bc, c);
  merge(bc, b_);
  Store right = Store::in_memory();
  merge(right, bc);
  merge(right, a_);
  EXPECT_EQ(text_of(left), text_of(right));
}

TEST_P(Merging, KeepsEverySampleOfBoth) {
  Store both = Store::in_memory();
  merge(both, a_);
  merge(both, b_);
  for (Store* store : {&a_, &b_}) {
    for (const CalibrationRow& calibration : CalibrationTable(*store).list()) {
      std::set<std::string> kept;
      for (const SampleRow& row : SampleTable(both).list(calibration.uid)) {
        kept.insert(row.uid);
      }
      for (const SampleRow& row : SampleTable(*store).list(calibration.uid)) {
        EXPECT_EQ(kept.count(row.uid), 1U);
      }
    }
  }
}

TEST_P(Merging, ExportAndImportDoTheSameAsMerging) {
  Store merged = Store::in_memory();
  merge(merged, a_);
  merge(merged, b_);
  Store imported = Store::in_memory();
  EXPECT_THAT(import_text(imported, text_of(a_)), Not(IsEmpty()));
  import_text(imported, text_of(b_));
  EXPECT_EQ(text_of(imported), text_of(merged));
  EXPECT_THAT(import_text(imported, text_of(a_)), IsEmpty());
  EXPECT_EQ(text_of(imported), text_of(merged));
  // Tools that parse and write JSON again may sort its keys and indent it.
  Store reformatted = Store::in_memory();
  import_text(reformatted, nlohmann::json::parse(text_of(merged)).dump(2));
  EXPECT_EQ(text_of(reformatted), text_of(merged));
}

TEST_P(Merging, ByDevicePartsMakesTheWhole) {
  Store parts = Store::in_memory();
  for (const DeviceRow& device : DeviceTable(a_).list()) {
    const Selection only{.device_id = device.id};
    Store part = Store::in_memory();
    import_text(part, text_of(a_, only));
    EXPECT_EQ(DeviceTable(part).list().size(), 1U);
    EXPECT_THAT(part.check_integrity(), IsEmpty());
    merge(parts, part);
  }
  // Kernels that nobody observed belong to no device.
  nlohmann::json whole = nlohmann::json::parse(text_of(a_));
  nlohmann::json sum = nlohmann::json::parse(text_of(parts));
  for (const char* table : {"kernels", "kernel_sources"}) {
    whole["tables"].erase(table);
    sum["tables"].erase(table);
  }
  EXPECT_EQ(sum, whole);
}

INSTANTIATE_TEST_SUITE_P(Seeds, Merging, ::testing::Range(0U, 12U));

TEST(StoreJson, MergesAStoreThatOnlyCanBeRead) {
  const TemporaryFolder folder;
  std::string text;
  {
    Store store = Store::open(folder / "from.db");
    RandomRows(1).fill(store);
    text = text_of(store);
  }
  Store from = Store::open_read_only(folder / "from.db");
  Store into = Store::open(folder / "into.db");
  merge(into, from);
  EXPECT_EQ(text_of(into), text);
}

TEST(StoreJson, RefusesWhatIsNoExport) {
  Store store = random_store(1);
  EXPECT_THAT(import_error(store, ""), HasSubstr("not JSON"));
  EXPECT_THAT(import_error(store, "[]"), HasSubstr("no export"));
  EXPECT_THAT(import_error(store, "{}"), HasSubstr("no export"));
  EXPECT_THAT(import_error(store, R"({"format":"clgauge-store"})"), HasSubstr("format_version"));
  EXPECT_THAT(import_error(store, R"({"format":"clgauge-store","format_version":99})"),
              HasSubstr("update"));
  EXPECT_THAT(import_error(store, R"({"format":"other","format_version":1})"),
              HasSubstr("no export"));
  const std::string text = text_of(store);
  EXPECT_THAT(import_error(store, text.substr(0, text.size() / 2)), HasSubstr("not JSON"));
  EXPECT_THAT(import_error(store, R"({"format":"clgauge-store","format_version":1,
      "tables":{"sqlite_schema":[{"name":"x"}]}})"),
              HasSubstr("does not know"));
}

// The rows before what is malformed are good ones: they must not stay.
TEST(StoreJson, RefusesRowsThatAreNone) {
  Store store = random_store(1);
  nlohmann::json whole = nlohmann::json::parse(text_of(store));
  Store empty = Store::in_memory();
  const auto refused = [&](const nlohmann::json& tables) {
    whole["tables"] = tables;
    return import_error(empty, whole.dump());
  };
  const nlohmann::json tables = whole["tables"];
  for (const auto& none :
       {nlohmann::json(nullptr), nlohmann::json(1), nlohmann::json("samples"),
        nlohmann::json::array(), nlohmann::json::array({1}), nlohmann::json::array({tables})}) {
    EXPECT_THAT(refused(none), HasSubstr("its \"tables\" is no object")) << none;
  }
  whole.erase("tables");
  EXPECT_THAT(import_error(empty, whole.dump()), HasSubstr("has no \"tables\""));

  for (const auto& none : {nlohmann::json(nullptr), nlohmann::json(1), nlohmann::json("a"),
                           nlohmann::json::object(), tables["devices"][0]}) {
    nlohmann::json broken = tables;
    broken["samples"] = none;
    EXPECT_THAT(refused(broken), HasSubstr("its table samples is no array")) << none;
  }
  for (const auto& none :
       {nlohmann::json(nullptr), nlohmann::json(1), nlohmann::json("a"), nlohmann::json::array(),
        nlohmann::json::array({1}), nlohmann::json::array({tables["devices"][0]})}) {
    nlohmann::json broken = tables;
    broken["devices"].insert(broken["devices"].begin() + 1, none);
    EXPECT_THAT(refused(broken), HasSubstr("its table devices has a row 2 that is no object"))
        << none;
  }
  EXPECT_THAT(refused({{"samples", {{nlohmann::json::object()}}}}), HasSubstr("has a row 1 that"));
}

// Every single member changed, one at a time: keys, types, content. Nothing gets through that does
// not leave the store as a correct export would.
TEST(StoreJson, NoticesEditedContent) {
  Store store = random_store(2);
  const nlohmann::json document = nlohmann::json::parse(text_of(store));
  std::size_t refused = 0;
  for (const auto& [name, rows] : document["tables"].items()) {
    if (rows.empty()) {
      continue;
    }
    for (const auto& [column, value] : rows.back().items()) {
      nlohmann::json edited = document;
      edited["tables"][name].back()[column] = nlohmann::json{{"edited", true}};
      Store empty = Store::in_memory();
      bool is_refused = false;
      try {
        import_text(empty, edited.dump());
      } catch (const Error&) {
        is_refused = true;
      }
      // What the caches of collector, lens and portraits keep is the only free-form JSON that no
      // key covers.
      const bool is_free = (name == "kernels" && column == "model") ||
                           (name == "portraits" && column == "portrait") ||
                           (name == "looks" && (column == "launch" || column == "answer"));
      EXPECT_NE(is_refused, is_free) << name << "." << column;
      refused += is_refused ? 1U : 0U;
    }
  }
  EXPECT_GT(refused, 60U);

  nlohmann::json doubled = document;
  auto& costs = doubled["tables"]["costs"];
  ASSERT_FALSE(costs.empty());
  costs.back()["value"] = 1e9;
  Store empty = Store::in_memory();
  EXPECT_THAT(import_error(empty, doubled.dump()), HasSubstr("costs of model"));
  nlohmann::json orphans = document;
  orphans["tables"].erase("devices");
  EXPECT_THAT(import_error(empty, orphans.dump()), HasSubstr("refers to rows"));
}

// No constraint of SQLite's and no key sees these.
TEST(StoreJson, RefusesWhatNobodyCouldReadBack) {
  Store store = random_store(2);
  const nlohmann::json document = nlohmann::json::parse(text_of(store));
  Store empty = Store::in_memory();
  const auto refused = [&](const std::function<void(nlohmann::json&)>& change) {
    nlohmann::json edited = document;
    change(edited["tables"]);
    return import_error(empty, edited.dump());
  };
  EXPECT_THAT(refused([](nlohmann::json& tables) {
                tables["calibrations"][0]["provenance"] = {{"host", nlohmann::json::array({1})}};
              }),
              HasSubstr("calibrations.provenance cannot be"));
  EXPECT_THAT(refused([](nlohmann::json& tables) { tables["costs"] = nlohmann::json::array(); }),
              HasSubstr("costs of model"));
  EXPECT_THAT(
      refused([](nlohmann::json& tables) { tables["devices"][0].erase("compute_units"); }),
      AllOf(HasSubstr("table devices has a row 1 that no store can hold"), HasSubstr("NOT NULL")));
}

TEST(StoreJson, ADeviceStaysWhatItsIdStandsFor) {
  Store store = random_store(2);
  nlohmann::json edited = nlohmann::json::parse(text_of(store));
  edited["tables"]["devices"][0]["compute_units"] = 999;
  EXPECT_THAT(import_error(store, edited.dump()),
              HasSubstr("the compute_units of device " +
                        edited["tables"]["devices"][0]["id"].get<std::string>() +
                        " is another than the store's"));
}

TEST(StoreJson, SaysWhenItCannotWrite) {
  Store store = random_store(1);
  std::ostringstream out;
  out.setstate(std::ios::badbit);
  EXPECT_THROW(export_json(store, out), Error);
}

// What SQLite's own checks do not see: a byte that has flipped.
TEST(Exporting, NamesTheRowThatIsDamaged) {
  const TemporaryFolder folder;
  const auto path = folder / "flipped.db";
  std::string uid;
  {
    Store store = Store::open(path);
    RandomRows(3).fill(store);
  }
  {
    SQLite::Database database(path.string(), SQLite::OPEN_READWRITE);
    database.exec("PRAGMA ignore_check_constraints = ON");
    uid = database.execAndGet("SELECT uid FROM calibrations").getString();
    database.exec("UPDATE calibrations SET provenance = '{' WHERE uid = '" + uid + "'");
  }
  Store store = Store::open(path);
  try {
    text_of(store);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::store);
    EXPECT_THAT(error.what(), HasSubstr("flipped.db is damaged: table calibrations, row " + uid));
  }
}

}  // namespace
}  // namespace clgauge::db

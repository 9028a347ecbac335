#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "db/store.h"

namespace clgauge::db {

// Where a distribution or an administrator puts calibrations for everybody: *.db, read-only.
inline constexpr const char* kSystemStoreFolder = "/usr/share/clgauge";

// The user's store and, under it, the read-only system stores: their rows answer where the user's
// store has none. Writing goes to user(). Not thread-safe.
class Layers {
 public:
  // A system store that cannot be read is left out and named in problems().
  [[nodiscard]] static Layers open(const std::filesystem::path& user_store,
                                   const std::filesystem::path& system_folder = kSystemStoreFolder);
  // The same with base/paths.h's user_store_path().
  [[nodiscard]] static Layers open_default();

  [[nodiscard]] Store& user() { return stores_.front(); }
  [[nodiscard]] const std::vector<std::string>& problems() const { return problems_; }

  // The first answer that is not empty; `query` takes a Store& and gives a std::optional.
  //   layers.first([&](Store& store) { return ModelTable(store).newest(device, "linear", driver);
  //   })
  template <class Query>
  auto first(Query&& query) -> std::invoke_result_t<Query, Store&> {
    for (Store& store : stores_) {
      if (auto answer = query(store)) {
        return answer;
      }
    }
    return std::nullopt;
  }

  // The rows of all stores, the user's first, each uid once; `query` gives a vector of rows that
  // have a `uid`.
  template <class Query>
  auto all(Query&& query) -> std::invoke_result_t<Query, Store&> {
    std::invoke_result_t<Query, Store&> rows;
    std::set<std::string> seen;
    for (Store& store : stores_) {
      for (auto& row : query(store)) {
        if (seen.insert(row.uid).second) {
          rows.push_back(std::move(row));
        }
      }
    }
    return rows;
  }

 private:
  std::vector<Store> stores_;
  std::vector<std::string> problems_;
};

}  // namespace clgauge::db

#pragma once

#include <cstddef>
#include <iosfwd>
#include <map>
#include <string>

namespace clgauge::db {

// Rows that were new or that changed one, by table; tables without any are left out.
using RowCounts = std::map<std::string, std::size_t>;

// Who may write a store. A Store that was opened with a Keeper asks it before every transaction
// and, where another process keeps the file, hands its rows to that one instead (docs/store.md,
// "Who writes"). One Keeper serves one Store.
class Keeper {
 public:
  Keeper() = default;
  Keeper(const Keeper&) = delete;
  Keeper& operator=(const Keeper&) = delete;
  virtual ~Keeper() = default;

  // True: this process may write the file until leave(). False: add() takes the rows. Throws
  // Error(store) when neither is possible.
  [[nodiscard]] virtual bool enter() = 0;
  virtual void leave() noexcept = 0;

  // Has the rows of a document (docs/exchange.md) added, all or none, and returns when they can be
  // read. Throws what who keeps the store answers.
  virtual RowCounts add(std::istream& document) = 0;
};

}  // namespace clgauge::db

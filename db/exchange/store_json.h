#pragma once

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>

#include "db/store.h"

// Stores going out as JSON and coming back, and stores being merged (docs/exchange.md).
namespace clgauge::db {

inline constexpr int kExchangeVersion = 1;

// What to take: everything, or what belongs to one device.
struct Selection {
  std::optional<std::string> device_id{};
};

// Writes the selected rows as one JSON document, a row a line, in the order of their keys: the same
// rows give the same text. Sees one state of the store, whoever writes meanwhile. Throws
// Error(input) when the stream fails.
void export_json(Store& store, std::ostream& out, const Selection& selection = {});

// Adds the rows of such a document, all or none. Importing twice is importing once. A row whose key
// is not the hash of its content is refused. Throws Error(input). Needs memory for one row at a
// time. Where another process keeps the store the document goes there.
RowCounts import_json(Store& store, std::istream& in);

// Adds the selected rows of one store to another, all or none. Merging twice is merging once, and
// the order of merging does not matter. `from` may be open_read_only().
RowCounts merge(Store& into, Store& from, const Selection& selection = {});

}  // namespace clgauge::db

#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace clgauge::cli {

enum class Align { left, right };

// A plain text table: columns padded to their widest cell, two spaces between, no frames, so that
// awk and people can both read it. Not thread-safe.
class Table {
 public:
  struct Column {
    std::string title;
    Align align = Align::left;
  };

  explicit Table(std::vector<Column> columns);

  // One cell a column; throws std::logic_error otherwise.
  void add_row(std::vector<std::string> cells);
  void print(std::ostream& out) const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

// Columns that a UTF-8 text takes in a terminal (one a code point).
[[nodiscard]] std::size_t display_width(const std::string& text);

}  // namespace clgauge::cli

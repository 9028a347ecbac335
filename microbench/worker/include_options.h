#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace clgauge::microbench {

// -I options as every driver reads them. Drivers differ in how they unquote a folder's name (PoCL
// 3.1 finds none with a blank in it, however written), so a name that would need quotes is reached
// through a link, which lives as long as this. Throws Error(internal) when there cannot be one.
class IncludeOptions {
 public:
  explicit IncludeOptions(const std::vector<std::string>& folders);
  ~IncludeOptions();
  IncludeOptions(const IncludeOptions&) = delete;
  IncludeOptions& operator=(const IncludeOptions&) = delete;

  // " -I /a -I /b", or nothing.
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  [[nodiscard]] std::string linked(const std::string& folder);

  std::string text_;
  std::filesystem::path links_;  // empty: none needed
  int link_count_ = 0;
};

}  // namespace clgauge::microbench

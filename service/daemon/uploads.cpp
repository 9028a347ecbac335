#include "service/daemon/uploads.h"

#include <utility>

#include "base/error.h"

namespace clgauge::service {

std::string Uploads::begin() {
  const auto now = Clock::now();
  std::erase_if(uploads_, [&](const auto& one) { return now - one.second.last_piece > kPatience; });
  if (uploads_.size() >= kAtOnce) {
    throw Error(ErrorKind::usage, "too many uploads are under way: finish one, or try again later");
  }
  std::string id = "upload-" + std::to_string(++begun_);
  uploads_.emplace(id, Upload{TemporaryFile(folder_)});
  return id;
}

std::string Uploads::append(const std::string& id, const std::string& piece) {
  const std::lock_guard lock(mutex_);
  const std::string known = id.empty() ? begin() : id;
  const auto found = uploads_.find(known);
  if (found == uploads_.end()) {
    throw Error(ErrorKind::input,
                "no upload " + id.substr(0, 64) + " is under way: begin one without params.upload");
  }
  Upload& upload = found->second;
  upload.bytes += piece.size();
  if (upload.bytes > kMaxBytes) {
    uploads_.erase(found);
    throw Error(ErrorKind::input, "an upload may hold 8 GiB: send less, device by device");
  }
  upload.last_piece = Clock::now();
  upload.file.stream() << piece;
  if (!upload.file.stream().flush()) {
    uploads_.erase(found);
    throw Error(ErrorKind::store,
                "no space left in " + folder_.string() + " for the upload: free some");
  }
  return known;
}

TemporaryFile Uploads::take(const std::string& id) {
  const std::lock_guard lock(mutex_);
  const auto found = uploads_.find(id);
  if (found == uploads_.end()) {
    throw Error(ErrorKind::input, "no upload " + id.substr(0, 64) + " is under way");
  }
  TemporaryFile file = std::move(found->second.file);
  uploads_.erase(found);
  file.stream().seekg(0);
  return file;
}

}  // namespace clgauge::service

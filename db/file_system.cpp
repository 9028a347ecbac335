#include "db/file_system.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>
#include <string_view>

namespace clgauge::db {
namespace {

struct NetworkMagic {
  std::uint64_t magic;
  const char* name;
};

// From statfs(2), linux/magic.h, and the file systems' own sources where the kernel has none.
constexpr std::array<NetworkMagic, 16> kNetworkMagics{{{0x6969, "NFS"},
                                                       {0x517b, "SMB"},
                                                       {0xfe534d42, "SMB"},
                                                       {0xff534d42, "CIFS"},
                                                       {0x01021997, "9p"},
                                                       {0x564c, "NCP"},
                                                       {0x5346414f, "AFS"},
                                                       {0x6b414653, "AFS"},
                                                       {0x73757245, "Coda"},
                                                       {0x00c36400, "Ceph"},
                                                       {0x0bd00bd0, "Lustre"},
                                                       {0x47504653, "GPFS"},
                                                       {0x19830326, "BeeGFS"},
                                                       {0xaad7aaea, "PanFS"},
                                                       {0x20030528, "OrangeFS"},
                                                       {0x7461636f, "OCFS2"}}};

constexpr std::uint64_t kFuseMagic = 0x65735546;
constexpr std::uint64_t k9pMagic = 0x01021997;

// Those behind FUSE that reach over a network; others (an encrypted or NTFS folder) are local.
constexpr std::array<std::string_view, 12> kNetworkFuses{
    "fuse.sshfs",     "fuse.rclone", "fuse.s3fs",      "fuse.gcsfuse",
    "fuse.glusterfs", "fuse.ceph",   "fuse.curlftpfs", "fuse.davfs",
    "fuse.smbnetfs",  "fuse.cvmfs2", "fuse.mfs",       "fuse.juicefs"};

// f_type is signed on some systems; what it holds is 32 bits.
std::optional<std::uint64_t> magic_of(const char* path) {
  struct statfs status {};
  if (::statfs(path, &status) != 0) {
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(status.f_type) & 0xffffffffU;
}

// The type of the mount that has the file's device number; see proc_pid_mountinfo(5).
std::string mount_type_of(const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    return {};
  }
  const std::string device = fmt::format("{}:{}", major(status.st_dev), minor(status.st_dev));
  std::ifstream table("/proc/self/mountinfo");
  for (std::string line; std::getline(table, line);) {
    std::istringstream fields(line);
    std::string id;
    std::string parent;
    std::string number;
    fields >> id >> parent >> number;
    const std::size_t separator = line.find(" - ");
    if (number != device || separator == std::string::npos) {
      continue;
    }
    std::istringstream rest(line.substr(separator + 3));
    std::string type;
    rest >> type;
    return type;
  }
  return {};
}

}  // namespace

std::optional<std::string> network_file_system(std::uint64_t magic, const std::string& mount_type) {
  if (magic == kFuseMagic) {
    const bool over_network =
        std::find(kNetworkFuses.begin(), kNetworkFuses.end(), mount_type) != kNetworkFuses.end();
    return over_network ? std::optional<std::string>(mount_type) : std::nullopt;
  }
  const auto* found = std::find_if(kNetworkMagics.begin(), kNetworkMagics.end(),
                                   [&](const NetworkMagic& entry) { return entry.magic == magic; });
  return found != kNetworkMagics.end() ? std::optional<std::string>(found->name) : std::nullopt;
}

std::optional<std::string> network_file_system(const std::filesystem::path& path) {
  const std::optional<std::uint64_t> magic = magic_of(path.c_str());
  if (!magic) {
    return std::nullopt;
  }
  // A sandbox may serve its whole tree over 9p; its one kernel then keeps the locks, and there is
  // no other file system to go to.
  if (*magic == k9pMagic && magic_of("/") == k9pMagic) {
    return std::nullopt;
  }
  return network_file_system(*magic, *magic == kFuseMagic ? mount_type_of(path) : std::string());
}

}  // namespace clgauge::db

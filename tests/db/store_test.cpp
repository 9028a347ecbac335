#include "db/store.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/paths.h"
#include "db/device_table.h"
#include "db/file_system.h"
#include "db/layers.h"
#include "db/migrate.h"
#include "db/query.h"
#include "random_rows.h"
#include "temporary_folder.h"

namespace clgauge::db {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

// What the Error(store) of `action` says; "" when there is none.
template <class Action>
std::string store_error(Action&& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::store);
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    return error.what();
  }
  return {};
}

std::string opening(const std::filesystem::path& path) {
  return store_error([&] { (void)Store::open(path); });
}

DeviceRow some_device() { return RandomRows(1).device(); }

TEST(Store, IsMadeWithItsFolderAndFoundAgain) {
  const TemporaryFolder folder;
  const auto path = folder / "a/b/clgauge.db";
  {
    Store store = Store::open(path);
    EXPECT_EQ(store.version(), Store::newest_version());
    DeviceTable(store).upsert(some_device());
  }
  struct stat status {};
  ASSERT_EQ(::stat(path.parent_path().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0700);
  Store again = Store::open(path);
  EXPECT_TRUE(DeviceTable(again).find(some_device().id).has_value());
  EXPECT_THAT(again.check_integrity(), IsEmpty());
  Query mode(again, "PRAGMA journal_mode");
  ASSERT_TRUE(mode.next());
  EXPECT_EQ(mode.text("journal_mode"), "wal");
}

TEST(Store, OddFileNames) {
  const TemporaryFolder folder;
  for (const char* name : {"with blank.db", "50%25?mode=memory#x.db", "é.db", ":memory:"}) {
    { DeviceTable(*std::make_unique<Store>(Store::open(folder / name))).upsert(some_device()); }
    EXPECT_TRUE(std::filesystem::is_regular_file(folder / name)) << name;
    Store store = Store::open_read_only(folder / name);
    EXPECT_TRUE(DeviceTable(store).find(some_device().id).has_value()) << name;
  }
}

TEST(Store, RefusesWhatIsNotAStore) {
  const TemporaryFolder folder;
  std::ofstream(folder / "text.db") << std::string(5000, 'x');
  EXPECT_THAT(opening(folder / "text.db"), HasSubstr("not an SQLite file"));
  EXPECT_EQ(read_file(folder / "text.db"), std::string(5000, 'x'));

  {
    SQLite::Database other((folder / "other.db").string(),
                           SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    other.exec("CREATE TABLE bookmarks (url TEXT)");
  }
  EXPECT_THAT(opening(folder / "other.db"), HasSubstr("of another program"));
  EXPECT_THAT(opening(folder / "."), HasSubstr("is not a file"));
  EXPECT_THAT(opening("/dev/null"), HasSubstr("is not a file"));
  EXPECT_THAT(opening("/proc/no/such/folder.db"), HasSubstr("CLGAUGE_DB"));
  EXPECT_THAT(opening(folder / "text.db/below.db"), HasSubstr("CLGAUGE_DB"));
  EXPECT_THAT(store_error([&] { (void)Store::open_read_only(folder / "none.db"); }),
              HasSubstr("there is no store"));
}

TEST(Store, RefusesTheStoreOfANewerProgram) {
  const TemporaryFolder folder;
  {
    Store store = Store::open(folder / "a.db");
    execute(store, "PRAGMA user_version = 999");
  }
  EXPECT_THAT(opening(folder / "a.db"), HasSubstr("newer clgauge (schema 999"));
  EXPECT_THAT(store_error([&] { (void)Store::open_read_only(folder / "a.db"); }),
              HasSubstr("newer clgauge"));
}

TEST(Store, SaysWhenTheFileIsDamaged) {
  const TemporaryFolder folder;
  const auto path = folder / "a.db";
  {
    Store store = Store::open(path);
    RandomRows rows(3);
    for (int i = 0; i < 20; ++i) {
      rows.fill(store);
    }
  }
  const std::string content = read_file(path);
  std::mt19937 generator(7);
  int noticed = 0;
  for (int trial = 0; trial < 20; ++trial) {
    std::string damaged = content;
    // All but the first page, which says that this is a store.
    for (std::size_t i = 4096; i < damaged.size(); ++i) {
      if (generator() % 4 == 0) {
        damaged[i] = static_cast<char>(generator() & 0xff);
      }
    }
    std::ofstream(path, std::ios::binary | std::ios::trunc) << damaged;
    const std::string message = store_error([&] {
      Store store = Store::open(path);
      if (!store.check_integrity().empty()) {
        ++noticed;
      }
      (void)DeviceTable(store).list();
    });
    EXPECT_TRUE(message.empty() || message.find("a.db") != std::string::npos) << message;
    noticed += message.find("damaged") != std::string::npos ? 1 : 0;
  }
  EXPECT_GE(noticed, 20);
}

// Runs `body` in a child that is not root, whom permissions would not stop; true when it said so.
template <class Body>
bool as_ordinary_user(Body&& body) {
  const pid_t child = ::fork();
  if (child == 0) {
    if (::geteuid() == 0 && (::setgid(65534) != 0 || ::setuid(65534) != 0)) {
      ::_exit(2);
    }
    ::_exit(body() ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST(Store, SaysWhenItMayNotWrite) {
  const TemporaryFolder folder;
  const auto path = folder / "a.db";
  { (void)Store::open(path); }
  ::chmod(path.c_str(), 0444);
  EXPECT_TRUE(as_ordinary_user(
      [&] { return opening(path).find("cannot be written") != std::string::npos; }));
  // Reading needs no permission to write, not even in the folder.
  std::filesystem::permissions(folder / ".", std::filesystem::perms::owner_all |
                                                 std::filesystem::perms::others_read |
                                                 std::filesystem::perms::others_exec);
  EXPECT_TRUE(as_ordinary_user([&] {
    Store store = Store::open_read_only(path);
    return DeviceTable(store).list().empty();
  }));
  ::chmod(path.c_str(), 0);
  EXPECT_TRUE(
      as_ordinary_user([&] { return opening(path).find("cannot open") != std::string::npos; }));
  EXPECT_TRUE(as_ordinary_user(
      [&] { return opening(folder / "new/b.db").find("cannot make") != std::string::npos; }));
}

TEST(Store, NetworkFileSystemsAreTold) {
  EXPECT_EQ(network_file_system(0x6969, ""), "NFS");
  EXPECT_EQ(network_file_system(0xfe534d42, ""), "SMB");
  EXPECT_EQ(network_file_system(0xff534d42, ""), "CIFS");
  EXPECT_EQ(network_file_system(0x01021997, ""), "9p");
  EXPECT_EQ(network_file_system(0x0bd00bd0, ""), "Lustre");
  EXPECT_EQ(network_file_system(0x65735546, "fuse.sshfs"), "fuse.sshfs");
  EXPECT_EQ(network_file_system(0x65735546, "fuse.gocryptfs"), std::nullopt);
  EXPECT_EQ(network_file_system(0x65735546, "fuseblk"), std::nullopt);
  EXPECT_EQ(network_file_system(0xef53, "ext4"), std::nullopt);
  EXPECT_EQ(network_file_system("/no/such/file"), std::nullopt);
  EXPECT_EQ(network_file_system(std::filesystem::temp_directory_path()), std::nullopt);
}

TEST(Transactions, RollBackUnlessCommitted) {
  Store store = Store::in_memory();
  DeviceTable devices(store);
  const DeviceRow device = some_device();
  {
    Transaction lost(store);
    devices.upsert(device);
  }
  EXPECT_FALSE(devices.find(device.id).has_value());
  {
    Transaction outer(store);
    {
      Transaction inner(store);
      devices.upsert(device);
    }
    EXPECT_FALSE(devices.find(device.id).has_value());
    {
      Transaction inner(store);
      devices.upsert(device);
      inner.commit();
    }
    outer.commit();
  }
  EXPECT_TRUE(devices.find(device.id).has_value());
}

TEST(Transactions, SurviveAFailureInside) {
  Store store = Store::in_memory();
  CalibrationTable calibrations(store);
  CalibrationRow orphan;
  orphan.device_version_uid = "nobody";
  EXPECT_THAT(store_error([&] { calibrations.start(orphan); }), HasSubstr("refuses the row"));
  DeviceTable(store).upsert(some_device());
  EXPECT_EQ(DeviceTable(store).list().size(), 1U);
}

TEST(Store, ManyProcessesMayOpenANewOneAtOnce) {
  const TemporaryFolder folder;
  std::vector<pid_t> children;
  for (unsigned i = 0; i < 8; ++i) {
    const pid_t child = ::fork();
    if (child == 0) {
      try {
        Store store = Store::open(folder / "a.db");
        RandomRows rows(i);
        rows.fill(store);
        ::_exit(0);
      } catch (const Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        ::_exit(1);
      }
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  Store store = Store::open(folder / "a.db");
  EXPECT_THAT(store.check_integrity(), IsEmpty());
  EXPECT_GE(CalibrationTable(store).list().size(), 8U);
}

TEST(Layers, TheUsersRowsWinOverTheSystems) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "system");
  DeviceRow ours = some_device();
  DeviceRow theirs = some_device();
  ours.first_seen_at = theirs.first_seen_at = "2026-01-01T00:00:00Z";
  theirs.driver = "the system's";
  DeviceRow only_theirs = theirs;
  only_theirs.id = "ffffffffffffffff";
  {
    Store system = Store::open(folder / "system/all.db");
    DeviceTable(system).upsert(theirs);
    DeviceTable(system).upsert(only_theirs);
  }
  std::ofstream(folder / "system/broken.db") << "no store";
  Layers layers = Layers::open(folder / "user.db", folder / "system");
  DeviceTable(layers.user()).upsert(ours);

  ASSERT_EQ(layers.problems().size(), 1U);
  EXPECT_THAT(layers.problems().front(), HasSubstr("broken.db"));
  const auto find = [&](const std::string& id) {
    return layers.first([&](Store& store) { return DeviceTable(store).find(id); });
  };
  EXPECT_EQ(find(ours.id)->driver, ours.driver);
  EXPECT_EQ(find(only_theirs.id)->driver, "the system's");
  EXPECT_FALSE(find("nobody").has_value());
  EXPECT_TRUE(Layers::open(folder / "user.db", folder / "nowhere").problems().empty());
}

TEST(Layers, ListsHaveEachRowOnce) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "system");
  std::size_t count = 0;
  {
    Store system = Store::open(folder / "system/all.db");
    RandomRows(5).fill(system);
    count = CalibrationTable(system).list().size();
  }
  std::filesystem::copy(folder / "system/all.db", folder / "user.db");
  Layers layers = Layers::open(folder / "user.db", folder / "system");
  EXPECT_EQ(layers.all([](Store& store) { return CalibrationTable(store).list(); }).size(), count);
}

}  // namespace
}  // namespace clgauge::db

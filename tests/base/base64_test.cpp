#include "base/base64.h"

#include <gtest/gtest.h>

#include <random>

#include "base/error.h"

namespace clgauge {
namespace {

// RFC 4648, section 10.
TEST(Base64, EncodesTheExamplesOfTheStandard) {
  EXPECT_EQ(to_base64(""), "");
  EXPECT_EQ(to_base64("f"), "Zg==");
  EXPECT_EQ(to_base64("fo"), "Zm8=");
  EXPECT_EQ(to_base64("foo"), "Zm9v");
  EXPECT_EQ(to_base64("foob"), "Zm9vYg==");
  EXPECT_EQ(to_base64("fooba"), "Zm9vYmE=");
  EXPECT_EQ(to_base64("foobar"), "Zm9vYmFy");
}

TEST(Base64, BytesComeBack) {
  std::mt19937_64 random(7);
  for (std::size_t length = 0; length < 200; ++length) {
    std::string bytes(length, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random() & 0xFF);
    EXPECT_EQ(from_base64(to_base64(bytes)), bytes);
  }
}

TEST(Base64, RefusesWhatIsNone) {
  for (const char* text :
       {"Z", "Zg=", "Zg", "Z===", "====", "Zm9*", "Zg==Zg==", "Zh==", "Zm9v\n"}) {
    EXPECT_THROW((void)from_base64(text), Error) << text;
  }
}

}  // namespace
}  // namespace clgauge

#include <gtest/gtest.h>

#include <cstdio>
#include <optional>
#include <sstream>

#include "cli/launch_options.h"
#include "cli/output/progress.h"
#include "cli/output/quantity.h"
#include "cli/output/table.h"

namespace clgauge::cli {
namespace {

TEST(Quantity, ThreeDigitsAndAUnit) {
  EXPECT_EQ(format_seconds(1.234e-3), "1.23 ms");
  EXPECT_EQ(format_seconds(0.9999e-3), "1.00 ms");
  EXPECT_EQ(format_seconds(123.4e-6), "123 us");
  EXPECT_EQ(format_seconds(12.34e-9), "12.3 ns");
  EXPECT_EQ(format_seconds(0), "0 s");
  EXPECT_EQ(format_seconds(-2.5), "-2.50 s");
  EXPECT_EQ(format_seconds(999'999), "999999 s");
  EXPECT_EQ(format_seconds(2.84e300), "2.8e+300 s");
  EXPECT_EQ(format_seconds(-1e7), "-1.0e+07 s");
  EXPECT_EQ(format_seconds(1.03e-20), "1.0e-20 s");
  EXPECT_EQ(format_bytes(16U << 20U), "16 MiB");
  EXPECT_EQ(format_bytes(1536), "1.5 KiB");
  EXPECT_EQ(format_relative_error(1.25, 1), "+25%");
  EXPECT_EQ(format_duration(80), "1 min 20 s");
}

TEST(Quantity, RatiosHaveTwoDigitsAtLeast) {
  EXPECT_EQ(format_ratio(1), "1.00");
  EXPECT_EQ(format_ratio(0.123), "0.12");
  EXPECT_EQ(format_ratio(0.00345), "0.0034");
  EXPECT_EQ(format_ratio(0.02), "0.020");
  EXPECT_EQ(format_ratio(3.4e-7), "3.4e-07");
  EXPECT_EQ(format_ratio(123.4), "123");
  EXPECT_EQ(format_ratio(2.5e300), "2.5e+300");
  EXPECT_EQ(format_ratio(0), "0.00");
}

TEST(Quantity, AgesInWords) {
  EXPECT_EQ(format_age(-5), "just now");
  EXPECT_EQ(format_age(59), "just now");
  EXPECT_EQ(format_age(60), "1 minute ago");
  EXPECT_EQ(format_age(3 * 3600 + 1800), "3 hours ago");
  EXPECT_EQ(format_age(47.9 * 3600), "47 hours ago");
  EXPECT_EQ(format_age(48 * 3600), "2 days ago");
  EXPECT_EQ(format_age(70 * 86400.0), "2 months ago");
  EXPECT_EQ(format_age(3 * 366 * 86400.0), "3 years ago");
}

TEST(Table, PadsToTheWidestCellAndTrimsTheEnd) {
  Table table({{"name"}, {"value", Align::right}, {"note"}});
  table.add_row({"a", "1", ""});
  table.add_row({"größe", "1000", "x"});
  std::ostringstream out;
  table.print(out);
  EXPECT_EQ(out.str(),
            "name   value  note\n"
            "a          1\n"
            "größe   1000  x\n");
  EXPECT_THROW(table.add_row({"too", "few"}), std::logic_error);
}

// Passes that are added to a calibration make the share that is done fall.
TEST(Progress, NeverGoesBack) {
  std::FILE* const stream = std::tmpfile();
  ASSERT_NE(stream, nullptr);
  {
    Progress bar("calibrate", stream);
    for (const double share : {0.5, 0.9, 0.75, 0.89, 1.0}) {
      bar.update(share, std::nullopt, "");
    }
  }
  std::string text(static_cast<std::size_t>(std::ftell(stream)), '\0');
  std::rewind(stream);
  ASSERT_EQ(std::fread(text.data(), 1, text.size(), stream), text.size());
  std::fclose(stream);
  EXPECT_EQ(text, "calibrate  50%  \ncalibrate  90%  \ncalibrate 100%  \n");
}

TEST(LaunchOptions, SplitsAtCommasOutsideParentheses) {
  using List = std::vector<std::string>;
  EXPECT_EQ(split_expressions("n, n/4"), (List{"n", "n/4"}));
  EXPECT_EQ(split_expressions("max(n,m),2"), (List{"max(n,m)", "2"}));
  EXPECT_EQ(split_expressions(" "), List{});
  EXPECT_EQ(split_expressions("1,,2"), (List{"1", "", "2"}));
}

}  // namespace
}  // namespace clgauge::cli

#include "microbench/generators/generator.h"

#include <charconv>

#include "base/error.h"
#include "microbench/generators/families.h"

namespace clgauge::microbench {

const std::string& Choice::text(const std::string& key) const {
  const auto found = values_.find(key);
  if (found == values_.end()) {
    throw Error(ErrorKind::internal, "a generator asked for its missing parameter '" + key + "'");
  }
  return found->second;
}

std::int64_t Choice::integer(const std::string& key) const {
  const std::string& value = text(key);
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc() || end != value.data() + value.size()) {
    throw Error(ErrorKind::usage, key + ":" + value + " is no integer");
  }
  return number;
}

const std::vector<Generator>& generators() {
  static const std::vector<Generator> all = {
      empty_launch(),  arithmetic(),    straight_line(),  stream(),        global_load(),
      global_store(),  mountain(),      scattered_load(), transpose(),     neighbour_load(),
      loop_load(),     loop_store(),    loop_dot(),       loop_work(),     plane_walk(),
      star_walk(),     local_read(),    local_move(),     local_dot(),     barrier_chain(),
      atomic_update(), random_branch(), random_loop(),    load_mix(),      record_load(),
      lone_load(),     lane_work(),     stride_walk(),    denormal_work(), private_queue(),
      delay_line(),    late_core(),     local_update(),   private_walk(),  update_places(),
      loop_gather(),   row_store(),     indexed_load(),   block_product(),
  };
  return all;
}

}  // namespace clgauge::microbench

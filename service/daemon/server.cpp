#include "service/daemon/server.h"

#include <spdlog/spdlog.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <set>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include <asio/io_context.hpp>
#include <asio/local/stream_protocol.hpp>
#include <asio/post.hpp>
#include <asio/signal_set.hpp>
#include <asio/steady_timer.hpp>
#include <asio/thread_pool.hpp>

#include "service/daemon/attention.h"
#include "service/daemon/connection.h"

namespace clgauge::service {
namespace {

using Protocol = asio::local::stream_protocol;
using Clock = Connection::Clock;
using Client = std::shared_ptr<Connection>;

// Descriptors that the store, the workers and the log need.
constexpr std::size_t kReservedDescriptors = 64;

std::size_t allowed_clients(std::size_t wanted) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) {
    return wanted;
  }
  limit.rlim_cur =
      std::max(limit.rlim_cur, std::min<rlim_t>(limit.rlim_max, wanted + kReservedDescriptors));
  (void)::setrlimit(RLIMIT_NOFILE, &limit);
  (void)::getrlimit(RLIMIT_NOFILE, &limit);
  const auto descriptors = static_cast<std::size_t>(limit.rlim_cur);
  return std::clamp<std::size_t>(descriptors, kReservedDescriptors + 1,
                                 wanted + kReservedDescriptors) -
         kReservedDescriptors;
}

bool same_user(int descriptor) {
  ucred peer{};
  socklen_t size = sizeof(peer);
  if (::getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) {
    return false;
  }
  return peer.uid == ::getuid() || peer.uid == 0;
}

// The answers of a line: one, or those of a batch, which leave together.
struct Answers {
  bool batch = false;
  std::size_t awaited = 0;
  nlohmann::json ready = nlohmann::json::array();
};

}  // namespace

class Server::Impl {
 public:
  Impl(ListeningSocket socket, RequestHandler handler, Metrics& metrics, const ServerLimits& limits)
      : socket_(std::move(socket)),
        handler_(std::move(handler)),
        metrics_(metrics),
        limits_(limits),
        most_clients_(allowed_clients(limits.clients)),
        acceptor_(io_, Protocol(), socket_.release()),
        signals_(io_, SIGTERM, SIGINT),
        sweep_(io_),
        workers_(limits.workers) {
    events_.line = [this](const Client& client, std::string_view line) { on_line(client, line); };
    events_.too_long = [](const Client& client) {
      client->send(line_of(
          error_answer(nullptr, RpcCode::invalid_request, "a line may hold 1 MiB: send less")));
    };
    events_.answered = [this](const Client& client) { on_answered(client); };
    events_.closed = [this](const Client& client) {
      clients_.erase(client);
      metrics_.set_clients(clients_.size());
    };
  }

  void run() {
    signals_.async_wait([this](const asio::error_code& error, int /*signal*/) {
      if (!error) {
        drain();
      }
    });
    accept();
    sweep();
    while (!io_.stopped()) {
      if (io_.poll() == 0) {
        wait();
      }
    }
    workers_.join();
  }

  void stop() {
    asio::post(io_, [this] { drain(); });
  }

  void notify(const nlohmann::json& event, bool detail) {
    asio::post(io_, [this, detail, line = line_of(event)] {
      const auto clients = clients_;  // sending may close one
      for (const Client& client : clients) {
        if (!client->subscribed || (detail && !client->wants_samples)) {
          continue;
        }
        if (client->backed_up()) {
          client->close();
        } else {
          client->send(line);
        }
      }
    });
  }

 private:
  // Until there was something to do.
  void wait() {
    attention_.waits(Clock::now());
    while (attention_.stays_awake(Clock::now())) {
      if (io_.poll() > 0 || io_.stopped()) {
        return;
      }
      std::this_thread::yield();  // to whoever has something to do
    }
    io_.run_one();
  }

  void accept() {
    acceptor_.async_accept([this](const asio::error_code& error, Protocol::socket socket) {
      if (draining_) {
        return;
      }
      if (error) {  // out of descriptors: some time must pass for it to be worth a try
        close_idlest();
        retry_.expires_after(std::chrono::milliseconds(50));
        retry_.async_wait([this](const asio::error_code&) { accept(); });
        return;
      }
      admit(std::move(socket));
      accept();
    });
  }

  void admit(Protocol::socket socket) {
    if (!same_user(socket.native_handle())) {
      metrics_.count_refused_client();
      return;
    }
    if (clients_.size() >= most_clients_ && !close_idlest()) {
      metrics_.count_refused_client();
      return;
    }
    const auto client = std::make_shared<Connection>(std::move(socket), events_);
    clients_.insert(client);
    metrics_.set_clients(clients_.size());
    client->start();
  }

  bool close_idlest() {
    Client idlest;
    for (const Client& client : clients_) {
      if (client->idle() && (!idlest || client->last_active() < idlest->last_active())) {
        idlest = client;
      }
    }
    if (!idlest) {
      return false;
    }
    metrics_.count_refused_client();
    idlest->close();
    return true;
  }

  // Once a second: clients that dribble or do not read are let go.
  void sweep() {
    sweep_.expires_after(std::chrono::seconds(1));
    sweep_.async_wait([this](const asio::error_code& error) {
      if (error) {
        return;
      }
      const auto now = Clock::now();
      const auto clients = clients_;
      for (const Client& client : clients) {
        if (client->overdue(now)) {
          client->close();
        }
      }
      if (!draining_) {
        sweep();
      }
    });
  }

  // Waking a client costs more than answering it. When several have asked, all are answered before
  // any is written to, so that they are awake, or are woken once, for all of it; one alone gets its
  // answer at once.
  void on_answered(const Client& client) {
    ++answered_in_turn_;
    if (!turn_ends_) {
      turn_ends_ = true;
      asio::post(io_, [this] { end_turn(); });  // after all clients that are ready now
    }
    if (several_ask_) {
      unwritten_.push_back(client);
    } else {
      client->flush();
    }
  }

  void end_turn() {
    turn_ends_ = false;
    several_ask_ = answered_in_turn_ > 1;
    answered_in_turn_ = 0;
    for (const Client& client : unwritten_) {
      client->flush();
    }
    unwritten_.clear();
  }

  void on_line(const Client& client, std::string_view line) {
    const auto begun = Clock::now();
    attention_.hears(begun);
    if (handler_.at_once) {
      if (const char* const method = handler_.at_once(line, answer_at_once_)) {
        client->send(answer_at_once_);
        metrics_.count(method, true, Clock::now() - begun);
        return;
      }
    }
    RpcMessage message = parse_message(line);
    const auto answers = std::make_shared<Answers>();
    answers->batch = message.batch;
    answers->awaited = message.entries.size();
    for (auto& entry : message.entries) {
      if (auto* refusal = std::get_if<nlohmann::json>(&entry)) {
        deliver(client, *answers, std::move(*refusal));
      } else {
        dispatch(client, answers, std::move(std::get<RpcRequest>(entry)));
      }
    }
  }

  void dispatch(const Client& client, const std::shared_ptr<Answers>& answers, RpcRequest request) {
    const auto begun = Clock::now();
    if (request.method == "subscribe") {
      client->subscribed = true;
      client->wants_samples = request.params.value("samples", nlohmann::json()) == true;
    }
    const bool known = handler_.known(request);
    if (!known || is_quick(request)) {
      deliver(client, *answers, answer(request, known, begun));
      return;
    }
    if (client->pending >= limits_.pending || pending_ >= limits_.pending_in_all || draining_) {
      deliver(client, *answers,
              request.id ? error_answer(*request.id, RpcCode::busy,
                                        draining_ ? "clgauged is stopping"
                                                  : "too many requests under way: wait for answers")
                         : nlohmann::json());
      return;
    }
    ++client->pending;
    ++pending_;
    asio::post(workers_, [this, client, answers, begun, request = std::move(request)] {
      nlohmann::json reply = answer(request, true, begun);
      asio::post(io_, [this, client, answers, reply = std::move(reply)]() mutable {
        --client->pending;
        --pending_;
        deliver(client, *answers, std::move(reply));
        if (draining_ && pending_ == 0) {
          finish();
        }
      });
    });
  }

  // What keeps the question from being answered (a store that cannot be read) is for the answer to
  // say, and must not end the server.
  bool is_quick(const RpcRequest& request) {
    try {
      return handler_.quick(request);
    } catch (const std::exception&) {
      return false;
    }
  }

  // Null for a notification. On any thread.
  nlohmann::json answer(const RpcRequest& request, bool known, Clock::time_point begun) {
    const nlohmann::json id = request.id.value_or(nullptr);
    nlohmann::json reply;
    bool good = false;
    try {
      if (known) {
        reply = result_answer(id, handler_.answer(request));
        good = true;
      } else {
        reply = error_answer(id, RpcCode::method_not_found,
                             "no method " + request.method.substr(0, 64) +
                                 ": see docs/protocol.md or ask for version");
      }
    } catch (const Error& error) {
      reply = error_answer(id, error);
    } catch (const nlohmann::json::exception& error) {
      reply = error_answer(id, RpcCode::invalid_params, error.what());
    } catch (const std::exception& error) {
      reply = error_answer(id, RpcCode::internal, error.what());
    }
    metrics_.count(known ? request.method : "(unknown)", good, Clock::now() - begun);
    return request.id ? reply : nlohmann::json();
  }

  void deliver(const Client& client, Answers& answers, nlohmann::json reply) {
    --answers.awaited;
    if (!answers.batch) {
      if (!reply.is_null()) {
        client->send(line_of(reply));
      }
      return;
    }
    if (!reply.is_null()) {
      answers.ready.push_back(std::move(reply));
    }
    if (answers.awaited == 0 && !answers.ready.empty()) {
      client->send(line_of(answers.ready));
    }
  }

  void drain() {
    if (draining_) {
      return;
    }
    draining_ = true;
    asio::error_code ignored;
    acceptor_.close(ignored);
    if (pending_ == 0) {
      finish();
      return;
    }
    retry_.expires_after(std::chrono::seconds(kDrainSeconds));
    retry_.async_wait([this](const asio::error_code& error) {
      if (!error) {
        finish();
      }
    });
  }

  // Answers that wait to be written get one more turn; then all is closed and run() returns.
  void finish() {
    sweep_.expires_after(std::chrono::milliseconds(100));
    sweep_.async_wait([this](const asio::error_code&) {
      const auto clients = clients_;
      for (const Client& client : clients) {
        client->close();
      }
      io_.stop();
    });
  }

  ListeningSocket socket_;
  RequestHandler handler_;
  Metrics& metrics_;
  Attention attention_;
  ServerLimits limits_;
  std::size_t most_clients_;
  asio::io_context io_{1};
  Protocol::acceptor acceptor_;
  asio::signal_set signals_;
  asio::steady_timer sweep_;
  asio::steady_timer retry_{io_};
  asio::thread_pool workers_;
  Connection::Events events_;
  std::set<Client> clients_;
  std::string answer_at_once_;
  std::vector<Client> unwritten_;     // answered in this turn, in which each ready client is read
  std::size_t answered_in_turn_ = 0;  // clients
  bool several_ask_ = false;          // in the last turn
  bool turn_ends_ = false;            // its end is posted
  std::size_t pending_ = 0;
  bool draining_ = false;
};

Server::Server(ListeningSocket socket, RequestHandler handler, Metrics& metrics,
               const ServerLimits& limits)
    : impl_(std::make_unique<Impl>(std::move(socket), std::move(handler), metrics, limits)) {}
Server::~Server() = default;
void Server::run() { impl_->run(); }
void Server::stop() { impl_->stop(); }
void Server::notify(const nlohmann::json& event, bool detail) { impl_->notify(event, detail); }

}  // namespace clgauge::service

#include "db/query.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "base/error.h"
#include "db/failure.h"

namespace clgauge::db {
namespace {

std::unique_ptr<SQLite::Statement> take_statement(Store::Impl& impl, const std::string& sql) {
  if (const auto idle = impl.idle_statements.find(sql);
      idle != impl.idle_statements.end() && !idle->second.empty()) {
    std::unique_ptr<SQLite::Statement> statement = std::move(idle->second.back());
    idle->second.pop_back();
    return statement;
  }
  try {
    return std::make_unique<SQLite::Statement>(impl.connection, sql);
  } catch (const SQLite::Exception& failure) {
    raise_failure(impl.path, impl.connection.getHandle(), failure);
  }
}

}  // namespace

Query::Query(Store& store, const std::string& sql)
    : store_(store), statement_(take_statement(store.impl(), sql)) {}

Query::~Query() {
  statement_->tryReset();
  store_.impl().idle_statements[statement_->getQuery()].push_back(std::move(statement_));
}

void Query::restart() {
  // The failure that tryReset() reports is that of the step before, which has been thrown already.
  statement_->tryReset();
  statement_->clearBindings();
}

Query& Query::bind(int index, const Value& value) {
  try {
    if (const auto* integer = std::get_if<std::int64_t>(&value)) {
      statement_->bind(index, *integer);
    } else if (const auto* real = std::get_if<double>(&value)) {
      statement_->bind(index, *real);
    } else if (const auto* text = std::get_if<std::string>(&value)) {
      statement_->bind(index, *text);
    } else {
      statement_->bind(index);
    }
  } catch (const SQLite::Exception& failure) {
    raise_failure(store_.impl().path, store_.impl().connection.getHandle(), failure);
  }
  return *this;
}

bool Query::next() {
  try {
    return statement_->executeStep();
  } catch (const SQLite::Exception& failure) {
    raise_failure(store_.impl().path, store_.impl().connection.getHandle(), failure);
  }
}

int Query::run() {
  if (!store_.impl().may_write()) {
    throw Error(ErrorKind::internal, "a change that is no row cannot be handed to who keeps " +
                                         store_.impl().path.string());
  }
  while (next()) {
  }
  return statement_->getChanges();
}

Value Query::value(int column) const {
  const SQLite::Column cell = statement_->getColumn(column);
  if (cell.isNull()) {
    return std::monostate{};
  }
  if (cell.isInteger()) {
    return static_cast<std::int64_t>(cell.getInt64());
  }
  if (cell.isFloat()) {
    return cell.getDouble();
  }
  return cell.getString();
}

SQLite::Column Query::column(const char* name) const {
  try {
    return statement_->getColumn(name);
  } catch (const SQLite::Exception& failure) {
    throw Error(ErrorKind::store,
                fmt::format("the store {} is damaged: a table has no column {} ({}): take it from "
                            "a backup, or calibrate into a new one (CLGAUGE_DB)",
                            store_.impl().path.string(), name, failure.what()));
  }
}

std::string Query::text(const char* column) const { return this->column(column).getString(); }

std::optional<std::string> Query::optional_text(const char* column) const {
  const SQLite::Column cell = this->column(column);
  return cell.isNull() ? std::nullopt : std::optional<std::string>(cell.getString());
}

std::int64_t Query::integer(const char* column) const { return this->column(column).getInt64(); }

double Query::real(const char* column) const { return this->column(column).getDouble(); }

std::optional<double> Query::optional_real(const char* column) const {
  const SQLite::Column cell = this->column(column);
  return cell.isNull() ? std::nullopt : std::optional<double>(cell.getDouble());
}

void execute(Store& store, const std::string& sql) {
  Store::Impl& impl = store.impl();
  try {
    impl.connection.exec(sql);
  } catch (const SQLite::Exception& failure) {
    raise_failure(impl.path, impl.connection.getHandle(), failure);
  }
}

}  // namespace clgauge::db

-- Fitted models and their costs; names by which a device is also known.

CREATE TABLE models (
  uid             TEXT NOT NULL PRIMARY KEY,
  calibration_uid TEXT NOT NULL REFERENCES calibrations (uid),
  name            TEXT NOT NULL,
  expression      TEXT NOT NULL,
  sub_group_size  INTEGER NOT NULL CHECK (sub_group_size > 0),
  fitted_at       TEXT NOT NULL CHECK (fitted_at LIKE '____-__-__T__:__:__.______Z'),
  clgauge_version TEXT NOT NULL,
  covariance      TEXT NOT NULL CHECK (json_valid(covariance)),
  fit             TEXT NOT NULL CHECK (json_valid(fit)),
  residuals       TEXT NOT NULL CHECK (json_valid(residuals)),
  costs_digest    TEXT NOT NULL
) STRICT;
CREATE INDEX models_by_calibration ON models (calibration_uid, name, fitted_at);

CREATE TABLE costs (
  model_uid      TEXT NOT NULL REFERENCES models (uid),
  name           TEXT NOT NULL,
  value          REAL NOT NULL,
  unit           TEXT NOT NULL,
  standard_error REAL,
  identifiable   INTEGER NOT NULL CHECK (identifiable IN (0, 1)),
  PRIMARY KEY (model_uid, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE device_aliases (
  alias     TEXT NOT NULL PRIMARY KEY,
  device_id TEXT NOT NULL REFERENCES devices (id),
  added_at  TEXT NOT NULL CHECK (added_at LIKE '____-__-__T__:__:__.______Z')
) STRICT, WITHOUT ROWID;
CREATE INDEX device_aliases_by_device ON device_aliases (device_id);

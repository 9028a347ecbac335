-- What clgauge-lens found of compiled kernels, and the sources of counted ones, so that a kernel can
-- be looked at later. docs/store.md says what each column holds.

CREATE TABLE looks (
  key          TEXT NOT NULL PRIMARY KEY,
  subject      TEXT NOT NULL,
  lens_version INTEGER NOT NULL,
  device_id    TEXT NOT NULL REFERENCES devices (id),
  object_uid   TEXT NOT NULL REFERENCES objects (uid),
  kernel_name  TEXT NOT NULL,
  launch       TEXT NOT NULL CHECK (json_valid(launch)),
  answer       TEXT NOT NULL CHECK (json_valid(answer)),
  added_at     TEXT NOT NULL CHECK (added_at LIKE '____-__-__T__:__:__.______Z')
) STRICT;
CREATE INDEX looks_by_subject ON looks (subject);
CREATE INDEX looks_by_device ON looks (device_id);
CREATE INDEX looks_by_object ON looks (object_uid);

CREATE TABLE kernel_sources (
  key      TEXT NOT NULL PRIMARY KEY,
  source   TEXT NOT NULL,
  options  TEXT NOT NULL,
  added_at TEXT NOT NULL CHECK (added_at LIKE '____-__-__T__:__:__.______Z')
) STRICT;

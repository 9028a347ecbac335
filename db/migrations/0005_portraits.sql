-- What people look at of a device: worked out from its samples once, not at every question.

CREATE TABLE portraits (
  model_uid         TEXT NOT NULL PRIMARY KEY REFERENCES models (uid),
  collector_version TEXT NOT NULL,
  portrait          TEXT NOT NULL CHECK (json_valid(portrait)),
  added_at          TEXT NOT NULL CHECK (added_at LIKE '____-__-__T__:__:__.______Z')
) STRICT;

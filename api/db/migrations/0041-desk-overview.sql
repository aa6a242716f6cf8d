-- The desk's first screen: searches without a hit, and what a new shop's owner has confirmed.

-- What people looked for and did not find, as words and numbers of a day; never who. Bounded for
-- each day (api/overview/missed-searches.queries.ts) and removed after a time that the privacy page names.
CREATE TABLE missed_searches (
  day date NOT NULL,
  words text NOT NULL CHECK (length(words) BETWEEN 1 AND 60),
  searches integer NOT NULL CHECK (searches > 0),
  PRIMARY KEY (day, words)
);

-- Items of the checklist that only a person can call done.
CREATE TABLE checklist_confirmations (
  item text PRIMARY KEY CHECK (item IN ('currency', 'legal')),
  confirmed_by bigint REFERENCES users,
  confirmed_at timestamptz NOT NULL
);
CREATE INDEX checklist_confirmations_person ON checklist_confirmations (confirmed_by);
CREATE INDEX mails_failed ON mails (gave_up_at) WHERE gave_up_at IS NOT NULL;

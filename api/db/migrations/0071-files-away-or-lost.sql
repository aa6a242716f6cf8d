-- An import whose file cannot be read for now waits: since when, and until when. Both are NULL
-- once it goes on.
ALTER TABLE imports ADD COLUMN away_since timestamptz, ADD COLUMN due_at timestamptz;

-- Originals that are sold, or were, and that are not among the files: nothing of them can be
-- delivered.
CREATE TABLE missing_originals (
  picture_hash text PRIMARY KEY REFERENCES pictures (hash) ON DELETE CASCADE,
  found_at timestamptz NOT NULL
);

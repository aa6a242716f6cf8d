-- The shop seen as a person, by the staff: whose eyes a session of the staff's looks through, and until
-- when. Nothing can be written meanwhile (api/http/person-view.ts).
ALTER TABLE sessions
  ADD COLUMN viewed_user_id bigint REFERENCES users ON DELETE SET NULL,
  ADD COLUMN viewed_until timestamptz;
CREATE INDEX sessions_viewed_user ON sessions (viewed_user_id) WHERE viewed_user_id IS NOT NULL;

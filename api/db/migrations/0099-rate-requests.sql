-- Changes of the rate that wait for a second person (decision 0064).
CREATE TABLE rate_requests (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  rate_basis_points integer NOT NULL CHECK (rate_basis_points > 0),
  requested_by bigint NOT NULL REFERENCES users,
  requested_at timestamptz NOT NULL,
  decision text CHECK (decision IN ('approved', 'rejected')),
  decided_by bigint REFERENCES users,
  decided_at timestamptz,
  CHECK ((decision IS NULL) = (decided_by IS NULL) AND (decision IS NULL) = (decided_at IS NULL)),
  -- The one who asks may take it back, but not approve it.
  CONSTRAINT rate_requests_two_people CHECK (decision <> 'approved' OR decided_by <> requested_by)
);
CREATE UNIQUE INDEX rate_requests_one_waiting ON rate_requests ((decision IS NULL))
  WHERE decision IS NULL;
CREATE INDEX rate_requests_requester ON rate_requests (requested_by);
CREATE INDEX rate_requests_decider ON rate_requests (decided_by);

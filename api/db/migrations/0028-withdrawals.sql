-- Statements of withdrawal from a contract (Directive 2011/83/EU Art. 11a), as they were sent. Those
-- that could not be refunded at once wait for the staff.
CREATE TABLE withdrawals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  operation_id uuid NOT NULL UNIQUE,
  number text NOT NULL UNIQUE,
  status text NOT NULL CHECK (status IN ('refunded', 'review', 'resolved')),
  user_id bigint REFERENCES users,
  subject text NOT NULL CHECK (subject IN ('order', 'balance')),
  contract text,
  destination text NOT NULL CHECK (destination IN ('wallet', 'source')),
  name text NOT NULL,
  email text NOT NULL,
  locale text NOT NULL,
  note text,
  received_at timestamptz NOT NULL
);
CREATE INDEX withdrawals_user ON withdrawals (user_id);
CREATE INDEX withdrawals_waiting ON withdrawals (id) WHERE status = 'review';

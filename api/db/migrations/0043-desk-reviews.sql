-- What the desk needs for its queues, for bank statements and for the newsletter.

-- ---------------------------------------------------------------- reasons

-- Reasons in the words of the shop, which fill the field of a decision (design §4).
CREATE TABLE review_reasons (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('offer', 'verification')),
  locale text NOT NULL,                        -- of the person who reads it
  title text NOT NULL,
  body text NOT NULL,
  UNIQUE (kind, locale, title)
);

-- ---------------------------------------------------------------- bank statements

-- A file of the bank's (camt.053, camt.054), known by its hash: the same file is the same row. Of its
-- entries only what identifies a transfer is stored: no names, no accounts, no purposes.
CREATE TABLE bank_statements (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  sha256 text NOT NULL UNIQUE CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  format text NOT NULL,
  message_id text NOT NULL,
  imported_by bigint NOT NULL REFERENCES users,
  imported_at timestamptz NOT NULL,
  marked_by bigint REFERENCES users,
  marked_at timestamptz,
  CHECK ((marked_by IS NULL) = (marked_at IS NULL))
);
CREATE INDEX bank_statements_importer ON bank_statements (imported_by);
CREATE INDEX bank_statements_marker ON bank_statements (marked_by);

CREATE TABLE bank_statement_entries (
  statement_id bigint NOT NULL REFERENCES bank_statements,
  position integer NOT NULL,
  entry_ref text NOT NULL,                     -- the bank's, for a person to find it by
  end_to_end_id text,
  batch_ref text,
  amount_cents bigint CHECK (amount_cents >= 0),
  currency text NOT NULL,
  direction text NOT NULL CHECK (direction IN ('debit', 'credit')),
  is_posted boolean NOT NULL,
  return_reason text,
  posted_on date,
  PRIMARY KEY (statement_id, position)
);

-- What an entry did: a payout is marked so by one entry at most, of whatever file.
CREATE TABLE bank_statement_marks (
  payout_id bigint NOT NULL REFERENCES payouts,
  state text NOT NULL CHECK (state IN ('sent', 'returned')),
  statement_id bigint NOT NULL,
  position integer NOT NULL,
  PRIMARY KEY (payout_id, state),
  FOREIGN KEY (statement_id, position) REFERENCES bank_statement_entries
);
CREATE INDEX bank_statement_marks_entry ON bank_statement_marks (statement_id, position);
CREATE TRIGGER bank_statement_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE
  ON bank_statement_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bank_statement_marks_append_only BEFORE UPDATE OR DELETE OR TRUNCATE
  ON bank_statement_marks FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- ---------------------------------------------------------------- newsletter

-- An issue, as it was written for each language; what was sent stays.
CREATE TABLE newsletter_issues (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  operation_id uuid NOT NULL UNIQUE,           -- a form that is sent twice is one issue
  texts jsonb NOT NULL,                        -- by locale: subject, body, button and its address
  version integer NOT NULL DEFAULT 0,
  author_id bigint NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL,
  sent_by bigint REFERENCES users,
  sent_at timestamptz,                         -- when sending was asked for
  CHECK ((sent_by IS NULL) = (sent_at IS NULL))
);
CREATE INDEX newsletter_issues_author ON newsletter_issues (author_id);
CREATE INDEX newsletter_issues_sender ON newsletter_issues (sent_by);

-- One mail of an issue to one subscriber. An address that leaves is deleted; the figure stays.
CREATE TABLE newsletter_deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  issue_id bigint NOT NULL REFERENCES newsletter_issues,
  subscriber_id bigint REFERENCES newsletter_subscribers ON DELETE SET NULL,
  status text NOT NULL DEFAULT 'waiting'
    CHECK (status IN ('waiting', 'queued', 'sent', 'failed', 'left')),
  mail_id bigint UNIQUE,                       -- in the outbox; the row there is deleted once sent
  UNIQUE (issue_id, subscriber_id),
  CHECK ((status IN ('queued', 'sent', 'failed')) = (mail_id IS NOT NULL))
);
CREATE INDEX newsletter_deliveries_open ON newsletter_deliveries (id)
  WHERE status IN ('waiting', 'queued');
CREATE INDEX newsletter_deliveries_subscriber ON newsletter_deliveries (subscriber_id);

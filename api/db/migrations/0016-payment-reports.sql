-- A payment report that is not accepted is sent again, more and more rarely: one that never will be
-- must not keep the others waiting.
ALTER TABLE sandbox_payments
  ADD COLUMN report_tries integer NOT NULL DEFAULT 0,
  ADD COLUMN report_after timestamptz;

-- Old events are deleted by their age.
CREATE INDEX webhook_events_received ON webhook_events (received_at);

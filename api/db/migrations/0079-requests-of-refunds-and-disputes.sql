-- Requests of a second person are also about a refund that is marked as failed and a dispute that is
-- closed as won, which credit a wallet too (docs/decisions/0035). `refund_status` is what the requester
-- saw: such a request waits while the refund is still so, as any report of the provider ends it. The
-- release before knows requests about deposits only, and goes on inserting those.
ALTER TABLE credit_requests
  ALTER COLUMN deposit_id DROP NOT NULL,
  ADD COLUMN refund_id bigint REFERENCES refunds,
  ADD COLUMN refund_status text CHECK (refund_status <> 'failed'),
  ADD COLUMN dispute_id bigint REFERENCES disputes,
  ADD CONSTRAINT credit_requests_one_subject
    CHECK (num_nonnulls(deposit_id, refund_id, dispute_id) = 1),
  ADD CONSTRAINT credit_requests_refund_status
    CHECK (num_nonnulls(refund_id, refund_status) IN (0, 2));
CREATE UNIQUE INDEX credit_requests_refund_waiting ON credit_requests (refund_id, refund_status)
  WHERE decision IS NULL;
CREATE UNIQUE INDEX credit_requests_dispute_waiting ON credit_requests (dispute_id)
  WHERE decision IS NULL;
CREATE INDEX credit_requests_refund ON credit_requests (refund_id) WHERE refund_id IS NOT NULL;
CREATE INDEX credit_requests_dispute ON credit_requests (dispute_id) WHERE dispute_id IS NOT NULL;

CREATE OR REPLACE FUNCTION keep_credit_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE'
    OR (NEW.deposit_id, NEW.refund_id, NEW.refund_status, NEW.dispute_id, NEW.requested_by,
        NEW.requested_at)
      IS DISTINCT FROM (OLD.deposit_id, OLD.refund_id, OLD.refund_status, OLD.dispute_id,
        OLD.requested_by, OLD.requested_at)
    OR (NEW.evidence <> OLD.evidence AND NEW.evidence <> '')
    OR (OLD.decision IS NOT NULL AND (NEW.decision, NEW.decided_by, NEW.decided_at)
      IS DISTINCT FROM (OLD.decision, OLD.decided_by, OLD.decided_at))
  THEN
    RAISE EXCEPTION 'a request stays as it was decided' USING ERRCODE = 'raise_exception';
  END IF;
  RETURN NEW;
END $$;

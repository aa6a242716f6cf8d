-- Deposits that one person asks a second one to settle, above the limit of balance corrections
-- (docs/decisions/0035). A request waits while it is undecided and its deposit is pending: a
-- report of the provider ends it, whichever release takes it.
CREATE TABLE credit_requests (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  deposit_id bigint NOT NULL REFERENCES deposits,
  evidence text NOT NULL,
  requested_by bigint NOT NULL REFERENCES users,
  requested_at timestamptz NOT NULL,
  decision text CHECK (decision IN ('approved', 'rejected')),
  decided_by bigint REFERENCES users,
  decided_at timestamptz,
  CHECK (num_nonnulls(decision, decided_by, decided_at) IN (0, 3)),
  -- The requester may take it back, but not approve it.
  CONSTRAINT credit_requests_two_people
    CHECK (decision IS DISTINCT FROM 'approved' OR decided_by <> requested_by)
);
CREATE INDEX credit_requests_deposit ON credit_requests (deposit_id, id);
CREATE UNIQUE INDEX credit_requests_one_waiting ON credit_requests (deposit_id)
  WHERE decision IS NULL;
CREATE INDEX credit_requests_requester ON credit_requests (requested_by);
CREATE INDEX credit_requests_decider ON credit_requests (decided_by);

-- What was requested and decided stays. The evidence alone goes, with the account or by its age.
CREATE FUNCTION keep_credit_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE'
    OR (NEW.deposit_id, NEW.requested_by, NEW.requested_at)
      IS DISTINCT FROM (OLD.deposit_id, OLD.requested_by, OLD.requested_at)
    OR (NEW.evidence <> OLD.evidence AND NEW.evidence <> '')
    OR (OLD.decision IS NOT NULL AND (NEW.decision, NEW.decided_by, NEW.decided_at)
      IS DISTINCT FROM (OLD.decision, OLD.decided_by, OLD.decided_at))
  THEN
    RAISE EXCEPTION 'a request stays as it was decided' USING ERRCODE = 'raise_exception';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER credit_requests_stay BEFORE UPDATE OR DELETE ON credit_requests
  FOR EACH ROW EXECUTE FUNCTION keep_credit_request();

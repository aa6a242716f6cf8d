-- Files for the bank above a limit need two people (design §4).

-- In EUR cents; without one, one person makes every file.
ALTER TABLE settings ADD COLUMN payout_approval_above_cents bigint
  CHECK (payout_approval_above_cents >= 0);

-- What the first person saw, for the second one to approve: these payouts and no others.
CREATE TABLE payout_approvals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  operation_id uuid NOT NULL UNIQUE,
  payout_ids bigint[] NOT NULL CHECK (cardinality(payout_ids) > 0),
  total_cents bigint NOT NULL CHECK (total_cents > 0),
  status text NOT NULL CHECK (status IN ('waiting', 'approved', 'rejected')),
  requested_by bigint NOT NULL REFERENCES users,
  requested_at timestamptz NOT NULL,
  decided_by bigint REFERENCES users,
  decided_at timestamptz,
  batch_id bigint UNIQUE REFERENCES payout_batches,
  CHECK ((status = 'waiting') = (decided_by IS NULL AND decided_at IS NULL)),
  CHECK ((status = 'approved') = (batch_id IS NOT NULL)),
  -- The one who asks may take it back, but not approve it.
  CHECK (status <> 'approved' OR decided_by <> requested_by)
);
CREATE UNIQUE INDEX payout_approvals_one_waiting ON payout_approvals ((true))
  WHERE status = 'waiting';
CREATE INDEX payout_approvals_requester ON payout_approvals (requested_by);
CREATE INDEX payout_approvals_decider ON payout_approvals (decided_by);

-- What was decided stays.
CREATE FUNCTION keep_payout_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.status <> 'waiting' OR (NEW.operation_id, NEW.payout_ids,
    NEW.total_cents, NEW.requested_by) IS DISTINCT FROM (OLD.operation_id, OLD.payout_ids,
    OLD.total_cents, OLD.requested_by)
  THEN
    RAISE EXCEPTION 'an approval stays as it was decided' USING ERRCODE = 'raise_exception';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payout_approvals_stay BEFORE UPDATE OR DELETE ON payout_approvals
  FOR EACH ROW EXECUTE FUNCTION keep_payout_approval();

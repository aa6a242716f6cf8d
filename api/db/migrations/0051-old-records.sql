-- After seven years the audit log keeps that something was done, when and by whom, but not what it says
-- of people (the privacy policy): as for accounts that were deleted, the details alone may go.
CREATE OR REPLACE FUNCTION keep_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE'
    OR (NEW.subject_kind <> 'user' AND OLD.at > now() - interval '7 years')
    OR (NEW.id, NEW.at, NEW.actor_id, NEW.action, NEW.subject_kind, NEW.subject_id, NEW.operation_id)
      IS DISTINCT FROM
      (OLD.id, OLD.at, OLD.actor_id, OLD.action, OLD.subject_kind, OLD.subject_id, OLD.operation_id)
    OR NEW.before IS NOT NULL OR NEW.after IS NOT NULL OR NEW.reason IS NOT NULL
  THEN
    RAISE EXCEPTION 'the audit log is append-only';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION check_audit_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.at > now() - interval '7 years'
    AND NOT EXISTS (SELECT 1 FROM users WHERE id::text = NEW.subject_id AND deleted_at IS NOT NULL)
  THEN
    RAISE EXCEPTION 'the audit log is append-only';
  END IF;
  RETURN NULL;
END $$;

-- The card of a payout that old has neither brand nor digits.
ALTER TABLE payout_cards
  DROP CONSTRAINT payout_cards_last4_check,
  ADD CONSTRAINT payout_cards_last4_check CHECK (last4 ~ '^([0-9]{4})?$');

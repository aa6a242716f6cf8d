-- Roles of the staff, accounts that are disabled, and the log of what the staff did (spec §6).

ALTER TABLE users
  ADD COLUMN staff_role text
    CONSTRAINT users_staff_role_known CHECK (staff_role IN ('owner', 'editor', 'finance', 'reviewer')),
  ADD COLUMN disabled_at timestamptz;
UPDATE users SET staff_role = 'owner' WHERE role = 'staff';
-- A release that is still serving writes the role alone: it means the owner, or nobody.
CREATE FUNCTION complete_staff_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.role = 'member' THEN
    NEW.staff_role := NULL;
  ELSIF NEW.staff_role IS NULL THEN
    NEW.staff_role := 'owner';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER users_complete_staff_role BEFORE INSERT OR UPDATE OF role, staff_role ON users
  FOR EACH ROW EXECUTE FUNCTION complete_staff_role();
ALTER TABLE users
  ADD CONSTRAINT users_staff_role_of_staff CHECK ((role = 'staff') = (staff_role IS NOT NULL));
CREATE INDEX users_staff ON users (staff_role) WHERE staff_role IS NOT NULL;

-- A shop without an owner could not be run. The lock makes two who step down at once take turns; the
-- query then sees what the first of them did. Fires after the trigger above: by their names.
CREATE FUNCTION keep_an_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.staff_role IS DISTINCT FROM 'owner' OR OLD.disabled_at IS NOT NULL THEN
    RETURN coalesce(NEW, OLD);
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.staff_role = 'owner' AND NEW.disabled_at IS NULL THEN
    RETURN NEW;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('keep_an_owner'));
  IF NOT EXISTS (SELECT 1 FROM users
    WHERE staff_role = 'owner' AND disabled_at IS NULL AND id <> OLD.id)
  THEN
    RAISE EXCEPTION 'the shop needs an owner'
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'users_keep_an_owner';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
CREATE TRIGGER users_keep_an_owner BEFORE UPDATE OF role, staff_role, disabled_at OR DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION keep_an_owner();

-- ---------------------------------------------------------------- the audit log

CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  actor_id bigint REFERENCES users,            -- null: the operator's command
  action text NOT NULL,                        -- "offer.price"
  subject_kind text NOT NULL,                  -- "offer", "user"
  subject_id text NOT NULL,
  before jsonb,
  after jsonb,
  reason text,
  operation_id text UNIQUE                     -- a write that may be repeated is logged once
);
CREATE INDEX audit_log_subject ON audit_log (subject_kind, subject_id, id DESC);
CREATE INDEX audit_log_actor ON audit_log (actor_id, id DESC);
CREATE INDEX audit_log_action ON audit_log (action, id DESC);

-- What was done stays, and who did it. Only what it says of a person may go, with the account.
CREATE FUNCTION keep_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR NEW.subject_kind <> 'user'
    OR (NEW.id, NEW.at, NEW.actor_id, NEW.action, NEW.subject_kind, NEW.subject_id, NEW.operation_id)
      IS DISTINCT FROM
      (OLD.id, OLD.at, OLD.actor_id, OLD.action, OLD.subject_kind, OLD.subject_id, OLD.operation_id)
    OR NEW.before IS NOT NULL OR NEW.after IS NOT NULL OR NEW.reason IS NOT NULL
  THEN
    RAISE EXCEPTION 'the audit log is append-only';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION keep_audit_log();

-- Checked when the transaction ends, whatever the order of a deletion is.
CREATE FUNCTION check_audit_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM users WHERE id::text = NEW.subject_id AND deleted_at IS NOT NULL) THEN
    RAISE EXCEPTION 'the audit log is append-only';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER audit_log_erasure AFTER UPDATE ON audit_log
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_audit_erasure();

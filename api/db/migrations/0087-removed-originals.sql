-- Originals whose picture is gone, until their file is. It has the name that the same picture would
-- get again, and a bucket may remove it much later: nothing is stored under that name until then.
-- `due_at` is when the removal is due, or due again: an earlier one may still be going on before it.
CREATE TABLE removed_originals (
  picture_hash text PRIMARY KEY,
  due_at timestamptz NOT NULL
);
CREATE INDEX removed_originals_due ON removed_originals (due_at);

-- The release before does not read the table, and stores the file before the row: it gets a 503
-- instead of a picture without one. After the insert: that waits for the one who removes the row.
CREATE FUNCTION reject_removed_original() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM removed_originals WHERE picture_hash = NEW.hash) THEN
    RAISE EXCEPTION 'the original of picture % is being removed', NEW.hash
      USING ERRCODE = 'lock_not_available';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER reject_removed_original AFTER INSERT ON pictures FOR EACH ROW
  EXECUTE FUNCTION reject_removed_original();

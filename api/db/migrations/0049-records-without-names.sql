-- After seven years the books lose their names (spec §4, the privacy policy). What was issued or sent
-- stays as it is; only the person in it can be blanked, once.
CREATE FUNCTION keep_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (to_jsonb(NEW) - 'data' - 'sheet') IS DISTINCT FROM (to_jsonb(OLD) - 'data' - 'sheet')
    OR (NEW.data - 'buyer' - 'seller') IS DISTINCT FROM (OLD.data - 'buyer' - 'seller')
    OR (NEW.sheet - 'parties') IS DISTINCT FROM (OLD.sheet - 'parties')
    OR (NEW.data -> 'buyer' IS DISTINCT FROM OLD.data -> 'buyer'
      AND NEW.data -> 'buyer' ->> 'name' <> '')
    OR (NEW.data -> 'seller' IS DISTINCT FROM OLD.data -> 'seller'
      AND NEW.data -> 'seller' ->> 'name' <> '')
  THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'raise_exception';
  END IF;
  RETURN NEW;
END $$;
DROP TRIGGER documents_append_only ON documents;
CREATE TRIGGER documents_append_only BEFORE DELETE OR TRUNCATE ON documents
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER documents_stay BEFORE UPDATE ON documents
  FOR EACH ROW EXECUTE FUNCTION keep_document();

CREATE FUNCTION keep_payout_batch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (to_jsonb(NEW) - 'content_sealed') IS DISTINCT FROM (to_jsonb(OLD) - 'content_sealed')
    OR NEW.content_sealed <> ''
  THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'raise_exception';
  END IF;
  RETURN NEW;
END $$;
DROP TRIGGER payout_batches_append_only ON payout_batches;
CREATE TRIGGER payout_batches_append_only BEFORE DELETE OR TRUNCATE ON payout_batches
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payout_batches_stay BEFORE UPDATE ON payout_batches
  FOR EACH ROW EXECUTE FUNCTION keep_payout_batch();

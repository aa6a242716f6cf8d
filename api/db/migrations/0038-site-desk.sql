-- What the staff changes of the site in its desk: settings, contact messages, static pages, texts.

-- ---------------------------------------------------------------- settings

-- The limits of a deposit in EUR cents. The version finds out that somebody else has saved meanwhile,
-- in the desk or with psql.
ALTER TABLE settings
  ADD COLUMN deposit_min_cents integer NOT NULL DEFAULT 100,
  ADD COLUMN deposit_max_cents integer NOT NULL DEFAULT 200000,
  ADD COLUMN version integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT deposit_limits_in_order CHECK (
    0 < deposit_min_cents AND deposit_min_cents <= deposit_max_cents
    AND deposit_max_cents <= 9999999);

CREATE FUNCTION count_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;
CREATE TRIGGER settings_count_version BEFORE UPDATE ON settings
  FOR EACH ROW EXECUTE FUNCTION count_version();

-- ---------------------------------------------------------------- contact messages

ALTER TABLE contact_messages ADD COLUMN status text NOT NULL DEFAULT 'new'
  CHECK (status IN ('new', 'read', 'replied', 'closed'));
CREATE INDEX contact_messages_status ON contact_messages (status, id DESC);

CREATE TABLE contact_replies (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  message_id bigint NOT NULL REFERENCES contact_messages ON DELETE CASCADE,
  operation_id uuid NOT NULL UNIQUE,           -- a form that is sent twice is one reply
  body text NOT NULL,
  author_id bigint NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL
);
CREATE INDEX contact_replies_message ON contact_replies (message_id, id);

-- ---------------------------------------------------------------- static pages

ALTER TABLE static_page_texts ADD COLUMN version integer NOT NULL DEFAULT 0;
CREATE TRIGGER static_page_texts_count_version BEFORE UPDATE ON static_page_texts
  FOR EACH ROW EXECUTE FUNCTION count_version();

-- Every text that a page had since the staff first changed it, the present one too.
CREATE TABLE static_page_versions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  page_id bigint NOT NULL REFERENCES static_pages ON DELETE CASCADE,
  locale text NOT NULL,
  title text NOT NULL,
  content text NOT NULL,
  author_id bigint REFERENCES users,           -- null: what the shop came with
  created_at timestamptz NOT NULL
);
CREATE INDEX static_page_versions_page ON static_page_versions (page_id, locale, id DESC);

-- ---------------------------------------------------------------- texts

-- The shop's own wording, shown instead of the text that a release brings.
CREATE TABLE own_texts (
  locale text NOT NULL,
  key text NOT NULL,
  text text NOT NULL,
  author_id bigint REFERENCES users,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (locale, key)
);
CREATE TRIGGER notify_public_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON own_texts
  FOR EACH STATEMENT EXECUTE FUNCTION notify_public_change();

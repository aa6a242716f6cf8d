-- What stands around the shop: static pages, social links, messages to us, the newsletter, and the
-- mails on their way.

-- ---------------------------------------------------------------- static pages

CREATE TABLE static_pages (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  slug text NOT NULL UNIQUE CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(slug) <= 80),
  position integer NOT NULL DEFAULT 100,
  kind text UNIQUE CHECK (kind IN ('terms', 'privacy', 'cookie'))
);

-- A start brings the texts up to date from api/db/seed/pages. A text of the operator's own
-- (`is_own`) stays as it is:
--   UPDATE static_page_texts SET title = '...', content = '<p>...</p>', is_own = true
--   WHERE locale = 'en' AND page_id = (SELECT id FROM static_pages WHERE slug = 'terms');
CREATE TABLE static_page_texts (
  page_id bigint NOT NULL REFERENCES static_pages ON DELETE CASCADE,
  locale text NOT NULL,
  title text NOT NULL,
  content text NOT NULL,
  is_own boolean NOT NULL DEFAULT false,
  PRIMARY KEY (page_id, locale)
);

-- ---------------------------------------------------------------- social links

CREATE TABLE social_links (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  position integer NOT NULL DEFAULT 100,
  url text NOT NULL UNIQUE,
  title text NOT NULL,
  image text
);

-- ---------------------------------------------------------------- contact

CREATE TABLE contact_messages (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint REFERENCES users ON DELETE SET NULL,
  details jsonb NOT NULL,                      -- name, e-mail, phone, address as they were sent
  message text NOT NULL,
  locale text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- ---------------------------------------------------------------- newsletter

-- An address that leaves is deleted, and so is one that was never confirmed. The token comes with
-- each mail: who holds it reads that mailbox, and may confirm and leave, nothing more.
CREATE TABLE newsletter_subscribers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL UNIQUE CHECK (email = lower(email) AND length(email) <= 254),
  token text NOT NULL UNIQUE,
  locale text NOT NULL,
  created_at timestamptz NOT NULL,
  mailed_at timestamptz NOT NULL,              -- the last mail about subscribing itself
  confirmed_at timestamptz
);
CREATE INDEX newsletter_subscribers_unconfirmed ON newsletter_subscribers (mailed_at)
  WHERE confirmed_at IS NULL;

-- ---------------------------------------------------------------- mails

-- On their way: written in the transaction of what they tell of, deleted once a server took them.
CREATE TABLE mails (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  recipient text NOT NULL,
  reply_to text,
  subject text NOT NULL,
  body_text text NOT NULL,
  body_html text NOT NULL,
  headers jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  gave_up_at timestamptz,                      -- no server will ever take it; see last_error
  last_error text
);
CREATE INDEX mails_due ON mails (due_at) WHERE gave_up_at IS NULL;

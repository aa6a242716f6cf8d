-- Pictures whose renditions are made ahead of the first look: those of products as they are
-- published, or get another picture. What is on sale already is made when somebody looks, as before.
CREATE TABLE due_renditions (
  picture_hash text PRIMARY KEY REFERENCES pictures (hash) ON DELETE CASCADE,
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX due_renditions_due ON due_renditions (due_at, picture_hash);

-- Notices of illegal content, decisions about them and the one complaint (Regulation (EU) 2022/2065).
CREATE TABLE content_notices (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  operation_id uuid NOT NULL UNIQUE,
  reference text NOT NULL UNIQUE,
  product_id bigint REFERENCES products ON DELETE SET NULL,
  slug text NOT NULL,                            -- as it was then
  title text NOT NULL,
  reason text NOT NULL CHECK (reason IN
    ('rights', 'personality', 'hate', 'child_abuse', 'fraud', 'other')),
  explanation text NOT NULL,
  name text,
  email text,
  user_id bigint REFERENCES users ON DELETE SET NULL,
  locale text NOT NULL,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'reopened', 'decided', 'final')),
  complaint text,
  complained_by text CHECK (complained_by IN ('notifier', 'seller')),
  complained_at timestamptz,
  created_at timestamptz NOT NULL,
  -- Anonymous only about the abuse of children (Art. 16(2)).
  CHECK (reason = 'child_abuse' OR (name IS NOT NULL AND email IS NOT NULL)),
  CHECK ((complaint IS NULL) = (complained_by IS NULL)
    AND (complaint IS NULL) = (complained_at IS NULL)),
  CHECK ((status IN ('reopened', 'final')) = (complaint IS NOT NULL))
);
CREATE INDEX content_notices_waiting ON content_notices (created_at)
  WHERE status IN ('open', 'reopened');
CREATE INDEX content_notices_user ON content_notices (user_id, id) WHERE user_id IS NOT NULL;
CREATE INDEX content_notices_product ON content_notices (product_id);

CREATE TABLE notice_decisions (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  notice_id bigint NOT NULL REFERENCES content_notices ON DELETE CASCADE,
  decision text NOT NULL CHECK (decision IN ('no_action', 'changed', 'withdrawn', 'restored')),
  ground text NOT NULL,                          -- the law or the clause of the terms
  statement text NOT NULL,
  decided_by bigint REFERENCES users ON DELETE SET NULL,
  decided_at timestamptz NOT NULL
);
CREATE INDEX notice_decisions_notice ON notice_decisions (notice_id, id);

-- Pictures that members generate: a row each, from the queue to the finished file.
CREATE TABLE generations (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  user_id bigint REFERENCES users ON DELETE SET NULL, -- null: the account is gone, the job cleans up
  order_id bigint NOT NULL REFERENCES orders ON DELETE CASCADE,
  operation_id text NOT NULL DEFAULT '',
  format text NOT NULL,
  width_px integer NOT NULL,
  height_px integer NOT NULL,
  seed integer NOT NULL,
  state text NOT NULL DEFAULT 'queued'
    CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled')),
  attempts integer NOT NULL DEFAULT 0,
  deaths integer NOT NULL DEFAULT 0,             -- attempts whose process died
  progress real CHECK (progress BETWEEN 0 AND 1),
  due_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  leased_until timestamptz,                      -- while a process works on it
  failure text,
  file_key text,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  CHECK ((state = 'running') = (leased_until IS NOT NULL)),
  CHECK ((state = 'failed') = (failure IS NOT NULL)),
  CHECK ((state = 'done') = (file_key IS NOT NULL)),
  CHECK ((state IN ('done', 'failed', 'cancelled')) = (finished_at IS NOT NULL))
);
CREATE INDEX generations_open ON generations (id) WHERE state IN ('queued', 'running');
CREATE INDEX generations_user ON generations (user_id, id);
CREATE INDEX generations_order ON generations (order_id);
CREATE INDEX generations_finished ON generations (finished_at) WHERE finished_at IS NOT NULL;

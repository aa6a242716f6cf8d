-- Two people who edit the same category or style: a version, as products have.
ALTER TABLE categories ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE styles ADD COLUMN version integer NOT NULL DEFAULT 1;

-- What the staff chose for home, in its order. Without a choice is_hero and is_featured count.
CREATE INDEX products_hero_chosen ON products (hero_position) WHERE hero_position IS NOT NULL;
CREATE INDEX products_featured_chosen ON products (featured_position)
  WHERE featured_position IS NOT NULL;

-- Seed and model, as a generator wrote them into the picture; for the staff.
ALTER TABLE products ADD COLUMN generation jsonb;

-- A table of products, checked row by row, then written as one and undone as one.
CREATE TABLE imports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  status text NOT NULL CHECK (status IN
    ('checking', 'checked', 'writing', 'written', 'undoing', 'undone', 'failed')),
  file_name text NOT NULL,
  file_key text NOT NULL,                     -- of the upload, removed once it is not needed
  is_archive boolean NOT NULL,
  failure text,                               -- why the file as a whole could not be read
  unknown_columns text[] NOT NULL DEFAULT '{}',
  rows_total integer,                         -- NULL until they are counted
  rows_checked integer NOT NULL DEFAULT 0,
  deleted_count integer NOT NULL DEFAULT 0,   -- of an undo; the others were sold
  withdrawn_count integer NOT NULL DEFAULT 0,
  created_by bigint REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL,
  written_at timestamptz,
  undone_at timestamptz
);
CREATE INDEX imports_underway ON imports (id) WHERE status IN ('checking', 'writing', 'undoing');

CREATE TABLE import_rows (
  import_id bigint NOT NULL REFERENCES imports ON DELETE CASCADE,
  number integer NOT NULL,                    -- of the row, the first below the head is 1
  line integer NOT NULL,                      -- of the file
  title text NOT NULL,
  slug text NOT NULL,                         -- as given, or as the title suggests
  is_slug_given boolean NOT NULL,
  product jsonb NOT NULL,
  problems jsonb NOT NULL,                    -- [{"column": "price", "code": "amount_invalid"}]
  product_id bigint REFERENCES products ON DELETE SET NULL,
  PRIMARY KEY (import_id, number)
);
CREATE INDEX import_rows_wrong ON import_rows (import_id, number) WHERE problems <> '[]';
CREATE INDEX import_rows_product ON import_rows (product_id) WHERE product_id IS NOT NULL;

-- When a product that is on sale last changed in a way that visitors see, for sitemaps; no row for
-- one that is as it was published. A table of its own: a column with the index that the list of
-- sitemaps needs would keep all requests waiting while the products are read.
CREATE TABLE product_updates (
  product_id bigint PRIMARY KEY REFERENCES products ON DELETE CASCADE,
  updated_at timestamptz NOT NULL
);

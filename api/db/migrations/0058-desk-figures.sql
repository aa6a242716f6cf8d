-- The figures of the desk's first screen, and its lists of drafts by price and by sales.
DROP INDEX orders_time;
DROP INDEX deposits_time;
CREATE INDEX orders_figures ON orders (created_at) INCLUDE (user_id, price_cents);
CREATE INDEX deposits_figures ON deposits (settled_at) INCLUDE (amount_cents, currency)
  WHERE status = 'success';
CREATE INDEX products_unlisted_price ON products (status, price_cents, id)
  WHERE status <> 'published';
CREATE INDEX products_unlisted_sales ON products (status, sales_count, id)
  WHERE status <> 'published';

-- Fills in `listed_at` of 0073, in a transaction of its own: lists are read meanwhile.
UPDATE product_styles ps SET listed_at = p.published_at
FROM products p
WHERE p.id = ps.product_id AND p.status = 'published' AND ps.listed_at IS DISTINCT FROM p.published_at;

CREATE INDEX product_styles_newest ON product_styles (style_id, listed_at DESC, product_id DESC)
  WHERE listed_at IS NOT NULL;

-- Fills in `listed_at` of 0073, in a transaction of its own: lists are read meanwhile. Publications
-- and changes of styles wait: one of them between reading a product and writing its rows would be
-- written over.
LOCK TABLE product_styles IN SHARE ROW EXCLUSIVE MODE;
UPDATE product_styles ps SET listed_at = p.published_at
FROM products p
WHERE p.id = ps.product_id AND p.status = 'published' AND ps.listed_at IS DISTINCT FROM p.published_at;

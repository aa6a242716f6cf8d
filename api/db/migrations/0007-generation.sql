-- An order keeps all of what was sold: its description, and the style that new pictures of it are
-- made in (null where the product had none).
ALTER TABLE orders
  ADD COLUMN descriptions jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN style text;
UPDATE orders SET
  descriptions = products.descriptions,
  style = (SELECT styles.slug FROM product_styles JOIN styles ON styles.id = style_id
    WHERE product_id = products.id ORDER BY product_styles.position LIMIT 1)
FROM products WHERE products.id = orders.product_id;

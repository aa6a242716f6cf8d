-- A style's filter shows pictures of that style: a product of the demo catalogue has the one style
-- that it is painted in. The counts follow by trigger, the search words by the job that makes them.
WITH removed AS (
  DELETE FROM product_styles
  USING products, styles, (VALUES
    ('flat-roof-study', 'isometric'),
    ('wren-on-magnolia', 'watercolour'),
    ('aurora-script', 'nebula'),
    ('two-koi-one-circle', 'watercolour'),
    ('greenhouse-cutaway', 'botanical'),
    ('island-adrift', 'isometric'),
    ('the-cutout-garden', 'botanical'),
    ('sixteen-colour-orbit', 'nebula'),
    ('the-leaded-heavens', 'art-deco'),
    ('wisteria-afternoon', 'botanical')) AS second (product, style)
  WHERE product_styles.product_id = products.id AND products.slug = second.product
    AND product_styles.style_id = styles.id AND styles.slug = second.style
    AND product_styles.position > 0
  RETURNING product_styles.product_id)
UPDATE products SET search_vector = NULL FROM removed WHERE products.id = removed.product_id;

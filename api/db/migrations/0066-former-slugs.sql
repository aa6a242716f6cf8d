-- Slugs that products, categories and styles had before they were renamed, or were merged into
-- another: links with them lead on to the present one. What has such a slug now goes before.
CREATE TABLE former_product_slugs (
  slug text PRIMARY KEY,
  product_id bigint NOT NULL REFERENCES products (id) ON DELETE CASCADE
);
CREATE INDEX former_product_slugs_product ON former_product_slugs (product_id);

CREATE TABLE former_category_slugs (
  slug text PRIMARY KEY,
  category_id bigint NOT NULL REFERENCES categories (id) ON DELETE CASCADE
);
CREATE INDEX former_category_slugs_category ON former_category_slugs (category_id);

CREATE TABLE former_style_slugs (
  slug text PRIMARY KEY,
  style_id bigint NOT NULL REFERENCES styles (id) ON DELETE CASCADE
);
CREATE INDEX former_style_slugs_style ON former_style_slugs (style_id);

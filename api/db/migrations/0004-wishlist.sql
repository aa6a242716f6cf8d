-- Favourites (spec §4 Wishlist): what a user wants to find again, each product once.
CREATE TABLE wishlist_items (
  -- Tells the order in which things were added; clocks would tie.
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  product_id bigint NOT NULL REFERENCES products ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (user_id, product_id)
);
-- A product that is deleted leaves every list without reading all of them.
CREATE INDEX wishlist_items_product ON wishlist_items (product_id);

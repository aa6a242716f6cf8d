-- Deleting a row looks for those that refer to it, in each table that may. These two tables were read
-- whole for each: undoing an import of thousands of products read all purchase intents as often, in
-- one transaction that has all of its products locked, and removing unused pictures all products.
CREATE INDEX purchase_intents_product ON purchase_intents (product_id);
-- The index of published products alone serves no such look, nor the search for unused pictures.
DROP INDEX products_picture;
CREATE INDEX products_picture ON products (picture_hash);
-- A member's messages are looked up to be exported, and to be unlinked when the account is deleted.
CREATE INDEX contact_messages_user ON contact_messages (user_id) WHERE user_id IS NOT NULL;

-- The idempotency key of a message to us: sent again because its response was lost, it is one message.
-- Null for one that was sent without a key, by an earlier release or by a client that has none.
ALTER TABLE contact_messages ADD COLUMN operation_id uuid UNIQUE;

-- The texts of a contract in full, as they read when an order was placed (Directive 2011/83/EU
-- Art. 8(7)). Each wording is kept once, by its hash; the order's confirmation names it.
CREATE TABLE document_annexes (
  hash text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{64}$'),
  locale text NOT NULL,
  sections jsonb NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE TRIGGER document_annexes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON document_annexes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE documents ADD COLUMN annex_hash text REFERENCES document_annexes;

-- Which pictures our own engine painted; all others were made with AI. What is delivered says so.
ALTER TABLE pictures
  ADD COLUMN source text NOT NULL DEFAULT 'ai' CHECK (source IN ('engine', 'ai'));

-- Until now the catalogue grew by the demo, by the desk's form and by offers that were bought.
UPDATE pictures SET source = 'engine' WHERE hash IN (
  SELECT picture_hash FROM products WHERE offer_id IS NULL AND operation_id IS NULL);

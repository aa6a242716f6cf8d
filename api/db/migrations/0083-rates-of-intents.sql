-- What a credit cost where the payer saw the price of what the deposit is to buy: at another price in euros
-- nothing is bought by itself. Null for those from before, and of a release that does not know it.

ALTER TABLE purchase_intents ADD COLUMN rate_basis_points integer
  CHECK (rate_basis_points > 0);

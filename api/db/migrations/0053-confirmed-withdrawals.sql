-- Statements of withdrawal of somebody who was not signed in wait for the owner of the address
-- (docs/decisions/0045).

ALTER TABLE withdrawals
  -- When the sender was known to own the address: signed in, or by the link of the receipt.
  ADD COLUMN confirmed_at timestamptz;

-- Until now whoever named the address and the order was believed.
UPDATE withdrawals SET confirmed_at = received_at WHERE status = 'refunded';

ALTER TABLE withdrawals
  ADD CONSTRAINT withdrawals_refunded_confirmed CHECK (status <> 'refunded' OR confirmed_at IS NOT NULL);

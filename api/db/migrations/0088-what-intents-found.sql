-- What there was when a deposit that is to buy was opened: the newest statement of withdrawal of its
-- payer (0 for none), and how many orders of the product had been refunded to them. What came after
-- calls the purchase off, and no clock decides what did (docs/decisions/0038). Null for those from
-- before, and of the release before, for which times are compared.
ALTER TABLE purchase_intents
  ADD COLUMN last_withdrawal_id bigint CHECK (last_withdrawal_id >= 0),
  ADD COLUMN refunded_orders integer CHECK (refunded_orders >= 0);

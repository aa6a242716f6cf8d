-- Payouts to cards above the limit need two people, as files for the bank do: who set the price, and
-- who approved the payout. Null for those that needed nobody, and of the release before, which sends
-- them without.
ALTER TABLE payouts
  ADD COLUMN approved_by bigint REFERENCES users,
  ADD COLUMN approved_at timestamptz,
  ADD CHECK (num_nonnulls(approved_by, approved_at) IN (0, 2)),
  ADD CHECK (approved_by IS NULL OR (type = 'card' AND approved_by <> user_id));
CREATE INDEX payouts_approved_by ON payouts (approved_by);

-- An account that was deleted (docs/decisions/0013): the row stays for the books, the person is gone.
ALTER TABLE users
  ADD COLUMN deleted_at timestamptz,
  ADD CONSTRAINT deleted_user_is_nobody CHECK (deleted_at IS NULL OR (
    email = 'deleted-user-' || id || '@invalid' AND password_hash = ''
    AND name IS NULL AND surname IS NULL AND phone IS NULL AND locale IS NULL
    AND email_verified_at IS NULL AND verification_status = 'none'));

-- 'forfeit': a balance that its owner gave up when the account was deleted; the cause is the user.
ALTER TABLE ledger_transactions
  DROP CONSTRAINT ledger_transactions_kind_check,
  ADD CONSTRAINT ledger_transactions_kind_check
    CHECK (kind IN
      ('deposit', 'order', 'grant', 'forfeit', 'offer', 'payout', 'payout_return'));

-- Why a deposit failed is a code now (domain/messages.ts PAYMENT_FAILURES), or still a provider's own
-- text. Until here the column held the outcome's name or an English sentence of ours.

UPDATE deposits SET error_message = codes.code
FROM (VALUES
  ('failed', 'payment_failed'),
  ('canceled', 'payment_canceled'),
  ('expired', 'payment_expired'),
  ('Card declined by the sandbox', 'card_declined'),
  ('The payment page could not be opened. No money was taken.', 'payment_page_failed')
) AS codes (stored, code)
WHERE deposits.error_message = codes.stored;

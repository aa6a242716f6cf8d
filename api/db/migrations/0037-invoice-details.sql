-- What invoices say of their buyer, company or not, and receipts of refunds of deposits
-- (docs/decisions/0036).

ALTER TABLE billing_details
  ALTER COLUMN company_name DROP NOT NULL,
  ADD COLUMN address text,
  ADD COLUMN city text,
  ADD COLUMN post_code text,
  ADD COLUMN country text CHECK (country ~ '^[A-Z]{2}$'),
  ADD CONSTRAINT vat_id_has_a_company CHECK (vat_id IS NULL OR company_name IS NOT NULL),
  ADD CONSTRAINT address_is_whole CHECK (
    num_nonnulls(address, city, country) IN (0, 3) AND (post_code IS NULL OR address IS NOT NULL));

ALTER TABLE documents
  DROP CONSTRAINT documents_kind_check,
  ADD CONSTRAINT documents_kind_check CHECK (kind IN ('order_confirmation', 'invoice',
    'credit_note', 'deposit_receipt', 'deposit_refund', 'self_billing'));

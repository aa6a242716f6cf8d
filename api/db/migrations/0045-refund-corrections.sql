-- A refund that was reported as paid and came back all the same: its receipt is corrected by another
-- document (docs/decisions/0036).
ALTER TABLE documents
  DROP CONSTRAINT documents_kind_check,
  ADD CONSTRAINT documents_kind_check CHECK (kind IN ('order_confirmation', 'invoice',
    'credit_note', 'deposit_receipt', 'deposit_refund', 'refund_correction', 'self_billing'));

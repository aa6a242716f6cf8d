-- The account that payouts come from may change while transfers of the old one are on their way: an
-- entry of a bank statement counts for the files of its account.

-- As in the file, without spaces; none in a file from before.
ALTER TABLE payout_batches ADD COLUMN debtor_iban text;
-- None where the bank's file names none, and in a statement from before.
ALTER TABLE bank_statement_entries ADD COLUMN account_iban text;

-- An entry is compared with the earlier ones of its transfer.
CREATE INDEX bank_statement_entries_transfer ON bank_statement_entries (end_to_end_id)
  WHERE end_to_end_id IS NOT NULL;

-- What a deposit is to buy, as the payer saw it: the payment page names it. It stays when the product is
-- renamed, so that a repeated request to the provider is the same request.

ALTER TABLE purchase_intents ADD COLUMN title text;

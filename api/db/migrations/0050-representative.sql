-- Who may act for the company, as its legal notice has to name (spec §1 static pages).
ALTER TABLE settings ADD COLUMN company_representative text;

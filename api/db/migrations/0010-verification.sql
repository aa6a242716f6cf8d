-- Verification of identities: what was sent, its documents, and who looked at them.

CREATE TABLE verifications (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  operation_id uuid NOT NULL,
  body_hash text NOT NULL,                     -- of fields and files: the same operation, the same body
  full_name text NOT NULL,
  nationality text NOT NULL CHECK (nationality ~ '^[A-Z]{2}$'),
  phone text NOT NULL,
  date_of_birth date NOT NULL,
  address text NOT NULL,
  city text NOT NULL,
  state text,
  country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  document_type text NOT NULL
    CHECK (document_type IN ('passport', 'identity_card', 'driving_licence')),
  address_document_type text NOT NULL CHECK (address_document_type IN
    ('utility_bill', 'bank_statement', 'official_letter', 'rental_contract')),
  locale text NOT NULL,                        -- the language that the person is written to in
  status text NOT NULL DEFAULT 'in_progress'
    CHECK (status IN ('in_progress', 'approved', 'rejected')),
  reason text,
  created_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by bigint REFERENCES users ON DELETE SET NULL,
  UNIQUE (user_id, operation_id),
  CHECK ((status = 'in_progress') = (decided_at IS NULL)),
  CHECK ((status = 'rejected') = (reason IS NOT NULL))
);
CREATE UNIQUE INDEX verifications_one_open ON verifications (user_id) WHERE status = 'in_progress';
CREATE INDEX verifications_user ON verifications (user_id, id);
CREATE INDEX verifications_queue ON verifications (created_at, id) WHERE status = 'in_progress';
CREATE INDEX verifications_decided ON verifications (decided_at) WHERE decided_at IS NOT NULL;
CREATE INDEX verifications_decided_by ON verifications (decided_by);

-- Written before its file is, and deleted after it: no file is ever forgotten. One that belongs to no
-- verification (a sending that failed, a deleted account) waits for the job that removes it.
CREATE TABLE verification_documents (
  file_key text PRIMARY KEY,
  verification_id bigint REFERENCES verifications ON DELETE SET NULL,
  part text NOT NULL CHECK (part IN ('document_front', 'document_back', 'address_document')),
  width_px integer NOT NULL,
  height_px integer NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (verification_id, part)
);
CREATE INDEX verification_documents_unowned ON verification_documents (created_at)
  WHERE verification_id IS NULL;

-- Each look at a document, for good: also when the document is gone.
CREATE TABLE verification_views (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  verification_id bigint NOT NULL REFERENCES verifications ON DELETE CASCADE,
  part text NOT NULL,
  viewer_id bigint REFERENCES users ON DELETE SET NULL,
  viewed_at timestamptz NOT NULL
);
CREATE INDEX verification_views_verification ON verification_views (verification_id, viewed_at);
CREATE INDEX verification_views_viewer ON verification_views (viewer_id);

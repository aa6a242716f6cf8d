-- Numbers of documents that a restored shop leaves unused: the lost one may have given them since
-- the backup. Together with the documents they are the series, which has no other gaps.
CREATE TABLE document_gaps (
  series text NOT NULL,
  year integer NOT NULL,
  first_number integer NOT NULL CHECK (first_number > 0),
  last_number integer NOT NULL CHECK (last_number >= first_number),
  restored_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (series, year, first_number),
  FOREIGN KEY (series, year) REFERENCES document_series
);

-- How often an import was worked on since it last came further: not for ever.
ALTER TABLE imports ADD COLUMN attempts integer NOT NULL DEFAULT 0;

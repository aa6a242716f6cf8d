-- Products and names of groups that hold marks within words which are no letters of them, such as
-- soft hyphens and what stretches Arabic words (domain/plain-words.ts, WITHIN_WORDS), are read again:
-- they were found by the parts between the marks. 29 s at a million products; nobody waits for it.
UPDATE products SET search_vector = NULL
WHERE search_vector IS NOT NULL AND concat(titles, descriptions, motifs)
  ~ '[\u00AD\u0640\u061C\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]';

INSERT INTO search_renames (category_id)
SELECT id FROM categories
WHERE names::text ~ '[\u00AD\u0640\u061C\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]'
ON CONFLICT DO NOTHING;

INSERT INTO search_renames (style_id)
SELECT id FROM styles
WHERE names::text ~ '[\u00AD\u0640\u061C\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]'
ON CONFLICT DO NOTHING;

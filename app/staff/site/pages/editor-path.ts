/** The path of the editor of a page in one language. */
export const toEditorPath = ({ slug, language }: { slug: string; language: string }, query = "") =>
  `/staff/pages/${encodeURIComponent(slug)}/${encodeURIComponent(language)}${query}`;

/** The server's markup by id; stored, because an error page replaces the elements. */
const written = new Map<string, string>();

/** In browsers: the server's markup inside the element with this id, to be returned to React. */
function readServerMarkup(id: string): string {
  const markup = written.get(id) ?? document.getElementById(id)?.innerHTML ?? "";
  written.set(id, markup);
  return markup;
}

/**
 * In browsers: an element as the server wrote it, without the code that wrote it. Only where
 * `import.meta.env.HAS_SERVER_MARKUP` holds.
 */
export function ServerMarkup({ id }: { id: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server's own markup, given back
  return <div id={id} dangerouslySetInnerHTML={{ __html: readServerMarkup(id) }} />;
}

/** The server's markup by id; stored because an error page replaces the elements. */
const written = new Map<string, string>();

/**
 * In browsers: returns the server's markup inside the element with this id, to be given back to
 * React.
 */
function readServerMarkup(id: string): string {
  const markup = written.get(id) ?? document.getElementById(id)?.innerHTML ?? "";
  written.set(id, markup);
  return markup;
}

/**
 * In browsers: an element as the server wrote it, without the code that produced it. Only if
 * `import.meta.env.HAS_SERVER_MARKUP` is true.
 */
export function ServerMarkup({ id }: { id: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server's own markup, unchanged
  return <div id={id} dangerouslySetInnerHTML={{ __html: readServerMarkup(id) }} />;
}

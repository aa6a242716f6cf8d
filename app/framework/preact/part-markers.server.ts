import { WORKAROUNDS } from "#app/framework/workarounds.ts";

/**
 * The markup with its comments around each lazy part (ui/base/lazy-part.tsx) as Preact looks for
 * them: until the code of a part is there, it keeps what is between them. React's are `$` and `/$`, and
 * `$!` for a part that failed.
 * Takes what React has rendered, where no text can contain a comment.
 */
export function toPartMarkers(html: string): string {
  if (!import.meta.env.PROD || !WORKAROUNDS.preactInBrowsers) return html;
  return html.replaceAll(/<!--\$!?-->/g, "<!--$s-->").replaceAll("<!--/$-->", "<!--/$s-->");
}

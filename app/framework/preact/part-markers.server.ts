import { WORKAROUNDS } from "#app/framework/workarounds.ts";

/**
 * The markup with the comments around each lazy part (ui/base/lazy-part.tsx) that Preact looks for:
 * until the part's code is loaded, it keeps the content between them. React's are `$` and `/$`, and
 * `$!` for a part that failed. Takes markup rendered by React, in which no text can contain a
 * comment.
 */
export function toPartMarkers(html: string): string {
  if (!import.meta.env.PROD || !WORKAROUNDS.preactInBrowsers) return html;
  return html.replaceAll(/<!--\$!?-->/g, "<!--$s-->").replaceAll("<!--/$-->", "<!--/$s-->");
}

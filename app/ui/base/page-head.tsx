import { localePath } from "#app/i18n/paths.ts";
import { useLayoutData } from "./layout-data.ts";
import { PageTitle } from "./page-title.tsx";
import { MachineHead, type ShareInfo } from "./seo-head.tsx";

/** Title, description and metadata of a page; React puts it into the head. */
export function PageHead(props: {
  title: string;
  description?: string;
  /** The canonical path of a public page, without locale. */
  canonical?: string;
  /** The languages that a public page exists in; all if absent. */
  locales?: readonly string[];
  /**
   * The language of the page's text if it is not the reader's: the canonical URL is the one in that
   * language.
   */
  language?: string;
  isPrivate?: boolean;
  /**
   * "touch": the whole page works without scripts until the visitor's first interaction, and none
   * is loaded before it. A part that needs them sooner sets `data-scripts="idle"` on its element
   * (docs/decisions/0010).
   */
  scripts?: "touch";
  share?: ShareInfo;
  /**
   * The text of a JSON-LD block (writeJsonLd). Like `share` it is only built if
   * `import.meta.env.SSR` is true; a browser gets "", and keeps the server's markup.
   */
  jsonLd?: string;
}) {
  const { title, description, canonical, locales, isPrivate, scripts, share, jsonLd } = props;
  const shell = useLayoutData();
  const language = props.language ?? shell.locale;
  return (
    <>
      <PageTitle title={title} isPrivate={isPrivate} />
      {description ? <meta name="description" content={description} /> : null}
      {canonical && !isPrivate ? (
        <link rel="canonical" href={shell.appUrl + localePath(language, canonical)} />
      ) : null}
      {import.meta.env.SSR && scripts ? <meta name="scripts" content={scripts} /> : null}
      {import.meta.env.SSR && canonical && !isPrivate ? (
        <MachineHead {...{ shell, title, description, canonical, locales, language, share }} />
      ) : null}
      {jsonLd === undefined ? null : (
        <script
          key={canonical}
          type="application/ld+json"
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: writeJsonLd escapes it.
          dangerouslySetInnerHTML={{ __html: jsonLd }}
        />
      )}
    </>
  );
}

import { localePath } from "#app/i18n/paths.ts";
import { useShell } from "#app/i18n/shell.ts";
import { PageTitle } from "./page-title.tsx";

/** Title, description and what machines should know of a page; React puts it into the head. */
export function PageHead(props: {
  title: string;
  description?: string;
  /** The one address of a public page, without locale. */
  canonical?: string;
  isPrivate?: boolean;
}) {
  const { title, description, canonical, isPrivate } = props;
  const { locale, languages, appUrl } = useShell();
  return (
    <>
      <PageTitle title={title} isPrivate={isPrivate} />
      {description ? <meta name="description" content={description} /> : null}
      {canonical ? (
        <>
          <link rel="canonical" href={appUrl + localePath(locale, canonical)} />
          {languages.map(({ code }) => (
            <link
              key={code}
              rel="alternate"
              hrefLang={code}
              href={appUrl + localePath(code, canonical)}
            />
          ))}
        </>
      ) : null}
    </>
  );
}

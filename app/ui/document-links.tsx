import type { DocumentLinkView } from "#app/api-client/wallet/documents.server.ts";
import { useLocale, useT } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";

/**
 * Links to financial documents, each by its kind; empty if there are none. Document navigations,
 * because a document page brings its own styles, mainly for print.
 */
export function DocumentLinks({ documents }: { documents: DocumentLinkView[] }) {
  const t = useT();
  const locale = useLocale();
  if (documents.length === 0) return null;
  return (
    <ul className="text-sm">
      {documents.map(({ id, kind, number }) => (
        <li key={id}>
          <a
            href={localePath(locale, `/dashboard/documents/${id}`)}
            className="link inline-flex min-h-8 items-center pointer-coarse:min-h-11"
          >
            {t(`documents.${kind}`)}
            <span className="sr-only"> {number}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

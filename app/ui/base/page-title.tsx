import { useT } from "#app/i18n/i18n.tsx";
import { useLayoutData } from "./layout-data.ts";
import { useThroughLinks } from "./use-through-links.ts";

/**
 * The document's title, hoisted into the head by React: "Sign in · Promptory". For a form with
 * errors it starts with that, since screen readers announce the title first.
 */
export function PageTitle(props: { title: string; hasErrors?: boolean; isPrivate?: boolean }) {
  const t = useT();
  const { settings } = useLayoutData();
  const hasErrors = useThroughLinks(props.hasErrors || undefined);
  const title = hasErrors ? t("form.error_title", { title: props.title }) : props.title;
  return (
    <>
      <title>{`${title} · ${settings.companyName}`}</title>
      {props.isPrivate ? <meta name="robots" content="noindex" /> : null}
    </>
  );
}

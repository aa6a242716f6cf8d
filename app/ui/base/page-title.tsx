import { useT } from "#app/i18n/i18n.tsx";
import { useHasShownErrors } from "#app/ui/shown-errors.ts";
import { useLayoutData } from "./layout-data.ts";

/**
 * The document's title, hoisted into the head by React: "Sign in · Promptory". While a form on the
 * page shows errors, it starts with that, because screen readers announce the title first.
 * `hasErrors` states it for the server, which renders the title before the forms.
 */
export function PageTitle(props: { title: string; hasErrors?: boolean; isPrivate?: boolean }) {
  const t = useT();
  const { settings } = useLayoutData();
  const hasShownErrors = useHasShownErrors();
  const hasErrors = props.hasErrors || hasShownErrors;
  const title = hasErrors ? t("form.error_title", { title: props.title }) : props.title;
  return (
    <>
      <title>{`${title} · ${settings.companyName}`}</title>
      {props.isPrivate ? <meta name="robots" content="noindex" /> : null}
    </>
  );
}

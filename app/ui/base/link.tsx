import type { ComponentProps, MouseEvent } from "react";
import { Form as RouterForm, useHref, useLinkClickHandler, useLocation } from "react-router";
import { useLocale } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";

type Path = { to: string };
/** The props of a native link, plus those of the router's link that are used. */
type OwnLinkProps = Omit<ComponentProps<"a">, "href"> &
  Path & { preventScrollReset?: boolean; replace?: boolean };

/**
 * A link that adds the locale: `to="/products"` leads to `/de/products`. React Router's own link
 * has features that are unused here: prefetching, discovery, view transitions. On the server a link
 * is just its URL: a page has a hundred links, and the router's hooks would cost more than
 * everything else about them.
 */
export function Link({ to, preventScrollReset, replace, ...props }: OwnLinkProps) {
  const path = localePath(useLocale(), to);
  if (import.meta.env.SSR) return <a {...props} href={path} />;
  return <RoutedLink {...{ path, preventScrollReset, replace }} {...props} />;
}

type RoutedLinkProps = Omit<OwnLinkProps, "to"> & { path: string };

function RoutedLink({ path, preventScrollReset, replace, onClick, ...props }: RoutedLinkProps) {
  const { target } = props;
  const follow = useLinkClickHandler(path, { preventScrollReset, replace, target });
  return (
    <a
      {...props}
      href={useHref(path)}
      onClick={(event: MouseEvent<HTMLAnchorElement>) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    />
  );
}

/** A link that is marked if it leads to this page or, without `end`, to a parent of it. */
export function NavLink({ end = false, ...props }: OwnLinkProps & { end?: boolean }) {
  const { pathname } = useLocation();
  const path = localePath(useLocale(), props.to);
  return <Link aria-current={isWithin(pathname, path, end) ? "page" : undefined} {...props} />;
}

/** Whether the path is this one or, without `end`, below it. */
export function isWithin(pathname: string, path: string, end = false): boolean {
  return pathname === path || (!end && pathname.startsWith(`${path}/`));
}

/** `discover`: the table of routes is complete from the start (react-router.config.ts). */
const WHOLE_TABLE = { discover: "none" } as const;

/**
 * React Router's Form; an `action` such as "/logout" gets the locale, and without one the form
 * posts to the page.
 */
export function Form({
  action,
  ...props
}: Omit<ComponentProps<typeof RouterForm>, "action"> & { action?: string }) {
  const locale = useLocale();
  return (
    <RouterForm
      {...WHOLE_TABLE}
      {...props}
      {...(action ? { action: localePath(locale, action) } : {})}
    />
  );
}

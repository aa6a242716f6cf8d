import type { ComponentProps, MouseEvent } from "react";
import { Form as RouterForm, useHref, useLinkClickHandler, useLocation } from "react-router";
import { useLocale } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";

type Path = { to: string };
/** What a browser's own link has too, and of the router's only what is used. */
type OwnLinkProps = Omit<ComponentProps<"a">, "href"> &
  Path & { preventScrollReset?: boolean; replace?: boolean };

/**
 * A link with the locale put in front: `to="/products"` leads to `/de/products`. React Router's own
 * brings what has no use here: prefetching, discovery, view transitions. On the server a link is its
 * address alone: a page has a hundred, and the router's hooks cost more than all else about them.
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

/** A link that says when it leads to this page or, without `end`, to one above it. */
export function NavLink({ end = false, ...props }: OwnLinkProps & { end?: boolean }) {
  const { pathname } = useLocation();
  const path = localePath(useLocale(), props.to);
  const isActive = pathname === path || (!end && pathname.startsWith(`${path}/`));
  return <Link aria-current={isActive ? "page" : undefined} {...props} />;
}

/** `discover`: the table of routes is there from the start (react-router.config.ts). */
const WHOLE_TABLE = { discover: "none" } as const;

/** React Router's Form; an `action` such as "/logout" gets the locale, none posts to the page. */
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

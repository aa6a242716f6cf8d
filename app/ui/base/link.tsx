import type { ComponentProps } from "react";
import {
  type LinkProps,
  type NavLinkProps,
  Form as RouterForm,
  Link as RouterLink,
  NavLink as RouterNavLink,
} from "react-router";
import { useLocale } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";

type Path = { to: string };
/** What a browser's own link has too, and of the router's only what is used. */
type OwnLinkProps = Omit<ComponentProps<"a">, "href"> &
  Path &
  Pick<LinkProps, "preventScrollReset" | "reloadDocument" | "replace">;

/** `discover`: the table of routes is there from the start (react-router.config.ts). */
const WHOLE_TABLE = { discover: "none" } as const;

/**
 * React Router's Link with the locale put in front: `to="/products"` leads to `/de/products`. On the
 * server a link is its address alone: a page has a hundred, and the router's hooks cost more than
 * all else about them.
 */
export function Link({ to, preventScrollReset, reloadDocument, replace, ...props }: OwnLinkProps) {
  const path = localePath(useLocale(), to);
  if (import.meta.env.SSR) return <a {...props} href={path} />;
  const routed = { preventScrollReset, reloadDocument, replace, ...WHOLE_TABLE, ...props };
  return <RouterLink to={path} {...routed} />;
}

export function NavLink({ to, ...props }: Omit<NavLinkProps, "to"> & Path) {
  return <RouterNavLink to={localePath(useLocale(), to)} {...WHOLE_TABLE} {...props} />;
}

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

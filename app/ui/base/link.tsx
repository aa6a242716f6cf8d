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

/** React Router's Link with the locale put in front: `to="/products"` leads to `/de/products`. */
export function Link({ to, ...props }: Omit<LinkProps, "to"> & Path) {
  return <RouterLink to={localePath(useLocale(), to)} {...props} />;
}

export function NavLink({ to, ...props }: Omit<NavLinkProps, "to"> & Path) {
  return <RouterNavLink to={localePath(useLocale(), to)} {...props} />;
}

/** React Router's Form; an `action` such as "/logout" gets the locale, none posts to the page. */
export function Form({
  action,
  ...props
}: Omit<ComponentProps<typeof RouterForm>, "action"> & { action?: string }) {
  const locale = useLocale();
  return <RouterForm {...props} {...(action ? { action: localePath(locale, action) } : {})} />;
}

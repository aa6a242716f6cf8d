import type { ComponentProps } from "react";
import { Link } from "./link.tsx";

type Look = { kind?: "primary" | "secondary" | "quiet"; size?: "small" | "normal" | "large" };

/**
 * See `.button` in app.css: a page has dozens, and these class names are shorter than their styles.
 */
const KINDS = { primary: "button-primary", secondary: "button-secondary", quiet: "button-quiet" };
const SIZES = { small: "button-small", normal: "", large: "button-large" };

/** The classes of a button, for elements that only look like one. */
export function buttonClass({ kind = "primary", size = "normal" }: Look = {}): string {
  return joinClasses("button", KINDS[kind], SIZES[size]);
}

const joinClasses = (...classes: string[]) => classes.filter(Boolean).join(" ");

export function Button({ kind, size, className = "", ...props }: ComponentProps<"button"> & Look) {
  return <button className={joinClasses(buttonClass({ kind, size }), className)} {...props} />;
}

/** A link that looks like a button; it stays a link to keyboards and screen readers. */
export function ButtonLink({
  kind,
  size,
  className = "",
  ...props
}: ComponentProps<typeof Link> & Look & { className?: string }) {
  return <Link className={joinClasses(buttonClass({ kind, size }), className)} {...props} />;
}

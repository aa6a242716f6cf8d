import type { ComponentProps } from "react";
import { Link } from "./link.tsx";

type Look = { kind?: "primary" | "secondary" | "quiet"; size?: "small" | "normal" | "large" };

const BASE =
  "inline-flex items-center justify-center gap-2 rounded-control font-medium text-center " +
  "transition-colors disabled:opacity-55 disabled:cursor-not-allowed";
const KINDS = {
  primary: "bg-ink text-canvas hover:bg-accent hover:text-on-accent",
  secondary: "border border-control text-ink hover:border-ink hover:bg-ink hover:text-canvas",
  quiet: "text-ink underline decoration-control decoration-1 underline-offset-4 hover:text-accent",
} as const;
const SIZES = {
  small: "min-h-9 px-3 text-sm",
  normal: "min-h-11 px-5",
  large: "min-h-13 px-8 text-[1.0625rem]",
} as const;

/** The classes of a button, for elements that only look like one. */
export function buttonClass({ kind = "primary", size = "normal" }: Look = {}): string {
  return `${BASE} ${KINDS[kind]} ${SIZES[size]}`;
}

export function Button({ kind, size, className = "", ...props }: ComponentProps<"button"> & Look) {
  return <button className={`${buttonClass({ kind, size })} ${className}`} {...props} />;
}

/** A link that looks like a button; it stays a link to keyboards and screen readers. */
export function ButtonLink({
  kind,
  size,
  className = "",
  ...props
}: ComponentProps<typeof Link> & Look & { className?: string }) {
  return <Link className={`${buttonClass({ kind, size })} ${className}`} {...props} />;
}

import { type ReactNode, type SubmitEvent, useState } from "react";
import { useLocation, useRevalidator } from "react-router";
import { useLocale, useT } from "#app/i18n/i18n.tsx";
import { localePath, toRepeatable } from "#app/i18n/paths.ts";
import { Icon } from "./icon.tsx";
import { useShellMember } from "./layout-data.ts";
import { showToast } from "./toast-region.tsx";

/**
 * Adds a favorite (spec §4 Wishlist): a form that returns to `place` on this page, the same for
 * every guest. For members scripts fill the heart immediately and submit the form in the
 * background.
 */
export function WishlistButton(props: {
  product: { id: string; title: string };
  /** The id of the element to return to. */
  place?: string;
  className?: string;
  /** Text beside the heart; without it the button is a square. */
  children?: ReactNode;
}) {
  const { product, place, className = "heart-square", children } = props;
  const t = useT();
  const locale = useLocale();
  const { user, favorites } = useShellMember();
  const { pathname, search } = toRepeatable(useLocation());
  const { revalidate } = useRevalidator();
  /** The clicked state, until the response arrives. */
  const [optimistic, setOptimistic] = useState<boolean | null>(null);
  const isKept = favorites.includes(product.id);
  const isSet = optimistic ?? isKept;

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    if (!user) return;
    event.preventDefault();
    if (optimistic !== null) return;
    const form = event.currentTarget;
    setOptimistic(!isKept);
    // A new attempt: if it fails too, announce it again.
    showToast(null);
    const body = new FormData(form);
    // keepalive: the request survives if the user leaves immediately.
    const response = await fetch(form.action, { method: "POST", body, keepalive: true }).catch(
      () => null,
    );
    if (response?.ok) await revalidate();
    // The session has expired: a native submit leads to login, and back.
    else if (response?.status === 401) form.submit();
    else showToast({ kind: "error", text: t("errors.wishlist_update_failed") });
    setOptimistic(null);
  }

  return (
    <form
      method="post"
      action={localePath(locale, `/wishlist/${product.id}`)}
      onSubmit={submit}
      className="heart-form"
    >
      <input type="hidden" name="redirect" value={pathname + search + (place ? `#${place}` : "")} />
      <input type="hidden" name="favorite" value={isKept ? "off" : "on"} />
      <button
        type="submit"
        aria-pressed={isSet}
        aria-label={t("wishlist.button", { title: product.title })}
        className={`heart ${className}`}
      >
        <Icon name="heart" />
        {children}
      </button>
    </form>
  );
}

import { type ReactNode, type SubmitEvent, useState } from "react";
import { useLocation, useRevalidator } from "react-router";
import { useLocale, useT } from "#app/i18n/i18n.tsx";
import { localePath, toRepeatable } from "#app/i18n/paths.ts";
import { Icon } from "./icon.tsx";
import { useShellMember } from "./layout-data.ts";
import { showToast } from "./toast-region.tsx";

/**
 * Keeps a product as a favorite (spec §4 Wishlist): a form that leads back to `place` on this page,
 * the same for every guest. For members scripts fill the heart at once and send the form behind it.
 */
export function WishlistButton(props: {
  product: { id: string; title: string };
  /** The id of the element to come back to. */
  place?: string;
  className?: string;
  /** Words beside the heart; without them it is a square. */
  children?: ReactNode;
}) {
  const { product, place, className = "heart-square", children } = props;
  const t = useT();
  const locale = useLocale();
  const { user, favorites } = useShellMember();
  const { pathname, search } = toRepeatable(useLocation());
  const { revalidate } = useRevalidator();
  /** What was clicked and has no response yet. */
  const [optimistic, setOptimistic] = useState<boolean | null>(null);
  const isKept = favorites.includes(product.id);
  const isSet = optimistic ?? isKept;

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    if (!user) return;
    event.preventDefault();
    if (optimistic !== null) return;
    const form = event.currentTarget;
    setOptimistic(!isKept);
    // Another try: should it fail too, that is said anew.
    showToast(null);
    const body = new FormData(form);
    // keepalive: the request survives a user who clicks and leaves at once.
    const response = await fetch(form.action, { method: "POST", body, keepalive: true }).catch(
      () => null,
    );
    if (response?.ok) await revalidate();
    // The session is over: the form itself leads to login, and back.
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

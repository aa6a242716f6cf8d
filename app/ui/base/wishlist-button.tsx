import { type MouseEvent, type ReactNode, useRef, useState } from "react";
import { useLocation, useRevalidator } from "react-router";
import { useLocale, useT } from "#app/i18n/i18n.tsx";
import { localePath, toRepeatable } from "#app/i18n/paths.ts";
import { TitleSentence } from "#app/i18n/text-in.tsx";
import { Icon } from "./icon.tsx";
import { useShellMember } from "./layout-data.ts";
import { showToast } from "./toast-region.tsx";

/** Id of the form, for its fields that are placed elsewhere. */
export const WISHLIST_FORM_ID = "wishlist-form";

/**
 * The form of all hearts on a page, rendered once by the layout: one form per heart was a fifth of
 * each card, and browsers process every form they find.
 */
export function WishlistForm() {
  const { pathname, search } = toRepeatable(useLocation());
  return (
    <form id={WISHLIST_FORM_ID} method="post" hidden>
      <input type="hidden" name="redirect" value={pathname + search} />
    </form>
  );
}

/**
 * Adds a favorite (spec §4 Wishlist): a button of the page's `WishlistForm` that returns to `place`
 * on this page, the same for every guest. For members scripts fill the heart immediately and submit
 * in the background; of several clicks the last one counts.
 */
export function WishlistButton(props: {
  product: { id: string; title: string; titleLanguage?: string };
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
  const { revalidate } = useRevalidator();
  /** The clicked state, until the response arrives. */
  const [optimistic, setOptimistic] = useState<boolean | null>(null);
  const isKept = favorites.includes(product.id);
  const isSet = optimistic ?? isKept;
  /** The same, for the click that is being sent. */
  const latest = useRef(isKept);

  async function submit(event: MouseEvent<HTMLButtonElement>) {
    const button = event.currentTarget;
    const { form } = button;
    if (!user || !form) return;
    event.preventDefault();
    // A double click is one.
    if (event.detail > 1) return;
    latest.current = !isSet;
    setOptimistic(!isSet);
    // The click that is being sent sends this one, too.
    if (optimistic !== null) return;
    // A new attempt: if it also fails, it is announced again.
    showToast(null);
    const body = new FormData(form, button);
    let response: Response | null;
    let sent: boolean;
    do {
      sent = latest.current;
      body.set("favorite", sent ? "on" : "off");
      // keepalive: the request survives if the user leaves immediately.
      response = await fetch(button.formAction, { method: "POST", body, keepalive: true }).catch(
        () => null,
      );
      if (response?.ok) await revalidate();
    } while (response?.ok && sent !== latest.current);
    // The session has expired, or belongs to another member: a native submission leads to login and
    // back, or to the new member's page.
    if (response?.status === 401) form.requestSubmit(button);
    else if (!response?.ok) showToast({ kind: "error", text: t("errors.wishlist_update_failed") });
    setOptimistic(null);
  }

  const { title, titleLanguage: language } = product;
  const path = localePath(locale, `/wishlist/${product.id}`);
  return (
    <button
      type="submit"
      form={WISHLIST_FORM_ID}
      formAction={place ? `${path}?place=${place}` : path}
      name="favorite"
      value={(optimistic ?? !isKept) ? "on" : "off"}
      aria-pressed={isSet}
      // An attribute has only one language.
      aria-label={language === undefined ? t("wishlist.button", { title }) : undefined}
      onClick={submit}
      className={`heart ${className}`}
    >
      <Icon name="heart" />
      {children}
      {language === undefined || children ? null : (
        <span className="sr-only">
          <TitleSentence text="wishlist.button" {...{ title, language }} />
        </span>
      )}
    </button>
  );
}

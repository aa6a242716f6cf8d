import { type SubmitEvent, useState } from "react";
import { useLocation, useRevalidator } from "react-router";
import { useLocale, useMessage, useT } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";
import { useShell } from "#app/i18n/shell.ts";
import { buttonClass } from "./button.tsx";
import { Icon } from "./icon.tsx";

/**
 * Keeps a product as a favourite (spec §4 Wishlist): a form that leads back to `place` on this page,
 * the same for every guest. For members scripts fill the heart at once and send it behind their
 * backs; a guest's form simply goes to login.
 */
export function HeartButton(props: {
  product: { id: string; title: string };
  /** The id of the element to come back to. */
  place?: string;
  hasText?: boolean;
}) {
  const { product, place, hasText } = props;
  const t = useT();
  const message = useMessage();
  const locale = useLocale();
  const { user, favourites } = useShell();
  const { pathname, search } = useLocation();
  const { revalidate } = useRevalidator();
  /** What was pressed and has no answer yet. */
  const [pressed, setPressed] = useState<boolean | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const isSet = pressed ?? favourites.includes(product.id);

  async function press(event: SubmitEvent<HTMLFormElement>) {
    if (!user) return;
    event.preventDefault();
    if (pressed !== null) return;
    const form = event.currentTarget;
    const body = new FormData(form);
    setPressed(!isSet);
    const isSent = await import("./send-form.ts").then(
      ({ sendForm }) => sendForm(form, body),
      () => false,
    );
    setHasFailed(!isSent);
    if (isSent) await revalidate();
    setPressed(null);
  }

  return (
    <form
      method="post"
      action={localePath(locale, `/wishlist/${product.id}`)}
      onSubmit={press}
      className="relative flex-none"
    >
      <input type="hidden" name="redirect" value={pathname + search + (place ? `#${place}` : "")} />
      <input type="hidden" name="wanted" value={isSet ? "off" : "on"} />
      <button
        type="submit"
        aria-pressed={isSet}
        aria-label={t("wishlist.heart", { title: product.title })}
        className={
          hasText
            ? `${buttonClass({ kind: "secondary", size: "large" })} w-full`
            : "grid size-11 place-items-center rounded-control text-muted hover:text-accent aria-pressed:text-accent"
        }
      >
        <Icon name="heart" className={isSet ? "size-5 fill-current" : "size-5"} />
        {hasText ? t("wishlist.favourite") : null}
      </button>
      {hasFailed ? (
        <span role="alert" className="card absolute end-0 bottom-full z-10 px-3 py-2 text-sm">
          {message("Failed to update wishlist")}
        </span>
      ) : null}
    </form>
  );
}

import {
  type MouseEvent as ReactMouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
} from "react";
import { useNavigate, useNavigation } from "react-router";
import { useLocale, useT } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";
import { TextIn } from "#app/i18n/text-in.tsx";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { hostToasts } from "#app/ui/base/toast-host.ts";
import { showOffline } from "#app/ui/base/toast-region.tsx";

declare module "react" {
  interface CSSProperties {
    /** Used in app.css. */
    "--modal-width"?: string;
  }
}

/**
 * A modal with a URL (docs/decisions/0004). The server renders an open `<dialog>` as part of the
 * page, with a link that closes it; after hydration the same element becomes modal: inert page
 * behind it, Escape, focus trapped and restored.
 */
export function Dialog(props: {
  title: string;
  /** Undefined if the title is in the page's language. */
  titleLanguage?: string;
  /** The path after closing, without locale. */
  closeTo: string;
  /** Id of an element on the page that gets the focus after closing if the opener is gone. */
  returnTo?: string;
  /** CSS length, such as "870px" (spec §9 modal widths). */
  width?: string;
  children: ReactNode;
}) {
  const { title, titleLanguage, closeTo, returnTo, width = "34rem", children } = props;
  const ref = useModal(returnTo);
  const titleId = useId();
  const leave = useLeave();
  const isSending = useIsSending();

  return (
    <dialog
      ref={ref}
      open
      data-scripts="idle"
      className="modal"
      style={{ "--modal-width": width }}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (isSending && event.target === event.currentTarget) event.preventDefault();
      }}
      onClose={(event) => {
        // React may re-run the effect, which closes and opens it again; only a real close
        // navigates.
        if (event.currentTarget.open) return;
        // Closed by a second Escape, which cannot be prevented, or on the backdrop.
        if (isSending) return event.currentTarget.showModal();
        // The page behind it cannot be loaded, and the typed values would be lost
        // (docs/decisions/0022).
        if (!navigator.onLine) {
          event.currentTarget.showModal();
          return showOffline();
        }
        leave(closeTo);
      }}
    >
      <DialogHeader {...{ title, titleLanguage, titleId, closeTo }} />
      <div className="dialog-body p-6">{children}</div>
    </dialog>
  );
}

function DialogHeader(props: {
  title: string;
  titleLanguage: string | undefined;
  titleId: string;
  closeTo: string;
}) {
  const { title, titleLanguage, titleId, closeTo } = props;
  const t = useT();
  const close = useCloseProps(closeTo);
  return (
    <div className="dialog-head flex items-start justify-between gap-6 border-b border-line bg-surface px-6 pt-5 pb-4">
      <h2 id={titleId} className="min-w-0 pt-1.5 text-2xl wrap-anywhere">
        <TextIn language={titleLanguage}>{title}</TextIn>
      </h2>
      <Link
        to={closeTo}
        {...close}
        aria-label={t("shell.close")}
        className="-me-2 grid size-11 flex-none place-items-center rounded-control hover:bg-sunken"
      >
        <Icon name="close" />
      </Link>
    </div>
  );
}

/**
 * A button that closes the dialog, like Escape: going back does not open it again, and a form that
 * is being sent keeps it open.
 */
export function CloseButton(props: {
  to: string;
  kind?: "primary";
  size?: "large";
  children: ReactNode;
}) {
  const { children, ...rest } = props;
  const close = useCloseProps(props.to);
  return (
    <ButtonLink kind="secondary" {...close} {...rest}>
      {children}
    </ButtonLink>
  );
}

/** For a link that closes the dialog. */
function useCloseProps(to: string) {
  const isSending = useIsSending();
  const leave = useLeave();
  return {
    onClick: (event: ReactMouseEvent) => {
      event.preventDefault();
      if (!isSending) leave(to);
    },
  };
}

/**
 * Leaves the dialog for the page behind it, at a path without locale. Going back must neither open
 * the dialog again nor show that page twice: it goes back to the page's own history entry, else
 * replaces the dialog's.
 */
function useLeave() {
  const navigate = useNavigate();
  const locale = useLocale();
  return (to: string) => {
    const path = localePath(locale, to);
    const steps = countStepsBack(new URL(path, location.href));
    void (steps > 0
      ? navigate(-steps)
      : navigate(path, { preventScrollReset: true, replace: true }));
  };
}

/**
 * How many history entries back this page is, with only its own dialogs in between; 0 if it is not
 * there, or browsers do not say.
 */
function countStepsBack({ href, pathname }: URL): number {
  const entries = window.navigation?.entries() ?? [];
  const current = window.navigation?.currentEntry?.index ?? 0;
  for (let index = current - 1; index >= 0; index--) {
    const { url } = entries[index] ?? {};
    if (!url || new URL(url).pathname !== pathname) return 0;
    if (url.split("#")[0] === href) return current - index;
  }
  return 0;
}

/** Closing is a navigation, which would abort a form that is being sent, or hide its result. */
function useIsSending(): boolean {
  const navigation = useNavigation();
  return navigation.state !== "idle" && navigation.formMethod === "POST";
}

/**
 * The last element of a dialog's body: its actions, visible no matter how long the dialog is.
 * Outside the scrolling content, so that it stays in place.
 */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <div className="dialog-foot">{children}</div>;
}

/**
 * The ref of a dialog that becomes modal after hydration, hosts the toasts, and returns the focus.
 */
function useModal(returnTo: string | undefined) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const opener = document.activeElement;
    const findRow = rememberRow(opener);
    let pressed: EventTarget | null = null;
    const rememberPress = (event: MouseEvent) => {
      pressed = event.target;
    };
    // A text selection dragged beyond the edge also ends on the backdrop, but started elsewhere.
    const closeOnBackdrop = (event: MouseEvent) => {
      if (event.target === dialog && pressed === dialog) dialog.close();
    };
    if (!dialog.matches(":modal")) {
      dialog.close();
      dialog.showModal();
    }
    hostToasts(dialog);
    dialog.addEventListener("mousedown", rememberPress);
    dialog.addEventListener("click", closeOnBackdrop);
    return () => {
      dialog.removeEventListener("mousedown", rememberPress);
      dialog.removeEventListener("click", closeOnBackdrop);
      hostToasts(null);
      // Closing is a navigation that removes the element: the browser cannot restore the focus.
      restoreFocus(opener, returnTo, findRow);
    };
  }, [returnTo]);
  return ref;
}

/**
 * Focuses the opener, else its counterpart on the page, else its row in a list, else the page's
 * content.
 */
function restoreFocus(
  opener: Element | null,
  returnTo: string | undefined,
  findRow: () => HTMLElement | null,
): void {
  const page = document.getElementById("content");
  const hasOpened = opener instanceof HTMLElement && opener !== document.body && opener !== page;
  const standIn = (returnTo ? document.getElementById(returnTo) : null) ?? findRow();
  const target = hasOpened && opener.isConnected ? opener : (standIn ?? page);
  if (target?.matches(ROW)) target.tabIndex = -1;
  target?.focus({ preventScroll: target === page });
}

const ROW = "tr, li";

/**
 * Finds the row that an element is in now; once that is gone, the row that has taken its place in
 * the list.
 */
function rememberRow(opener: Element | null): () => HTMLElement | null {
  const row = opener?.closest<HTMLElement>(ROW);
  const list = row?.parentElement;
  if (!row || !list) return () => null;
  const at = [...list.children].indexOf(row);
  return () => {
    if (row.isConnected) return row;
    const rest = list.isConnected ? [...list.children] : [];
    const next = rest[Math.min(at, rest.length - 1)];
    return next instanceof HTMLElement ? next : null;
  };
}

import { showToast } from "#app/ui/base/toast-region.tsx";
import type { NewsletterResult } from "./newsletter-box.tsx";

const busy = new WeakSet<HTMLFormElement>();

/**
 * Submits the box's form and shows the result; an accepted address is cleared from the field, an
 * invalid one is reported by a toast as well (spec §5 Newsletter), as without scripts. A pending
 * form is not submitted twice; without a valid response it fails, and keeps the typed text. The
 * window follows a redirect: its page says why nothing was done, as without scripts.
 */
export async function sendForm(
  form: HTMLFormElement,
  show: (result: NewsletterResult) => void,
  fail: () => void,
): Promise<void> {
  if (busy.has(form)) return;
  busy.add(form);
  try {
    const response = await fetch(form.action, {
      method: "POST",
      headers: { accept: "application/json" },
      body: new URLSearchParams([["email", String(new FormData(form).get("email") ?? "")]]),
    });
    if (response.status >= 500) throw new Error(`the newsletter returned ${response.status}`);
    if (response.redirected) {
      location.assign(response.url);
    } else {
      const result: NewsletterResult = await response.json();
      show(result);
      if (result.isInvalid) showToast({ kind: "error", text: result.text });
      if (result.isOk) form.reset();
    }
  } catch {
    fail();
  }
  busy.delete(form);
}

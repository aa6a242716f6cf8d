const ANSWER_WITHIN_MS = 10_000;

/**
 * Sends a form in the background; false when no answer came. Where a sign-in is needed the browser
 * sends the form itself, and goes where it leads.
 */
export async function sendForm(form: HTMLFormElement, body: FormData): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const answer = await fetch(form.action, { method: "POST", body, signal });
    if (answer.status === 401) form.submit();
    return answer.ok;
  } catch {
    return false;
  }
}

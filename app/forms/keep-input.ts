import { data, isRouteErrorResponse } from "react-router";

/**
 * Sends a form from its `clientAction`. When the network or the server fails, the page would be
 * replaced by an error screen and all that was typed be lost: instead the form stays as it is and
 * says `failure`, a message of the contract. Redirects and refusals (4xx) take their usual way.
 * `kept` is what the page needs of an answer besides.
 */
export async function keepForm<Answer, Kept extends object = object>(
  serverAction: () => Promise<Answer>,
  failure: string,
  kept?: Kept,
) {
  try {
    return await serverAction();
  } catch (error) {
    const isAnswer = error instanceof Response;
    if (isAnswer || (isRouteErrorResponse(error) && error.status < 500)) throw error;
    // Without `initialValue` the form library leaves the fields alone; "form" is the name of none,
    // while at "" it would focus the first control that has no name.
    const reply = { status: "error" as const, error: { form: [failure] } };
    // Spread, `undefined` is nothing; whoever names no `kept` has `object` for it, with no keys.
    return data({ reply, isLost: true, ...(kept as Kept) }, { status: 503 });
  }
}

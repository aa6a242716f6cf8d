import { useState } from "react";
import { type Location, type Navigation, useLocation, useNavigation } from "react-router";
import type { FailedForm, LoadedForm } from "../form-types.ts";
import { isOf } from "./seen-state.ts";

type Loaded = Pick<LoadedForm, "id" | "operationId">;

/** While a form is sent: the history entry that it is sent from, and whether it is on its way. */
type Sent = { key: string; isPosted: boolean };

/** What a form has for as long as it stays, whatever happens beside it. */
export type OwnResponse<Failed extends FailedForm> = {
  /** The page that it is on, by its path: a query chooses what is shown there. */
  pathname: string;
  /** What the action returned of it. */
  failed: Failed | undefined;
  /** The idempotency key that it is sent with, unless its response has another. */
  operationId: string | null;
  sent: Sent | null;
};

type Now<Failed> = {
  loaded: Loaded;
  /** What the action returned, of whichever form. */
  failed: Failed | undefined;
  location: Pick<Location, "key" | "pathname">;
  navigation: Pick<Navigation, "state" | "formMethod">;
};

/**
 * A form's response is its own, and so is its operation id, until the form is sent again or its page
 * is left. What other forms of the page return, and what is loaded for them, changes neither; nor
 * does a link that is followed before the response has come, since it may have been executed.
 */
export function keepOwn<Failed extends FailedForm>(
  last: OwnResponse<Failed> | null,
  { loaded, failed, location, navigation }: Now<Failed>,
): OwnResponse<Failed> {
  const { pathname, key } = location;
  const response = isOf(failed, loaded) ? failed : undefined;
  const fresh = { pathname, failed: response, operationId: loaded.operationId, sent: null };
  if (last?.pathname !== pathname) return fresh;
  const isOver = last.sent !== null && navigation.state === "idle" && key !== last.sent.key;
  if (isOver && response === undefined) return fresh;
  const sent = isOver ? null : nextSent(last.sent, navigation);
  const kept = response ?? last.failed;
  return kept === last.failed && sent === last.sent ? last : { ...last, failed: kept, sent };
}

/** Null once a link has ended it. One that was still loading when the form was sent does not. */
function nextSent(sent: Sent | null, { state, formMethod }: Now<FailedForm>["navigation"]) {
  if (sent === null || state === "idle") return sent;
  if (formMethod !== "POST") return sent.isPosted ? null : sent;
  return sent.isPosted ? sent : { ...sent, isPosted: true };
}

/** `keepOwn` of the form with these data, and a function to call when it is sent. */
export function useOwnResponse<Failed extends FailedForm>(
  failed: Failed | undefined,
  loaded: Loaded,
): { own: OwnResponse<Failed>; onSent: () => void } {
  const location = useLocation();
  const navigation = useNavigation();
  const now = { loaded, failed, location, navigation };
  const [last, setLast] = useState(() => keepOwn<Failed>(null, now));
  const own = keepOwn(last, now);
  if (own !== last) setLast(own);
  const sent = { key: location.key, isPosted: false };
  return { own, onSent: () => setLast((one) => ({ ...one, sent })) };
}

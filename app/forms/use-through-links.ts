import { useState } from "react";
import { useLocation } from "react-router";

/**
 * What an action returned, also after a link to a place on the same page: such a link is a
 * navigation, at which the router drops what the action returned, and with it the errors that the
 * link is one of. Any other navigation drops it as before.
 */
export function useThroughLinks<Returned>(returned: Returned | undefined): Returned | undefined {
  const { hash } = useLocation();
  const [last, setLast] = useState(returned);
  const current = returned ?? (hash === "" ? undefined : last);
  if (current !== last) setLast(current);
  return current;
}

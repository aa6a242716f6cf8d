import { useState } from "react";
import { useLocation } from "react-router";

/**
 * An action's result that survives a link to a place on the same page: the router treats such a
 * link as a navigation and drops the result, including the errors that contain the link. Any other
 * navigation drops it as usual.
 */
export function useThroughLinks<Returned>(returned: Returned | undefined): Returned | undefined {
  const { hash } = useLocation();
  const [last, setLast] = useState(returned);
  const current = returned ?? (hash === "" ? undefined : last);
  if (current !== last) setLast(current);
  return current;
}

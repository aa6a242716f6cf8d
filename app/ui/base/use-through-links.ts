import { useState } from "react";
import { useLocation, useNavigationType } from "react-router";

/**
 * An action's result that survives a link to a place on the same page: the router treats such a
 * link as a navigation and drops the result, including the errors that contain the link. Any other
 * navigation drops it as usual.
 */
export function useThroughLinks<Returned>(returned: Returned | undefined): Returned | undefined {
  const { pathname, search, hash } = useLocation();
  const page = pathname + search;
  const [last, setLast] = useState({ page, hash, returned });
  const isBack = useNavigationType() === "POP" && last.hash !== "";
  const isLink = page === last.page && (hash !== "" || isBack);
  const current = returned ?? (isLink ? last.returned : undefined);
  if (current !== last.returned || page !== last.page || (hash !== last.hash && hash !== ""))
    setLast({ page, hash, returned: current });
  return current;
}

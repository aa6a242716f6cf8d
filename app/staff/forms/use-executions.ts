import { useState } from "react";
import { useNavigation } from "react-router";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { readPosted } from "./use-late.ts";

/**
 * Counts how often a form was executed while its page stayed: the key that mounts it anew, empty,
 * where no loaded value changes with each execution. It names itself in the address that it posts
 * to. A link that is followed before the response has come does not count.
 */
export function useExecutions({ id }: Pick<LoadedForm, "id">, failed: FailedForm | undefined) {
  const { state, formAction } = useNavigation();
  const [last, setLast] = useState({ count: 0, isSent: false });
  const isSent = state !== "idle" && readPosted(formAction) === id;
  const isExecuted = last.isSent && state === "idle" && failed === undefined;
  const count = isExecuted ? last.count + 1 : last.count;
  if (isSent !== last.isSent) setLast({ count, isSent });
  return count;
}

import { z } from "zod";

/** A setting that is an integer from `min` to `max`, inclusive. */
export function wholeNumber(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error });
}

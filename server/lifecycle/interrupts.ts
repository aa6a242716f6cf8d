/** The reason when a start is interrupted by a shutdown signal. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
}

/** Time limit for undoing everything that a start or a command has begun. */
const CLEAN_UP_MS_MAX = 20_000;

export type Interrupts = {
  /** Aborted with `Interrupted` by SIGTERM or SIGINT, or with an uncaught error. */
  signal: AbortSignal;
  /** From now on leaves signals and errors to the listeners registered afterwards. */
  release(): void;
};

/**
 * Lets a process that does not serve yet stop what it has started, mainly the embedded database,
 * instead of being killed by the signal. If that takes longer than 20 s, the process exits with 1.
 */
export function watchInterrupts(): Interrupts {
  const controller = new AbortController();
  const abort = (reason: unknown) => {
    if (controller.signal.aborted) return;
    controller.abort(reason);
    setTimeout(() => process.exit(1), CLEAN_UP_MS_MAX).unref();
  };
  const interrupt = () => abort(new Interrupted("stopped before it was done"));
  const signals = ["SIGTERM", "SIGINT"] as const;
  const failures = ["uncaughtException", "unhandledRejection"] as const;
  for (const name of signals) process.on(name, interrupt);
  for (const name of failures) process.on(name, abort);
  return {
    signal: controller.signal,
    release: () => {
      for (const name of signals) process.off(name, interrupt);
      for (const name of failures) process.off(name, abort);
    },
  };
}

/**
 * The promise's value. Throws the signal's reason as soon as it is aborted; the promise is then
 * abandoned.
 */
export async function unlessAborted<Value>(
  signal: AbortSignal,
  promise: Promise<Value>,
): Promise<Value> {
  promise.catch(() => {});
  signal.throwIfAborted();
  let stopListening = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort);
    stopListening = () => signal.removeEventListener("abort", onAbort);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    stopListening();
  }
}

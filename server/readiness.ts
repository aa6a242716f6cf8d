/** A required dependency. `check` throws when it is unavailable. */
export type Dependency = { name: string; check(signal: AbortSignal): Promise<unknown> };

/** A slower dependency counts as unavailable: load balancers poll every few seconds. */
const CHECK_MS_MAX = 3_000;

/**
 * Checks all dependencies in parallel, each with a deadline; concurrent callers share the result,
 * so that checks never pile up on a stuck dependency.
 */
export class Readiness {
  readonly #dependencies: Dependency[];
  readonly #deadlineMs: number;
  #running: Promise<void> | null = null;
  /** By name, checks still running after their deadline: they are awaited, never started twice. */
  readonly #unfinished = new Map<string, Promise<unknown>>();
  #isStopping = false;

  constructor(dependencies: Dependency[], deadlineMs = CHECK_MS_MAX) {
    this.#dependencies = dependencies;
    this.#deadlineMs = deadlineMs;
  }

  /** From here on the process is not ready, whatever the checks say. */
  stop(): void {
    this.#isStopping = true;
  }

  /** Throws an Error once the process is shutting down, regardless of the dependencies. */
  assertStaying(): void {
    if (this.#isStopping) throw new Error("the process is stopping");
  }

  /** Throws an Error that names the unavailable dependencies. */
  async assertReady(): Promise<void> {
    this.assertStaying();
    this.#running ??= this.#checkAll().finally(() => {
      this.#running = null;
    });
    await this.#running;
  }

  async #checkAll(): Promise<void> {
    await Promise.all(this.#dependencies.map((dependency) => this.#check(dependency)));
  }

  async #check({ name, check }: Dependency): Promise<void> {
    const signal = AbortSignal.timeout(this.#deadlineMs);
    const isLate = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(new Error("no response in time")));
    });
    try {
      const running = this.#unfinished.get(name) ?? this.#start(name, check(signal));
      await Promise.race([running, isLate]);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`${name}: ${reason}`, { cause });
    }
  }

  #start(name: string, checking: Promise<unknown>): Promise<unknown> {
    const running = checking.finally(() => this.#unfinished.delete(name));
    this.#unfinished.set(name, running);
    // It may reject after its deadline, when nobody awaits it any more.
    running.catch(() => {});
    return running;
  }
}

/**
 * Another marketplace API (API_URL): any response below 500 to a public read counts as available.
 */
export function remoteApi(apiUrl: string): Dependency {
  return {
    name: "API_URL",
    check: async (signal) => {
      const response = await fetch(`${apiUrl}/settings`, { signal, redirect: "manual" });
      await response.body?.cancel();
      if (response.status >= 500) throw new Error(`it responds with ${response.status}`);
    },
  };
}

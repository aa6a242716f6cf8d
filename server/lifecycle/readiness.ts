import { readBodyText } from "#app/api-client/transport/body-text.server.ts";
import { JSON_BYTES_MAX } from "#app/api-client/transport/json-body.server.ts";

/** A required dependency. `check` throws if it is unavailable. */
export type Dependency = { name: string; check(signal: AbortSignal): Promise<unknown> };

/** The state of one dependency in `/readyz`. */
export type DependencyState = { name: string; isReady: boolean };

type Latest = {
  /** Rejects with the first failure, without waiting for the others. */
  result: Promise<unknown>;
  states: Promise<DependencyState[]>;
  endsAt: number;
};

/** A slower dependency counts as unavailable: load balancers poll every few seconds. */
const CHECK_MS_MAX = 3_000;
/** Anybody may request /readyz, and a check writes to the file storage. */
const RESULT_MS = 1_000;

/**
 * Checks all dependencies in parallel, each with a deadline. Callers within a second share the
 * result, so that checks neither pile up on a stuck dependency nor multiply with the rate of
 * requests.
 */
export class Readiness {
  readonly #dependencies: Dependency[];
  readonly #deadlineMs: number;
  readonly #resultMs: number;
  #latest: Latest | null = null;
  /**
   * Checks by name that are still running after their deadline: they are awaited, never started
   * twice.
   */
  readonly #unfinished = new Map<string, Promise<unknown>>();
  #isStopping = false;

  constructor(
    dependencies: Dependency[],
    { deadlineMs = CHECK_MS_MAX, resultMs = RESULT_MS } = {},
  ) {
    this.#dependencies = dependencies;
    this.#deadlineMs = deadlineMs;
    this.#resultMs = resultMs;
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** From now on the process is not ready, regardless of the checks. */
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
    await this.#check().result;
  }

  /** The state of each dependency, even while the process is stopping. Never throws. */
  async listStates(): Promise<DependencyState[]> {
    return this.#check().states;
  }

  #check(): Latest {
    if (this.#latest && this.#latest.endsAt > performance.now()) return this.#latest;
    const checks = this.#dependencies.map((dependency) => this.#checkOne(dependency));
    const latest = {
      result: Promise.all(checks),
      states: this.#toStates(checks),
      endsAt: Number.POSITIVE_INFINITY,
    };
    const finish = () => {
      latest.endsAt = performance.now() + this.#resultMs;
    };
    latest.result.then(finish, finish);
    this.#latest = latest;
    return latest;
  }

  async #toStates(checks: Promise<void>[]): Promise<DependencyState[]> {
    const results = await Promise.allSettled(checks);
    return this.#dependencies.map(({ name }, index) => ({
      name,
      isReady: results[index]?.status === "fulfilled",
    }));
  }

  async #checkOne({ name, check }: Dependency): Promise<void> {
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
    // It may reject after its deadline, when nothing awaits it any more.
    running.catch(() => {});
    return running;
  }
}

/**
 * Another marketplace API (API_URL): any complete response below 500 to a public read counts as
 * available.
 */
export function remoteApi(apiUrl: string): Dependency {
  return {
    name: "API_URL",
    check: async (signal) => {
      const response = await fetch(`${apiUrl}/settings`, { signal, redirect: "manual" });
      await readBodyText(response, JSON_BYTES_MAX);
      if (response.status >= 500) throw new Error(`it responds with ${response.status}`);
    },
  };
}

import type { Job } from "../../../noun.ts";
import type { CatalogSearch } from "../search.ts";
import { Breaker } from "./breaker.ts";
import { SearchEngineError } from "./engine.ts";
import { createOpenSearch } from "./opensearch-search.ts";
import { isOutboxStarted, recordOutboxReader } from "./outbox.queries.ts";
import { type ShippingDeps, shipChanges } from "./ship-changes.ts";

const EVERY_MS = 1_000;
const CHECK_TIMEOUT_MS = 1_000;

type Deps = ShippingDeps & {
  /** Handles searches while the engine is unavailable. */
  postgres: CatalogSearch;
};

/**
 * Searches with the engine while it responds and its index is current, otherwise with the database;
 * users notice no difference except in the ranking. A background job checks the engine, so that no
 * request has to, and ships the outbox to it.
 */
export function createEngineSearch(deps: Deps): CatalogSearch & { jobs: readonly Job[] } {
  const { engine, postgres, log, now } = deps;
  const search = createOpenSearch(engine);
  const breaker = new Breaker(now);
  const follower = new Follower(deps, breaker);
  return {
    find: async (request) => {
      if (!follower.isInStep || breaker.isOpen) return postgres.find(request);
      try {
        const result = await search.find(request);
        breaker.succeed();
        return result;
      } catch (error) {
        if (!(error instanceof SearchEngineError)) throw error;
        const { problem, message: reason } = error;
        // A rejected request is a bug of ours, not a failure of the engine.
        const hasOpened = problem !== "rejected" && breaker.fail();
        log.warn({ problem, reason, hasOpened }, "the search engine failed, the database searches");
        return postgres.find(request);
      }
    },
    jobs: [
      { name: "keep the search engine in step", everyMs: EVERY_MS, run: () => follower.run() },
    ],
  };
}

/** Follows the engine's state in the background job. */
class Follower {
  /** Whether the engine's index receives all changes; null before the first check. */
  #isInStep: boolean | null = null;
  readonly #deps: Deps;
  readonly #breaker: Breaker;
  /** Separate, because an engine that rejects writes may still search. */
  readonly #shipping: Breaker;

  constructor(deps: Deps, breaker: Breaker) {
    this.#deps = deps;
    this.#breaker = breaker;
    this.#shipping = new Breaker(deps.now);
  }

  get isInStep(): boolean {
    return this.#isInStep === true;
  }

  async run(): Promise<void> {
    if (this.#breaker.isOpen && !this.#breaker.isCheckDue) return;
    const { database, now } = this.#deps;
    const isStarted = await isOutboxStarted(database);
    const isThere = await this.#check(isStarted);
    if (!isStarted) return;
    await recordOutboxReader(database, now());
    if (isThere && (!this.#shipping.isOpen || this.#shipping.isCheckDue)) await this.#ship();
  }

  /** Returns whether the engine responds. Closes the breaker once searches work again. */
  async #check(isStarted: boolean): Promise<boolean> {
    const { engine, log } = this.#deps;
    try {
      const targets = await engine.listTargets();
      if (this.#breaker.isOpen) {
        if (targets.current) await engine.assertSearchable(CHECK_TIMEOUT_MS);
        this.#breaker.close();
        log.info("the search engine responds again");
      }
      this.#setInStep(isStarted && targets.current);
      return true;
    } catch (error) {
      this.#report(error, "the search engine does not respond, the database searches");
      this.#breaker.open();
      return false;
    }
  }

  async #ship(): Promise<void> {
    try {
      await shipChanges(this.#deps);
      this.#shipping.close();
    } catch (error) {
      this.#report(error, "the search engine takes no changes now; they wait");
      this.#shipping.open();
    }
  }

  #setInStep(isInStep: boolean): void {
    if (isInStep === this.#isInStep) return;
    this.#isInStep = isInStep;
    if (isInStep) this.#deps.log.info("the search engine searches");
    else this.#deps.log.warn("the database searches until `npm run search:rebuild` has run");
  }

  #report(error: unknown, message: string): void {
    if (!(error instanceof SearchEngineError)) throw error;
    this.#deps.log.warn({ problem: error.problem, reason: error.message }, message);
  }
}

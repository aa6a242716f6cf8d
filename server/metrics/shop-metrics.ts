import type { Logger } from "pino";
import { Gauge, Registry } from "prom-client";
import type { Database } from "#api/db/client.ts";
import { countViolations, readShopGauges, type ShopGauges } from "#api/overview/gauges.ts";

/** The database is read at most this often, no matter how often metrics are scraped. */
const READ_EVERY_MS = 10_000;
/**
 * Interval of ledger checks, which read the whole ledger: at least this long, and 20 times the
 * duration of the last check.
 */
const CHECK_EVERY_MS = 5 * 60_000;
const CHECK_PAUSE_FACTOR = 20;
/** A time further ahead than this was written while the database's clock was ahead. */
const AHEAD_MS_MAX = 24 * 60 * 60_000;
/** The time that a scrape waits for the database; after that it gets the previous values. */
const WAIT_MS_MAX = 2_000;

type Options = { log: Logger; now: () => Date | Promise<Date>; waitMs?: number };

/**
 * Metrics that are the same in every process: queues, mails, payouts, the money invariants. Read on
 * a separate connection, at a bounded rate, no matter how often they are scraped.
 */
export class ShopMetrics {
  readonly registry = new Registry();
  readonly #database: Database;
  readonly #options: Options;
  #reading: Promise<void> | null = null;
  #readAt = Number.NEGATIVE_INFINITY;
  #checking: Promise<void> | null = null;
  #checkDueAt = Number.NEGATIVE_INFINITY;
  readonly #gauges = createGauges(this.registry);

  /** `database` should be a pool of one connection: a busy shop must not block its monitoring. */
  constructor(database: Database, options: Options) {
    this.#database = database;
    this.#options = options;
  }

  /**
   * Call it before a scrape. Never throws; while the database does not respond, the values stay
   * unchanged.
   */
  async refresh(): Promise<void> {
    const now = performance.now();
    if (!this.#reading && now - this.#readAt >= READ_EVERY_MS) this.#reading = this.#read();
    const timeout = new Promise<void>((resolve) => {
      setTimeout(resolve, this.#options.waitMs ?? WAIT_MS_MAX).unref();
    });
    await Promise.race([this.#reading, timeout]);
    // Not awaited: a large ledger takes seconds.
    if (!this.#checking && now >= this.#checkDueAt) this.#checking = this.#check();
  }

  /** Resolves when no read is in progress any more. */
  async settled(): Promise<void> {
    await Promise.all([this.#reading, this.#checking]);
  }

  async #read(): Promise<void> {
    try {
      const now = await this.#options.now();
      setGauges(this.#gauges, await readShopGauges(this.#database, now), now);
      this.#readAt = performance.now();
    } catch (error) {
      this.#options.log.warn({ err: error }, "the gauges could not be read");
    } finally {
      this.#reading = null;
    }
  }

  async #check(): Promise<void> {
    const startedAt = performance.now();
    try {
      const violations = await countViolations(this.#database);
      this.#gauges.violations.set(violations);
      const now = await this.#options.now();
      this.#gauges.checkedAt.set(now.getTime() / 1000);
      if (violations > 0) this.#options.log.error({ violations }, "the money does not add up");
    } catch (error) {
      this.#options.log.warn({ err: error }, "the rules of the money could not be checked");
    } finally {
      const tookMs = performance.now() - startedAt;
      this.#gauges.checkSeconds.set(tookMs / 1000);
      this.#checkDueAt = performance.now() + Math.max(CHECK_EVERY_MS, tookMs * CHECK_PAUSE_FACTOR);
      this.#checking = null;
    }
  }
}

type Gauges = ReturnType<typeof createGauges>;

function createGauges(registry: Registry) {
  const gauge = <Label extends string = never>(name: string, help: string, label?: Label) =>
    new Gauge<Label>({
      name: `promptory_${name}`,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [registry],
    });
  return {
    mails: gauge("mails", "Mails not tried yet, failing, and given up.", "state"),
    queueDepth: gauge("queue_depth", "What waits for a background job.", "queue"),
    queueOldest: gauge(
      "queue_oldest_seconds",
      "How long the first of a queue has waited.",
      "queue",
    ),
    waiting: gauge("waiting_for_staff", "What waits for a person.", "kind"),
    waitingOldest: gauge(
      "waiting_for_staff_oldest_seconds",
      "How long the first that needs a person has waited.",
      "kind",
    ),
    unpaidPayout: gauge(
      "oldest_unpaid_payout_seconds",
      "How long the oldest payout has waited for its money; 0 when none waits.",
    ),
    readAt: gauge("gauges_read_timestamp_seconds", "When the gauges of the shop were last read."),
    violations: gauge("wallet_violations", "Rules of the money that are broken: must be 0."),
    checkedAt: gauge(
      "wallet_checked_timestamp_seconds",
      "When the rules of the money were last checked.",
    ),
    checkSeconds: gauge("wallet_check_seconds", "How long the last check of them took."),
  };
}

function setGauges(gauges: Gauges, read: ShopGauges, now: Date): void {
  const secondsSince = (at: Date | null) => (at === null ? 0 : toWaitMs(at, now) / 1000);
  for (const { queue, depth, oldestAt } of read.queues) {
    gauges.queueDepth.set({ queue }, depth);
    gauges.queueOldest.set({ queue }, secondsSince(oldestAt));
  }
  for (const { kind, count, oldestAt } of read.waiting) {
    gauges.waiting.set({ kind }, count);
    gauges.waitingOldest.set({ kind }, secondsSince(oldestAt));
  }
  gauges.mails.set({ state: "waiting" }, read.mails.waiting);
  gauges.mails.set({ state: "failing" }, read.mails.failing);
  gauges.mails.set({ state: "given_up" }, read.mails.givenUp);
  gauges.unpaidPayout.set(secondsSince(read.oldestUnpaidPayoutAt));
  gauges.readAt.set(now.getTime() / 1000);
}

/**
 * How long something has waited, in milliseconds. That is unknown for a time written by a clock
 * that was ahead: such a time counts by how far ahead it is, because otherwise no alert would ever
 * notice it.
 */
function toWaitMs(at: Date, now: Date): number {
  const waitedMs = now.getTime() - at.getTime();
  return waitedMs < -AHEAD_MS_MAX ? -waitedMs : Math.max(0, waitedMs);
}

import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { type JobRun, watchJobs } from "#api/background.ts";
import { METHODS, OTHER_ROUTE, type RoutePatterns } from "./route-patterns.ts";

/** Cached pages take less than a millisecond, a payment provider's page takes seconds. */
const SECONDS = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];

/** Hits and misses of a cache since the process started. */
export type CacheCounts = Record<string, number>;

export type ProcessMetricsParts = {
  patterns: RoutePatterns;
  caches: {
    pages: () => CacheCounts;
    pageBytes: () => number;
    reference: () => CacheCounts;
  };
};

/**
 * Metrics of one process, for Prometheus. The number of series is bounded by the product, never by
 * visitors' input: routes are patterns, methods and cache results are fixed lists.
 */
export class ProcessMetrics {
  readonly registry = new Registry();
  readonly #patterns: RoutePatterns;
  readonly #requests = new Counter({
    name: "promptory_http_requests_total",
    help: "Requests by method, pattern of the route and status; `aborted` without a response.",
    labelNames: ["method", "route", "status"],
    registers: [this.registry],
  });
  readonly #seconds = new Histogram({
    name: "promptory_http_request_duration_seconds",
    help: "Seconds from a request's headers to the end of its response.",
    labelNames: ["route"],
    buckets: SECONDS,
    registers: [this.registry],
  });
  readonly #inFlight = new Gauge({
    name: "promptory_http_requests_in_flight",
    help: "Requests whose response has not ended.",
    registers: [this.registry],
  });
  readonly #jobs = new Counter({
    name: "promptory_job_runs_total",
    help: "Runs of background jobs, by their result.",
    labelNames: ["name", "result"],
    registers: [this.registry],
  });
  readonly #jobSucceededAt = new Gauge({
    name: "promptory_job_last_success_timestamp_seconds",
    help: "When a background job last ended without an error.",
    labelNames: ["name"],
    aggregator: "max",
    registers: [this.registry],
  });

  constructor({ patterns, caches }: ProcessMetricsParts) {
    this.#patterns = patterns;
    collectDefaultMetrics({ register: this.registry });
    countCache(this.registry, {
      name: "promptory_page_cache_total",
      help: "Pages for guests: kept ones sent (hit), made and kept (rendered), not shareable (own).",
      read: caches.pages,
    });
    new Gauge({
      name: "promptory_page_cache_bytes",
      help: "What the kept pages hold at most.",
      registers: [this.registry],
      collect() {
        this.set(caches.pageBytes());
      },
    });
    countCache(this.registry, {
      name: "promptory_reference_cache_total",
      help: "Reads of public data by the web tier, by what lru-cache did (hit, miss, stale, ...).",
      read: caches.reference,
    });
  }

  /** Counts the requests of `server` from now on. */
  observe(server: Server): void {
    server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
      const startedAt = performance.now();
      this.#inFlight.inc();
      response.once("close", () => {
        this.#inFlight.dec();
        this.#count(request, response, (performance.now() - startedAt) / 1000);
      });
    });
  }

  /** Counts a request that Node rejects before its method and path are known. */
  countRejected(status: number): void {
    this.#requests.inc({ method: "OTHER", route: OTHER_ROUTE, status });
  }

  /** Counts the runs of background jobs from now on; returns the unsubscribe function. */
  observeJobs(): () => void {
    return watchJobs(({ name, failed }: JobRun) => {
      this.#jobs.inc({ name, result: failed ? "failed" : "ok" });
      if (!failed) this.#jobSucceededAt.setToCurrentTime({ name });
    });
  }

  #count(request: IncomingMessage, response: ServerResponse, seconds: number): void {
    const { method = "", url = "" } = request;
    const [path = ""] = url.split("?", 1);
    const route = path.startsWith("/") ? this.#patterns.find(path) : OTHER_ROUTE;
    this.#requests.inc({
      method: METHODS.has(method) ? method : "OTHER",
      route,
      status: response.headersSent ? response.statusCode : "aborted",
    });
    this.#seconds.observe({ route }, seconds);
  }
}

function countCache(
  registry: Registry,
  { name, help, read }: { name: string; help: string; read: () => CacheCounts },
): void {
  new Counter({
    name,
    help,
    labelNames: ["result"],
    registers: [registry],
    collect() {
      this.reset();
      for (const [result, count] of Object.entries(read())) this.inc({ result }, count);
    },
  });
}

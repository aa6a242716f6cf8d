import { availableParallelism } from "node:os";
import { z } from "zod";
import { SEARCH_CONNECTIONS } from "#api/db/client.ts";
import { listenHost } from "./addresses.ts";
import { wholeNumber } from "./numbers.ts";

/**
 * Connections of a process besides the pool for requests and jobs: searches, lists, changes,
 * metrics.
 */
export const OTHER_CONNECTIONS = {
  ...SEARCH_CONNECTIONS,
  changes: 1,
  metrics: 1,
} as const;
const OTHERS = Object.values(OTHER_CONNECTIONS).reduce<number>((sum, count) => sum + count, 0);
/** With fewer, two members waiting for each other's locks could block everybody. */
const REQUESTS_MIN = 4;
const CONNECTIONS_DEFAULT = 22;
const WORKERS_MAX = 64;

/** Settings for running the product on machines; part of the environment's schema. */
export const machineEnvironment = {
  /** "max": one per CPU core. */
  WORKERS: z
    .preprocess(
      (text) => (text === "max" ? Math.min(availableParallelism(), WORKERS_MAX) : text),
      wholeNumber(1, WORKERS_MAX),
    )
    .default(1),
  DATABASE_CONNECTIONS: wholeNumber(OTHERS + REQUESTS_MIN, 1_000).default(CONNECTIONS_DEFAULT),
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  METRICS_HOST: listenHost.default("127.0.0.1"),
  METRICS_TOKEN: z.string().min(16, "needs 16 characters").optional(),
};

type MachineEnvironment = z.infer<z.ZodObject<typeof machineEnvironment>>;

/** The port for Prometheus and its token, which is null if none is required. */
export type MetricsSettings = { port: number; host: string; token: string | null };

export type MachineSettings = {
  /** The number of processes on this machine that serve the shop. */
  workers: number;
  /** Maximum database connections of one process. */
  connectionsMax: number;
  /** Null: no monitoring. */
  metrics: MetricsSettings | null;
};

/** Reads the settings and their errors, one sentence each. */
export function readMachineSettings(
  env: MachineEnvironment & { PORT: number },
  isThisMachine: (host: string) => boolean,
): { settings: MachineSettings; problems: string[] } {
  const { METRICS_PORT: port, METRICS_HOST: host, METRICS_TOKEN: token } = env;
  const isOpen = port !== undefined && token === undefined && !isThisMachine(host);
  const problems: string[] = [];
  if (isOpen) {
    problems.push(
      `METRICS_TOKEN: is needed while METRICS_HOST (${host}) can be reached from outside`,
    );
  }
  if (port !== undefined && port !== 0 && port === env.PORT) {
    problems.push("METRICS_PORT: is the port of the shop itself");
  }
  return {
    settings: {
      workers: env.WORKERS,
      connectionsMax: env.DATABASE_CONNECTIONS,
      metrics: port === undefined ? null : { port, host, token: token ?? null },
    },
    problems,
  };
}

/** Connections for requests and jobs, out of the maximum of one process. */
export const requestConnections = (connectionsMax: number) => connectionsMax - OTHERS;

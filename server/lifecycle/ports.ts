import { createServer } from "node:net";
import type { Config } from "../config/config.ts";
import { ConfigError } from "../config/config-error.ts";

type Place = { port: number; host: string };
/** The settings that define a place to listen on. */
type Names = { port: string; host: string };

export const SHOP_PLACE: Names = { port: "PORT", host: "HOST" };
export const METRICS_PLACE: Names = { port: "METRICS_PORT", host: "METRICS_HOST" };

/**
 * Throws ConfigError if the shop or its metrics cannot listen at the configured place. Checked
 * before a start migrates and seeds, which takes a minute.
 */
export async function assertCanListen(config: Pick<Config, "port" | "host" | "metrics">) {
  const { metrics } = config;
  await whileListening(config, SHOP_PLACE, async () => {
    // The shop's probe is still open, because both may be set to the same port.
    if (metrics) await whileListening(metrics, METRICS_PLACE, async () => {});
  });
}

async function whileListening({ port, host }: Place, names: Names, work: () => Promise<void>) {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", (error) => {
      reject(new ConfigError(describeListenError(error, { port, host }, names), { cause: error }));
    });
    probe.listen({ port, host, exclusive: true }, resolve);
  });
  try {
    await work();
  } finally {
    await new Promise((resolve) => probe.close(resolve));
  }
}

/** The reason why nothing can listen at `place`, as a sentence that names the setting to change. */
export function describeListenError(
  { code, message }: NodeJS.ErrnoException,
  { port, host }: Place,
  names: Names,
): string {
  if (code === "EADDRINUSE") {
    return `${names.port}: port ${port} is taken: stop what uses it, or set another`;
  }
  if (code === "EACCES") {
    return `${names.port}: port ${port} needs more rights than this user has: set another`;
  }
  return `${names.host}: nothing can listen on ${host} (${code ?? message})`;
}

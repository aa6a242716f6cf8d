import { isThisMachine } from "./addresses.ts";
import type { Environment } from "./environment.ts";

/** The addresses at which the shop can be reached, and by whom. */
export type Exposure = {
  /** The origin of the shop's own links. */
  appUrl: string;
  /** The address it listens on. */
  host: string;
  /** True if APP_URL is not limited to this machine. */
  isPublic: boolean;
  /** True if others can reach it at any address. */
  isOpen: boolean;
};

export function readExposure(env: Environment): Exposure {
  const { origin, hostname } = new URL(env.APP_URL ?? `http://localhost:${env.PORT}`);
  const isPublic = !isThisMachine(hostname);
  const host = env.HOST ?? (isPublic ? "0.0.0.0" : "127.0.0.1");
  const isPublished = env.BIND !== undefined && !isThisMachine(env.BIND);
  const isUnnamed = env.APP_URL === undefined && !isThisMachine(env.BIND ?? host);
  return { appUrl: origin, host, isPublic, isOpen: isPublic || isPublished || isUnnamed };
}

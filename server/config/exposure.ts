import { isThisMachine } from "./addresses.ts";
import type { Environment } from "./environment.ts";

/** Where the shop can be reached, and from where. */
export type Exposure = {
  /** The origin of the shop's own links. */
  appUrl: string;
  /** Where it listens. */
  host: string;
  /** True for an APP_URL that is not only this machine's. */
  isPublic: boolean;
  /** True when others can reach it, by whatever address. */
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

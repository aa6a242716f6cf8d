import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ConfigError } from "../config/config-error.ts";
import { assertCanListen } from "./ports.ts";

const host = "127.0.0.1";
/** An address reserved for documentation (RFC 5737): no machine has it. */
const NOWHERE = "192.0.2.1";

let other: Server;
let taken: number;
beforeEach(async () => {
  other = createServer().listen(0, host);
  await once(other, "listening");
  taken = (other.address() as AddressInfo).port;
});
afterEach(() => void other.close());

const metricsAt = (place: { port: number; host: string }) => ({
  ...{ port: 0, host },
  metrics: { ...place, token: null },
});

it("names the setting of a port that is taken", async () => {
  const shop = assertCanListen({ port: taken, host, metrics: null });
  await expect(shop).rejects.toThrow(`PORT: port ${taken} is taken`);
  await expect(shop).rejects.toBeInstanceOf(ConfigError);
  const metrics = assertCanListen(metricsAt({ port: taken, host }));
  await expect(metrics).rejects.toThrow(`METRICS_PORT: port ${taken} is taken`);
});

it("names the setting of a port that the shop and its metrics share", async () => {
  other.close();
  await once(other, "close");
  const sharing = { ...metricsAt({ port: taken, host }), port: taken };
  await expect(assertCanListen(sharing)).rejects.toThrow(`METRICS_PORT: port ${taken} is taken`);
  await assertCanListen({ ...sharing, metrics: null });
  other = createServer().listen(taken, host);
  await once(other, "listening");
});

it("names the setting of a host that is not this machine's", async () => {
  const shop = assertCanListen({ port: 0, host: NOWHERE, metrics: null });
  await expect(shop).rejects.toThrow(`HOST: nothing can listen on ${NOWHERE} (EADDRNOTAVAIL)`);
  const metrics = assertCanListen(metricsAt({ port: 0, host: NOWHERE }));
  await expect(metrics).rejects.toThrow(`METRICS_HOST: nothing can listen on ${NOWHERE}`);
});

it("leaves a port that is free to the shop", async () => {
  other.close();
  await once(other, "close");
  await assertCanListen({ port: taken, host, metrics: null });
  other = createServer().listen(taken, host);
  await once(other, "listening");
  expect((other.address() as AddressInfo).port).toBe(taken);
});

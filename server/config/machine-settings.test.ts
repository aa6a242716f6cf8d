import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readConfig } from "./config.ts";
import { ConfigError } from "./config-error.ts";
import { requestConnections } from "./machine-settings.ts";

const DATA_DIR = mkdtempSync(join(tmpdir(), "promptory-config-"));
const read = (environment: Record<string, string>) => readConfig({ DATA_DIR, ...environment });

it("is one process without metrics, with 22 connections, unless configured otherwise", () => {
  expect(read({})).toMatchObject({ workers: 1, metrics: null, connectionsMax: 22 });
  expect(requestConnections(22)).toBe(14);
  expect(read({ WORKERS: "4", DATABASE_CONNECTIONS: "12" })).toMatchObject({
    workers: 4,
    connectionsMax: 12,
  });
});

it("shows metrics to this machine, to others only with a token", () => {
  const METRICS_TOKEN = "a-token-of-24-characters";
  expect(read({ METRICS_PORT: "9090" }).metrics).toEqual({
    port: 9090,
    host: "127.0.0.1",
    token: null,
  });
  const open = { METRICS_PORT: "9090", METRICS_HOST: "0.0.0.0" };
  expect(read({ ...open, METRICS_TOKEN }).metrics).toEqual({
    port: 9090,
    host: "0.0.0.0",
    token: METRICS_TOKEN,
  });
  expect(() => read(open)).toThrow(/^METRICS_TOKEN: is needed while METRICS_HOST \(0\.0\.0\.0\)/);
});

it.each([
  ["WORKERS", "0"],
  ["WORKERS", "1000"],
  ["DATABASE_CONNECTIONS", "11"],
  ["METRICS_PORT", "90909"],
  ["METRICS_TOKEN", "short"],
])("rejects %s=%s", (name, value) => {
  expect(() => read({ [name]: value })).toThrow(ConfigError);
});

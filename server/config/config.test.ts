import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { PaymentProviderModule } from "#api/providers/payments/payments.ts";
import { paymentProviders } from "#api/providers/payments/registry.ts";
import { createStrictPayments, STRICT_ORIGIN } from "#tests/setup/api/strict-payments.ts";
import { readConfig } from "./config.ts";
import { ConfigError } from "./config-error.ts";

const dataDir = mkdtempSync(join(tmpdir(), "promptory-config-"));
const read = (environment: Record<string, string>) =>
  readConfig({ DATA_DIR: dataDir, ...environment });

const METRICS_TOKEN = "a token of the tests";

describe("configuration", () => {
  afterAll(() => rmSync(dataDir, { recursive: true }));

  it("starts without any setting at all", () => {
    const config = read({});
    expect(config).toMatchObject({ port: 3000, appUrl: "http://localhost:3000", seedDemo: true });
  });

  it("keeps the secret it made", () => {
    expect(read({}).sessionSecrets).toEqual(read({}).sessionSecrets);
  });

  it("lists everything that is wrong, not only the first", () => {
    const start = () => read({ PORT: "many", APP_URL: "ftp://x", SESSION_SECRET: "short" });
    expect(start).toThrow(ConfigError);
    expect(start).toThrow(/PORT.*\n.*APP_URL.*\n.*SESSION_SECRET/);
  });

  it.each([
    ["127.0.0.1", "127.0.0.1"],
    ["::", "::"],
    ["[::1]", "::1"],
    ["fe80::1%eth0", "fe80::1%eth0"],
    ["shop.internal", "shop.internal"],
    ["localhost", "localhost"],
  ])("listens on %j", (text, host) => {
    const config = read({ HOST: text, METRICS_HOST: text, METRICS_PORT: "0", METRICS_TOKEN });
    expect([config.host, config.metrics?.host]).toEqual([host, host]);
  });

  it.each([
    '"127.0.0.1"',
    "'::1'",
    "[::1",
    "127.0.0.1:3000",
    "300.1.2.3",
    "http://shop",
    "a b",
  ])("rejects %j as a host to listen on", (text) => {
    const start = () => read({ HOST: text, METRICS_HOST: text, METRICS_TOKEN });
    expect(start).toThrow(/^HOST: must be an IP address .*\nMETRICS_HOST: must be an IP address /);
  });

  it("rejects a data folder in quotes, which would be the name of another one", () => {
    expect(() => read({ DATA_DIR: '"/data"' })).toThrow("DATA_DIR: must be a path without quotes");
    expect(() => read({ DATA_DIR: "'/data'" })).toThrow("DATA_DIR: must be a path without quotes");
  });

  it("lists each setting once, with those that depend on others", () => {
    const start = () =>
      read({
        SEARCH_URL: "x",
        WORKERS: "0",
        METRICS_PORT: "9100",
        METRICS_HOST: "0.0.0.0",
        PAYMENT_PROVIDERS: "stripe",
        SANDBOX_PAY_LATER_MS: "x",
        IMAGE_PROVIDER: "none",
      });
    const names = () => {
      try {
        return start();
      } catch (error) {
        return (error as Error).message.split("\n").map((line) => line.split(":")[0]);
      }
    };
    expect(names()).toEqual([
      "SEARCH_URL",
      "WORKERS",
      "STRIPE_SECRET_KEY",
      "STRIPE_WEBHOOK_SECRET",
      "SANDBOX_PAY_LATER_MS",
      "IMAGE_PROVIDER",
      "METRICS_TOKEN",
    ]);
  });

  it("rejects a port of metrics that is the shop's own", () => {
    expect(() => read({ PORT: "3000", METRICS_PORT: "3000" })).toThrow(/METRICS_PORT/);
    expect(read({ PORT: "0", METRICS_PORT: "0" }).metrics?.port).toBe(0);
  });

  it("rejects an address with a path, where the shop would not be", () => {
    expect(() => read({ APP_URL: "http://localhost:3000/shop" })).toThrow(/APP_URL.*path/);
    expect(() => read({ APP_URL: "http://localhost:3000/?a" })).toThrow(/APP_URL.*path/);
    expect(read({ APP_URL: "http://localhost:3000/" }).appUrl).toBe("http://localhost:3000");
  });

  it("never repeats a secret in its complaint", () => {
    expect(() => read({ SESSION_SECRET: "hunter2" })).toThrow(/^((?!hunter2).)*$/s);
  });

  it("reads a secret from its file", () => {
    const path = join(dataDir, "secret");
    writeFileSync(path, `${"s".repeat(32)}\n`);
    expect(read({ SESSION_SECRET_FILE: path }).sessionSecrets[0]).toBe("s".repeat(32));
    expect(() => read({ SESSION_SECRET_FILE: join(dataDir, "none") })).toThrow(
      /SESSION_SECRET_FILE/,
    );
  });

  it("reads the keys of a bucket from files, and keeps files in a folder without one", () => {
    expect(read({}).s3).toBeNull();
    const path = join(dataDir, "key");
    writeFileSync(path, "the key\n");
    const keys = { S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY_FILE: path };
    const { s3 } = read({ S3_BUCKET: "shop", S3_ENDPOINT: "https://s3.example", ...keys });
    expect(s3?.credentials).toEqual({ accessKeyId: "id", secretAccessKey: "the key" });
    expect(() => read({ PORT: "many", ...keys })).toThrow(/PORT.*\n.*S3_BUCKET/);
  });

  it("reads an image model's settings, its key from a file, and none of them with API_URL", () => {
    expect(read({}).images).toBeNull();
    const path = join(dataDir, "image-key");
    writeFileSync(path, "sk-hunter2\n");
    const model = { IMAGE_PROVIDER: "openai", IMAGE_MODEL: "gpt-image-1" };
    expect(read({ ...model, IMAGE_API_KEY_FILE: path }).images?.name).toBe("openai");
    expect(() => read(model)).toThrow(/IMAGE_API_KEY: is missing/);
    expect(() => read({ IMAGE_PROVIDER: "dalle" })).toThrow(/IMAGE_PROVIDER: "dalle" is none of/);
    expect(read({ ...model, API_URL: "https://api.example" }).images).toBeNull();
  });

  it("accepts a list of secrets by lines, and keeps what an earlier release read as one", () => {
    const two = ["a".repeat(32), "b".repeat(32)];
    const path = join(dataDir, "secrets");
    writeFileSync(path, `${two.join("\r\n")}\n`);
    const { sessionSecrets } = read({ SESSION_SECRET_FILE: path });
    expect(sessionSecrets.slice(0, 3)).toEqual([...two, two.join("\r\n")]);
    writeFileSync(path, `${two.join(",\n")}\n`);
    expect(read({ SESSION_SECRET_FILE: path }).sessionSecrets.slice(0, 2)).toEqual(two);
    // `openssl rand -base64 64` wraps its single secret after 64 characters.
    const wrapped = `${"c".repeat(64)}\n${"d".repeat(24)}`;
    expect(read({ SESSION_SECRET: wrapped }).sessionSecrets[0]).toBe(wrapped);
  });

  it("takes no space or line break as a part of a setting", () => {
    const key = { S3_BUCKET: "shop", S3_ACCESS_KEY_ID: "id\n", S3_SECRET_ACCESS_KEY: "key\r\n" };
    expect(read(key).s3?.credentials).toEqual({ accessKeyId: "id", secretAccessKey: "key" });
    const blank = { PORT: " ", METRICS_PORT: " ", DRAIN_DELAY_MS: "\n" };
    expect(read(blank)).toMatchObject({ port: 3000, metrics: null, drainDelayMs: 500 });
  });

  it("rejects an empty file of a secret, which would count as not set", () => {
    const path = join(dataDir, "empty");
    writeFileSync(path, "\n");
    const key = { S3_BUCKET: "shop", S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY_FILE: path };
    expect(() => read(key)).toThrow(/S3_SECRET_ACCESS_KEY_FILE: is empty/);
  });

  it.each([
    ["PORT", "many", "must be a whole number from 0 to 65535"],
    ["METRICS_PORT", "70000", "must be a whole number from 0 to 65535"],
    ["DRAIN_DELAY_MS", "1.5", "must be a whole number from 0 to 60000"],
    ["WORKERS", "all", "must be a whole number from 1 to 64"],
    ["DATABASE_CONNECTIONS", "x", "must be a whole number from 12 to 1000"],
    ["OTEL_TRACES_SAMPLER_ARG", "half", "must be a number from 0 to 1"],
    ["SANDBOX_PAY_LATER_MS", "soon", "must be whole milliseconds, up to a day"],
  ])("says of %s=%s what it may be", (name, value, message) => {
    expect(() => read({ [name]: value })).toThrow(`${name}: ${message}`);
  });

  it.each([
    ["DATABASE_URL", "postgres://shop:hunter2p%ss@db.example/shop"],
    ["DATABASE_URL", "postgres://shop:hunter2%ff@db.example/shop"],
    ["SEARCH_URL", "https://shop:hunter2%ff@search.example"],
    ["SMTP_URL", "smtp://shop:hunter2p%ss@mail.example"],
    ["SMTP_URL", "smtp://"],
    ["SMTP_URL", "smtp:hunter2"],
    ["S3_ENDPOINT", "https://s3.example/?hunter2"],
    ["S3_ENDPOINT", "https://id:hunter2@s3.example"],
  ])("rejects %s=%s without its value", (name, value) => {
    const start = () => read({ S3_BUCKET: "shop", [name]: value });
    expect(start).toThrow(new RegExp(`^${name}: (?!.*hunter2)`));
  });

  it("accepts a list of secrets for rotation", () => {
    const two = ["a".repeat(32), "b".repeat(32)];
    const { sessionSecrets } = read({ SESSION_SECRET: two.join(",") });
    expect(sessionSecrets.slice(0, 2)).toEqual(two);
  });

  it("keeps the secret that an earlier start made, behind the one that is set", () => {
    const [made] = read({}).sessionSecrets;
    const set = "c".repeat(32);
    expect(read({ SESSION_SECRET: set }).sessionSecrets).toEqual([set, made]);
  });

  it("searches with an engine when configured, else with the database", () => {
    expect(read({}).search).toBeNull();
    const url = "https://shop:p%40ss@search.example:9200";
    expect(read({ SEARCH_URL: url }).search).toEqual({ url, prefix: "promptory" });
    expect(read({ SEARCH_URL: url, SEARCH_INDEX: "shop-2" }).search?.prefix).toBe("shop-2");
    const path = join(dataDir, "search-url");
    writeFileSync(path, `${url}\n`);
    expect(read({ SEARCH_URL_FILE: path }).search?.url).toBe(url);
  });

  it.each([
    ["SEARCH_URL", "search.example:9200"],
    ["SEARCH_URL", "ftp://search.example"],
    ["SEARCH_URL", "https://hunter2@search.example"],
    ["SEARCH_URL", "https://shop:hunter2@search.example/?x=1"],
    ["SEARCH_URL", "https://shop:hunter2%zz@search.example"],
    ["SEARCH_INDEX", "Shop"],
    ["SEARCH_INDEX", "shop*"],
    ["SEARCH_INDEX", "_shop"],
  ])("rejects %s=%s without repeating it", (name, value) => {
    expect(() => read({ [name]: value })).toThrow(new RegExp(`^${name}: (?!.*hunter2)`));
  });

  it("reads lists from a replica when configured, of a database that is configured too", () => {
    const DATABASE_URL = "postgres://shop:hunter2@primary.example/shop";
    const DATABASE_READ_URL = "postgres://shop:hunter2@replica.example/shop";
    expect(read({ DATABASE_URL }).databaseReadUrl).toBeNull();
    expect(read({ DATABASE_URL, DATABASE_READ_URL }).databaseReadUrl).toBe(DATABASE_READ_URL);
    expect(() => read({ DATABASE_READ_URL })).toThrow(/^DATABASE_READ_URL: (?!.*hunter2)/);
    const wrong = { DATABASE_URL, DATABASE_READ_URL: "mysql://shop:hunter2@replica.example/shop" };
    expect(() => read(wrong)).toThrow(/^DATABASE_READ_URL: (?!.*hunter2)/);
  });

  it("takes the addresses that providers of databases show, less what programs in C need", () => {
    const base = "postgres://shop:hunter2%3F@db.example/shop";
    const at = (query: string) => read({ DATABASE_URL: `${base}${query}` }).databaseUrl;
    expect(at("")).toBe(base);
    expect(at("?channel_binding=require")).toBe(base);
    expect(at("?sslmode=require&channel_binding=require")).toBe(`${base}?sslmode=require`);
    const kept = "?application_name=a?b&sslmode=verify-full";
    expect(at(`${kept}&gssencmode=disable`)).toBe(`${base}${kept}`);
    const environment = { DATABASE_URL: base, DATABASE_READ_URL: `${base}?channel_binding=prefer` };
    expect(read(environment).databaseReadUrl).toBe(base);
  });

  it.each([
    "sslrootcert=/etc/ca.pem",
    "sslmode=verify-full&sslcert=client.pem",
  ])("says of a database's address with %s where the authority's certificate goes", (query) => {
    const start = () => read({ DATABASE_URL: `postgres://shop:hunter2@db.example/shop?${query}` });
    expect(start).toThrow(/^DATABASE_URL: (?!.*hunter2).*NODE_EXTRA_CA_CERTS.*verify-full/);
  });

  it("sends mail through a server when configured, else into the data folder", () => {
    expect(read({})).toMatchObject({
      smtpUrl: null,
      mailFrom: { name: "Promptory", address: "no-reply@localhost" },
    });
    const SMTP_URL = "smtps://shop:secret@mail.example:465";
    const MAIL_FROM = "The Shop <shop@example.com>";
    const mailFrom = { name: "The Shop", address: "shop@example.com" };
    expect(read({ SMTP_URL, MAIL_FROM })).toMatchObject({ smtpUrl: SMTP_URL, mailFrom });
    expect(read({ MAIL_FROM: "shop@example.com" }).mailFrom).toEqual({ ...mailFrom, name: "" });
  });

  it.each([
    ["SMTP_URL", "https://mail.example"],
    ["SMTP_URL", "mail.example:25"],
    ["MAIL_FROM", "The Shop"],
    ["MAIL_FROM", "a@b.test>, <c@d.test"],
    ["MAIL_FROM", "a,b@c.example"],
    ["MAIL_FROM", "Shop; Ltd: x <a@b.example>"],
    ["MAIL_FROM", "Shop <a@b.test>\r\nBcc: c@d.test"],
  ])("rejects %s=%j", (name, value) => {
    expect(() => read({ [name]: value })).toThrow(new RegExp(`${name}: must be`));
  });

  it("takes the payment pages' origins as a list", () => {
    expect(read({}).paymentOrigins).toEqual([]);
    const PAYMENT_ORIGINS =
      "https://pay.example, https://3ds.example:8443/,http://127.0.0.1:9000,http://[::1]:9000";
    expect(read({ PAYMENT_ORIGINS }).paymentOrigins).toEqual([
      "https://pay.example",
      "https://3ds.example:8443",
      "http://127.0.0.1:9000",
      "http://[::1]:9000",
    ]);
  });

  it.each([
    "http://pay.example",
    "ftp://localhost",
    "https://pay.example/checkout",
    "https://user@pay.example",
    "pay.example",
    "*",
    "https://pay.example; script-src *",
    "javascript:alert(1)",
    "https://pay.example,,https://b.example",
  ])("rejects %j as an origin of payment pages", (PAYMENT_ORIGINS) => {
    expect(() => read({ PAYMENT_ORIGINS })).toThrow(/PAYMENT_ORIGINS: must be https origins/);
  });

  it("takes the hosts of pictures as a list, and the base of relative ones", () => {
    expect(read({})).toMatchObject({ imageHosts: [], storageUrl: null });
    const IMAGE_HOSTS = "cdn.example, https://*.pictures.example:8443/,http://localhost:9000";
    expect(read({ IMAGE_HOSTS, STORAGE_URL: "https://cdn.example/files/" })).toMatchObject({
      imageHosts: [
        "https://cdn.example",
        "https://*.pictures.example:8443",
        "http://localhost:9000",
      ],
      storageUrl: "https://cdn.example/files",
    });
  });

  it.each([
    "http://cdn.example",
    "https://cdn.example/pictures",
    "https://user@cdn.example",
    "*",
    "https://*",
    "https://a.*.example",
    "cdn.example; script-src *",
    "javascript:alert(1)",
    "'unsafe-inline'",
  ])("rejects %j as a host of pictures", (IMAGE_HOSTS) => {
    expect(() => read({ IMAGE_HOSTS })).toThrow(/IMAGE_HOSTS: must be hosts/);
  });

  /** A provider with its own secret, like real ones. */
  const strict: PaymentProviderModule = {
    name: "strict",
    settings: ["STRICT_KEY"],
    secrets: ["STRICT_KEY"],
    configure: (environment) => {
      z.object({ STRICT_KEY: z.string().min(8, "needs 8 characters") }).parse(environment);
      return {
        name: "strict",
        takesRealMoney: true,
        origins: [STRICT_ORIGIN],
        create: () => createStrictPayments(),
      };
    },
  };
  const readWithStrict = (environment: Record<string, string>) =>
    readConfig({ DATA_DIR: dataDir, STRICT_KEY: "k".repeat(8), ...environment }, [
      ...paymentProviders,
      strict,
    ]);
  const namesOf = ({ payments }: ReturnType<typeof read>) => payments.map(({ name }) => name);

  it("runs the payment providers that are named, in their order, each once", () => {
    expect(namesOf(read({}))).toEqual(["sandbox"]);
    const both = readWithStrict({ PAYMENT_PROVIDERS: "strict, sandbox,strict" });
    expect(namesOf(both)).toEqual(["strict", "sandbox"]);
  });

  it("lets forms lead to the pages of its providers and to PAYMENT_ORIGINS", () => {
    const PAYMENT_ORIGINS = `https://3ds.example,${STRICT_ORIGIN}`;
    const { paymentOrigins } = readWithStrict({ PAYMENT_PROVIDERS: "strict", PAYMENT_ORIGINS });
    expect(paymentOrigins).toEqual([STRICT_ORIGIN, "https://3ds.example"]);
    expect(readWithStrict({}).paymentOrigins).toEqual([]);
  });

  it("names what is wrong with a provider's own settings, beside the rest", () => {
    const start = () =>
      readWithStrict({ PAYMENT_PROVIDERS: "strict,paypall", STRICT_KEY: "short" });
    expect(start).toThrow(/STRICT_KEY: needs 8 characters\n.*"paypall" is none of .*\bstrict/);
    expect(() => read({ SANDBOX_PAY_LATER_MS: "soon" })).toThrow(/SANDBOX_PAY_LATER_MS/);
    expect(() => read({ PAYMENT_PROVIDERS: "," })).toThrow(/PAYMENT_PROVIDERS/);
  });

  it("reads a provider's secret from its file", () => {
    const path = join(dataDir, "strict-key");
    writeFileSync(path, "from the file\n");
    const environment = { PAYMENT_PROVIDERS: "strict", STRICT_KEY: "", STRICT_KEY_FILE: path };
    expect(namesOf(readWithStrict(environment))).toEqual(["strict"]);
  });

  it.each([
    "https://u:p@api.example/api",
    "https://api.example/api?x=1",
    "https://api.example/#a",
  ])("rejects %s as a base of calls and of pictures", (url) => {
    expect(() => read({ API_URL: url })).toThrow(/^API_URL: must be like https:/);
    expect(() => read({ STORAGE_URL: url })).toThrow(/^STORAGE_URL: must be like https:/);
  });

  it("leaves payments to the server at API_URL", () => {
    const API_URL = "https://api.example/api";
    const config = readWithStrict({ API_URL, PAYMENT_PROVIDERS: "strict", STRICT_KEY: "" });
    expect([config.payments, config.paymentOrigins]).toEqual([[], []]);
  });

  it("needs no ALLOW_SANDBOX at a public address where money is real", () => {
    const APP_URL = "https://shop.example";
    expect(readWithStrict({ APP_URL, PAYMENT_PROVIDERS: "strict" }).appUrl).toBe(APP_URL);
    const mixed = { APP_URL, PAYMENT_PROVIDERS: "strict,sandbox" };
    expect(() => readWithStrict(mixed)).toThrow(/ALLOW_SANDBOX=1/);
    expect(namesOf(readWithStrict({ ...mixed, ALLOW_SANDBOX: "1" }))).toHaveLength(2);
  });

  const PUBLIC = ["https://shop.example", "http://shop.example", "http://192.168.1.5:3000"];
  const LOCAL = [
    "http://localhost:3000",
    "https://localhost:8443",
    "http://shop.localhost",
    "http://127.0.0.1:3000",
    "http://127.8.9.10",
    "http://[::1]:3000",
  ];
  const TRAPS = [
    "http://localhost.example",
    "http://127.0.0.1.example",
    "http://notlocalhost",
    "http://128.0.0.1",
  ];

  it.each([...PUBLIC, ...TRAPS])("needs ALLOW_SANDBOX=1 for sandbox payments at %s", (APP_URL) => {
    for (const NODE_ENV of ["production", "development"]) {
      expect(() => read({ NODE_ENV, APP_URL })).toThrow(/public address.*ALLOW_SANDBOX=1/);
      expect(() => read({ NODE_ENV, APP_URL, SEED_DEMO: "1" })).toThrow(/ALLOW_SANDBOX=1/);
    }
    expect(read({ APP_URL, ALLOW_SANDBOX: "1" }).appUrl).toBe(APP_URL);
    const API_URL = "https://api.example/api";
    expect(read({ APP_URL, API_URL })).toMatchObject({ apiUrl: API_URL, notices: [] });
  });

  it("names a test key as the reason, at a public address", () => {
    const stripe = { PAYMENT_PROVIDERS: "stripe", STRIPE_WEBHOOK_SECRET: "whsec_1" };
    const shop = { ...stripe, APP_URL: "https://shop.example", PAYOUT_PROVIDERS: "none" };
    const start = (key: string, more = {}) => read({ ...shop, STRIPE_SECRET_KEY: key, ...more });
    expect(() => start("sk_test_hunter2")).toThrow(/^STRIPE_SECRET_KEY is a test key(?!.*hunter2)/);
    expect(start("sk_test_hunter2", { ALLOW_SANDBOX: "1" }).payments).toHaveLength(1);
    expect(start("sk_live_hunter2").payments).toHaveLength(1);
  });

  it.each([...PUBLIC, ...TRAPS])("has demo accounts at %s only with SEED_DEMO=1", (APP_URL) => {
    const without = read({ APP_URL, ALLOW_SANDBOX: "1" });
    expect(without).toMatchObject({ seedDemo: false, lockDemoAccounts: true, host: "0.0.0.0" });
    expect(without.notices).toEqual([expect.stringMatching(/APP_URL.*SEED_DEMO=1.*run staff/)]);
    const explicit = read({ APP_URL, ALLOW_SANDBOX: "1", SEED_DEMO: "0" });
    expect(explicit).toMatchObject({ seedDemo: false, lockDemoAccounts: true, notices: [] });
    const demo = read({ APP_URL, ALLOW_SANDBOX: "1", SEED_DEMO: "1" });
    expect(demo).toMatchObject({ seedDemo: true, lockDemoAccounts: false });
    expect(demo.notices).toEqual([expect.stringMatching(/SEED_DEMO=1.*published passwords/)]);
  });

  it.each(LOCAL)("is a demonstration for this machine alone at %s", (APP_URL) => {
    const quiet = { seedDemo: true, lockDemoAccounts: false, host: "127.0.0.1", notices: [] };
    expect(read({ APP_URL, NODE_ENV: "production" })).toMatchObject(quiet);
    expect(read({ APP_URL, SEED_DEMO: "0" })).toMatchObject({
      seedDemo: false,
      lockDemoAccounts: false,
    });
  });

  it("listens to the network when configured, but then without demo accounts or with a warning", () => {
    expect(read({})).toMatchObject({ host: "127.0.0.1", seedDemo: true, notices: [] });
    expect(read({ HOST: "::1" })).toMatchObject({ host: "::1", seedDemo: true, notices: [] });
    const open = read({ HOST: "0.0.0.0" });
    expect(open).toMatchObject({ host: "0.0.0.0", seedDemo: false, lockDemoAccounts: true });
    expect(open.notices).toEqual([expect.stringMatching(/HOST is 0\.0\.0\.0.*SEED_DEMO=1/)]);
    const container = read({ HOST: "0.0.0.0", APP_URL: "http://localhost:3000" });
    expect(container).toMatchObject({ host: "0.0.0.0", seedDemo: true });
    expect(container.notices).toEqual([expect.stringMatching(/HOST is 0\.0\.0\.0.*SEED_DEMO=0/)]);
  });

  it("goes by where a container's port is published, whatever APP_URL says", () => {
    const inside = { HOST: "0.0.0.0", APP_URL: "http://localhost:3000" };
    expect(read({ ...inside, BIND: "127.0.0.1" })).toMatchObject({ seedDemo: true, notices: [] });
    for (const BIND of ["0.0.0.0", "[::]", "192.168.1.5"]) {
      const open = read({ ...inside, BIND });
      expect(open).toMatchObject({ seedDemo: false, lockDemoAccounts: true });
      expect(open.notices).toEqual([
        expect.stringContaining(`BIND is ${BIND}, so there are no demo`),
      ]);
    }
    const demo = read({ ...inside, BIND: "0.0.0.0", SEED_DEMO: "1" });
    expect(demo).toMatchObject({ seedDemo: true, lockDemoAccounts: false });
    expect(demo.notices).toEqual([expect.stringContaining("published passwords")]);
  });

  it.each(["http://0.0.0.0:3000", "http://[::]:3000", "http://0/"])("rejects %s", (APP_URL) => {
    expect(() => read({ APP_URL })).toThrow("APP_URL: must be an address that visitors can open");
  });
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";

const dataDir = mkdtempSync(join(tmpdir(), "promptory-names-"));
afterAll(() => rmSync(dataDir, { recursive: true }));

const noticesOf = (environment: Record<string, string>) =>
  readConfig({ DATA_DIR: dataDir, ...environment }).notices;

describe("a name in the environment that is nearly a setting's", () => {
  it.each([
    ["STRIPE_METHOD", "STRIPE_METHODS"],
    ["STRIPE_SECRET_KEY_FLIE", "STRIPE_SECRET_KEY_FILE"],
    ["PAYMENT_PROVIDER", "PAYMENT_PROVIDERS"],
    ["S3_PREFX", "S3_PREFIX"],
    ["STRIPE_SECRET_KYE", "STRIPE_SECRET_KEY"],
    ["DATABSE_URL", "DATABASE_URL"],
    ["DATABASEURL", "DATABASE_URL"],
    ["DATBSE_URL", "DATABASE_URL"],
    ["SMTP_HOST", "SMTP_URL"],
    ["SMPT_HOST", "SMTP_URL"],
    ["S3_KEY", "S3_ACCESS_KEY_ID"],
    ["S3_SECRET_KEY", "S3_SECRET_ACCESS_KEY"],
    ["SMTP_FROM", "MAIL_FROM"],
    ["DRAIN_DELAY", "DRAIN_DELAY_MS"],
    ["IMAGE_DEADLINE_MS", "IMAGE_DEADLINE_SECONDS"],
    ["TRUSTPROXY", "TRUST_PROXY"],
    ["SMTP_URI", "SMTP_URL"],
    ["SMTP_PASSWORD_FILE", "SMTP_URL_FILE"],
    ["SESION_SECRET", "SESSION_SECRET"],
    ["SESSION_SERCET_FILE", "SESSION_SECRET_FILE"],
    ["IMAGE_API_UR", "IMAGE_API_URL"],
    ["METRIC_PORT", "METRICS_PORT"],
    ["SANDBOX_PAY_LATER", "SANDBOX_PAY_LATER_MS"],
    ["OTEL_EXPORTER_OTLP_ENDPONT", "OTEL_EXPORTER_OTLP_ENDPOINT"],
  ])("%s is named, with %s, and without its value", (name, meant) => {
    expect(noticesOf({ [name]: "hunter2" })).toEqual([
      `${name} is not a setting, and has no effect: is ${meant} meant?`,
    ]);
  });

  it("is not named where the setting that has another name elsewhere is set", () => {
    const SMTP_URL = "smtp://mail.example:587";
    expect(noticesOf({ SMTP_HOST: "mail.example", SMTP_URL })).toEqual([]);
    expect(noticesOf({ SMTP_HOST: "mail.example" })).toHaveLength(1);
  });

  it("is not named where it is empty, which means not set", () => {
    expect(noticesOf({ SESION_SECRET: " " })).toEqual([]);
  });
});

describe("names that others set", () => {
  const shell = {
    HOME: "/home/node",
    HOSTNAME: "web-7f",
    PATH: "/usr/bin",
    PWD: "/app",
    SHLVL: "1",
    TERM: "xterm",
    USER: "node",
    LOGNAME: "node",
    SHELL: "/bin/sh",
    LANG: "C.UTF-8",
    TZ: "UTC",
    MAIL: "/var/mail/node",
    MAILTO: "root",
    EDITOR: "vi",
    _: "/usr/local/bin/node",
    SESSION_MANAGER: "local/desk:@ice",
    SSH_CONNECTION: "10.0.0.1 22",
    XDG_DATA_DIRS: "/usr/share",
    XDG_DATA_HOME: "/home/node/.local",
    http_proxy: "http://proxy:3128",
    NO_PROXY: "localhost",
    MALLOC_ARENA_MAX: "2",
  };
  const node = {
    NODE_ENV: "production",
    NODE_VERSION: "24.1.0",
    NODE_OPTIONS: "--max-old-space-size=512",
    NODE_PATH: "/app",
    NODE_EXTRA_CA_CERTS: "/etc/ca.pem",
    NODE: "/usr/local/bin/node",
    YARN_VERSION: "1.22.22",
    UV_THREADPOOL_SIZE: "8",
    INIT_CWD: "/app",
    npm_config_loglevel: "warn",
    npm_lifecycle_event: "start",
    npm_package_json: "/app/package.json",
    COREPACK_HOME: "/corepack",
  };
  const platform = {
    APP_UID: "1654",
    APP_NAME: "shop",
    APP_ENV: "production",
    DATABASE_PRIVATE_URL: "postgres://db",
    DATABASE_PUBLIC_URL: "postgres://db",
    POSTGRES_PASSWORD: "x",
    POSTGRES_USER: "shop",
    PGDATA: "/data",
    PGHOST: "db",
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: "x",
    IMAGE_TAG: "1.2.3",
    IMAGE_NAME: "promptory",
    IMAGE_VERSION: "1.2.3",
    IMAGE_ARCH: "arm64",
    IMAGE_DESCRIPTION: "the shop",
    IMAGE_FLAVOR: "slim",
    IMAGE_BUILD_DATE: "2026-01-01",
    PORT0: "31000",
    PORTS: "31000",
    HOST0: "web",
    DATABASE_SSL: "require",
    SANDBOX_ID: "7",
    STRIPE_CLI_TELEMETRY_OPTOUT: "1",
    STRIPE_DEVICE_NAME: "desk",
    STRIPE_API_KEY: "x",
    METRICS_PATH: "/metrics",
    PAYMENT_NETWORK: "eu",
    S3_VERIFY_SSL: "1",
    DYNO: "web.1",
    FLY_APP_NAME: "shop",
    RAILWAY_PUBLIC_DOMAIN: "shop.example",
    OTEL_RESOURCE_ATTRIBUTES: "a=b",
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    OTEL_EXPORTER_OTLP_TIMEOUT: "1000",
    OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: "http://c",
    OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: "http://c",
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: "a=b",
    OTEL_PROPAGATORS: "tracecontext",
  };

  /** The variables that Kubernetes sets for each service of the namespace. */
  function linksOf(service: string, port: number): Record<string, string> {
    const link = `${service}_PORT_${port}_TCP`;
    return {
      [`${service}_SERVICE_HOST`]: "10.0.0.7",
      [`${service}_SERVICE_PORT`]: String(port),
      [`${service}_SERVICE_PORT_HTTP`]: String(port),
      [`${service}_PORT`]: `tcp://10.0.0.7:${port}`,
      [link]: `tcp://10.0.0.7:${port}`,
      [`${link}_PROTO`]: "tcp",
      [`${link}_PORT`]: String(port),
      [`${link}_ADDR`]: "10.0.0.7",
    };
  }
  const SERVICES = ["KUBERNETES", "POSTGRES", "S3", "SMTP", "METRIC", "IMAGE_API", "STRIPE_MOCK"];

  it.each([
    ["the shell", shell],
    ["Node and npm", node],
    ["platforms and images", platform],
    ...SERVICES.map((name): [string, Record<string, string>] => [
      `the service ${name}`,
      linksOf(name, 8080),
    ]),
    [
      "a linked container",
      { SMTP_PORT: "tcp://172.17.0.5:25", SMTP_NAME: "/web/smtp", SMTP_ENV_USER: "a" },
    ],
  ])("are not named: those of %s", (_, environment) => {
    expect(noticesOf(environment)).toEqual([]);
  });
});

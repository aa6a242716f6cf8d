import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { GENERATION_WAIT_SECONDS_MAX } from "#api/contract/generations.ts";
import { S3_LIMITS } from "#api/providers/files/s3/s3-client.ts";
import { imageProviders } from "#api/providers/images/registry.ts";
import { paymentProviders } from "#api/providers/payments/registry.ts";
import { payoutProviders } from "#api/providers/payouts/registry.ts";
import { DOWNLOAD_TIMEOUT_MS } from "#app/api-client/transport/transport.server.ts";
import { IMPORT_MB_MAX } from "#domain/imports.ts";
import { STOP_MS_MAX } from "#server/cluster/primary.ts";
import { readConfig } from "#server/config/config.ts";
import { LOCATION_LENGTH_MAX, PLACE_TIMEOUT_MS, UPLOAD_BYTES_MAX } from "#server/http/limits.ts";
import { CLOSE_MS_MAX, DRAIN_MS_MAX } from "#server/lifecycle/shutdown.ts";

// The deployment files of docs/operations.md, parsed like the operators' tools do: manifests match
// their published schemas, and set nothing that the product does not know.

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

const load = createRequire(import.meta.url);

type Environment = Record<string, string>;

const DOCUMENTED = read("README.md") + read("docs/operations.md");

/** Lists undocumented environment variables: misspelled, or no longer read. */
const listUnknown = (environment: Environment) =>
  Object.keys(environment).filter((name) => !DOCUMENTED.includes(`\`${name}\``));

/** The image's defaults. */
const IMAGE: Environment = Object.fromEntries(
  [...(/^ENV (.*)$/m.exec(read("Dockerfile"))?.[1] ?? "").matchAll(/(\w+)=(\S+)/g)].map(
    ([, name = "", value = ""]) => [name, value],
  ),
);
/** Variables of system libraries and of Node.js. */
const NOT_OURS = ["NODE_ENV", "MALLOC_ARENA_MAX"];

const SECRETS: Environment = {
  DATABASE_URL: "postgres://promptory:secret@db.example:5432/promptory",
  SESSION_SECRET: "0123456789abcdef0123456789abcdef",
  METRICS_TOKEN: "0123456789abcdef",
  SMTP_URL: "smtps://user:password@mail.example",
  STRIPE_SECRET_KEY: "sk_live_0",
  STRIPE_WEBHOOK_SECRET: "whsec_0",
};

type Manifest = { apiVersion: string; kind: string };
type Validated = new (manifest: unknown) => { validate(): void };

function readManifests(text: string): Manifest[] {
  return parseAllDocuments(text, { merge: true }).map((document) => document.toJSON() as Manifest);
}

function validate(manifest: Manifest): void {
  const { apiVersion, kind } = manifest;
  const models: Record<string, Validated> = load(`kubernetes-models/${apiVersion}/${kind}`);
  const Model = models[kind];
  if (!Model) throw new Error(`${apiVersion} has no ${kind}`);
  new Model(manifest).validate();
}

const readFolder = (name: string) =>
  readManifests(read(`docs/kubernetes/${name}.yaml`).replaceAll("SHOP.EXAMPLE", "shop.example"));
const MANIFESTS = readFolder("promptory");
type Ingress = Manifest & { metadata: { annotations: Environment } };
const isIngress = (one: Manifest): one is Ingress => one.kind === "Ingress";
const find = <Found>(kind: string) => MANIFESTS.find((one) => one.kind === kind) as Found;

type Probe = {
  httpGet: { path: string; port: string };
  periodSeconds: number;
  timeoutSeconds: number;
  failureThreshold: number;
};
type Labelled = { labels: Environment };
type Container = {
  envFrom: object[];
  ports: { name: string; containerPort: number }[];
  volumeMounts: { name: string; mountPath: string }[];
  securityContext: { readOnlyRootFilesystem: boolean };
} & Record<"startupProbe" | "readinessProbe" | "livenessProbe", Probe>;
type Deployment = {
  spec: {
    replicas: number;
    template: {
      spec: {
        terminationGracePeriodSeconds: number;
        containers: [Container];
        volumes: { name: string }[];
      };
    };
  };
};

it("manifests for Kubernetes are what its published schemas ask for", () => {
  for (const manifest of MANIFESTS) validate(manifest);
  expect(MANIFESTS.map(({ kind }) => kind)).toEqual([
    ...["ConfigMap", "PersistentVolumeClaim", "Deployment", "PodDisruptionBudget"],
    ...["Service", "NetworkPolicy", "Ingress", "Ingress"],
  ]);
  const { spec } = find<Deployment>("Deployment");
  const wrong = { ...find<Manifest>("Deployment"), spec: { ...spec, replicas: "three" } };
  expect(() => validate(wrong)).toThrow("replicas must be integer");
});

it("on Kubernetes the shop starts as its manifests say, and has the time to stop", () => {
  const { data } = find<{ data: Environment }>("ConfigMap");
  const environment = { ...IMAGE, ...data, ...SECRETS };
  expect(listUnknown(environment)).toEqual(NOT_OURS);
  const config = readConfig(environment);
  expect(config).toMatchObject({
    appUrl: "https://shop.example",
    trustProxy: true,
    seedDemo: false,
  });
  const { template, replicas } = find<Deployment>("Deployment").spec;
  const { containers, terminationGracePeriodSeconds, volumes } = template.spec;
  const [shop] = containers;
  expect(shop.ports).toEqual([
    { name: "http", containerPort: config.port },
    { name: "metrics", containerPort: config.metrics?.port },
  ]);
  expect(terminationGracePeriodSeconds * 1_000).toBeGreaterThan(
    config.drainDelayMs + DRAIN_MS_MAX + CLOSE_MS_MAX,
  );
  expect(
    [shop.startupProbe, shop.readinessProbe, shop.livenessProbe].map((one) => one.httpGet),
  ).toEqual([
    // A pod with wrong settings or a wrong volume must not replace one that works.
    { path: "/readyz", port: "http" },
    // A dependency that is down for all pods must not take all of them out.
    { path: "/readyz?only=process", port: "http" },
    { path: "/healthz", port: "http" },
  ]);
  // Each check of /readyz responds within 3 s.
  expect(shop.startupProbe.timeoutSeconds).toBeGreaterThan(3);
  expect(shop.startupProbe).toMatchObject({ periodSeconds: 2, failureThreshold: 90 });
  expect(shop.securityContext.readOnlyRootFilesystem).toBe(true);
  expect(shop.volumeMounts.map(({ mountPath }) => mountPath)).toEqual([config.dataDir, "/tmp"]);
  expect(shop.volumeMounts.map(({ name }) => name)).toEqual(volumes.map(({ name }) => name));
  const { spec } = find<{ spec: { minAvailable: number } }>("PodDisruptionBudget");
  expect(spec.minAvailable).toBeLessThan(replicas);
});

it("the documented secret has what the manifests leave out", () => {
  const command = /kubectl create secret generic promptory (.*?)\nkubectl/s.exec(DOCUMENTED)?.[1];
  const names = [...(command ?? "").matchAll(/--from-literal=(\w+)=/g)].map(([, name]) => name);
  expect(names.sort()).toEqual(Object.keys(SECRETS).sort());
});

type PodSpec = {
  restartPolicy: string;
  containers: { envFrom: object[]; volumeMounts: { mountPath: string }[] }[];
  volumes: { name: string; persistentVolumeClaim?: { claimName: string } }[];
};

it("operators read of each setting of a provider", () => {
  const modules = [...paymentProviders, ...payoutProviders, ...imageProviders];
  const settings = modules
    .flatMap((one) => [...one.settings, ...one.secrets])
    // For tests against a stand-in.
    .filter((name) => name !== "STRIPE_API_URL");
  expect(settings.length).toBeGreaterThan(10);
  expect(listUnknown(Object.fromEntries(settings.map((name) => [name, ""])))).toEqual([]);
});

it("of each secret the operator reads how to rotate it", () => {
  const [, listed = ""] = /^(.*) can also come from files: /m.exec(read("README.md")) ?? [];
  const [, rotation = ""] =
    /^## Rotate secrets\n(.*?)^## /ms.exec(read("docs/operations.md")) ?? [];
  const names = [...listed.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);
  names.push("S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY");
  names.push("STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET");
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !rotation.includes(`\`${name}\``))).toEqual([]);
});

it("programs run on Kubernetes with the settings and files of the shop, and get no visitors", () => {
  const [pod] = readFolder("tools") as [Manifest & { spec: PodSpec; metadata: Labelled }];
  const [claim, job] = readFolder("backup") as [
    Manifest & { metadata: { name: string } },
    Manifest & {
      spec: { jobTemplate: { spec: { template: { metadata: Labelled; spec: PodSpec } } } };
    },
  ];
  for (const manifest of [pod, claim, job]) validate(manifest);
  const { selector } = find<{ spec: { selector: Environment } }>("Service").spec;
  const shop = find<Deployment>("Deployment").spec.template.spec;
  for (const { metadata, spec } of [pod, job.spec.jobTemplate.spec.template]) {
    expect(metadata.labels).not.toMatchObject(selector);
    expect(spec.restartPolicy).toBe("Never");
    expect(spec.containers[0]?.envFrom).toEqual(expect.arrayContaining(shop.containers[0].envFrom));
    expect(spec.containers[0]?.volumeMounts).toEqual(
      expect.arrayContaining(shop.containers[0].volumeMounts),
    );
    expect(spec.volumes).toEqual(expect.arrayContaining(shop.volumes));
    expect(
      spec.volumes.map(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName),
    ).toContain(claim.metadata.name);
  }
});

it("balancers wait longer than any response takes, and take uploads and headers of every size allowed", () => {
  // Load balancers buffer a body before they forward it, so slow senders do not count.
  const uploadSeconds = (PLACE_TIMEOUT_MS + DOWNLOAD_TIMEOUT_MS) / 1000;
  const longestSeconds = Math.max(GENERATION_WAIT_SECONDS_MAX, uploadSeconds);
  // Waiting for a turn at the bucket, and all attempts without a response.
  const { requestMs, attempts } = S3_LIMITS;
  expect((requestMs * (1 + attempts)) / 1_000).toBeLessThan(GENERATION_WAIT_SECONDS_MAX);
  const nginx = /```nginx\n(.*?)```/s.exec(read("docs/operations.md"))?.[1] ?? "";
  const ingresses = MANIFESTS.filter(isIngress);
  const of = (name: string) =>
    ingresses.map(({ metadata }) => metadata.annotations[`nginx.ingress.kubernetes.io/${name}`]);
  for (const name of ["read", "send"]) {
    const [, seconds] = new RegExp(`proxy_${name}_timeout (\\d+)s;`).exec(nginx) ?? [];
    expect(Number(seconds), name).toBeGreaterThan(longestSeconds);
    expect(of(`proxy-${name}-timeout`)).toEqual([seconds, seconds]);
  }
  const [all, imports] = [...nginx.matchAll(/client_max_body_size (\d+)m;/g)].map(([, mb]) => mb);
  // The other fields fit too, and not much more: the load balancer stores each upload.
  expect(Number(all) * 1024 * 1024).toBeGreaterThan(UPLOAD_BYTES_MAX);
  expect(Number(all) * 1024 * 1024).toBeLessThan(UPLOAD_BYTES_MAX * 1.3);
  expect(Number(imports)).toBeGreaterThan(IMPORT_MB_MAX);
  expect(Number(imports)).toBeLessThan(IMPORT_MB_MAX * 1.1);
  expect(of("proxy-body-size")).toEqual([`${all}m`, `${imports}m`]);
  expect(nginx).toContain("proxy_request_buffering off;");
  expect(of("proxy-request-buffering")).toEqual([undefined, "off"]);
  const [, path = ""] = /location ~ \^(\S+) \{/.exec(nginx) ?? [];
  expect(JSON.stringify(ingresses)).toContain(JSON.stringify(path));
  for (const action of ["/api/staff/imports", "/en/staff/imports", "/en/staff/imports.data"]) {
    expect(action).toMatch(new RegExp(`^${path}`));
  }
  const [, buffer] = /proxy_buffer_size (\d+k);/.exec(nginx) ?? [];
  // More than nginx's default, which cut off redirects with a long address.
  expect(Number.parseInt(buffer ?? "", 10) * 1024).toBeGreaterThan(2 * LOCATION_LENGTH_MAX);
  expect(of("proxy-buffer-size")).toEqual([buffer, buffer]);
});

it("the balancer has a body that is too large rejected by the shop, whatever the shop takes there", () => {
  const nginx = /```nginx\n(.*?)```/s.exec(read("docs/operations.md"))?.[1] ?? "";
  const [, name, own = ""] =
    /error_page 413 (@\w+);.*?location \1 \{(.*?)\n {2}\}/s.exec(nginx) ?? [];
  expect(name).toBeDefined();
  const headersOf = (text: string) =>
    [...text.matchAll(/^ +proxy_set_header (\S+) (.+?);/gm)].map(([, key, value]) => [key, value]);
  const { "Content-Length": length, ...others } = Object.fromEntries(headersOf(own));
  expect(Number(length)).toBeGreaterThan(Math.max(UPLOAD_BYTES_MAX, IMPORT_MB_MAX * 1024 * 1024));
  expect(own).toContain("proxy_pass_request_body off;");
  // A block with its own header inherits none from the blocks around it.
  const [around = ""] = nginx.split("location");
  expect(others).toEqual(Object.fromEntries(headersOf(around)));
  expect(Object.keys(others)).toHaveLength(3);
});

it("systemd starts the shop as `npm start` does, and leaves it the time to stop", () => {
  const unit = /```ini\n(.*?)```/s.exec(read("docs/operations.md"))?.[1] ?? "";
  const settings = [...unit.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]);
  const service: Environment = Object.fromEntries(settings);
  expect(service).toMatchObject({
    User: "promptory",
    WorkingDirectory: "/srv/promptory",
    KillMode: "mixed",
    Restart: "always",
  });
  const [, flags] = /^node (.*) scripts/.exec(load("../package.json").scripts.start) ?? [];
  expect(service.ExecStart).toBe(`/usr/bin/node --env-file=.env ${flags} build/server/index.js`);
  expect(service.Environment?.split(" ").sort()).toEqual(
    NOT_OURS.map((name) => `${name}=${IMAGE[name]}`).sort(),
  );
  const { drainDelayMs } = readConfig({});
  expect(Number(service.TimeoutStopSec) * 1_000).toBeGreaterThan(drainDelayMs + STOP_MS_MAX);
});

it("commands of compose that read files know the bucket", () => {
  const page = read("docs/operations.md");
  const moves = page
    .split("\n")
    .filter((line) => /^docker .*(files-move|backup|restore)\.js/.test(line));
  expect(moves.length).toBeGreaterThan(3);
  // `exec` runs in a container with the settings from its start.
  expect(moves.filter((line) => !line.startsWith("docker compose run --rm --no-deps "))).toEqual(
    [],
  );
  expect(page).toContain("`COMPOSE_FILE=compose.yaml:compose.s3.yaml`");
  const built = [...page.matchAll(/build\/server\/([\w-]+\.js)/g)].map(([, name]) => name);
  const programs = read("vite.config.ts");
  expect(built.filter((name) => name !== "index.js" && !programs.includes(`"${name}"`))).toEqual(
    [],
  );
});

type Service = {
  image: string;
  environment?: Environment;
  command?: string | string[];
  depends_on?: Record<string, { condition: string }>;
  volumes?: string[];
  ports?: string[];
  stop_grace_period?: string;
  healthcheck?: unknown;
};
type Compose = { services: Record<string, Service>; volumes: Record<string, unknown> };

/** Reads a file as compose does with a .env of these values: merged, with variables' defaults. */
function readCompose(path: string, dotEnv: Environment = {}): Compose {
  const fill = (text: string): string => {
    // A default may contain variables.
    const filled = text.replace(
      /\$\{(\w+):-([^${}]*)\}/g,
      (_variable, name: string, other: string) => dotEnv[name] ?? other,
    );
    return filled === text ? text : fill(filled);
  };
  return JSON.parse(JSON.stringify(parse(read(path), { merge: true })), (_key, value: unknown) =>
    typeof value === "string" ? fill(value) : value,
  );
}

it("in compose a port and a password of one's own fit into the addresses", () => {
  const password = "p@ss/w0rd#1%";
  const own = { PORT: "8080", POSTGRES_PASSWORD: password };
  const { app, database } = readCompose("compose.yaml", own).services;
  const environment = texts(app?.environment ?? {});
  const { appUrl, databaseUrl } = readConfig({ ...IMAGE, ...environment });
  expect(appUrl).toBe("http://localhost:8080");
  expect(app?.ports).toEqual(["127.0.0.1:8080:3000"]);
  expect(new URL(databaseUrl ?? "").host).toBe("database:5432");
  expect([environment.PGPASSWORD, database?.environment?.POSTGRES_PASSWORD]).toEqual([
    password,
    password,
  ]);
});

it("in compose a port that is published to the network opens no demo accounts", () => {
  const readOpen = (own: Environment) => {
    const { app } = readCompose("compose.yaml", own).services;
    expect(app?.ports).toEqual([`${own.BIND}:3000:3000`]);
    return readConfig({ ...IMAGE, ...texts(app?.environment ?? {}), ...own });
  };
  const closed = { seedDemo: false, lockDemoAccounts: true };
  expect(() => readOpen({ BIND: "0.0.0.0" })).toThrow("APP_URL: must be an address");
  const own = { BIND: "0.0.0.0", APP_URL: "http://localhost:3000" };
  expect(readOpen(own)).toMatchObject(closed);
  expect(() => readOpen({ BIND: "10.0.0.7" })).toThrow("APP_URL is a public address");
  const tried = readOpen({ BIND: "10.0.0.7", ALLOW_SANDBOX: "1" });
  expect(tried).toMatchObject({ ...closed, appUrl: "http://10.0.0.7:3000" });
});

it("compose files name services and volumes that there are, and wait for what says it is ready", () => {
  const [shop, bucket] = ["compose.yaml", "compose.s3.yaml"].map((path) => readCompose(path)) as [
    Compose,
    Compose,
  ];
  const services = { ...bucket.services, ...shop.services };
  const volumes = { ...bucket.volumes, ...shop.volumes };
  const unmet = [shop, bucket].flatMap((file) =>
    Object.values(file.services).flatMap(({ depends_on = {} }) =>
      Object.entries(depends_on).filter(([name, { condition }]) => {
        const needed = services[name];
        return !needed || (condition === "service_healthy" && !needed.healthcheck);
      }),
    ),
  );
  expect(unmet).toEqual([]);
  const mounted = Object.values(services).flatMap(({ volumes: own = [] }) => own);
  expect(mounted.filter((volume) => !Object.hasOwn(volumes, volume.split(":")[0] ?? ""))).toEqual(
    [],
  );
});

/** Compose accepts numbers as well. */
const texts = (environment: Record<string, unknown>): Environment =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, String(value)]));

it("in compose the shop starts as its files say, with a bucket and without", () => {
  const { app, migrate } = readCompose("compose.yaml").services;
  const bucket = readCompose("compose.s3.yaml").services.app;
  for (const more of [{}, bucket?.environment]) {
    const environment = texts({ ...IMAGE, ...app?.environment, ...more });
    expect(listUnknown(environment)).toEqual(NOT_OURS);
    const config = readConfig(environment);
    expect(config).toMatchObject({ appUrl: "http://localhost:3000", dataDir: "/data", port: 3000 });
    expect(config).toMatchObject({ seedDemo: true, notices: [] });
    expect(config.s3 !== null).toBe("S3_BUCKET" in (more ?? {}));
    expect(app?.ports).toEqual([`127.0.0.1:3000:${config.port}`]);
    expect(app?.volumes).toEqual([`data:${config.dataDir}`]);
    expect(Number.parseInt(app?.stop_grace_period ?? "", 10) * 1_000).toBeGreaterThan(
      config.drainDelayMs + DRAIN_MS_MAX + CLOSE_MS_MAX,
    );
  }
  expect(migrate?.command).toEqual(["node", "build/server/migrate.js"]);
  expect(read("vite.config.ts")).toContain('"migrate.js": "server/commands/migrate.ts"');
});

// Builds the image of the Dockerfile without a container daemon, and starts it as in production: as
// the user `node`, with a root file system that is read-only except for /data and /tmp. Needs
// Linux, root and Debian's buildah (`npm run test:image`). If no image registry is reachable,
// IMAGE_DEBIAN names a Debian mirror: debootstrap then builds the base, with this machine's Node,
// npm and certificates.
import { execFileSync, spawn } from "node:child_process";
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const SIZE_OVER_BASE_MB_MAX = 200;
const READY_TIMEOUT_MS = 600_000;
const UID = 1000;
const VERSION = "0.0.0-test";
const CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt";
const root = fileURLToPath(new URL("..", import.meta.url));
const work = mkdtempSync(join(tmpdir(), "promptory-image-"));
const storage = ["--root", join(work, "storage"), "--runroot", join(work, "run")];
const buildah = (...args) =>
  execFileSync("buildah", [...storage, ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  }).trim();
const megabytes = (folder) =>
  Number(execFileSync("du", ["-sxm", folder], { encoding: "utf8" }).split("\t")[0]);

/** The Dockerfile's base image, built from this machine's parts. */
function makeBase(name, mirror) {
  const base = join(work, "base");
  const suite = /-(\w+)-slim$/.exec(name)?.[1] ?? "bookworm";
  execFileSync("debootstrap", ["--variant=minbase", "--no-check-gpg", suite, base, mirror], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const local = join(base, "usr/local");
  cpSync(process.execPath, join(local, "bin/node"));
  const modules = execFileSync("npm", ["root", "--global"], { encoding: "utf8" }).trim();
  cpSync(join(modules, "npm"), join(local, "lib/node_modules/npm"), { recursive: true });
  const settings = execFileSync("npm", ["config", "get", "globalconfig"], { encoding: "utf8" });
  mkdirSync(join(local, "etc"), { recursive: true });
  if (existsSync(settings.trim())) cpSync(settings.trim(), join(local, "etc/npmrc"));
  mkdirSync(dirname(join(base, CERTIFICATES)), { recursive: true });
  if (existsSync(CERTIFICATES)) cpSync(CERTIFICATES, join(base, CERTIFICATES));
  const setUp = `ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
    ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx
    useradd --create-home --uid ${UID} node`;
  execFileSync("chroot", [base, "sh", "-ec", setUp], { stdio: "inherit" });
  const container = buildah("from", "scratch");
  buildah("add", "--quiet", container, base, "/");
  buildah("config", "--env", "PATH=/usr/local/bin:/usr/bin:/bin", container);
  buildah("commit", "--quiet", container, `docker.io/library/${name}`);
  buildah("rm", container);
  rmSync(base, { recursive: true });
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The mounts of a container: a read-only root, /data, and its own /tmp. */
const MOUNTS = `mount --make-rprivate /
  mount --bind "$0" "$0"; mount -o remount,ro,bind "$0"
  mount --bind "$1" "$0/data"; mount -t tmpfs tmpfs "$0/tmp"; mount -t proc proc "$0/proc"
  mount --rbind /dev "$0/dev"; shift`;
/** Exits with ROOT_IS_WRITABLE if it should not continue. */
const CHECK_ROOT = "cd /app && touch x 2>/dev/null && exit 99;";
const ROOT_IS_WRITABLE = 99;

/** Starts a command of the image as a container would, with only these settings. */
function spawnWithin({ folder, data, settings }, command) {
  const script = `${MOUNTS}
    exec chroot --userspec=${UID}:${UID} "$0" sh -c '${CHECK_ROOT} exec "$@"' sh "$@"`;
  const all = ["env", "-i", ...settings, ...command];
  return spawn("unshare", ["--mount", "sh", "-ec", script, folder, data, ...all], {
    stdio: "inherit",
  });
}

const exitOf = (child) => new Promise((resolve) => child.once("exit", resolve));

/**
 * Resolves to the number of seconds until /readyz succeeded. Throws if the process ends, or takes
 * too long.
 */
async function waitUntilReady(child, port) {
  const startedAt = performance.now();
  while (performance.now() - startedAt < READY_TIMEOUT_MS && child.exitCode === null) {
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return (performance.now() - startedAt) / 1000;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  if (child.exitCode === ROOT_IS_WRITABLE) throw new Error("its root can be written to");
  throw new Error("the image does not get ready");
}

/** Checks what its configuration guarantees to operators. Throws for the first violation. */
function checkConfiguration({ User, StopSignal, Healthcheck, Labels }, folder) {
  if (User !== "node") throw new Error(`it runs as ${User || "root"}, not as node`);
  if (StopSignal !== "SIGTERM") throw new Error("STOPSIGNAL is gone");
  if (!Healthcheck) throw new Error("HEALTHCHECK is gone");
  if (Labels["org.opencontainers.image.version"] !== VERSION) {
    throw new Error("its labels do not say its version");
  }
  if (!existsSync(join(folder, "app/sbom.cdx.json"))) {
    throw new Error("it has no bill of materials");
  }
}

let server = null;
try {
  const dockerfile = readFileSync(join(root, "Dockerfile"), "utf8");
  const base = /^FROM (\S+)$/m.exec(dockerfile)?.[1] ?? "";
  const mirror = process.env.IMAGE_DEBIAN;
  if (mirror) makeBase(base, mirror);
  const own = ["--isolation", "chroot", "--network", "host", "--format", "docker", "--quiet"];
  const certificates = mirror ? ["--env", `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`] : [];
  const pull = mirror ? ["--pull-never"] : [];
  const version = ["--build-arg", `VERSION=${VERSION}`];
  buildah("build", ...own, ...pull, ...certificates, ...version, "--tag", "promptory-test", ".");
  const folder = buildah("mount", buildah("from", "--pull-never", "localhost/promptory-test"));
  const before = buildah("mount", buildah("from", ...pull, `docker.io/library/${base}`));
  const overBase = megabytes(folder) - megabytes(before);
  const { Docker } = JSON.parse(buildah("inspect", "--type", "image", "promptory-test"));
  checkConfiguration(Docker.config, folder);

  const data = join(work, "data");
  mkdirSync(data);
  chownSync(data, UID, UID);
  const port = await freePort();
  const { Env, Cmd, StopSignal, Healthcheck } = Docker.config;
  const settings = [...Env, `PORT=${port}`, `APP_URL=http://localhost:${port}`, "HOME=/tmp"];
  const container = { folder, data, settings };
  server = spawnWithin(container, Cmd);
  const exited = exitOf(server);
  const seconds = await waitUntilReady(server, port);
  const page = await fetch(`http://localhost:${port}/en/products`);
  if (page.status !== 200) throw new Error(`its list of products says ${page.status}`);
  // Without "CMD": only its arguments.
  const healthy = await exitOf(spawnWithin(container, Healthcheck.Test.slice(1)));
  if (healthy !== 0) throw new Error(`HEALTHCHECK ends with ${healthy} while it serves`);
  server.kill(StopSignal);
  const code = await exited;
  if (code !== 0) throw new Error(`it ended with ${code} when it was told to stop`);
  console.log(
    `image: ${overBase} MB over its base, ready after ${seconds.toFixed(1)} s, ended with 0`,
  );
  if (overBase > SIZE_OVER_BASE_MB_MAX) {
    throw new Error(`it is more than ${SIZE_OVER_BASE_MB_MAX} MB over its base`);
  }
} catch (error) {
  console.error(`image: ${error.message}`);
  process.exitCode = 1;
} finally {
  server?.kill("SIGKILL");
  // Mounts of the containers are below it.
  buildah("rm", "--all");
  rmSync(work, { recursive: true, force: true });
}

// `npm run check:html`: validates every public page of the built product with the Nu HTML checker.
// Fails on any error. It needs Java, which the product and its tests do not; so it is a separate
// command, which says so if Java is missing.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ask, fail, printProgress, root, run, ScriptError } from "./lib/process.mjs";

/**
 * False positives: this release, the last one that downloads nothing during installation, does not
 * know groups of <details> yet.
 */
const OUTDATED = ".*Attribute .name. not allowed on element .details. at this point.*";
const READY_TIMEOUT_MS = 180_000;
/**
 * Pages that are not in the sitemap because search engines should not index them; they are
 * validated too.
 */
const UNLISTED = [
  "/products?page=2",
  "/products?page=99",
  "/products?style=nebula&sort=price_asc",
  "/products?search=mountain",
  "/products?search=zzzzqqqq",
  "/products?search=koi+zzzzqqqq",
  "/login",
  "/register",
  "/forgot-password",
  "/reset-password",
  "/forbidden",
  "/404",
];

async function requireJava() {
  if ((await ask("java", ["-version"])) !== null) return;
  throw new ScriptError(
    "The HTML was not checked: the Nu HTML checker needs Java, and there is none here.\n" +
      "Install a Java runtime (11 or newer), then run `npm run check:html` again.",
  );
}

function requireBuild() {
  const entry = join(root, "build", "server", "index.js");
  if (existsSync(entry)) return entry;
  throw new ScriptError("There is no build to check: run `npm run build` first.");
}

async function startProduct(entry, dataDir) {
  const port = await freePort();
  const child = spawn(process.execPath, [entry], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: String(port),
      HOST: "127.0.0.1",
      APP_URL: "",
      LOG_LEVEL: "info",
      DATA_DIR: dataDir,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  child.stdout.on("data", (chunk) => {
    printed += chunk;
  });
  const url = `http://localhost:${port}`;
  // Complete, so that every product of the catalogue is checked.
  const isReady = () => printed.includes("demo catalogue is complete");
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (!isReady()) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill();
      throw new ScriptError(`The product did not start:\n${printed}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const stop = () =>
    new Promise((resolve) => {
      child.once("exit", resolve);
      child.kill("SIGTERM");
    });
  return { url, stop };
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

const readText = async (url) => (await fetch(url)).text();
const listLocs = (xml) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url);

/** Every URL of the sitemap, and the unlisted pages in each of its languages. */
async function listPages(base) {
  const files = listLocs(await readText(`${base}/sitemap.xml`));
  const listed = (await Promise.all(files.map(readText))).flatMap(listLocs);
  const locales = new Set(listed.map((url) => new URL(url).pathname.split("/")[1]));
  const unlisted = [...locales].flatMap((locale) =>
    UNLISTED.map((path) => `${base}/${locale}${path}`),
  );
  return [...listed, ...unlisted];
}

/** Stores each page in a file named after its path. */
async function fetchPages(pages, folder) {
  for (const page of pages) {
    const { pathname, search } = new URL(page);
    const response = await fetch(page);
    const type = response.headers.get("content-type") ?? "";
    if (!type.startsWith("text/html")) throw new ScriptError(`${page} is ${type}, not HTML.`);
    const name = `${pathname.slice(1)}${search.replace(/[^\w=]/g, "_")}.html`;
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), await response.text());
  }
}

async function main() {
  await requireJava();
  const entry = requireBuild();
  const folder = mkdtempSync(join(tmpdir(), "promptory-html-"));
  try {
    printProgress("starting the product with data of its own ...");
    const product = await startProduct(entry, join(folder, "data"));
    const pages = await listPages(product.url);
    await fetchPages(pages, join(folder, "pages")).finally(() => product.stop());
    printProgress(`checking ${pages.length} pages ...`);
    const jar = createRequire(import.meta.url)("vnu-jar");
    // Errors only: skips hints, such as on `<br/>`, which is how React writes it.
    const options = ["--errors-only", "--skip-non-html", "--filterpattern", OUTDATED];
    const code = await run("java", ["-Xss4m", "-jar", jar, ...options, join(folder, "pages")]);
    if (code !== 0) throw new ScriptError("The Nu HTML checker found errors: see above.");
    printProgress(`${pages.length} pages, no errors.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

main().catch(fail);

import { readdirSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { printProgress, root, run, ScriptError } from "./process.mjs";

/** The content shell: the same engine without windows, at a third of the CPU time. */
const SHELL_NAMES = ["chromium-headless-shell", "chrome-headless-shell", "headless_shell"];
const BROWSER_NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const MAC_APPS = ["Chromium", "Google Chrome"];
const INSTALL_TIMEOUT_MS = 5 * 60_000;
/** The time saved by a shell; on a slow or offline network a full browser is ready sooner. */
const SHELL_TIMEOUT_MS = 60_000;
const VERSION_TIMEOUT_MS = 30_000;

/**
 * Possible locations of a Chromium, best first: CHROMIUM_PATH (exclusively, if set), headless
 * shells before full browsers, and within each kind the system's, then those downloaded by
 * Playwright, newest first.
 */
export function chromiumCandidates({ env, platform, home, list }) {
  if (env.CHROMIUM_PATH) return [env.CHROMIUM_PATH];
  const folders = (env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const onPath = (names) => names.flatMap((name) => folders.map((folder) => join(folder, name)));
  const apps = MAC_APPS.map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`);
  const downloads = playwrightChromiums(playwrightCache({ env, platform, home }), list);
  return [
    ...onPath(SHELL_NAMES),
    ...downloads.filter(isHeadlessShell),
    ...onPath(BROWSER_NAMES),
    ...(platform === "darwin" ? apps : []),
    ...downloads.filter((path) => !isHeadlessShell(path)),
  ];
}

const isHeadlessShell = (path) => /headless[-_]shell/.test(path);

function playwrightCache({ env, platform, home }) {
  if (env.PLAYWRIGHT_BROWSERS_PATH) return env.PLAYWRIGHT_BROWSERS_PATH;
  if (platform === "darwin") return join(home, "Library", "Caches", "ms-playwright");
  if (platform === "win32") return join(env.LOCALAPPDATA ?? home, "ms-playwright");
  return join(env.XDG_CACHE_HOME ?? join(home, ".cache"), "ms-playwright");
}

/** `chromium-1234/chrome-linux/chrome` and similar paths. */
function playwrightChromiums(cache, list) {
  const builds = list(cache)
    .filter((name) => /^chromium(_headless_shell)?-\d+$/.test(name))
    .sort((a, b) => number(b) - number(a));
  return builds.flatMap((name) =>
    list(join(cache, name))
      .filter((folder) => folder.startsWith("chrome"))
      .flatMap((folder) =>
        [
          "chrome",
          "headless_shell",
          "chrome-headless-shell",
          "Chromium.app/Contents/MacOS/Chromium",
          "Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
          "chrome.exe",
        ].map((program) => join(cache, name, folder, program)),
      ),
  );
}

const number = (name) => Number(name.split("-").at(-1));

/** The first candidate that runs, or null. The file name proves little: some are stubs. */
export async function findChromium(options = {}) {
  const {
    env = process.env,
    platform = process.platform,
    home = homedir(),
    list = listFolder,
    isRunnable = canPrintVersion,
  } = options;
  for (const path of chromiumCandidates({ env, platform, home, list })) {
    if (await isRunnable(path)) return path;
  }
  return null;
}

/**
 * The same, but full browsers only: a headless shell keeps no page in memory for Back. CHROMIUM_PATH
 * counts unless it is a shell.
 */
export async function findFullChromium(options = {}) {
  const { env = process.env } = options;
  const own = env.CHROMIUM_PATH && !isHeadlessShell(env.CHROMIUM_PATH);
  const searched = { ...options, env: own ? env : { ...env, CHROMIUM_PATH: undefined } };
  const { isRunnable = canPrintVersion } = options;
  return findChromium({
    ...searched,
    isRunnable: async (path) => !isHeadlessShell(path) && (await isRunnable(path)),
  });
}

function listFolder(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

async function canPrintVersion(path) {
  return (await run(path, ["--version"], { quiet: true, timeoutMs: VERSION_TIMEOUT_MS })) === 0;
}

/**
 * Finds a Chromium, or installs one. Throws a ScriptError if that is impossible. Next to a full
 * Debian browser its headless shell is installed if possible.
 */
export async function ensureChromium() {
  const found = await findChromium();
  if (found && (isHeadlessShell(found) || process.env.CHROMIUM_PATH)) return found;
  if (found) {
    await installDebianPackage("chromium-headless-shell", SHELL_TIMEOUT_MS);
    return (await findChromium()) ?? found;
  }
  if (process.env.CHROMIUM_PATH) {
    throw new ScriptError(
      `CHROMIUM_PATH is ${process.env.CHROMIUM_PATH}, and no browser runs there: correct or unset it.`,
    );
  }
  const installed = await installUntilFound(findChromium, [
    () => installDebianPackage("chromium-headless-shell"),
    () => installPlaywrights("--only-shell"),
  ]);
  if (installed) return installed;
  throw new ScriptError(
    "No browser for the end-to-end tests: install Chromium or Chrome " +
      "(Debian: apt-get install chromium-headless-shell), or set CHROMIUM_PATH to one.",
  );
}

/**
 * Finds a full browser in addition to the shell, or installs one, for the tests that no shell can
 * run. Null if that is impossible: those tests report what is missing, and all others run.
 */
export async function ensureFullChromium({
  find = findFullChromium,
  installers = [() => installDebianPackage("chromium"), () => installPlaywrights("--no-shell")],
} = {}) {
  return (await find()) ?? installUntilFound(find, installers);
}

async function installUntilFound(find, installers) {
  for (const install of installers) {
    if (!(await install())) continue;
    const installed = await find();
    if (installed) return installed;
  }
  return null;
}

/** With its system libraries, which Playwright's own download does not include. */
async function installDebianPackage(name, timeoutMs = INSTALL_TIMEOUT_MS) {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const options = { env, timeoutMs };
  if ((await run("apt-get", ["--version"], { quiet: true })) !== 0) return false;
  printProgress(`Installing Chromium (apt-get install ${name})`);
  if ((await run("apt-get", ["update", "-q"], options)) === 124) return false;
  const args = ["install", "-y", "-q", "--no-install-recommends", name];
  return (await run("apt-get", args, options)) === 0;
}

async function installPlaywrights(kind) {
  printProgress("Installing Chromium (Playwright's download)");
  const cli = join(root, "node_modules", "playwright", "cli.js");
  const code = await run(process.execPath, [cli, "install", kind, "chromium"], {
    timeoutMs: INSTALL_TIMEOUT_MS,
  });
  return code === 0;
}

// Runs all checks with one command: installs what is missing, runs every step even after a failure,
// and prints the total on the last line: "N passed, N failed".
import { join } from "node:path";
import { build } from "./lib/build.mjs";
import { ensureChromium, ensureFullChromium } from "./lib/chromium.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { requireNode } from "./lib/node-version.mjs";
import { fail, npm, root, run, ScriptError } from "./lib/process.mjs";
import { makeScratch } from "./lib/scratch.mjs";
import { countCheck, countTests, listNewChanges, readTree, Tally } from "./lib/steps.mjs";

const isThorough = process.env.THOROUGH === "1";
const ONE_FAILED = { passed: 0, failed: 1 };
const tally = new Tally();

/** Runs one step under a heading and counts it; returns whether it passed. */
async function step(title, work) {
  console.log(`\n=== ${title}`);
  return finish(title, await measure(work));
}

/**
 * Starts a step in parallel with the following ones. Its output is buffered for the returned
 * function, which waits for the end, prints everything under a heading and counts the step.
 */
function startInParallel(title, work) {
  const printed = [];
  const measured = measure(() => work((piece) => void printed.push(piece)));
  return async () => {
    const result = await measured;
    console.log(`\n=== ${title}`);
    process.stdout.write(Buffer.concat(printed));
    return finish(title, result);
  };
}

async function measure(work) {
  const started = Date.now();
  let counts;
  try {
    counts = await work();
  } catch (error) {
    console.log(error instanceof ScriptError ? error.message : error);
    counts = ONE_FAILED;
  }
  return { counts, seconds: ((Date.now() - started) / 1000).toFixed(1) };
}

function finish(title, { counts, seconds }) {
  const isPassed = counts.failed === 0;
  console.log(`--- ${title}: ${isPassed ? "passed" : "FAILED"} in ${seconds} s`);
  tally.add(title, counts);
  return isPassed;
}

const npmCheck = (name) => async (onOutput) =>
  countCheck(await npm(["run", "--silent", name], { onOutput }));

async function vitest(scratch, projects, { env = {}, onOutput } = {}) {
  const report = join(scratch, `${projects.join("-")}.json`);
  const code = await run(
    process.execPath,
    [
      join(root, "node_modules", "vitest", "vitest.mjs"),
      "run",
      ...projects.flatMap((project) => ["--project", project]),
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
    ],
    { env: { ...process.env, TMPDIR: scratch, NODE_ENV: "test", ...env }, onOutput },
  );
  return countTests(code, report);
}

async function checkTree(before) {
  const left = listNewChanges(before, (await readTree()) ?? []);
  if (left.length > 0) console.log(`These files were left or changed:\n${left.join("\n")}`);
  return countCheck(left.length);
}

async function runAll(scratch) {
  const treeBefore = await readTree();
  // The compiler uses one core, the following steps not always two.
  const endTypes = startInParallel("types", npmCheck("types"));
  await step("lint", npmCheck("lint"));
  const isBuilt = await step("build", async () => countCheck(await build()));
  await endTypes();
  const endUnused = startInParallel("unused code", npmCheck("unused"));
  // A database and a browser each leave the cores idle for a sixth of the time; together they do
  // not.
  const endInner = startInParallel("unit and contract tests", (onOutput) =>
    vitest(scratch, ["unit", "contract"], { onOutput }),
  );
  const inBrowser = (project) => async () => {
    if (!isBuilt) throw new ScriptError("Not run: there is no build to try.");
    const CHROMIUM_PATH = await ensureChromium();
    if (project === "e2e") await ensureFullChromium();
    return vitest(scratch, [project], { env: { CHROMIUM_PATH } });
  };
  await step("end-to-end tests", inBrowser("e2e"));
  if (isThorough) await step("end-to-end tests for a release", inBrowser("release"));
  await endUnused();
  await endInner();
  await step("first-load budget", async () => {
    if (!isBuilt) throw new ScriptError("Not run: there is no build to weigh.");
    return countCheck(await run(process.execPath, [join(root, "scripts", "budget.mjs")]));
  });
  if (treeBefore !== null) await step("tree clean", () => checkTree(treeBefore));
}

async function main() {
  requireNode();
  process.chdir(root);
  await ensureInstalled();
  const scratch = makeScratch();
  try {
    await runAll(scratch.folder);
  } finally {
    scratch.remove();
  }
  console.log(`\n${tally.lines().join("\n")}`);
  process.exitCode = tally.failed === 0 ? 0 : 1;
}

main().catch(fail);

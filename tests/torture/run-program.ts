import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { root } from "#tests/setup/repository/sources.ts";

/** Runs a program of the build, `build/server/NAME.js`, until it exits. */
export async function runProgram(
  name: string,
  env: Record<string, string>,
  args: readonly string[] = [],
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [join(root, `build/server/${name}.js`), ...args], {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  const [code] = await once(child, "close");
  return { code, output };
}

import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { freePort } from "#tests/setup/servers/free-port.ts";
import { type Driver, idOf, stopGroup, until } from "./driver.ts";

/** Debian's path of the browser, which depends on processor and version. */
const listPaths = () =>
  readdirSync("/usr/lib")
    .filter((name) => name.endsWith("-linux-gnu"))
    .flatMap((folder) => [
      `/usr/lib/${folder}/webkit2gtk-4.1/MiniBrowser`,
      `/usr/lib/${folder}/webkitgtk-6.0/MiniBrowser`,
    ]);

/**
 * Starts WebKitGTK's MiniBrowser on a virtual screen and speaks WebDriver with it. Throws if
 * Debian's packages are missing.
 */
export async function startWebKit(): Promise<Driver> {
  const binary = listPaths().find(existsSync);
  if (binary === undefined) throw new Error("there is no MiniBrowser of webkit2gtk");
  const port = await freePort();
  const command = ["-a", "WebKitWebDriver", `--port=${port}`];
  const program = spawn("xvfb-run", command, { stdio: "ignore", detached: true });
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}/session${path}`, {
      method,
      headers: { "content-type": "application/json" },
      body: body && JSON.stringify(body),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
    return value;
  };
  const capabilities = {
    alwaysMatch: {
      browserName: "MiniBrowser",
      "webkitgtk:browserOptions": { binary, args: ["--automation"] },
    },
  };
  const { sessionId } = (await until(
    () => send("POST", "", { capabilities }),
    "the start of WebKit",
  )) as { sessionId: string };
  const at = (path: string) => `/${sessionId}${path}`;
  return {
    open: async (url) => void (await send("POST", at("/url"), { url })),
    url: async () => String(await send("GET", at("/url"))),
    run: (script, ...args) => send("POST", at("/execute/sync"), { script, args }),
    click: async (element) => void (await send("POST", at(`/element/${idOf(element)}/click`), {})),
    type: async (element, text) =>
      void (await send("POST", at(`/element/${idOf(element)}/value`), { text })),
    forget: async () => void (await send("DELETE", at("/cookie"))),
    close: async () => {
      await send("DELETE", at(""));
      stopGroup(program);
    },
  };
}

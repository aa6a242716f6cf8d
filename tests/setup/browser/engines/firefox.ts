import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "#tests/setup/servers/free-port.ts";
import { type Driver, idOf, stopGroup, until } from "./driver.ts";

const PREFERENCES = {
  "app.update.disabledForTesting": true,
  "datareporting.policy.dataSubmissionEnabled": false,
  "intl.accept_languages": "en-US",
};

/**
 * Starts a headless Firefox and speaks Marionette with it: WebDriver commands as JSON over a
 * socket, built into Debian's Firefox (Debian has no geckodriver).
 */
export async function startFirefox(): Promise<Driver> {
  const port = await freePort();
  const profile = mkdtempSync(join(tmpdir(), "promptory-firefox-"));
  const lines = Object.entries({ ...PREFERENCES, "marionette.port": port }).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, "user.js"), lines.join("\n"));
  const options = ["--headless", "--marionette", "--no-remote", "--profile", profile];
  const program = spawn("firefox-esr", options, { stdio: "ignore", detached: true });
  const socket = await until(() => connectTo(port), "the start of Firefox");
  const send = speakMarionette(socket);
  await send("WebDriver:NewSession", { capabilities: {} });
  return {
    open: async (url) => void (await send("WebDriver:Navigate", { url })),
    url: async () => String(await send("WebDriver:GetCurrentURL")),
    run: (script, ...args) => send("WebDriver:ExecuteScript", { script, args }),
    click: async (element) => void (await send("WebDriver:ElementClick", { id: idOf(element) })),
    type: async (element, text) =>
      void (await send("WebDriver:ElementSendKeys", { id: idOf(element), text })),
    forget: async () => void (await send("WebDriver:DeleteAllCookies")),
    close: async () => {
      socket.destroy();
      stopGroup(program);
      rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

function connectTo(port: number): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(socket));
    socket.once("error", () => resolve(null));
  });
}

type Message = [kind: number, id: number, error: { message: string } | null, result: unknown];

/** Messages are JSON with a length prefix: `21:[0,1,"Name",{}]`. */
function speakMarionette(socket: Socket) {
  const waiting = new Map<number, (message: Message) => void>();
  let received = Buffer.alloc(0);
  socket.on("data", (bytes) => {
    received = Buffer.concat([received, bytes]);
    for (;;) {
      const start = received.indexOf(":") + 1;
      const end = start + Number(received.subarray(0, Math.max(0, start - 1)));
      if (start === 0 || received.length < end) return;
      const message: unknown = JSON.parse(received.subarray(start, end).toString());
      received = received.subarray(end);
      // The first message is not a response: it describes the browser.
      if (isMessage(message)) waiting.get(message[1])?.(message);
    }
  });
  let count = 0;
  return async (name: string, parameters: object = {}): Promise<unknown> => {
    const id = ++count;
    const response = new Promise<Message>((resolve) => waiting.set(id, resolve));
    const text = JSON.stringify([0, id, name, parameters]);
    socket.write(`${Buffer.byteLength(text)}:${text}`);
    const [, , error, result] = await response;
    waiting.delete(id);
    if (error) throw new Error(`${name}: ${error.message}`);
    return hasValue(result) ? result.value : result;
  };
}

const isMessage = (value: unknown): value is Message => Array.isArray(value) && value.length === 4;
const hasValue = (result: unknown): result is { value: unknown } =>
  typeof result === "object" && result !== null && "value" in result;

import type { ChildProcess } from "node:child_process";

/** The protocol's key for a reference to an element (W3C WebDriver §11). */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
export type ElementReference = { [ELEMENT]: string };

/** The browser commands that tests use, named as in W3C WebDriver. */
export type Driver = {
  open(url: string): Promise<void>;
  url(): Promise<string>;
  /** Runs a function body in the page; it returns JSON or an element. */
  run(script: string, ...args: unknown[]): Promise<unknown>;
  click(element: ElementReference): Promise<void>;
  /** Types into a field; for a file field, `text` is the path. */
  type(element: ElementReference, text: string): Promise<void>;
  /** Removes the cookies of the page's site, which makes the visitor a new one. */
  forget(): Promise<void>;
  close(): Promise<void>;
};

const TIMEOUT_MS = 90_000;

export const idOf = (element: ElementReference): string => element[ELEMENT];

export function isElement(value: unknown): value is ElementReference {
  return typeof value === "object" && value !== null && ELEMENT in value;
}

/** Repeats `ask` until it returns a value; after the timeout, throws its last error. */
export async function until<T>(
  ask: () => Promise<T | null | false | undefined>,
  what: string,
): Promise<T> {
  const deadline = Date.now() + TIMEOUT_MS;
  let failure: unknown;
  while (Date.now() < deadline) {
    try {
      const found = await ask();
      if (found) return found;
    } catch (error) {
      failure = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${what} did not happen in time`, { cause: failure });
}

/** Ends a program that was started as a group leader, with all of its children. */
export function stopGroup(program: ChildProcess): void {
  if (program.pid === undefined || program.exitCode !== null) return;
  process.kill(-program.pid, "SIGKILL");
}

import type { ChildProcess } from "node:child_process";

/** How the protocol names a reference to an element (W3C WebDriver §11). */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
export type ElementReference = { [ELEMENT]: string };

/** What tests ask of a browser, in the words of W3C WebDriver. */
export type Driver = {
  open(url: string): Promise<void>;
  url(): Promise<string>;
  /** Runs the body of a function in the page; what it returns is JSON or an element. */
  run(script: string, ...args: unknown[]): Promise<unknown>;
  click(element: ElementReference): Promise<void>;
  /** Types into a field; for a field of a file, its path. */
  type(element: ElementReference, text: string): Promise<void>;
  /** Removes the cookies of the page's site: the visitor becomes another one. */
  forget(): Promise<void>;
  close(): Promise<void>;
};

const PATIENCE_MS = 90_000;

export const idOf = (element: ElementReference): string => element[ELEMENT];

export function isElement(value: unknown): value is ElementReference {
  return typeof value === "object" && value !== null && ELEMENT in value;
}

/** Repeats `ask` until it returns something; throws what it threw last when the time is over. */
export async function until<T>(
  ask: () => Promise<T | null | false | undefined>,
  what: string,
): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
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

/** Ends a program that was started as the leader of a group, with all of its children. */
export function stopGroup(program: ChildProcess): void {
  if (program.pid === undefined || program.exitCode !== null) return;
  process.kill(-program.pid, "SIGKILL");
}

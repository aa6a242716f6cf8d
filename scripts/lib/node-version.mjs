import { ScriptError } from "./process.mjs";

const NODE_MIN = [20, 19];

/** Null if the product runs on this version of Node, else a sentence. */
export function nodeVersionProblem(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, "").split(".").map(Number);
  const isNewEnough = major > NODE_MIN[0] || (major === NODE_MIN[0] && minor >= NODE_MIN[1]);
  if (isNewEnough) return null;
  return `Promptory needs Node ${NODE_MIN.join(".")} or newer, and this is Node ${version.replace(/^v/, "")}: install a newer one from https://nodejs.org.`;
}

/** Throws a ScriptError if Node is too old. */
export function requireNode() {
  const problem = nodeVersionProblem(process.versions.node);
  if (problem) throw new ScriptError(problem);
}

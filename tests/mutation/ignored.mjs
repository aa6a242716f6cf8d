/**
 * A Stryker plugin that ignores code which no test has to cover: the words and fields of log lines,
 * and invariants (`if (!row) throw new Error(...)`), which no request can violate. Whether
 * something is logged or thrown at all still counts, because the block around it is emptied as
 * well.
 */
const REASONS = { log: "words for the log", invariant: "an invariant" };

/** Returns the reason to change nothing in Babel's `node`; undefined for any other node. */
function shouldIgnore({ node }) {
  if (node.type === "CallExpression" && isLog(node.callee)) return REASONS.log;
  if (node.type === "NewExpression" && isPlainError(node)) return REASONS.invariant;
  if (node.type === "IfStatement" && throwsPlainError(node)) return REASONS.invariant;
  return undefined;
}

/** `deps.log.warn`. */
const isLog = ({ type, object }) =>
  type === "MemberExpression" &&
  object.type === "MemberExpression" &&
  object.property.name === "log";

/** `new Error(...)`: unlike errors with a code, it cannot be caused by requests. */
const isPlainError = ({ callee }) => callee.type === "Identifier" && callee.name === "Error";

const throwsPlainError = ({ consequent, alternate }) =>
  !alternate &&
  consequent.type === "ThrowStatement" &&
  consequent.argument.type === "NewExpression" &&
  isPlainError(consequent.argument);

export const strykerPlugins = [{ kind: "Ignore", name: "ignored", value: { shouldIgnore } }];

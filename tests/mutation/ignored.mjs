/**
 * What no test is asked to notice, as Stryker's plugin: the words and fields of the log, and
 * invariants (`if (!row) throw new Error(...)`), which say what no request can bring about. Whether
 * something is logged or thrown at all still counts, for the block around it is emptied as well.
 */
const REASONS = { log: "words for the log", invariant: "an invariant" };

/** The reason why nothing in Babel's `node` is changed; undefined for any other node. */
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

/** `new Error(...)`: not an error with a code, which requests do bring about. */
const isPlainError = ({ callee }) => callee.type === "Identifier" && callee.name === "Error";

const throwsPlainError = ({ consequent, alternate }) =>
  !alternate &&
  consequent.type === "ThrowStatement" &&
  consequent.argument.type === "NewExpression" &&
  isPlainError(consequent.argument);

export const strykerPlugins = [{ kind: "Ignore", name: "ignored", value: { shouldIgnore } }];

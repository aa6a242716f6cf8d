/** A command that cannot be carried out; `message` is the explanation for the operator. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

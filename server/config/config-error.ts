/** An invalid environment; `message` lists all errors, one per line. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

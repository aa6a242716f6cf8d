import type { FieldErrorCode } from "#domain/messages.ts";

/** A file that cannot be read as a whole: nothing of it is imported, and its import says why. */
export class ImportFailure extends Error {
  override readonly name = "ImportFailure";

  constructor(
    readonly code: FieldErrorCode,
    options: { cause?: unknown } = {},
  ) {
    super(code, options);
  }
}

/** An error response of Stripe. */
export class StripeRejection extends Error {
  constructor(
    readonly status: number,
    readonly error: { message: string; code?: string; param?: string; type?: string },
  ) {
    super(error.message);
  }

  static missing(param: string, id: string): StripeRejection {
    const message = `No such ${param}: '${id}'`;
    return new StripeRejection(404, { code: "resource_missing", message, param });
  }

  toBody() {
    return { error: { type: "invalid_request_error", ...this.error } };
  }
}

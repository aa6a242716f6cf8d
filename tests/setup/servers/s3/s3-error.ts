/** An error response of an S3 server. */
export class S3Error extends Error {
  override readonly name = "S3Error";
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message = code) {
    super(message);
    this.status = status;
    this.code = code;
  }

  toXml(resource: string): string {
    return (
      `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${this.code}</Code>` +
      `<Message>${escapeXml(this.message)}</Message><Resource>${escapeXml(resource)}</Resource>` +
      "<RequestId>4442587FB7D0A2F9</RequestId></Error>"
    );
  }
}

export const escapeXml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

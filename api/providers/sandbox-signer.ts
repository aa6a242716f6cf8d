import { createHmac, timingSafeEqual } from "node:crypto";
import { toUnixSeconds } from "#domain/dates.ts";
import { DomainError } from "#domain/errors.ts";
import { type ProviderContext, SIGNATURE_TTL_SECONDS } from "./provider-modules.ts";

const TOKEN_BYTES = 16;

/**
 * Signs as real providers do: `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`. Any `v1` may
 * match, so that secrets can be rotated. `use` derives a separate key for each sandbox.
 */
export function createSandboxSigner(given: { secret: string; use: string; now: () => Date }) {
  const { now } = given;
  const key = createHmac("sha256", given.secret).update(`sandbox ${given.use} webhook`).digest();
  const mac = (time: string, body: string) =>
    createHmac("sha256", key).update(`${time}.${body}`).digest();
  const sign = (body: string) => {
    const time = String(toUnixSeconds(now()));
    return `t=${time},v1=${mac(time, body).toString("hex")}`;
  };
  return {
    sign,
    /** Derives 128 bits that cannot be guessed without the secret. */
    deriveToken(ref: string): string {
      const derived = createHmac("sha256", key).update(`page of ${ref}`).digest();
      return derived.subarray(0, TOKEN_BYTES).toString("base64url");
    },
    /** Posts to our own webhook. False if there is no response, or its status is not 2xx. */
    async post(
      { appUrl, deliver }: Pick<ProviderContext, "appUrl" | "deliver">,
      path: string,
      body: string,
    ): Promise<boolean> {
      const headers = { "content-type": "application/json", "sandbox-signature": sign(body) };
      const request = new Request(`${appUrl}${path}`, { method: "POST", body, headers });
      const response = await deliver(request).catch(() => null);
      await response?.body?.cancel();
      return response?.ok === true;
    },
    /** Throws signature_invalid (400) unless the body is signed. */
    assertSigned(body: string, header: string): void {
      const parts = header.split(",").map((part) => part.split("=", 2));
      const time = parts.find(([name]) => name === "t")?.[1] ?? "";
      const ageSeconds = Math.abs(now().getTime() / 1000 - Number(time));
      const expected = mac(time, body);
      const isSigned = parts.some(([name, value = ""]) => {
        const given = Buffer.from(name === "v1" ? value : "", "hex");
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
      if (!/^\d+$/.test(time) || ageSeconds > SIGNATURE_TTL_SECONDS || !isSigned) {
        throw new DomainError("signature_invalid");
      }
    },
  };
}

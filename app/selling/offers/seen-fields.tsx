import { toDecimal } from "#domain/money.ts";
import type { OpenedOffer } from "./offers.server.ts";

/** The displayed price: only this price can be accepted or declined. */
export function SeenFields({ offer }: { offer: OpenedOffer }) {
  return (
    <>
      {offer.version === null ? null : <input type="hidden" name="version" value={offer.version} />}
      {offer.servicePriceCents === null ? null : (
        <input type="hidden" name="service_price" value={toDecimal(offer.servicePriceCents)} />
      )}
    </>
  );
}

import fc from "fast-check";
import { CARDS, confirmCard, pageOf, startCard, stateOf, typeCard } from "./cards.ts";
import { command, expectSame, isOnHold, memberOf, personOf, pick } from "./money-model.ts";

// The commands of the money's model about payouts to cards.

/** To a card that is paid, fails, is unknown at first or sends its money back; confirmed twice at once. */
export const cardPayouts = fc
  .tuple(fc.nat(20), fc.constantFrom(CARDS.pays, CARDS.fails, CARDS.unknown, CARDS.returns))
  .map(([which, number]) =>
    command(`pay to card(${which}, ${number.slice(-4)})`, async (model, real) => {
      const open = model.offers.filter(({ status }) => status !== "declined");
      const offer = pick(open, which);
      if (!offer || personOf(model, offer.owner).isDeleted) return;
      const member = memberOf(real, offer.owner);
      const started = await startCard(member.agent, offer);
      const isHeld = isOnHold(model, offer.owner);
      if (offer.status === "offer") expectSame("card", started.status === 200, !isHeld, started);
      // Its money is under way already: the invariants see that nothing else happened.
      if (started.status !== 200) return;
      const state = stateOf(await typeCard(member.agent, pageOf(started), { number }));
      const [confirmed] = await Promise.all([
        confirmCard(member, offer, state),
        confirmCard(member, offer, state),
      ]);
      expectSame("confirmed card", confirmed.status, 200, confirmed);
      offer.status = "approved";
    }),
  );

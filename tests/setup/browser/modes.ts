import { sample } from "../sample.ts";

const WITH_SCRIPTS = { name: "with JavaScript", isScripted: true };
const WITHOUT_SCRIPTS = { name: "without JavaScript", isScripted: false };

/** How most of what people come for is tried: both ways, each time. */
export const BOTH_MODES = [WITH_SCRIPTS, WITHOUT_SCRIPTS];
/** `npm test` tries it with JavaScript, `npm run test:thorough` without, too. */
export const SCRIPTED_FIRST = sample(BOTH_MODES, 1);
/** `npm test` tries it without JavaScript, `npm run test:thorough` with it, too. */
export const PLAIN_FIRST = sample(BOTH_MODES.toReversed(), 1);

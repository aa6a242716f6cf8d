import { sample } from "../sample.ts";

const WITH_SCRIPTS = { name: "with JavaScript", isScripted: true };
const WITHOUT_SCRIPTS = { name: "without JavaScript", isScripted: false };

/** Both modes, for the main features, which are tested in both each time. */
export const BOTH_MODES = [WITH_SCRIPTS, WITHOUT_SCRIPTS];
/** `npm test` runs with JavaScript; `npm run test:thorough` also without. */
export const SCRIPTED_FIRST = sample(BOTH_MODES, 1);
/** `npm test` runs without JavaScript; `npm run test:thorough` also with it. */
export const PLAIN_FIRST = sample(BOTH_MODES.toReversed(), 1);

import { test } from 'vitest';

const run = process.env['PARLEY_TEST_RUN'];

/** True in `npm run test:nightly`. */
const IS_NIGHTLY = run === 'nightly';

/** Size of a load test: small in the gate, which only proves the mechanism, and full in nightly runs. */
export const sized = ({ gate, nightly }: { gate: number; nightly: number }): number =>
  IS_NIGHTLY ? nightly : gate;

/** False in `npm test` only; true in nightly runs, `npm run test:changed` and runs of named files. */
export const IS_WHOLE = run !== 'gate';

/** Declares a variation of another test. The gate skips it. */
export const variant = test.runIf(IS_WHOLE);

/** In the gate the first `count` cases of a table, in other runs all of them. */
export const someInGate = <Case>(count: number, cases: readonly Case[]): readonly Case[] =>
  IS_WHOLE ? cases : cases.slice(0, count);

import { test } from 'vitest';

const run = process.env['PARLEY_TEST_RUN'];

/** `npm run test:nightly`. */
export const IS_NIGHTLY = run === 'nightly';

/** How many of something a storm has: few in the gate, which proves the mechanism, and all of them at night. */
export const sized = ({ gate, nightly }: { gate: number; nightly: number }): number =>
  IS_NIGHTLY ? nightly : gate;

/** Every run but `npm test`: at night, of changed files, of files by name. */
export const IS_WHOLE = run !== 'gate';

/** A test of what another one proves in its simplest form, or of what only a change beside it can break: not in the gate. */
export const variant = test.runIf(IS_WHOLE);

/** The first cases of a table; outside of the gate all of them. */
export const someInGate = <Case>(count: number, cases: readonly Case[]): readonly Case[] =>
  IS_WHOLE ? cases : cases.slice(0, count);

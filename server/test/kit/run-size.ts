import { test } from 'vitest';

const run = process.env['PARLEY_TEST_RUN'];

/** `npm run test:nightly`. */
export const IS_NIGHTLY = run === 'nightly';

/** How many of something a storm has: few in the gate, which proves the mechanism, and all of them at night. */
export const sized = ({ gate, nightly }: { gate: number; nightly: number }): number =>
  IS_NIGHTLY ? nightly : gate;

/** A test of what another one of the gate proves in its simplest form: runs in every other run. */
export const variant = test.runIf(run !== 'gate');

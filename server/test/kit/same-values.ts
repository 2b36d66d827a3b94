import fc from 'fast-check';
import { IS_WHOLE } from './run-size.ts';

/** A number, or `any`: properties are searched with other values than those of every run. */
const asked = process.env['PARLEY_TEST_SEED'];

// What is made up is the same in every run, so that a red one speaks of its commit, and the run after the mend of the mend. So the
// gate need not try as much of it as a search with new values.
fc.configureGlobal({
  numRuns: IS_WHOLE ? 100 : 30,
  ...(asked === 'any' ? {} : { seed: Number(asked ?? 27) }),
});

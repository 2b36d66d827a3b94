import fc from 'fast-check';

/** A number, or `any`: properties are searched with other values than those of every run. */
const asked = process.env['PARLEY_TEST_SEED'];

// What is made up is the same in every run, so that a red one speaks of its commit, and the run after the mend of the mend.
if (asked !== 'any') fc.configureGlobal({ seed: Number(asked ?? 27) });

/** `npm run test:nightly`. */
export const IS_NIGHTLY = process.env['PARLEY_TEST_RUN'] === 'nightly';

/** How many of something a storm has: few in the gate, which proves the mechanism, and all of them at night. */
export const sized = ({ gate, nightly }: { gate: number; nightly: number }): number =>
  IS_NIGHTLY ? nightly : gate;

import fc from 'fast-check';
import { IS_WHOLE } from './run-size.ts';

/** A number or `any`; overrides the seed of property tests. */
const asked = process.env['PARLEY_TEST_SEED'];

// The seed is fixed, so a failing run is caused by its commit and can be repeated. The gate tries fewer values, because
// repeating the same ones finds nothing new. Nightly runs use a new seed.
fc.configureGlobal({
  numRuns: IS_WHOLE ? 100 : 30,
  ...(asked === 'any' ? {} : { seed: Number(asked ?? 27) }),
});

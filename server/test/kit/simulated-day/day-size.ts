import { sized } from '../run-size.ts';

/** A customer's day costs about 0.8 s of CPU time. `DAY_CUSTOMERS=2000` gives the size of nightly runs. */
export const DAY_CUSTOMERS = Number(process.env['DAY_CUSTOMERS'] ?? sized({ gate: 12, nightly: 2000 }));

const asked = process.env['PARLEY_TEST_SEED'] ?? '27';

export const DAY_SEED = asked === 'any' ? Date.now() % 100_000 : Number(asked);

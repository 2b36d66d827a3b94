import { startCarrierFake } from './start-carrier-fake.ts';

/** Runs the carriers in a separate process, so that their ledger survives every server that a test kills. */
const fake = await startCarrierFake();
process.send?.({ origin: fake.origin });
process.once('disconnect', () => fake.close());

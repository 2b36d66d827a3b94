import { startCarrierFake } from './start-carrier-fake.ts';

/** The carriers in a separate process: their ledger survives every server that a test kills. */
const fake = await startCarrierFake();
process.send?.({ origin: fake.origin });
process.once('disconnect', () => fake.close());

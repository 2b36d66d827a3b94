import { startCallCarrierFake } from './start-call-carrier-fake.ts';

/** The carrier in a separate process: its ledger survives ours. */
const fake = await startCallCarrierFake();
process.send?.({ origin: fake.origin });
process.once('disconnect', () => fake.close());

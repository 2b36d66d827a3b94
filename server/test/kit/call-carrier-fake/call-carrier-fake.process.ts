import { startCallCarrierFake } from './start-call-carrier-fake.ts';

/** The carrier in a process of its own: its ledger is not ours. */
const fake = await startCallCarrierFake();
process.send?.({ origin: fake.origin });
process.once('disconnect', () => fake.close());

import { startCallCarrierFake } from './start-call-carrier-fake.ts';

/** Entry point of the fake in a separate process. */
const fake = await startCallCarrierFake();
process.send?.({ origin: fake.origin });
process.once('disconnect', () => fake.close());

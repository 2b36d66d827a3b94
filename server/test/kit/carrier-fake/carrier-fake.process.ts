import { serveParent } from '../fake-process.ts';
import { startCarrierFake } from './start-carrier-fake.ts';

serveParent(await startCarrierFake());

import { serveParent } from '../fake-process.ts';
import { startCallCarrierFake } from './start-call-carrier-fake.ts';

serveParent(await startCallCarrierFake());

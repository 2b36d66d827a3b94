import { afterAll, afterEach } from 'vitest';
import { endWhatFileLeft, endWhatTestLeft } from './left-running.ts';

afterEach(endWhatTestLeft);
afterAll(endWhatFileLeft);

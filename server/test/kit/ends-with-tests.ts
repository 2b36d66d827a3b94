import { afterAll, afterEach, beforeEach } from 'vitest';
import { beginTest, endWhatFileLeft, endWhatTestLeft } from './left-running.ts';

beforeEach(beginTest);
afterEach(endWhatTestLeft);
afterAll(endWhatFileLeft);

import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { beginFile, beginTest, endWhatFileLeft, endWhatTestLeft } from './left-running.ts';

beforeAll(() => beginFile(path.dirname(expect.getState().testPath ?? '')));
beforeEach(beginTest);
afterEach(endWhatTestLeft);
afterAll(endWhatFileLeft);

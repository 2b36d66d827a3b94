import { configDefaults, defineConfig } from 'vitest/config';
import { FailedTests } from './scripts/testing/failed-tests.ts';

/** Where `npm test` wants to read what failed. */
const failedTests = process.env['PARLEY_FAILED_TESTS'];

export default defineConfig({
  // `using` is younger than the oldest Node that the tests run on.
  oxc: { target: 'node22' },
  test: {
    include: ['{contract,server,console,widget,scripts,bench}/**/*.test.{ts,tsx}'],
    // Minutes each, with a real registry.
    exclude: [
      ...configDefaults.exclude,
      ...(process.env['PARLEY_NIGHTLY'] ? [] : ['server/test/nightly/**']),
    ],
    globalSetup: ['server/test/kit/database-setup.ts'],
    // Modules are loaded once for each worker, not for each file: half of what short files cost. Two files run for each of
    // them: what a module of the kit must end with each test is told to the first, the second says what properties try.
    isolate: false,
    setupFiles: ['server/test/kit/ends-with-tests.ts', 'server/test/kit/same-values.ts'],
    // A slow machine is no failure; what hangs is ended by the stage of `npm test`.
    testTimeout: 400_000,
    hookTimeout: 400_000,
    expect: { poll: { timeout: 90_000 } },
    // Kills, clocks and carriers are real: on a busy machine one order of events in thousands is new. The report names
    // what needed a second try; without CI nothing gets one.
    retry: process.env.CI ? 1 : 0,
    reporters: failedTests === undefined ? ['default'] : ['default', new FailedTests(failedTests)],
    // Two cores: more workers only make every suite slower.
    maxWorkers: 2,
  },
});

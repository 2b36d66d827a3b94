import { defineConfig } from 'vitest/config';
import { FileOrder } from './scripts/testing/file-order.ts';
import { RunReport } from './scripts/testing/run-report.ts';
import { testProjects } from './scripts/testing/test-projects.ts';

/** Report file for `npm test`, with the cost and failures of each test file. */
const report = process.env['PARLEY_TEST_REPORT'];

const projects = testProjects({
  /** `gate`, `changed`, `nightly`, or undefined for runs of single files, which may be any file. */
  run: process.env['PARLEY_TEST_RUN'],
  isOnServer: Boolean(process.env['DATABASE_URL']),
  hasServer: process.env['PARLEY_TEST_HAS_SERVER'] === 'true',
  // Changes since `main` may add tests to the gate.
  hasAllStatements: process.env['PARLEY_TEST_ALL_STATEMENTS'] === 'true',
  hasAllPages: process.env['PARLEY_TEST_ALL_PAGES'] === 'true',
});

// The oldest Node that the tests support lacks `using`.
const oxc = { target: 'node22' };

export default defineConfig({
  oxc,
  test: {
    reporters: report === undefined ? ['default'] : ['default', new RunReport(report)],
    slowTestThreshold: 5000,
    sequence: { sequencer: FileOrder },
    // Shared by all projects, which use one PostgreSQL.
    globalSetup: ['server/test/kit/database-setup.ts'],
    projects: projects.map(({ name, include, exclude, maxWorkers }, groupOrder) => ({
      oxc,
      test: {
        name,
        include: [...include],
        exclude: ['**/node_modules/**', ...exclude],
        maxWorkers,
        sequence: { groupOrder },
        // Loads modules once per worker instead of per file, which halves the cost of short files. These setup files run for each
        // test file: the first measures it, the second stops what kit modules started, the third sets the property values.
        isolate: false,
        setupFiles: [
          'scripts/testing/file-cost.ts',
          'server/test/kit/ends-with-tests.ts',
          'server/test/kit/same-values.ts',
        ],
        // Twice the time of the slowest tests on two busy cores.
        testTimeout: 300_000,
        hookTimeout: 300_000,
        expect: { poll: { timeout: 90_000 } },
        // Kills, clocks and carriers are real, so a busy machine rarely produces a new order of events. The report lists
        // retried tests. Without CI there are no retries.
        retry: process.env.CI ? 1 : 0,
      },
    })),
  },
});

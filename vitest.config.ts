import { defineConfig } from 'vitest/config';
import { FileOrder } from './scripts/testing/file-order.ts';
import { RunReport } from './scripts/testing/run-report.ts';
import {
  acrossPagesFiles,
  allFiles,
  browserFiles,
  embeddedOnlyFiles,
  nightlyFiles,
  serverPostgresFiles,
  severalProcessesFiles,
  waitingFiles,
} from './scripts/testing/test-projects.ts';

const onServer = Boolean(process.env['DATABASE_URL']);
/** `gate`, `changed`, `nightly`, or undefined for runs of single files, which may be any file. */
const run = process.env['PARLEY_TEST_RUN'];
/** Report file for `npm test`, with the cost and failures of each test file. */
const report = process.env['PARLEY_TEST_REPORT'];

const leftOut = run === 'gate' || run === 'changed' ? nightlyFiles : [];
// Changes since `main` may add tests to the gate.
const areSomeStatements = run === 'gate' && process.env['PARLEY_TEST_ALL_STATEMENTS'] !== 'true';
const serverFiles = areSomeStatements ? [...serverPostgresFiles, ...severalProcessesFiles] : allFiles;
const areSomePages = run === 'gate' && process.env['PARLEY_TEST_ALL_PAGES'] !== 'true';
const pagesLeftOut = areSomePages ? acrossPagesFiles : [];
const notEmbedded = process.env['PARLEY_TEST_HAS_SERVER'] === 'true' ? severalProcessesFiles : [];

interface Project {
  name: string;
  include: readonly string[];
  exclude: readonly string[];
  maxWorkers: number;
}

/** `npm test` runs each project separately, some of them concurrently. */
const projects: Project[] = onServer
  ? [
      {
        name: 'server-postgres',
        include: serverFiles,
        exclude: [...leftOut, ...embeddedOnlyFiles],
        maxWorkers: 2,
      },
    ]
  : [
      { name: 'waits', include: waitingFiles, exclude: [...leftOut, ...notEmbedded], maxWorkers: 2 },
      // A browser and its server keep one core busy; concurrent calls need the other one in real time.
      { name: 'browsers', include: browserFiles, exclude: [...leftOut, ...pagesLeftOut], maxWorkers: 1 },
      {
        name: 'computes',
        include: allFiles,
        exclude: [...leftOut, ...waitingFiles, ...browserFiles],
        maxWorkers: 2,
      },
    ];

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

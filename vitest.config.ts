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
/** `gate`, `changed`, `nightly`, or nothing where somebody runs single files: those may be any. */
const run = process.env['PARLEY_TEST_RUN'];
/** Where `npm test` reads what the files cost and what failed. */
const report = process.env['PARLEY_TEST_REPORT'];

const leftOut = run === 'gate' || run === 'changed' ? nightlyFiles : [];
// What changed since `main` may ask more of the gate.
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

/** Each is its own run of Vitest in `npm test`, some of them at the same time. */
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
      // A browser and its server keep a core busy, and calls beside them need the other one in real time.
      { name: 'browsers', include: browserFiles, exclude: [...leftOut, ...pagesLeftOut], maxWorkers: 1 },
      {
        name: 'computes',
        include: allFiles,
        exclude: [...leftOut, ...waitingFiles, ...browserFiles],
        maxWorkers: 2,
      },
    ];

// `using` is younger than the oldest Node that the tests run on.
const oxc = { target: 'node22' };

export default defineConfig({
  oxc,
  test: {
    reporters: report === undefined ? ['default'] : ['default', new RunReport(report)],
    slowTestThreshold: 5000,
    sequence: { sequencer: FileOrder },
    // Of all projects: they share one PostgreSQL.
    globalSetup: ['server/test/kit/database-setup.ts'],
    projects: projects.map(({ name, include, exclude, maxWorkers }, groupOrder) => ({
      oxc,
      test: {
        name,
        include: [...include],
        exclude: ['**/node_modules/**', ...exclude],
        maxWorkers,
        sequence: { groupOrder },
        // Modules are loaded once for each worker, not for each file: half of what short files cost. These files run for each of
        // them: the first measures it, the second ends what modules of the kit started, the third sets the values of properties.
        isolate: false,
        setupFiles: [
          'scripts/testing/file-cost.ts',
          'server/test/kit/ends-with-tests.ts',
          'server/test/kit/same-values.ts',
        ],
        // Twice what the slowest need on two busy cores.
        testTimeout: 300_000,
        hookTimeout: 300_000,
        expect: { poll: { timeout: 90_000 } },
        // Kills, clocks and carriers are real: on a busy machine one order of events in thousands is new. The report names
        // what needed a second try; without CI nothing gets one.
        retry: process.env.CI ? 1 : 0,
      },
    })),
  },
});

/**
 * `npm test [-- files…]`: the checks and all tests of the gate, or only these test files. `--changed`: the tests that
 * changes since `main` can break. `--nightly`: everything, in full size, on both databases.
 */
import { fileURLToPath } from 'node:url';
import { runTests } from './testing/run-tests.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
process.exitCode = await runTests(root, process.argv.slice(2));

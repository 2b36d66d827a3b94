// Runs all checks that need no database, two at a time. Exit code 1 if one fails.
// `node scripts/verify.js [check…]` runs the named checks on the current folder.
// `node scripts/verify.js words [folder/…]` lists every finding of `words` below these folders; each needs a slash.
import { arrows } from './checks/arrows.ts';
import { documents } from './checks/doc-references.ts';
import { Repository } from './checks/repository.ts';
import { checkFormat } from './checks/run/biome.ts';
import { CheckCache } from './checks/run/cache.ts';
import { checkUnused } from './checks/run/knip.ts';
import { checkTypes } from './checks/run/typescript.ts';
import { checkSchema } from './checks/schema.ts';
import { checkStatements } from './checks/statements.ts';
import { structure } from './checks/structure.ts';
import { texts } from './checks/texts.ts';
import { words } from './checks/words.ts';

const named = process.argv.slice(2);
const folders = named.filter((argument) => argument.includes('/'));
const names = named.filter((argument) => !argument.includes('/'));

/** The slowest first, so that two cores finish together. The last five run in this process and share one parse. */
const checks = [
  ['types', (files) => checkTypes('types', '.', files)],
  ['statements', checkStatements],
  ['schema', checkSchema],
  ['format', checkFormat],
  ['unused', checkUnused],
  ['console', (files) => checkTypes('console', 'console', files)],
  ['widget', (files) => checkTypes('widget', 'widget', files)],
  ['sdk', (files) => checkTypes('sdk', 'sdk/typescript', files)],
  ['web', (files) => checkTypes('web', 'sdk/web', files)],
  ['structure', ({ repository }) => structure(repository)],
  ['arrows', ({ repository }) => arrows(repository)],
  ['documents', ({ repository }) => documents(repository)],
  ['texts', ({ repository }) => texts(repository)],
  ['words', ({ repository }) => words(repository, { folders })],
];

let programSeconds = 0;

/** Runs one check and prints its verdict, and its output when it fails. */
async function run([name, check], files) {
  const start = performance.now();
  const ownStart = process.cpuUsage();
  const verdict = await check(files);
  programSeconds += verdict.programSeconds;
  // Checks that start a program count only its CPU time, because other checks run in this process at the same time.
  const cpu = verdict.programSeconds || ownSeconds(ownStart);
  const wall = (performance.now() - start) / 1000;
  const times = `${wall.toFixed(1).padStart(5)} s ${cpu.toFixed(1).padStart(5)} s CPU`;
  console.log(`${verdict.passed ? '✔' : '✘'} ${name.padEnd(10)}${times} ${verdict.note ?? ''}`.trimEnd());
  const text = verdict.passed ? names.length > 0 && verdict.report : verdict.output;
  if (text) console.log(text.trimEnd().replaceAll(/^/gm, '    '));
  return verdict.passed;
}

function ownSeconds(since) {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
}

/** Runs the waiting checks. */
async function work({ waiting, failed, files }) {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    if (!(await run(check, files))) failed.push(check[0]);
  }
}

const unknown = names.filter((name) => !checks.some(([known]) => known === name));
if (unknown.length > 0) throw new Error(`Unknown check: ${unknown.join(', ')}.`);
const chosen = checks.filter(([name]) => names.length === 0 || names.includes(name));
const cache = new CheckCache(process.cwd());
const { facts, save } = cache.openFacts();
const files = { repository: new Repository(process.cwd(), facts), cache };
const common = { waiting: [...chosen], failed: [], files };
await Promise.all([work(common), work(common)]);
save();
const times = `${(performance.now() / 1000).toFixed(1)} s, ${(ownSeconds() + programSeconds).toFixed(1)} s CPU`;
if (common.failed.length === 0) console.log(`All ${chosen.length} checks passed in ${times}.`);
else console.log(`Failed after ${times}: ${common.failed.join(', ')}.`);
process.exitCode = common.failed.length === 0 ? 0 : 1;

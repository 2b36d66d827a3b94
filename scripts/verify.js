// Everything that can be checked without a database, two checks at a time; exit code 1 when one fails.
// `node scripts/verify.js [check…]` runs the named ones only, on the folder it is called in.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));

/** Name, program and arguments; the slowest first, so that two cores end together. */
const checks = [
  [
    'types',
    inPackage(import.meta.resolve('@typescript/native/package.json'), 'bin/tsc'),
    '--noEmit',
    '-p',
    '.',
  ],
  [
    'console',
    inPackage(import.meta.resolve('@typescript/native/package.json'), 'bin/tsc'),
    '--noEmit',
    '-p',
    'console',
  ],
  [
    'widget',
    inPackage(import.meta.resolve('@typescript/native/package.json'), 'bin/tsc'),
    '--noEmit',
    '-p',
    'widget',
  ],
  [
    'unused',
    inPackage(import.meta.resolve('knip'), '../bin/knip.js'),
    '--no-progress',
    '--treat-config-hints-as-errors',
  ],
  ['arrows', path.join(here, 'checks/arrows.ts')],
  [
    'format',
    inPackage(import.meta.resolve('@biomejs/biome/package.json'), 'bin/biome'),
    'check',
    '--error-on-warnings',
  ],
  ['structure', path.join(here, 'checks/structure.ts')],
  ['documents', path.join(here, 'checks/doc-references.ts')],
];

function inPackage(resolved, file) {
  return path.join(path.dirname(fileURLToPath(resolved)), file);
}

/** Runs one check to its end and prints its verdict; its output only when it fails or has something to say. */
function run([name, ...command]) {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk) => {
      output += chunk;
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => collect(`${error.message}\n`));
    child.on('close', (code) => {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1).padStart(5);
      const passed = code === 0;
      console.log(
        `${passed ? '✔' : '✘'} ${name.padEnd(10)}${seconds} s${passed ? '' : `   exit code ${code}`}`,
      );
      if (!passed) console.log(output.trimEnd().replaceAll(/^/gm, '    '));
      resolve(passed);
    });
  });
}

/** Takes checks off the common list until it is empty. */
async function work(waiting, failed) {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    if (!(await run(check))) failed.push(check[0]);
  }
}

const startedAt = performance.now();
const names = process.argv.slice(2);
const unknown = names.filter((name) => !checks.some(([known]) => known === name));
if (unknown.length > 0) throw new Error(`No check is called ${unknown.join(' or ')}.`);
const chosen = checks.filter(([name]) => names.length === 0 || names.includes(name));
const waiting = [...chosen];
const failed = [];
await Promise.all([work(waiting, failed), work(waiting, failed)]);
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
if (failed.length === 0) console.log(`All ${chosen.length} checks passed in ${seconds} s.`);
else console.log(`Failed after ${seconds} s: ${failed.join(', ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;

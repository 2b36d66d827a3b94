import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { access, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import { Refusal } from './refusal.js';

/** Parts for browsers, each built into its own `dist`. */
const parts = ['console', 'widget'];

/**
 * The parts whose sources changed since they were built.
 *
 * @param {string} root the project's folder
 * @returns {Promise<string[]>}
 */
export async function staleParts(root) {
  const found = parts.filter((part) => existsSync(join(root, part, 'vite.config.ts')));
  const verdicts = await Promise.all(found.map((part) => isStale(root, part)));
  return found.filter((_, index) => verdicts[index]);
}

/** True if a part has a build that can be served, even an outdated one. */
export const isBuilt = (root, part) => existsSync(stampPath(root, part));

/** True if a part can be built here. */
export async function isWritable(root, part) {
  const dist = join(root, part, 'dist');
  const folder = existsSync(dist) ? dist : join(root, part);
  return access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
}

/**
 * Builds a part and compresses its files. An interrupted build leaves no stamp, so that the next start builds again.
 *
 * @param {{ root: string, node: string, part: string }} what node: the Node binary that runs Vite
 */
export async function buildPart({ root, node, part }) {
  const startedAt = Date.now();
  console.error(`parley: building the ${part} (only after its sources changed; takes a few seconds).`);
  const stamp = await stampOf(root, part);
  await rm(stampPath(root, part), { force: true });
  const { exitCode, output } = await runVite({ root, node, part });
  if (exitCode !== 0) {
    throw new Refusal(`The ${part} could not be built (Vite: exit code ${exitCode}).\n${output.trimEnd()}`);
  }
  const dist = join(root, part, 'dist');
  await Promise.all((await filesBelow(dist)).map(compress));
  await writeFile(stampPath(root, part), stamp);
  console.error(`parley: built the ${part} in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
}

const stampPath = (root, part) => join(root, part, 'dist', '.stamp');

async function isStale(root, part) {
  const built = await readFile(stampPath(root, part), 'utf8').catch(() => '');
  return built !== (await stampOf(root, part));
}

/** Hash of everything that the build reads. */
async function stampOf(root, part) {
  const hash = createHash('sha256');
  const folders = [join(root, part), join(root, 'contract', 'src'), join(root, 'sdk', 'web', 'src')];
  const files = (await Promise.all(folders.map(filesBelow))).flat();
  for (const file of [...files.filter(isSource(root, part)), join(root, 'package-lock.json')]) {
    hash.update(`${file.slice(root.length)}\n`).update(await readFile(file));
  }
  return `${hash.digest('hex')}\n`;
}

const isSource = (root, part) => (file) =>
  !file.startsWith(join(root, part, 'dist')) && !/\.test\.tsx?$|[/\\]node_modules[/\\]/.test(file);

/** Sorted independently of the locale, so that every system gets the same hash. */
async function filesBelow(folder) {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const sorted = entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const nested = await Promise.all(
    sorted.map((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesBelow(path);
      return entry.isFile() ? [path] : [];
    }),
  );
  return nested.flat();
}

/** Resolves with the exit code and all output. */
function runVite({ root, node, part }) {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = [vite, 'build', '--config', join(root, part, 'vite.config.ts'), '--logLevel', 'warn'];
  // Vite would take its mode from the outer environment.
  const env = { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' };
  return new Promise((resolve) => {
    const child = spawn(node, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk) => {
      output += chunk;
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', (error) => resolve({ exitCode: -1, output: error.message }));
    child.once('close', (code) => resolve({ exitCode: code ?? -1, output }));
  });
}

const compressible = new Set([
  '.css',
  '.html',
  '.js',
  '.json',
  '.map',
  '.svg',
  '.txt',
  '.wasm',
  '.webmanifest',
]);
/** Smaller files fit into one packet uncompressed. */
const minBytes = 1024;

/** The highest level, 11, takes twice the work for 2 % fewer bytes. */
const brotliOptions = { params: { [zlib.BROTLI_PARAM_QUALITY]: 10 } };

/** Compresses at build time, so that no request waits for it. */
async function compress(file) {
  if (!compressible.has(extname(file))) return;
  const bytes = await readFile(file);
  if (bytes.length < minBytes) return;
  await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, brotliOptions));
  await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}

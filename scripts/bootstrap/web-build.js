import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { access, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { constants as priorities, setPriority } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import { Refusal } from './refusal.js';

/** How Vite builds the console and the widget. */
const viteApp = (part) => ({
  title: part,
  config: `${part}/vite.config.ts`,
  inputs: [part, 'contract/src', 'sdk/web/src'],
  command: ['vite/bin/vite.js', 'build', '--config', `${part}/vite.config.ts`, '--logLevel', 'warn'],
  hasBrotli: true,
});

/**
 * Parts for browsers, each built into its own `dist`. `command`: a program in node_modules and its arguments.
 */
const parts = {
  console: viteApp('console'),
  widget: viteApp('widget'),
  docs: {
    title: 'documentation',
    config: 'docs/.vitepress/config.js',
    inputs: [
      'docs',
      'README.md',
      'ARCHITECTURE.md',
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'GLOSSARY.md',
      'bench/README.md',
      'sdk/cli/README.md',
      'sdk/n8n/README.md',
      'examples/README.md',
      'sdk/python/README.md',
      'sdk/typescript/README.md',
      'sdk/web/README.md',
      'server/src/documentation',
    ],
    command: ['vitepress/bin/vitepress.js', 'build', 'docs'],
    // Compressing every page with Brotli would take longer than the build.
    hasBrotli: false,
  },
};

/**
 * The parts whose sources changed since they were built.
 *
 * @param {string} root the project's folder
 * @returns {Promise<string[]>}
 */
export async function staleParts(root) {
  const found = Object.keys(parts).filter((part) => existsSync(join(root, parts[part].config)));
  const verdicts = await Promise.all(found.map((part) => isStale(root, part)));
  return found.filter((_, index) => verdicts[index]);
}

/** Name of a part in messages. */
export const titleOf = (part) => parts[part].title;

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
 * @param {{ root: string, node: string, part: string, hold: Hold, background?: AbortSignal }} what node: the Node binary
 *   that runs Vite; hold: names the child to the lock; background: builds silently at the lowest priority, until it is
 *   aborted
 * @typedef {import('./install-lock.js').Hold} Hold
 */
export async function buildPart({ root, node, part, hold, background }) {
  const startedAt = Date.now();
  const note = background === undefined ? console.error : () => {};
  note(`parley: building the ${titleOf(part)} (only after its sources changed; takes a few seconds).`);
  const stamp = await stampOf(root, part);
  await rm(stampPath(root, part), { force: true });
  const { exitCode, output } = await runVite({ root, node, part, hold, background });
  // Ctrl+C ends the build as well as the server.
  if (background !== undefined && (background.aborted || exitCode === null)) return;
  if (exitCode !== 0) {
    const reason = `Vite: exit code ${exitCode}`;
    throw new Refusal(`The ${titleOf(part)} could not be built (${reason}).\n${output.trimEnd()}`);
  }
  const dist = join(root, part, 'dist');
  await Promise.all((await filesBelow(dist)).map((file) => compress(file, parts[part])));
  await writeFile(stampPath(root, part), stamp);
  note(`parley: built the ${titleOf(part)} in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
}

const stampPath = (root, part) => join(root, part, 'dist', '.stamp');

async function isStale(root, part) {
  const built = await readFile(stampPath(root, part), 'utf8').catch(() => '');
  return built !== (await stampOf(root, part));
}

/** Hash of everything that the build reads. */
async function stampOf(root, part) {
  const hash = createHash('sha256');
  const files = (await Promise.all(parts[part].inputs.map((input) => filesBelow(join(root, input))))).flat();
  for (const file of [...files.filter(isSource(root, part)), join(root, 'package-lock.json')]) {
    hash.update(`${file.slice(root.length)}\n`).update(await readFile(file));
  }
  return `${hash.digest('hex')}\n`;
}

const isSource = (root, part) => (file) =>
  !file.startsWith(join(root, part, 'dist')) &&
  !/\.test\.tsx?$|[/\\](?:node_modules|\.vitepress[/\\](?:dist|\.temp))[/\\]/.test(file);

/** Sorted independently of the locale, so that every system gets the same hash. */
async function filesBelow(folder) {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => null);
  if (entries === null) return existsSync(folder) ? [folder] : [];
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

/** Resolves with the exit code, which is null after a signal, and all output. */
function runVite({ root, node, part, hold, background }) {
  const [program, ...args] = parts[part].command;
  // Vite would take its mode from the outer environment.
  const env = { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' };
  return new Promise((resolve) => {
    const child = spawn(node, [join(root, 'node_modules', program), ...args], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: background,
    });
    if (child.pid !== undefined) {
      hold(child.pid);
      if (background !== undefined) lowerPriority(child.pid);
    }
    let output = '';
    const collect = (chunk) => {
      output += chunk;
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', (error) => resolve({ exitCode: -1, output: error.message }));
    child.once('close', (code) => resolve({ exitCode: code, output }));
  });
}

function lowerPriority(pid) {
  try {
    setPriority(pid, priorities.priority.PRIORITY_LOW);
  } catch {
    // The process has ended, or the system does not allow it.
  }
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
async function compress(file, { hasBrotli }) {
  if (!compressible.has(extname(file))) return;
  const bytes = await readFile(file);
  if (bytes.length < minBytes) return;
  if (hasBrotli) await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, brotliOptions));
  await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}

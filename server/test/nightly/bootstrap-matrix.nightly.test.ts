import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

/**
 * `npm start` of a bare copy on each kind of system, with the real npm and registry. It takes minutes, so it runs at
 * night, or with `npm test server/test/nightly/bootstrap-matrix.nightly.test.ts`.
 */
const root = path.join(import.meta.dirname, '../../..');
const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;
let folder: string;
const children: ChildProcess[] = [];

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parley-matrix-'));
  // Other system users work below it: PostgreSQL's and the ordinary user.
  chmodSync(folder, 0o755);
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
// A build may still write files after its parent was killed.
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));

interface System {
  name?: string;
  /** This process's Node if absent. */
  nodeVersion?: string;
  uid?: number;
  env?: Record<string, string>;
}

/** Copies the tracked files as they are now, without installation, build and data. @returns the folder */
function bareCopy(name: string, uid = 0): string {
  const copy = path.join(folder, name);
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0');
  for (const file of files.filter(Boolean)) cpSync(path.join(root, file), path.join(copy, file));
  if (uid !== 0) execFileSync('chown', ['-R', `${uid}:${uid}`, copy]);
  return copy;
}

/** Installs a Node of this version from npm. @returns the folder of its executable */
function nodeFolder(version: string): string {
  const prefix = path.join(folder, `node-${version}`);
  const name = `node-${process.platform}-${process.arch}`;
  const flags = ['--ignore-scripts', '--no-save', '--no-audit', '--no-fund'];
  execFileSync('npm', ['install', '--prefix', prefix, `${name}@${version}`, ...flags], { stdio: 'ignore' });
  execFileSync('chmod', ['-R', 'a+rX', prefix]);
  return path.join(prefix, 'node_modules', name, 'bin');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return address.port;
}

/** The environment variables that npm needs to reach the registry from this machine. */
function networkSettings(): Record<string, string> {
  const names = /^(NODE_EXTRA_CA_CERTS|(https?|no)_proxy)$/i;
  // allow environment: a proxy or its certificate is known only there.
  const known = Object.entries(process.env);
  return Object.fromEntries(
    known.flatMap(([name, value]) => (names.test(name) && value ? [[name, value]] : [])),
  );
}

/** Starts Parley, waits until the console and the API answer, and stops it. @returns the output */
async function startAndStop(copy: string, { nodeVersion, uid, env = {} }: System): Promise<string> {
  const port = await freePort();
  const node = nodeVersion === undefined ? path.dirname(process.execPath) : nodeFolder(nodeVersion);
  const who = uid === undefined ? {} : { uid, gid: uid };
  const child = spawn('npm', ['start'], {
    cwd: copy,
    ...who,
    env: {
      // allow environment: npm is on this process's PATH.
      PATH: `${node}:${process.env['PATH']}`,
      ...networkSettings(),
      // allow environment: npm's cache makes the runs quick.
      HOME: uid === undefined ? process.env['HOME'] : folder,
      PORT: String(port),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ended = once(child, 'exit');
  const answers = async (where: string) =>
    (await fetch(`http://127.0.0.1:${port}${where}`).catch(() => null))?.status === 200;
  const state = async (): Promise<string> => {
    if (child.exitCode !== null) return `ended with ${child.exitCode}: ${output}`;
    return (await answers('/api/health')) ? 'healthy' : 'starting';
  };
  await expect.poll(state, { timeout: 280_000, interval: 500 }).not.toBe('starting');
  expect(await state()).toBe('healthy');
  expect(await answers('/')).toBe(true);
  child.kill('SIGTERM');
  await ended;
  return output;
}

test('starts on this Node as the current user, and again without network', async () => {
  const copy = bareCopy('plain');
  const first = await startAndStop(copy, {});
  expect(first).toContain('parley: installing the packages that Parley needs');
  const record = JSON.parse(readFileSync(path.join(copy, 'node_modules/.package-lock.json'), 'utf8'));
  expect(Object.keys(record.packages).length).toBeLessThanOrEqual(370);
  const megabytes = Number(
    execFileSync('du', ['-sm', 'node_modules'], { cwd: copy, encoding: 'utf8' }).split('\t')[0],
  );
  expect(megabytes).toBeLessThanOrEqual(450);

  // No npm could install anything: its cache is empty and its registry refuses connections.
  const offline = {
    npm_config_registry: 'http://127.0.0.1:9/',
    npm_config_cache: path.join(folder, 'empty'),
  };
  const second = await startAndStop(copy, { env: offline });
  expect(second).not.toContain('parley: installing');
  expect(second).not.toContain('parley: building');
});

test.each(['20.19.5', '22.18.0'])('starts with a newer Node when Node %s is too old', async (nodeVersion) => {
  const copy = bareCopy(`node ${nodeVersion}`);
  const output = await startAndStop(copy, { nodeVersion });
  expect(output).toContain(`this is v${nodeVersion}. Adding Node 24`);
  expect(readdirSync(path.join(copy, '.runtime')).join()).toContain('node-24');
});

test('starts on the oldest Node that is supported', async () => {
  const copy = bareCopy('oldest');
  const output = await startAndStop(copy, { nodeVersion: '22.19.0' });
  expect(output).not.toContain('Adding Node');
});

test.runIf(isRoot)('starts as an ordinary user in a path with spaces and umlauts', async () => {
  const copy = bareCopy('Döner & Söhne/parley klon', NOBODY);
  const output = await startAndStop(copy, { uid: NOBODY });
  expect(output).toContain('parley: built the console');
});

test('an upgrade installs only what changed', async () => {
  const copy = bareCopy('upgrade');
  for (const name of ['package.json', 'package-lock.json']) {
    const file = path.join(copy, name);
    const older = readFileSync(file, 'utf8').replaceAll(/("ipaddr\.js": )"[\d.]+"/g, '$1"2.2.0"');
    writeFileSync(file, older);
  }
  const flags = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  execFileSync('npm', ['install', ...flags], { cwd: copy, stdio: 'ignore' });
  for (const name of ['package.json', 'package-lock.json'])
    cpSync(path.join(root, name), path.join(copy, name));
  const output = await startAndStop(copy, {});
  expect(output).toContain('parley: installing 1 new or changed packages.');
  expect(readFileSync(path.join(copy, 'package-lock.json'))).toEqual(
    readFileSync(path.join(root, 'package-lock.json')),
  );
});

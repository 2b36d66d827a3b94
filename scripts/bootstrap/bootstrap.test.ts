import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';

/** A fake npm that logs its arguments, records the lock file's packages as installed, and fails as FAKE_NPM says. */
const fakeNpm = `
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
const [command, ...args] = process.argv.slice(2);
const prefix = args[args.indexOf('--prefix') + 1];
const record = prefix + '/node_modules/.package-lock.json';
appendFileSync(process.env.NPM_LOG, command + ' ' + args.join(' ') + '\\n');
if (command === 'ci') rmSync(prefix + '/node_modules', { recursive: true, force: true });
if (process.env.FAKE_NPM === 'fail') { console.error('npm error network'); process.exit(1); }
if (process.env.FAKE_NPM === 'killed') process.kill(process.ppid, 'SIGKILL');
if (process.env.FAKE_NPM === 'orphaned') {
  process.kill(process.ppid, 'SIGKILL');
  while (!existsSync(process.env.NPM_LOG + '.end')) await new Promise((resolve) => setTimeout(resolve, 10));
}
await new Promise((resolve) => setTimeout(resolve, 300));
if (args[0].startsWith('node-')) {
  const name = args[0].split('@')[0];
  mkdirSync(prefix + '/node_modules/' + name + '/bin', { recursive: true });
  writeFileSync(prefix + '/node_modules/' + name + '/bin/node', '#!/bin/sh\\nADDED=yes exec "' + process.execPath + '" "$@"\\n', { mode: 0o755 });
} else if (process.env.FAKE_NPM !== 'killed') {
  const wanted = Object.entries(JSON.parse(readFileSync(prefix + '/package-lock.json', 'utf8')).packages);
  const chosen = wanted.filter(([path, { dev, optional, os }]) =>
    path !== '' && !os && !(dev && args.includes('--omit=dev')) && !(optional && process.env.FAKE_NPM === 'without-optional'));
  mkdirSync(prefix + '/node_modules', { recursive: true });
  writeFileSync(record, JSON.stringify({ packages: Object.fromEntries(chosen) }));
}
`;

let folder: string;
let project: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-bootstrap-'));
  project = join(folder, 'project');
  const scripts = join(import.meta.dirname, '..');
  await mkdir(join(project, 'scripts'), { recursive: true });
  await cp(join(scripts, 'bootstrap'), join(project, 'scripts', 'bootstrap'), { recursive: true });
  await cp(join(scripts, 'run.js'), join(project, 'scripts', 'run.js'));
  await writeManifest('>=20');
  await writeFile(join(project, 'package-lock.json'), lockWith('1.0.0'));
  await writeFile(join(folder, 'npm-cli.js'), fakeNpm);
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
});

/** Folders that are made writable again after a test. */
const readOnly: string[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const name of readOnly.splice(0)) await chmod(name, 0o755);
  await rm(folder, { recursive: true, force: true });
});

const writeManifest = (range: string) =>
  writeFile(join(project, 'package.json'), JSON.stringify({ type: 'module', engines: { node: range } }));

/** A lock file with a runtime package (`a`), a build package (`vite`) and a test package (`vitest`). */
function lockWith(a: string, vite = '1.0.0', vitest = '1.0.0'): string {
  const packages = {
    '': { optionalDependencies: { vite } },
    'node_modules/a': { version: a, integrity: a },
    'node_modules/vite': { version: vite, integrity: vite, optional: true },
    'node_modules/@vite/other-system': { version: '1.0.0', integrity: '1.0.0', optional: true, os: ['none'] },
    'node_modules/vitest': { version: vitest, integrity: vitest, dev: true },
  };
  return JSON.stringify({ packages });
}

/** Adds a folder that needs a build, so that build packages are installed. */
async function addConsole(): Promise<void> {
  await mkdir(join(project, 'console'));
  await writeFile(join(project, 'console', 'vite.config.ts'), '');
}

/** Versions in npm's own record. */
async function installed(): Promise<Record<string, string>> {
  const record = JSON.parse(await readFile(join(project, 'node_modules', '.package-lock.json'), 'utf8'));
  const entries = Object.entries<{ version: string }>(record.packages);
  return Object.fromEntries(
    entries.map(([path, { version }]) => [path.slice('node_modules/'.length), version]),
  );
}

/** Runs a program of the project; resolves with `{ code, signal, output }`. */
const run = (program: string, environment: Record<string, string> = {}, flags: readonly string[] = []) =>
  start(['scripts/run.js', ...flags, program, 'one', '--two'], environment);

function start(args: readonly string[], environment: Record<string, string>, who: { uid?: number } = {}) {
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    npm_execpath: join(folder, 'npm-cli.js'),
    NPM_LOG: npmLog(),
  };
  const child = spawn(process.execPath, args, {
    cwd: project,
    ...who,
    env: { ...env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const end = new Promise<{ code: number | null; signal: string | null; output: string }>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, output }));
  });
  return { child, end, outputSoFar: () => output };
}

const npmLog = () => join(folder, 'npm.log');
const npmCalls = async () =>
  (await readFile(npmLog(), 'utf8').catch(() => '')).trim().split('\n').filter(Boolean);
const program = (text: string) => writeFile(join(project, 'program.js'), text);

test('strips TypeScript once for all threads and children, and again after a change', async () => {
  const place = join(project, '.runtime', 'stripped', 'program.ts.js');
  const text = (word: string) => `
    import { fork } from 'node:child_process';
    import { Worker, isMainThread } from 'node:worker_threads';
    const where: string = process.send ? 'child' : isMainThread ? 'main' : 'thread';
    console.log('${word}', where, new Error().stack?.match(/program.ts:\\d+/)?.[0]);
    if (where === 'main') { new Worker(new URL(import.meta.url)); fork(process.argv[1], { execArgv: [] }); }
  `;
  await writeFile(join(project, 'program.ts'), text('first'));
  const { output } = await run('program.ts').end;
  for (const where of ['main', 'thread', 'child']) expect(output).toContain(`first ${where} program.ts:5`);
  const kept = await readFile(place, 'utf8');
  expect(kept).not.toContain(': string');
  await writeFile(place, kept.replace("'first'", "'kept '"));
  const again = (await run('program.ts', {}, ['--no-warnings']).end).output;
  for (const where of ['main', 'thread', 'child']) expect(again).toContain(`kept  ${where} program.ts:5`);
  await writeFile(join(project, 'program.ts'), text('second'));
  expect((await run('program.ts').end).output).toContain('second child program.ts:5');
});

test('runs TypeScript without a writable cache, and reports the place of an error', async () => {
  await mkdir(join(project, '.runtime'), { recursive: true });
  await writeFile(join(project, '.runtime', 'stripped'), 'no folder');
  await writeFile(join(project, 'program.ts'), 'const word: string = "it runs"; console.log(word);');
  expect((await run('program.ts').end).output).toContain('it runs');
  await writeFile(join(project, 'program.ts'), 'enum Wrong { One }');
  expect(await run('program.ts').end).toMatchObject({
    code: 1,
    output: expect.stringContaining('program.ts: '),
  });
});

test('installs missing packages once, and only changed ones after a change of the lock file', async () => {
  await program('console.log(process.argv.slice(2).join()); process.exitCode = 7;');
  const first = await run('program.js').end;
  expect(first).toMatchObject({ code: 7, output: expect.stringContaining('one,--two\n') });
  expect(first.output).toContain(
    'parley: installing the packages that Parley needs (once; about 2 packages,',
  );
  expect(await run('program.js').end).toEqual({ code: 7, signal: null, output: 'one,--two\n' });
  expect(await npmCalls()).toHaveLength(1);
  expect((await npmCalls())[0]).toMatch(/^ci --prefix .*project.* --omit=dev --ignore-scripts/);

  await writeFile(join(project, 'package-lock.json'), lockWith('2.0.0'));
  const upgrade = await run('program.js').end;
  expect(upgrade.output).toContain('parley: installing 1 new or changed packages.');
  expect((await npmCalls())[1]).toMatch(/^install --no-save .* --omit=dev /);
  expect(await installed()).toMatchObject({ a: '2.0.0' });
  // Only a test package differs.
  await writeFile(join(project, 'package-lock.json'), lockWith('2.0.0', '1.0.0', '2.0.0'));
  await run('program.js').end;
  expect(await npmCalls()).toHaveLength(2);
});

test('installs test packages only for tests, and keeps them when the server starts', async () => {
  await program('');
  await run('program.js').end;
  expect(await installed()).not.toHaveProperty('vitest');
  const tools = await run('program.js', {}, ['--tools']).end;
  expect(tools.output).toContain(
    'installing 1 new or changed packages, including those for checks and tests',
  );
  await run('program.js').end;
  await run('program.js', {}, ['--tools']).end;
  expect((await npmCalls()).map((call) => call.split(' ')[0])).toEqual(['ci', 'install']);
  await writeFile(join(project, 'package-lock.json'), lockWith('2.0.0'));
  await run('program.js').end;
  expect(await installed()).toEqual({ a: '2.0.0', vite: '1.0.0', vitest: '1.0.0' });
});

test('reinstalls from scratch after a killed installation', async () => {
  await program('console.log("ran")');
  await run('program.js').end;
  await writeFile(join(project, 'package-lock.json'), lockWith('2.0.0'));
  expect(await run('program.js', { FAKE_NPM: 'killed' }).end).toMatchObject({ signal: 'SIGKILL' });
  expect((await run('program.js').end).output).toMatch(/ran\n$/);
  expect((await npmCalls()).map((call) => call.split(' ')[0])).toEqual(['ci', 'install', 'ci']);
});

test('waits for an npm process whose parent was killed', async () => {
  await program('console.log("ran")');
  const { end } = run('program.js', { FAKE_NPM: 'orphaned' });
  while ((await npmCalls()).length === 0) await wait(10);
  const next = run('program.js');
  while (!next.outputSoFar().includes('another process is installing')) await wait(10);
  expect(await npmCalls()).toHaveLength(1);
  await writeFile(`${npmLog()}.end`, '');
  await end;
  expect((await next.end).output).toMatch(/ran\n$/);
});

test('installs once for two concurrent starts', async () => {
  await program('');
  const both = await Promise.all([run('program.js').end, run('program.js').end]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(await npmCalls()).toHaveLength(1);
  expect(both.map(({ output }) => output).join()).toContain('another process is installing');
});

test('takes over the lock of a killed installer', async () => {
  await program('');
  await mkdir(join(project, '.runtime', 'install.lock'), { recursive: true });
  await writeFile(join(project, '.runtime', 'install.lock', 'pid'), '2147483646');
  expect((await run('program.js').end).code).toBe(0);
});

test('accepts a manual installation unless packages are missing', async () => {
  await program('');
  await mkdir(join(project, 'node_modules'));
  await writeFile(join(project, 'node_modules', '.package-lock.json'), lockWith('1.0.0'));
  await run('program.js').end;
  expect(await npmCalls()).toEqual([]);

  await rm(join(project, 'node_modules', '.parley-installed'));
  await writeFile(join(project, 'node_modules', '.package-lock.json'), lockWith('0.9.0'));
  await run('program.js').end;
  expect(await npmCalls()).toHaveLength(1);
});

test('does not change a linked node_modules', async () => {
  await program('');
  await mkdir(join(folder, 'elsewhere'));
  await symlink(join(folder, 'elsewhere'), join(project, 'node_modules'));
  expect((await run('program.js').end).code).toBe(0);
  expect(await npmCalls()).toEqual([]);
});

test('reports a failing registry with exit code 1, and retries on the next run', async () => {
  await program('console.log("ran")');
  const failed = await run('program.js', { FAKE_NPM: 'fail' }).end;
  expect(failed.code).toBe(1);
  expect(failed.output).toContain('npm error network');
  expect(failed.output).toContain('parley: The dependencies could not be installed (npm ci: exit code 1;');
  expect(failed.output).not.toContain('ran');
  expect(failed.output).not.toContain(' at ');
  expect((await run('program.js').end).output).toContain('ran');
});

test.each([{ NODE_ENV: 'production' }, {}])(
  'starts the server when the registry refuses the build packages, with %o',
  async (environment) => {
    await addConsole();
    await mkdir(join(project, 'node_modules', 'a'), { recursive: true });
    await writeFile(join(project, 'node_modules', 'a', 'index.js'), 'exports.word = "ran";');
    await writeFile(join(project, 'node_modules', '.package-lock.json'), lockWith('1.0.0', '0.9.0'));
    await program('import { word } from "a"; console.log(word)');
    const refused = { ...environment, FAKE_NPM: 'fail' };

    for (const _ of ['first', 'again']) {
      const { code, output } = await run('program.js', refused, ['--web=wanted']).end;
      expect([code, output]).toEqual([0, expect.stringMatching(/npm error network\n.*\nran\n$/)]);
      expect(output).toMatch(/^parley: .*\(npm install: exit code 1;.* Starting without building;/m);
    }
    expect(await npmCalls()).toHaveLength(2);
    const tests = await run('program.js', refused, ['--web=required']).end;
    expect([tests.code, tests.output]).toEqual([1, expect.not.stringContaining('ran')]);

    await rm(join(project, 'node_modules'), { recursive: true });
    const bare = await run('program.js', refused, ['--web=wanted']).end;
    expect([bare.code, bare.output]).toEqual([1, expect.stringContaining('(npm ci: exit code 1;')]);
  },
);

test('starts the server when npm could not fetch only the build packages', async () => {
  await addConsole();
  await program('console.log("ran")');
  const refused = await run('program.js', { FAKE_NPM: 'without-optional' }, ['--web=wanted']).end;
  expect(refused).toMatchObject({ code: 0, output: expect.stringMatching(/ran\n$/) });
  expect(refused.output).toContain(
    'parley: npm could not fetch some packages: vite. Starting without building;',
  );
});

test('replaces a Node that the packages do not support with one from npm', async () => {
  await program('console.log("added", process.env.ADDED)');
  await writeManifest('^18.1 || >=99');
  const { output } = await run('program.js').end;
  expect(output).toContain(
    `parley: Parley needs Node ^18.1 || >=99 with type stripping; this is ${process.version}.`,
  );
  expect(output).toMatch(/added yes\n$/);
});

test('replaces a Node without type stripping with one from npm, once', async () => {
  await program('console.log("added", process.env.ADDED); process.exitCode = 5;');
  const old = { NODE_OPTIONS: '--no-experimental-strip-types' };
  const first = await run('program.js', old).end;
  expect(first).toMatchObject({ code: 5, output: expect.stringContaining('added yes') });
  const second = await run('program.js', old).end;
  expect(second).toEqual({ code: 5, signal: null, output: 'added yes\n' });
  expect((await npmCalls()).map((call) => call.split(' ')[0])).toEqual(['install', 'ci']);
});

/** Makes the project the folder `app` of the npm package, which another user owns and a killed start left incomplete. */
async function makePackage(): Promise<void> {
  const manifest = { type: 'module', version: '1.2.3', engines: { node: '>=20' } };
  await writeFile(join(project, 'package.json'), JSON.stringify(manifest));
  await cp(join(import.meta.dirname, '..', 'parley-server.js'), join(project, 'scripts', 'parley-server.js'));
  await mkdir(join(project, 'server', 'src'), { recursive: true });
  await writeFile(join(project, 'server', 'src', 'main.js'), 'console.log("ran", import.meta.dirname)');
  await mkdir(join(project, 'node_modules', 'a'), { recursive: true });
  await mkdir(join(project, '.runtime'));
  await writeFile(join(project, '.runtime', 'install-unfinished'), '');
  readOnly.push(folder, project, join(project, 'server'), join(project, 'server', 'src'));
  for (const name of readOnly) await chmod(name, 0o555);
}

/** Root can write anywhere. */
const somebodyElse = process.getuid?.() === 0 ? { uid: 65_534 } : {};

test('installs the server package in PARLEY_DATA for a user without a home, and removes unfinished copies', async () => {
  const data = join(folder, 'data');
  const unfinished = join(data, 'runtime', 'server.unfinished', 'old');
  await mkdir(unfinished, { recursive: true });
  for (const name of [data, join(data, 'runtime'), join(unfinished, '..'), unfinished]) {
    await chmod(name, 0o777);
  }
  await makePackage();
  const service = { HOME: join(folder, 'none'), NPM_LOG: join(data, 'npm.log') };
  const serve = (environment: Record<string, string>) =>
    start(['scripts/parley-server.js'], { ...service, ...environment }, somebodyElse).end;

  const installed = await serve({ PARLEY_DATA: data });
  const copy = join(data, 'runtime', 'server-1.2.3');
  expect(installed).toMatchObject({ code: 0, output: expect.stringContaining(`ran ${copy}`) });
  expect(await readdir(join(data, 'runtime'))).toEqual(['server-1.2.3']);
  // Its owner can delete it.
  for (const name of [copy, join(copy, 'server', 'src')]) expect((await stat(name)).mode & 0o200).toBe(0o200);
  expect((await serve({ PARLEY_DATA: data })).output).toBe(`ran ${join(copy, 'server', 'src')}\n`);

  const refused = await serve({});
  expect(refused.code).toBe(1);
  expect(refused.output).toMatch(
    /^parley: The server's packages cannot be installed: no write access to .*\n$/,
  );
});

test('forwards signals to the program and returns its exit code', async () => {
  await program(`process.on('SIGTERM', () => { console.log('draining'); setTimeout(() => process.exit(4), 50); });
    setInterval(() => {}, 1000); console.log('up');`);
  const { child, end, outputSoFar } = run('program.js', { NODE_OPTIONS: '--no-experimental-strip-types' });
  while (!outputSoFar().includes('up\n')) await wait(10);
  child.kill('SIGTERM');
  expect(await end).toMatchObject({ code: 4, output: expect.stringContaining('draining') });
});

test.each([{}, { NODE_OPTIONS: '--no-experimental-strip-types' }])(
  'treats a duplicated signal as one, and ends immediately on a later one, with %o',
  async (environment) => {
    await program(`process.once('SIGTERM', () => { console.log('draining'); setTimeout(() => console.log('waited'), 1200); });
    setInterval(() => {}, 1000); console.log(process.pid, 'up');`);
    const { child, end, outputSoFar } = run('program.js', environment);
    while (!outputSoFar().includes('up\n')) await wait(10);
    const pid = Number(/(\d+) up/.exec(outputSoFar())?.[1]);
    process.kill(pid, 'SIGTERM');
    while (!outputSoFar().includes('draining')) await wait(10);
    child.kill('SIGTERM');
    while (!outputSoFar().includes('waited')) await wait(10);
    process.kill(pid, 'SIGTERM');
    expect(await end).toMatchObject({ code: null, signal: 'SIGTERM' });
  },
);

test('shuts the program down gracefully when its parent is killed', async () => {
  await program(`process.on('SIGTERM', () => { console.log('draining'); process.exit(0); });
    setInterval(() => {}, 1000); console.log('up');`);
  const { child, end, outputSoFar } = run('program.js', { NODE_OPTIONS: '--no-experimental-strip-types' });
  while (!outputSoFar().includes('up\n')) await wait(10);
  child.kill('SIGKILL');
  expect((await end).output).toContain('draining');
});

test('does not interrupt a drain after SIGHUP when the parent is gone too', async () => {
  await program(`process.once('SIGHUP', () => {
      console.log('draining');
      setTimeout(() => { console.log('drained'); process.exit(0); }, 2500);
    });
    setInterval(() => {}, 1000); console.log(process.pid, 'up');`);
  const { child, end, outputSoFar } = run('program.js', { NODE_OPTIONS: '--no-experimental-strip-types' });
  while (!outputSoFar().includes('up\n')) await wait(10);
  process.kill(Number(/(\d+) up/.exec(outputSoFar())?.[1]), 'SIGHUP');
  while (!outputSoFar().includes('draining')) await wait(10);
  child.kill('SIGKILL');
  expect((await end).output).toContain('drained');
});

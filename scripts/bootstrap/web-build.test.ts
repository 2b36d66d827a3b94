import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';

/** A fake Vite that empties the folder and writes the contents named by the source. */
const fakeVite = `
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
const part = dirname(process.argv[process.argv.indexOf('--config') + 1]);
appendFileSync(process.env.BUILD_LOG, part.split('/').at(-1) + ' ' + process.env.NODE_ENV + '\\n');
await new Promise((resolve) => setTimeout(resolve, 200));
if (process.env.FAKE_VITE === 'fail') { console.error('Could not resolve "./gone.ts"'); process.exit(1); }
rmSync(join(part, 'dist'), { recursive: true, force: true });
mkdirSync(join(part, 'dist', 'assets'), { recursive: true });
writeFileSync(join(part, 'dist', 'assets', 'index.js'), readFileSync(join(part, 'src', 'main.ts')));
if (process.env.FAKE_VITE === 'killed') process.kill(process.ppid, 'SIGKILL');
if (process.env.FAKE_VITE === 'orphaned') {
  process.kill(process.ppid, 'SIGKILL');
  while (!existsSync(process.env.BUILD_LOG + '.end')) await new Promise((resolve) => setTimeout(resolve, 10));
}
`;
/** A fake VitePress, whose build can take forever. */
const fakeVitePress = `
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
appendFileSync(process.env.BUILD_LOG, 'docs\\n');
if (process.env.FAKE_VITE === 'endless') setInterval(() => {}, 1000);
else {
  mkdirSync('docs/dist', { recursive: true });
  writeFileSync('docs/dist/index.html', '<title>Parley</title>');
}
`;
/** Ends when the documentation is built, or at once. */
const reader = `
import { watch, existsSync, mkdirSync } from 'node:fs';
console.log('ran');
mkdirSync('docs/dist', { recursive: true });
const done = () => existsSync('docs/dist/.stamp');
if (process.env.FAKE_VITE !== 'endless' && !done()) {
  const watcher = watch('docs/dist', () => done() && watcher.close());
  if (done()) watcher.close();
}
`;
/** Changes the console and starts again while the documentation is built. */
const restarter = `
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
const log = process.env.BUILD_LOG;
if (process.env.SECOND) console.log('ran twice');
else {
  while (!existsSync(log) || !readFileSync(log, 'utf8').includes('docs')) await new Promise((resolve) => setTimeout(resolve, 10));
  appendFileSync('console/src/main.ts', '\\n');
  const start = ['scripts/run.js', '--web=wanted', 'program.js'];
  execFileSync(process.execPath, start, { env: { ...process.env, SECOND: 'yes' }, stdio: 'inherit' });
}
`;
const fakeNpm = `
import { appendFileSync, cpSync } from 'node:fs';
appendFileSync(process.env.NPM_LOG, process.argv.slice(2).join(' ') + '\\n');
cpSync('package-lock.json', 'node_modules/.package-lock.json');
`;

const SOURCE = `console.log(${JSON.stringify('a long script '.repeat(100))});\n`;
const LOCK = JSON.stringify({
  packages: {
    '': { optionalDependencies: { vite: '1.0.0' } },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/vite': { version: '1.0.0', optional: true },
  },
});

let folder: string;
let project: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-build-'));
  project = join(folder, 'project');
  const scripts = join(import.meta.dirname, '..');
  const vite = join(project, 'node_modules', 'vite', 'bin');
  for (const made of [vite, join(project, 'contract', 'src'), join(project, 'console', 'src')]) {
    await mkdir(made, { recursive: true });
  }
  for (const name of ['bootstrap', 'run.js', 'build.js']) {
    await cp(join(scripts, name), join(project, 'scripts', name), { recursive: true });
  }
  await writeFile(join(project, 'package.json'), '{"type":"module","engines":{"node":">=20"}}');
  await writeFile(join(project, 'package-lock.json'), LOCK);
  await writeFile(join(project, 'node_modules', '.package-lock.json'), LOCK);
  await writeFile(join(vite, 'vite.js'), fakeVite);
  await writeFile(join(project, 'program.js'), 'console.log("ran")');
  await writeFile(join(project, 'console', 'vite.config.ts'), '');
  await writeFile(join(project, 'console', 'src', 'main.ts'), SOURCE);
  await writeFile(join(project, 'contract', 'src', 'a.ts'), '');
  await writeFile(join(folder, 'npm-cli.js'), fakeNpm);
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const logged = async (name: string): Promise<string[]> =>
  (await readFile(join(folder, name), 'utf8').catch(() => '')).trim().split('\n').filter(Boolean);
const builds = (): Promise<string[]> => logged('build.log');
const dist = (...names: string[]): string => join(project, 'console', 'dist', ...names);

const start = ['scripts/run.js', '--web=wanted', 'program.js'];

/** Root can write anywhere. */
const somebodyElse = process.getuid?.() === 0 ? { uid: 65_534 } : {};

function run(
  args: readonly string[],
  environment: Record<string, string> = {},
  { onOutput, ...who }: { uid?: number; onOutput?: (text: string) => void } = {},
) {
  const child = spawn(process.execPath, args, {
    cwd: project,
    ...who,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      npm_execpath: join(folder, 'npm-cli.js'),
      BUILD_LOG: join(folder, 'build.log'),
      NPM_LOG: join(folder, 'npm.log'),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
      onOutput?.(output);
    });
  }
  return new Promise<{ code: number | null; output: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, output }));
  });
}

test('builds the console once, and again when any of its inputs changes', async () => {
  const first = await run(start);
  expect(first.output).toMatch(/building the console.*built the console in \d+ s\.\nran\n$/s);
  expect((await run(start)).output).toBe('ran\n');
  expect(await builds()).toEqual(['console production']);

  const sources = ['console/src/main.ts', 'contract/src/a.ts', 'package-lock.json'];
  for (const [index, name] of sources.entries()) {
    await appendFile(join(project, name), '\n');
    await run(start);
    expect(await builds()).toHaveLength(index + 2);
  }
  await writeFile(join(project, 'console', 'src', 'new.ts'), '');
  await run(start);
  await rm(join(project, 'console', 'src', 'new.ts'));
  await run(start);
  expect(await builds()).toHaveLength(6);
  await writeFile(join(project, 'console', 'src', 'main.test.ts'), '');
  await run(start);
  expect(await builds()).toHaveLength(6);
});

test('writes compressed files next to the built ones', async () => {
  await run(['scripts/build.js']);
  const brotli = await readFile(dist('assets', 'index.js.br'));
  const gzip = await readFile(dist('assets', 'index.js.gz'));
  expect(brotliDecompressSync(brotli).toString()).toBe(SOURCE);
  expect(gunzipSync(gzip).toString()).toBe(SOURCE);
});

test('builds once for two concurrent starts', async () => {
  const both = await Promise.all([run(start), run(start)]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(await builds()).toHaveLength(1);
});

test('builds nothing for programs without a web server, and the widget only if its folder exists', async () => {
  expect((await run(['scripts/run.js', 'program.js'])).output).toBe('ran\n');
  expect(await builds()).toEqual([]);
  await cp(join(project, 'console'), join(project, 'widget'), { recursive: true });
  await run(['scripts/build.js']);
  expect((await builds()).toSorted()).toEqual(['console production', 'widget production']);
});

async function addDocumentation(): Promise<void> {
  await mkdir(join(project, 'node_modules', 'vitepress', 'bin'), { recursive: true });
  await writeFile(join(project, 'node_modules', 'vitepress', 'bin', 'vitepress.js'), fakeVitePress);
  await mkdir(join(project, 'docs', '.vitepress'), { recursive: true });
  await writeFile(join(project, 'docs', '.vitepress', 'config.js'), '');
}

test('builds the documentation while the program runs, and ends an unfinished build with it', async () => {
  await addDocumentation();
  await writeFile(join(project, 'program.js'), reader);
  await run(['scripts/build.js']);
  await rm(join(project, 'docs', 'dist'), { recursive: true });
  const serve = ['scripts/run.js', '--web=wanted', '--no-warnings', 'program.js'];
  const endless = await run(serve, { FAKE_VITE: 'endless' });
  expect([endless.code, endless.output]).toEqual([0, 'ran\n']);
  expect(existsSync(join(project, 'docs', 'dist', '.stamp'))).toBe(false);
  const served = await run(serve);
  expect([served.code, served.output]).toEqual([0, 'ran\n']);
  expect(existsSync(join(project, 'docs', 'dist', '.stamp'))).toBe(true);
  await run(serve);
  expect((await builds()).filter((line) => line === 'docs').length).toBeGreaterThanOrEqual(2);
  expect((await run(['scripts/build.js'])).output).toBe('');
});

test('starts again while the documentation is built', async () => {
  await addDocumentation();
  await writeFile(join(project, 'program.js'), restarter);
  const flags = ['--web=wanted', '--no-warnings'];
  const { code, output } = await run(['scripts/run.js', ...flags, 'program.js'], { FAKE_VITE: 'endless' });
  expect(code).toBe(0);
  expect(output).toMatch(/built the console.*built the console.*ran twice\n$/s);
  expect(output).not.toContain('another process');
  expect((await builds()).filter((line) => line === 'docs')).toHaveLength(1);
});

test('reports a failed build; the server starts without it, tests do not', async () => {
  const started = await run(start, { FAKE_VITE: 'fail' });
  expect(started.output).toContain('parley: The console could not be built (Vite: exit code 1).');
  expect(started.output).toContain('Could not resolve "./gone.ts"');
  expect(started.output).toMatch(/ran\n$/);
  const tested = await run(['scripts/run.js', '--web=required', 'program.js'], { FAKE_VITE: 'fail' });
  expect(tested.code).toBe(1);
  expect(tested.output).not.toContain('ran');
  expect((await run(['scripts/build.js'], { FAKE_VITE: 'fail' })).code).toBe(1);
  expect((await run(['scripts/build.js'])).code).toBe(0);
});

test('builds again after a killed build', async () => {
  await run(['scripts/build.js'], { FAKE_VITE: 'killed' });
  expect(existsSync(dist('assets', 'index.js'))).toBe(true);
  expect((await run(start)).output).toContain('building the console');
  expect(await builds()).toHaveLength(2);
});

test('waits for a build whose parent was killed', async () => {
  const killed = run(start, { FAKE_VITE: 'orphaned' });
  while (!existsSync(dist('assets', 'index.js'))) await wait(10);
  let shown = '';
  const next = run(start, {}, { onOutput: (text) => (shown = text) });
  while (!shown.includes('another process is installing or building')) await wait(10);
  expect(await builds()).toHaveLength(1);
  await writeFile(join(folder, 'build.log.end'), '');
  await killed;
  expect((await next).output).toMatch(/built the console in \d+ s\.\nran\n$/);
});

test('installs build packages in production only when a build is needed', async () => {
  const production = { NODE_ENV: 'production' };
  const serverAlone = JSON.stringify({ packages: { 'node_modules/a': { version: '1.0.0' } } });
  await writeFile(join(project, 'node_modules', '.package-lock.json'), serverAlone);
  await run(start, production);
  expect((await logged('npm.log'))[0]).toMatch(/^install --no-save .* --omit=dev /);
  expect(await builds()).toHaveLength(1);

  await rm(join(project, 'node_modules', '.parley-installed'));
  await writeFile(join(project, 'node_modules', '.package-lock.json'), serverAlone);
  expect((await run(start, production)).output).toBe('ran\n');
  expect(await logged('npm.log')).toHaveLength(1);
});

test('starts from a read-only folder with the existing builds', async () => {
  await run(start);
  await appendFile(join(project, 'console', 'src', 'main.ts'), '\n');
  for (const name of [folder, project, join(project, 'console')]) await chmod(name, 0o755);
  await chmod(dist(), 0o555);
  expect((await run(start, {}, somebodyElse)).output).toBe('ran\n');
  await rm(dist(), { recursive: true });
  await chmod(join(project, 'console'), 0o555);
  const { output } = await run(start, {}, somebodyElse);
  expect(output).toMatch(
    /^parley: the console is not built and .* is not writable\. Run 'npm run build'.*\nran\n$/,
  );
  await chmod(join(project, 'console'), 0o755);
});

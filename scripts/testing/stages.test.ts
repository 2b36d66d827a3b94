import { existsSync } from 'node:fs';
import { getPriority } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { writeSourceTree } from '../checks/kit/source-tree.ts';
import { type Stage, StageRunner } from './stages.ts';

const programs = {
  'passes.js': `console.log('done'); console.error('warned');`,
  'fails.js': 'process.exitCode = 3;',
  'hangs.js': `require('node:fs').writeFileSync('hangs', ''); setInterval(() => {}, 1000);`,
  'computes.js': 'const end = process.cpuUsage().user + 1_200_000; while (process.cpuUsage().user < end);',
  'meets.js': `const fs = require('node:fs');
    fs.writeFileSync(process.argv[2], '');
    const timer = setInterval(() => { if (fs.existsSync(process.argv[3])) clearInterval(timer); }, 20);`,
  'priority.js': `console.log(require('node:os').getPriority());`,
  'names-database.js': `console.log('database', process.env.DATABASE_URL, process.env.OWN);`,
};

function prepare(): { runner: StageRunner; root: string; lines: string[] } {
  const tree = writeSourceTree(programs);
  const lines: string[] = [];
  onTestFinished(() => tree[Symbol.dispose]());
  const runner = new StageRunner({
    root: tree.root,
    environment: { ...process.env, DATABASE_URL: 'postgres://outer' },
    print: (line) => void lines.push(line),
    cpuSampleMs: 200,
  });
  return { runner, root: tree.root, lines };
}

const stage = (name: string, args: readonly string[], environment = {}): Stage => ({
  name,
  args,
  environment,
  timeoutMs: 60_000,
  canWait: false,
});

it('returns each stage’s exit code, and prefixes its lines with its name', async () => {
  const { runner, lines } = prepare();
  const results = await runner.runAll([stage('one', ['passes.js']), stage('two', ['fails.js'])]);
  expect(Object.fromEntries(results.map(({ name, exitCode }) => [name, exitCode]))).toEqual({
    one: 0,
    two: 3,
  });
  expect(lines.sort()).toEqual(['one │ done', 'one │ warned']);
});

it('runs two stages at a time', async () => {
  const { runner } = prepare();
  const results = await runner.runAll([
    stage('left', ['meets.js', 'left', 'right']),
    stage('right', ['meets.js', 'right', 'left']),
  ]);
  expect(results.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
});

it('kills a stage after its time limit', async () => {
  const { runner } = prepare();
  const result = await runner.run({ ...stage('slow', ['hangs.js']), timeoutMs: 500 });
  expect(result.exitCode).toBe(-1);
});

it('forwards a signal to running stages, and starts no more', async () => {
  const { runner, root } = prepare();
  const running = runner.runAll(['one', 'two', 'three'].map((name) => stage(name, ['hangs.js'])));
  await expect.poll(() => existsSync(path.join(root, 'hangs'))).toBe(true);
  runner.stop('SIGTERM');
  expect((await running).map(({ exitCode }) => exitCode)).toEqual([-1, -1, -1]);
});

it('runs a low-priority stage with nice', async () => {
  const { runner, lines } = prepare();
  await runner.run({ ...stage('waits', ['priority.js']), canWait: true });
  await runner.run(stage('hurries', ['priority.js']));
  const own = getPriority();
  expect(lines).toEqual([`waits │ ${Math.min(own + 10, 19)}`, `hurries │ ${own}`]);
});

it('measures the CPU time of a stage', async () => {
  const { runner } = prepare();
  const { cpuSeconds } = await runner.run(stage('computes', ['computes.js']));
  expect(cpuSeconds).toBeGreaterThan(0.5);
});

it('gives a stage its own environment, without the outer DATABASE_URL', async () => {
  const { runner, lines } = prepare();
  await runner.run(stage('names', ['names-database.js'], { OWN: 'yes' }));
  expect(lines).toEqual(['names │ database undefined yes']);
});

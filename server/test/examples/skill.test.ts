import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { checkPrograms, copiedExamples } from '../kit/example-program.ts';
import { NODE_FLAGS } from '../kit/node-flags.ts';
import { printed } from '../kit/sample-program.ts';
import { TEST_SECRET_KEY } from '../kit/secret-key.ts';
import { connectionUrl } from '../kit/server-process.ts';
import { sharedServer } from '../kit/shared-server.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const skill = readFileSync(path.join(root, 'skills/parley/SKILL.md'), 'utf8');
const samplesOf = (language: string): string =>
  [...skill.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, code]) => code).join('\n');

test('the skill has the name of its folder and a description that fits the format', () => {
  const [, frontMatter = ''] = /^---\n(.*?)\n---\n/s.exec(skill) ?? [];
  const { name, description, compatibility } = parse(frontMatter);
  expect(name).toBe('parley');
  expect(description.length).toBeLessThanOrEqual(1024);
  expect(compatibility.length).toBeLessThanOrEqual(500);
  expect(skill.split('\n').length).toBeLessThanOrEqual(150);
});

test('the commands and the program of the skill work', async () => {
  const server = await sharedServer();
  const account = await server.account();
  const folder = await copiedExamples();
  const programs = path.join(folder, 'programs');
  mkdirSync(programs);
  const node = [process.execPath, ...NODE_FLAGS].map((word) => `'${word}'`).join(' ');
  writeFileSync(
    path.join(programs, 'npx'),
    `#!/bin/sh\nshift\nexec ${node} ${root}server/bin/parley.ts "$@"\n`,
  );
  chmodSync(path.join(programs, 'npx'), 0o755);
  const env = {
    // allow environment: Node and curl are on this process's PATH.
    PATH: `${programs}:${process.env['PATH']}`,
    HOME: folder,
    DATABASE_URL: connectionUrl(server.testDatabase.connection),
    PARLEY_SECRET_KEY: TEST_SECRET_KEY,
  };
  const commands = `set -euo pipefail\n${samplesOf('sh')}\necho "KEY $PARLEY_API_KEY"\n`
    .replaceAll('http://localhost:3000', new URL(server.api).origin)
    .replaceAll('owner@localhost', account.email);
  const output = await printed('bash', ['-c', commands], { cwd: folder, env });
  expect(output).toContain('Breakfast is from 7 to 10.');
  expect(output).toMatch(/"status": "ended_by_customer"/);
  expect(output).toContain('call.ended');

  const program = path.join(folder, 'skill.ts');
  writeFileSync(program, samplesOf('ts'));
  await checkPrograms(folder, ['skill.ts']);
  const [, key = ''] = /^KEY (\S+)$/m.exec(output) ?? [];
  const environment = { PARLEY_API_URL: new URL(server.api).origin, PARLEY_API_KEY: key };
  expect(await printed(process.execPath, ['skill.ts'], { cwd: folder, env: environment })).toBe('busy\n');
});

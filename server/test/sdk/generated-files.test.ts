import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generatedFiles } from '../../../sdk/generator/generated-files.ts';
import { VERSION } from '../../../sdk/typescript/src/generated/version.ts';
import { sharedServer } from '../kit/shared-server.ts';

const root = new URL('../../../', import.meta.url);
const read = (file: string): string =>
  existsSync(new URL(file, root)) ? readFileSync(new URL(file, root), 'utf8') : '';

test('the generated files of the SDKs describe the API of this server; otherwise run: npm run sdk', async () => {
  const server = await sharedServer();
  const { body: document } = await server.visitor.get('/openapi.json');
  for (const [file, text] of Object.entries(generatedFiles(document))) {
    expect(read(file) === text, `${file} is out of date`).toBe(true);
  }
});

test('the SDKs have the version of the server', () => {
  const { version } = JSON.parse(read('package.json'));
  expect(VERSION).toBe(version);
  for (const name of ['typescript', 'web'])
    expect(JSON.parse(read(`sdk/${name}/package.json`)).version).toBe(version);
  expect(read('sdk/python/pyproject.toml')).toContain(`\nversion = "${version}"\n`);
});

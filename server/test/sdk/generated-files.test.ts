import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findCompiler } from '../../../scripts/checks/run/typescript.ts';
import { generatedFiles } from '../../../sdk/generator/generated-files.ts';
import { arePackagesMissing, emptyFolder, PYTHON, printed } from '../kit/sample-program.ts';
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

/** Samples in the OpenAPI document of the server, by operation id. */
async function codeSamples(lang: string): Promise<[operationId: string, source: string][]> {
  const server = await sharedServer();
  const { body: document } = await server.visitor.get('/openapi.json');
  const operations: { operationId: string; 'x-codeSamples'?: { lang: string; source: string }[] }[] =
    Object.values(document.paths).flatMap((methods) => Object.values(Object(methods)));
  return operations.flatMap(({ operationId, 'x-codeSamples': samples = [] }) =>
    samples
      .filter((sample) => sample.lang === lang)
      .map(({ source }): [string, string] => [operationId, source]),
  );
}

test('the TypeScript samples of the API reference compile', async () => {
  const samples = await codeSamples('typescript');
  expect(samples.length).toBeGreaterThan(100);
  const folder = emptyFolder();
  for (const [operationId, source] of samples) writeFileSync(path.join(folder, `${operationId}.mts`), source);
  const sdk = fileURLToPath(new URL('sdk/typescript/', root));
  const paths = { '@parley/sdk': [path.join(sdk, 'src/parley.ts')] };
  const typeRoots = [fileURLToPath(new URL('node_modules/@types', root))];
  writeFileSync(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: path.join(sdk, 'tsconfig.json'),
      compilerOptions: { paths, typeRoots, types: ['node'], noUnusedLocals: false },
      include: ['*.mts'],
    }),
  );
  expect(await printed(await findCompiler(), ['-p', folder], { cwd: folder })).toBe('');
});

test.skipIf(arePackagesMissing('python3-httpx'))(
  'the Python samples of the API reference compile',
  async () => {
    const folder = emptyFolder();
    writeFileSync(path.join(folder, 'samples.json'), JSON.stringify(await codeSamples('python')));
    const program =
      "import json\nfor name, source in json.load(open('samples.json')): compile(source, name, 'exec')";
    expect(await printed(PYTHON, ['-c', program], { cwd: folder })).toBe('');
  },
);

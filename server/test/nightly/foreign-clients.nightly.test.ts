import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { emptyFolder, printed } from '../kit/sample-program.ts';
import { sharedServer } from '../kit/shared-server.ts';

/** Clients that other people's generators make of the OpenAPI document compile strictly and do the main job. */
let folder: string;
let origin: string;
let token: string;

const GENERATORS = [
  'typescript@5.9.3',
  'openapi-typescript@7.13.0',
  'openapi-fetch@0.17.0',
  '@hey-api/openapi-ts@0.99.0',
  'orval@8.38.0',
  '@types/node@24.10.1',
];

const COMPILED = [
  '--strict',
  '--module',
  'nodenext',
  '--target',
  'es2024',
  '--lib',
  'es2024,dom,dom.iterable',
];

beforeAll(async () => {
  folder = emptyFolder();
  const server = await sharedServer();
  origin = new URL(server.api).origin;
  token = String((await server.account()).token);
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  // Without it, generators use a tsconfig of a parent folder.
  writeFileSync(path.join(folder, 'tsconfig.json'), '{ "compilerOptions": { "module": "nodenext" } }');
  const quietly = ['--ignore-scripts', '--no-audit', '--no-fund'];
  await printed('npm', ['install', ...quietly, '--save-exact', ...GENERATORS], { cwd: folder });
  const document = await fetch(`${origin}/api/openapi.json`);
  writeFileSync(path.join(folder, 'openapi.json'), await document.text());
});

const run = (program: string, args: readonly string[] = []): Promise<string> =>
  printed(process.execPath, [program, ...args], { cwd: folder });

/** Compiles the program strictly, runs it, and returns what it printed. */
async function output(name: string, program: string): Promise<string> {
  writeFileSync(path.join(folder, `${name}.ts`), program);
  await run('node_modules/typescript/bin/tsc', [...COMPILED, '--outDir', `out-${name}`, `${name}.ts`]);
  return run(`out-${name}/${name}.js`);
}

/** The body of a new assistant, from the lists `voices` and `models`. */
const ASSISTANT = `{
  name: 'Mill Inn', type: 'outbound' as const, mode: 'pipeline' as const, timezone: 'Europe/London', language_id: 1,
  initial_message: 'Mill Inn, good evening.', system_prompt: 'Breakfast is from 7 to 10.',
  voice_id: voices![0]!.id, llm_model_id: models![0]!.id,
}`;
const GUEST = `customer_identifier: 'guest-1', message: 'When is breakfast?'`;
const HEADERS = (): string => `{ authorization: 'Bearer ${token}' }`;

test('openapi-typescript and openapi-fetch', async () => {
  await run('node_modules/openapi-typescript/bin/cli.js', ['openapi.json', '-o', 'paths.d.ts']);
  const program = `
    import createClient from 'openapi-fetch';
    import type { paths } from './paths.js';
    const api = createClient<paths>({ baseUrl: '${origin}/api', headers: ${HEADERS()} });
    const spoken = { mode: 'pipeline' as const, language_id: 1 };
    const { data: voices } = await api.GET('/user/assistants/voices', { params: { query: spoken } });
    const { data: models } = await api.GET('/user/assistants/models', { params: { query: { type: 'llm' } } });
    const { data: made } = await api.POST('/user/assistant', { body: ${ASSISTANT} });
    const { data } = await api.POST('/user/ai/generate-reply', { body: { assistant_id: made!.data.id, ${GUEST} } });
    console.log(data?.reply);
  `;
  expect(await output('fetched', program)).toContain('7 to 10');
});

test('hey-api', async () => {
  const from = ['-i', 'openapi.json', '-o', 'hey', '-c', '@hey-api/client-fetch'];
  await run('node_modules/@hey-api/openapi-ts/bin/run.js', from);
  const program = `
    import { aiGenerateReply, assistantsCreate, modelsList, voicesList } from './hey/index.js';
    import { client } from './hey/client.gen.js';
    client.setConfig({ baseUrl: '${origin}/api', headers: ${HEADERS()} });
    const { data: voices } = await voicesList({ query: { mode: 'pipeline', language_id: 1 } });
    const { data: models } = await modelsList({ query: { type: 'llm' } });
    const { data: made } = await assistantsCreate({ body: ${ASSISTANT} });
    const { data } = await aiGenerateReply({ body: { assistant_id: made!.data.id, ${GUEST} } });
    console.log(data?.reply);
  `;
  expect(await output('heyed', program)).toContain('7 to 10');
});

test('orval', async () => {
  // Orval 8 cannot type an operation with a form and a plain file.
  const override = { contentType: { exclude: ['text/csv'] } };
  const written = { target: './orval.ts', client: 'fetch', baseUrl: `${origin}/api`, override };
  const config = { parley: { input: './openapi.json', output: written } };
  writeFileSync(path.join(folder, 'orval.config.mjs'), `export default ${JSON.stringify(config)};`);
  await run('node_modules/orval/dist/bin/orval.mjs');
  const program = `
    import { aiGenerateReply, assistantsCreate, modelsList, voicesList } from './orval.js';
    const signed = { headers: ${HEADERS()} };
    function got<Answer extends { status: number; data: unknown }>(answer: Answer): Extract<Answer, { status: 200 | 201 }>['data'] {
      if (answer.status !== 200 && answer.status !== 201) throw new Error(JSON.stringify(answer.data));
      return answer.data as Extract<Answer, { status: 200 | 201 }>['data'];
    }
    const voices = got(await voicesList({ mode: 'pipeline', language_id: 1 }, signed));
    const models = got(await modelsList({ type: 'llm' }, signed));
    const made = got(await assistantsCreate(${ASSISTANT}, signed));
    const { reply } = got(await aiGenerateReply({ assistant_id: made.data.id, ${GUEST} }, signed));
    console.log(reply);
  `;
  expect(await output('orvaled', program)).toContain('7 to 10');
});

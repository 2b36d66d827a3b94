import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findCompiler } from '../../../scripts/checks/run/typescript.ts';
import { readConfig } from '../../src/config/config.ts';
import { createAssistant } from '../kit/assistants.ts';
import { CLOUD_ACCOUNT, TWILIO_ACCOUNT } from '../kit/carrier-fake/carrier-fake.ts';
import { startCarrierFake } from '../kit/carrier-fake/start-carrier-fake.ts';
import { startDeepgramServer } from '../kit/deepgram-server.ts';
import { endsWithFile, sharedInFolder } from '../kit/left-running.ts';
import { startMcpServer } from '../kit/mcp-server.ts';
import { NODE_FLAGS } from '../kit/node-flags.ts';
import { startOpenAiServer } from '../kit/openai-server.ts';
import {
  arePackagesMissing,
  emptyFolder,
  PYTHON,
  printed,
  programIn,
  replaced,
  replacements,
  type Sample,
  samplesIn,
} from '../kit/sample-program.ts';
import { sharedServer } from '../kit/shared-server.ts';
import { cartesiaDialect, elevenLabsDialect } from '../kit/speech-dialects.ts';
import { startSpeechServer } from '../kit/speech-server.ts';
import type { Client, TestServer } from '../kit/test-server.ts';
import { startToolEndpoint } from '../kit/tool-endpoint.ts';

const docs = fileURLToPath(new URL('../../../docs/', import.meta.url));
const root = path.dirname(docs);

/** Blocks of code that are marked with `no-test`: page, beginning, and the reason. */
const UNTESTED: readonly [page: string, start: string, reason: string][] = [
  ['guides/command-line.md', 'npm pack', 'installs a package, as api-command.test.ts does'],
  ['guides/command-line.md', 'npx parley assistants pull --profile', 'needs two servers'],
  ['guides/command-line.md', 'jobs:', 'is a workflow of GitHub'],
  ['guides/command-line.md', 'npx parley webhooks listen', 'runs until Ctrl-C; api-command.test.ts tests it'],
  ['guides/command-line.md', 'npx parley vendors', 'is for the owner only; vendors-command.test.ts tests it'],
  [
    'guides/command-line.md',
    'npx parley conversations',
    'needs a conversation; api-command.test.ts tests it',
  ],
  ['guides/vendors.md', 'curl -s $PARLEY/user/vendors', 'is for the owner only; vendors.test.ts tests it'],
  ['guides/mcp.md', 'claude mcp add', 'needs Claude Code'],
  ['guides/mcp.md', '{', 'is a configuration of Cursor'],
  ['guides/mcp.md', '{', 'is a configuration of VS Code'],
  ['guides/mcp.md', '{', 'is a configuration of Claude Desktop'],
  ['guides/single-sign-on.md', 'PARLEY_PUBLIC_URL=', 'needs a provider; provider-login.test.ts tests it'],
  ['guides/single-sign-on.md', 'PARLEY_OIDC_SIGNUP', 'needs a provider; provider-login.test.ts tests it'],
  ['guides/teams.md', 'npx parley users', 'is tested by users-command.test.ts'],
  ['guides/teams.md', 'npx parley members list', 'needs a member; api-command.test.ts tests it'],
  ['guides/teams.md', 'npx parley login', 'needs two accounts; api-command.test.ts tests it'],
  ['guides/teams.md', 'npx parley keys create', 'is the request that api-keys.test.ts tests'],
  ['guides/teams.md', 'npx parley audit-log', 'needs an entry; api-command.test.ts tests it'],
  ['guides/web-calls.md', 'import { startCall', 'runs in a browser; the tests of @parley/web use it'],
  ['guides/webhooks.md', 'import { createHmac', 'is tested by webhook-guide.test.ts'],
  ['guides/widget.md', '<script', 'runs in a browser; the tests of the widget use it'],
  ['guides/widget.md', 'ParleyChat.open', 'runs in a browser; the tests of the widget use it'],
  ['guides/widget.md', '(window.ParleyChatQueue', 'runs in a browser; the tests of the widget use it'],
  ['guides/widget.md', '// Node.js', 'is tested by widget-guide.test.ts'],
  ['guides/widget.md', '# Python', 'needs PyJWT'],
  ['guides/widget.md', '// PHP', 'needs PHP'],
  ['guides/widget.md', '<script>', 'runs in a browser; the tests of the widget use it'],
  ['recipes/n8n.md', 'npm pack', 'installs a package into n8n'],
  ['recipes/n8n.md', '{', 'is a workflow of n8n'],
  ['recipes/zapier.md', 'const { createHmac', 'runs at Zapier'],
  ['self-hosting/backups.md', 'npx parley backup', 'is tested by backup-command.test.ts'],
  ['self-hosting/backups.md', 'PARLEY_DATA=restored', 'is tested by backup-command.test.ts'],
  ['self-hosting/backups.md', 'createuser', 'is tested by copy-command.test.ts'],
  ['self-hosting/backups.md', 'PARLEY_SECRET_KEY=', 'is tested by copied-installation.nightly.test.ts'],
  ['self-hosting/backups.md', 'npx parley backup', 'is tested by backup-command.test.ts'],
  ['self-hosting/backups.md', 'createdb', 'is tested by backup-command.test.ts'],
  ['self-hosting/backups.md', 'npx parley users', 'is tested by users-command.test.ts'],
  ['self-hosting/releases.md', 'npx parley-server', 'installs a package of a registry'],
  ['self-hosting/releases.md', 'sha256sum', 'needs the files of a release'],
  ['self-hosting/releases.md', 'git checkout', 'needs a released version'],
  ['self-hosting/releases.md', 'npm test', 'makes a release'],
  ['start/quick-start.md', 'npm start', 'starts a server; first-start.test.ts tests it'],
  ['start/quick-start.md', 'npx parley chat', 'is a dialog; chat-command.test.ts tests it'],
  ['vendors/ollama.md', 'ollama pull', 'needs Ollama'],
  ['vendors/vllm.md', 'vllm serve', 'needs a GPU'],
];

/** Their samples check vendors with `parley doctor`. */
const VENDOR_PAGES = ['openai', 'ollama', 'deepgram', 'elevenlabs', 'cartesia', 'vllm'].map(
  (name) => `vendors/${name}.md`,
);

/** Values in place of the placeholders of single pages. */
const OF_PAGES: Readonly<Record<string, [string, string][]>> = {
  ...Object.fromEntries(VENDOR_PAGES.map((page) => [page, [['…', 'key']]])),
  'guides/api-tour.md': [
    ['"password":"…"', '"password":"correct horse"'],
    ['"name":"Owner"', '"name":"Test"'],
  ],
  // Their calls would only repeat the one of the API tour.
  'recipes/n8n.md': [['+40721000007', '+40721000005']],
  'recipes/make.md': [['+40721000007', '+40721000005']],
  'recipes/zapier.md': [['+40721000007', '+40721000005']],
  'vendors/twilio.md': [
    ['\\"AC…\\"', `\\"${TWILIO_ACCOUNT.accountSid}\\"`],
    ['\\"…\\"', `\\"${TWILIO_ACCOUNT.authToken}\\"`],
  ],
  'vendors/whatsapp-cloud-api.md': [
    ['1065…', CLOUD_ACCOUNT.phoneNumberId],
    ['1022…', CLOUD_ACCOUNT.businessAccountId],
    ['\\"access_token\\": \\"…\\"', `\\"access_token\\": \\"${CLOUD_ACCOUNT.accessToken}\\"`],
    ['\\"app_secret\\": \\"…\\"', `\\"app_secret\\": \\"${CLOUD_ACCOUNT.appSecret}\\"`],
  ],
};

/** The export that is imported on the page about moving in. */
const VAPI_EXPORT = {
  name: 'Dental desk',
  firstMessage: 'Riverside Dental, good morning.',
  model: { provider: 'openai', model: 'gpt-4.1-mini', messages: [{ role: 'system', content: 'Be brief.' }] },
  voice: { provider: '11labs', voiceId: 'sarah' },
};

const pages = readdirSync(docs, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md') && !/^(?:decisions|\.)/.test(name))
  .sort();
const textOf = (page: string): string => readFileSync(path.join(docs, page), 'utf8');

const samplesOf = (page: string): Sample[] => samplesIn(textOf(page));

/** One server for all pages, with fakes of the carriers, a tool endpoint and an MCP server. */
const installation = sharedInFolder(async () => {
  const [carriers, endpoint, mcp] = await Promise.all([
    startCarrierFake(),
    startToolEndpoint(),
    startMcpServer(),
  ]);
  await Promise.all([TWILIO_ACCOUNT, CLOUD_ACCOUNT].map(carriers.addAccount));
  mcp.tools = [{ name: 'find_order', inputSchema: { type: 'object', properties: {} } }];
  const server = await sharedServer({
    PARLEY_TWILIO_API_URL: carriers.origin,
    PARLEY_CLOUD_MESSAGING_API_URL: `${carriers.origin}/v24.0`,
  });
  const end = (): Promise<unknown> => Promise.all([carriers.close(), endpoint.close(), mcp.close()]);
  return { value: { server, endpoint: endpoint.origin, mcp: mcp.url }, end };
});

/** `npm start` and `parley doctor` keep their environment; other commands go to the server of the test. */
const PRELUDE = `
trap 'kill $(jobs -p) 2> /dev/null || true' EXIT
npm() {
  test "$*" = start
  env -0 > settings-$RANDOM$RANDOM
  while [ -n "$(jobs -p)" ] && ! (exec 3<> "/dev/tcp/127.0.0.1/$PORT_OF_SAMPLES") 2> /dev/null; do sleep 0.05; done
}
npx() {
  test "$1" = parley
  if [ "$2" = doctor ]; then env -0 > settings-$RANDOM$RANDOM; else node $NODE_FLAGS "$COMMAND_LINE" "\${@:2}"; fi
}
`;

interface Run {
  output: string;
  /** Environments of `npm start` and `parley doctor`. */
  settings: Record<string, string>[];
}

/** Runs the samples of a page in a shell, as one script of a new account. */
async function runShell(page: string, { folder, place }: { folder: string; place: Place }): Promise<Run> {
  const script = programIn('sh', samplesOf(page));
  if (script === '') return { output: '', settings: [] };
  writeFileSync(path.join(folder, 'samples.sh'), PRELUDE + replaced(script, place.pairs));
  const variables = {
    PATH: `${path.dirname(process.execPath)}:/usr/bin:/bin`,
    HOME: folder,
    NO_COLOR: '1',
    NODE_FLAGS: NODE_FLAGS.join(' '),
    COMMAND_LINE: path.join(root, 'sdk/cli/src/main.ts'),
    PORT_OF_SAMPLES: replaced('8080', place.pairs),
    ...place.variables,
  };
  const words = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  const shell = ['-i', ...words, 'bash', '-euo', 'pipefail', 'samples.sh'];
  const output = await printed('/usr/bin/env', shell, { cwd: folder, input: `${place.token}\n` });
  const settings = readdirSync(folder)
    .filter((name) => name.startsWith('settings-'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8').split('\0').filter(Boolean))
    .map((lines) => Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2))));
  return { output, settings };
}

/** An account with assistants and a number, and its values for the samples. */
interface Place {
  token: string;
  pairs: [string, string][];
  /** Those that a page may use without defining them. */
  variables: Record<string, string>;
}

async function placeFor(page: string): Promise<Place> {
  const { server, endpoint, mcp } = await installation();
  const account = await server.account();
  const own = OF_PAGES[page] ?? [];
  const pairs: [string, string][] = [
    ...own,
    ['owner@localhost', account.email],
    ['https://shop.example/mcp', mcp],
    ...(await replacements(server, account.token)),
    ['https://shop.example', endpoint],
    ['https://crm.example', endpoint],
    ['https://hooks.zapier.com', endpoint],
    ['https://hook.eu1.make.com', endpoint],
  ];
  const token = String(account.token);
  const variables = await variablesOf(server, account);
  // Elsewhere, the key would replace the profiles of the command line.
  if (textOf(page).includes('$PARLEY_URL'))
    Object.assign(variables, { PARLEY_URL: server.api.replace('/api', ''), PARLEY_API_KEY: token });
  return { token, pairs, variables };
}

async function variablesOf(server: TestServer, account: Client): Promise<Record<string, string>> {
  const reception = await createAssistant(account);
  const caller = await createAssistant(account, { name: 'Mill Inn', type: 'outbound', record: true });
  await account.post('/sandbox/phone-numbers', { type: 'normal' });
  return {
    PARLEY: server.api,
    AUTH: `Authorization: Bearer ${account.token}`,
    ID: String(reception.id),
    CALLER: String(caller.id),
    VOICE: String(reception['voice_id']),
    MODEL: String(reception['llm_model_id']),
  };
}

/** A folder with the files that the samples of a page need or define. */
function folderOf(page: string, { pairs }: Place): string {
  const folder = emptyFolder();
  symlinkSync(path.join(root, 'server'), path.join(folder, 'server'));
  symlinkSync(
    path.join(root, 'server/src/modules/knowledge/extraction/fixtures/handbook.pdf'),
    path.join(folder, 'handbook.pdf'),
  );
  writeFileSync(path.join(folder, 'assistant.json'), JSON.stringify(VAPI_EXPORT));
  mkdirSync(path.join(folder, '.config/fish/completions'), { recursive: true });
  for (const { code, isTested } of samplesOf(page)) {
    const name = isTested ? fileName(code) : null;
    if (name === null) continue;
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), replaced(code, pairs));
  }
  return folder;
}

/** A comment in the first line names the file of a sample: `// booking.mjs`. */
function fileName(code: string): string | null {
  return /^(?:\/\/|#) ([\w./-]+\.[a-z]+)\n/.exec(code)?.[1] ?? null;
}

/** Comments of a shell sample after a command: its output, with `…` for any text. Numbers may differ. */
function expectedLines(page: string): string[] {
  const scripts = samplesOf(page).filter(({ language, isTested }) => language === 'sh' && isTested);
  return scripts.flatMap(({ code }) => code.split('\n').filter((line) => line.startsWith('# ')));
}

function expectOutput(output: string, expected: readonly string[]): void {
  const lines = output.split('\n').map((line) => line.trimEnd());
  let from = 0;
  for (const line of expected) {
    const words = line.slice(2).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const pattern = words.replaceAll('…', '.*').replaceAll(/\d+/g, '\\d+');
    const at = lines.findIndex((one, index) => index >= from && new RegExp(`^${pattern}$`).test(one));
    expect(at, `${line} is not in the output:\n${output}`).not.toBe(-1);
    from = at + 1;
  }
}

test('every sample of the documentation is run, or is listed with a reason', () => {
  const unmarked = pages.flatMap((page) =>
    samplesOf(page)
      .filter(({ isTested, language, code }) => isTested && !isRun(page, language, code))
      .map(({ code }) => `${page}: ${code.slice(0, 60)}`),
  );
  expect(unmarked).toEqual([]);
  const marked = pages.flatMap((page) =>
    samplesOf(page)
      .filter(({ isTested }) => !isTested)
      .map(({ code }) => ({ page, code })),
  );
  for (const { page, code } of marked) {
    const fits = UNTESTED.some(([of, start]) => of === page && code.startsWith(start));
    expect(fits, `${page} has a sample without a reason in UNTESTED: ${code}`).toBe(true);
  }
  expect(marked).toHaveLength(UNTESTED.length);
});

function isRun(page: string, language: string, code: string): boolean {
  if (['sh', 'ts', 'python', 'text'].includes(language)) return true;
  // Written by events-page.test.ts from the contract.
  if (language === 'json') return page === 'guides/events.md';
  return ['js', 'yaml'].includes(language) && fileName(code) !== null;
}

const withSamples = (languages: readonly string[]): string[] =>
  pages.filter((page) =>
    samplesOf(page).some(({ language, isTested }) => isTested && languages.includes(language)),
  );

const shellTest = arePackagesMissing('curl', 'jq') ? test.skip : test.concurrent;

shellTest.each(withSamples(['sh']).filter((page) => !VENDOR_PAGES.includes(page)))(
  'the shell samples of %s work and print what the page shows',
  async (page) => {
    const place = await placeFor(page);
    const { output, settings } = await runShell(page, { folder: folderOf(page, place), place });
    expectOutput(
      output,
      expectedLines(page).map((line) => replaced(line, place.pairs)),
    );
    for (const environment of settings) expect(() => readConfig(environment)).not.toThrow();
  },
);

test('the checks on the pages of vendors find their offers', async () => {
  const [openai, deepgram, elevenLabs, cartesia] = await Promise.all([
    startOpenAiServer(),
    startDeepgramServer(),
    startSpeechServer(elevenLabsDialect),
    startSpeechServer(cartesiaDialect),
  ]);
  deepgram.script('Yes please.');
  const fakes = {
    OPENAI_BASE_URL: `${openai.origin}/v1`,
    PARLEY_LLM_BASE_URL: `${openai.origin}/v1`,
    PARLEY_EMBEDDINGS_BASE_URL: `${openai.origin}/v1`,
    DEEPGRAM_BASE_URL: deepgram.url.replace('ws', 'http'),
    ELEVENLABS_BASE_URL: elevenLabs.url.replace('ws', 'http'),
    CARTESIA_BASE_URL: cartesia.url.replace('ws', 'http'),
  };
  const settingsOf = async (page: string): Promise<Record<string, string>> => {
    const place = await placeFor(page);
    const { settings } = await runShell(page, { folder: folderOf(page, place), place });
    for (const environment of settings) expect(() => readConfig(environment)).not.toThrow();
    return Object.assign({}, ...settings);
  };
  const doctor = (...settings: Record<string, string>[]): Promise<string> => {
    const given: Record<string, string> = Object.assign({}, ...settings);
    const set = Object.entries(fakes).filter(([name]) => name in given || !name.startsWith('PARLEY_'));
    const env = { ...given, ...Object.fromEntries(set), PARLEY_DATA: emptyFolder(), PORT: '1' };
    return printed(process.execPath, [...NODE_FLAGS, path.join(root, 'server/bin/parley.ts'), 'doctor'], {
      cwd: root,
      env,
    });
  };
  for (const { close } of [openai, deepgram, elevenLabs, cartesia]) endsWithFile(close);
  const [vllm, ...others] = [...VENDOR_PAGES].reverse();
  const [report, reportOfVllm] = await Promise.all([
    doctor(...(await Promise.all(others.map(settingsOf)))),
    doctor(await settingsOf(String(vllm))),
  ]);
  expectOutput(reportOfVllm, expectedLines(String(vllm)));
  for (const page of others) for (const line of expectedLines(page)) expectOutput(report, [line]);
});

const ofTypeScript = withSamples(['ts']);

test('the TypeScript samples compile', async () => {
  const folder = folderWithSdk();
  for (const page of ofTypeScript) {
    writeFileSync(path.join(folder, `${path.basename(page, '.md')}.mts`), programIn('ts', samplesOf(page)));
  }
  const settings = {
    compilerOptions: {
      noEmit: true,
      strict: true,
      module: 'nodenext',
      target: 'es2024',
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      typeRoots: [path.join(root, 'node_modules/@types')],
      types: ['node'],
    },
    include: ['*.mts'],
  };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(settings));
  await printed(await findCompiler(), ['-p', '.'], { cwd: folder });
});

test.concurrent.each(ofTypeScript)('the TypeScript samples of %s work', async (page) => {
  const place = await placeFor(page);
  const folder = folderWithSdk();
  writeFileSync(path.join(folder, 'samples.mts'), replaced(programIn('ts', samplesOf(page)), place.pairs));
  await printed(process.execPath, [...NODE_FLAGS, 'samples.mts'], { cwd: folder });
});

/** A folder in which `@parley/sdk` is the sources of the SDK, because a package takes seconds to build. */
function folderWithSdk(): string {
  const folder = emptyFolder();
  const sdk = path.join(folder, 'node_modules/@parley/sdk');
  mkdirSync(sdk, { recursive: true });
  symlinkSync(path.join(root, 'sdk/typescript/src'), path.join(sdk, 'src'));
  const exports = { '.': './src/parley.ts', './node': './src/node.ts' };
  writeFileSync(path.join(sdk, 'package.json'), JSON.stringify({ type: 'module', exports }));
  return folder;
}

const pythonTest = arePackagesMissing('python3-httpx') ? test.skip : test.concurrent;

pythonTest.each(withSamples(['python']))('the Python samples of %s work', async (page) => {
  const place = await placeFor(page);
  const folder = emptyFolder();
  writeFileSync(path.join(folder, 'samples.py'), replaced(programIn('python', samplesOf(page)), place.pairs));
  const env = { PYTHONPATH: path.join(root, 'sdk/python/src'), PYTHONDONTWRITEBYTECODE: '1' };
  await printed(PYTHON, ['-W', 'error', 'samples.py'], { cwd: folder, env });
});

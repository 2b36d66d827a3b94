import { createInterface } from 'node:readline';
import { request } from 'undici';
import { startServer } from '../compose.ts';
import { readConfig } from '../config/config.ts';
import { AppError } from '../core/errors.ts';
import { readDemoAssistant } from '../demo/demo-assistant.ts';
import { prepareInstallation } from '../demo/prepare-installation.ts';
import { createLog } from '../log.ts';
import { withDatabase } from './open-database.ts';
import type { Command } from './run-cli.ts';
import { readServerEvents } from './server-events.ts';

/** Talks to an assistant in the terminal, through the API of the running server or of one started for the talk. */
export async function chat({ options }: Command): Promise<number> {
  const { config, secrets } = readConfig(process.env);
  const running = `http://${config.host}:${config.port}`;
  if (await answers(running)) {
    const uuid = options['assistant'] ?? (await withDatabase((database) => readDemoAssistant(database)));
    await talk(running, String(uuid ?? missingDemo()));
    return 0;
  }
  process.stderr.write('No server is running here, so one is started for this talk.\n');
  const server = await startServer({ ...config, port: 0, role: 'all' }, secrets, { log: createLog('error') });
  try {
    await prepareInstallation(server, config, secrets);
    await talk(
      server.address,
      String(options['assistant'] ?? (await readDemoAssistant(server.database)) ?? missingDemo()),
    );
  } finally {
    await server.stop();
  }
  return 0;
}

function missingDemo(): never {
  throw new AppError('not-found', 'There is no demo assistant any more; name one with --assistant UUID.');
}

async function answers(address: string): Promise<boolean> {
  try {
    const { statusCode, body } = await request(`${address}/api/health`, { headersTimeout: 2000 });
    await body.dump();
    return statusCode === 200;
  } catch {
    return false;
  }
}

async function talk(address: string, assistantUuid: string): Promise<void> {
  const opened = await post(`${address}/api/conversations`, { assistant_id: assistantUuid, type: 'test' });
  const { conversation_id: uuid, history } = opened as {
    conversation_id: string;
    history: { content: string }[];
  };
  process.stdout.write(`\n${history[0]?.content ?? ''}\n\n`);
  const lines = createInterface({
    input: process.stdin,
    output: process.stdout,
    prompt: '> ',
    terminal: process.stdin.isTTY,
  });
  // Piped input ends before the last answers are there; a closed terminal takes no prompt.
  let isOpen = true;
  lines.once('close', () => {
    isOpen = false;
  });
  lines.prompt();
  for await (const line of lines) {
    if (['/quit', '/exit'].includes(line.trim())) break;
    if (line.trim() !== '') await exchange(`${address}/api/conversations/${uuid}/messages`, line);
    if (isOpen) lines.prompt();
  }
  lines.close();
}

async function exchange(url: string, message: string): Promise<void> {
  const { body } = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ message }),
    headersTimeout: 120_000,
    bodyTimeout: 120_000,
  });
  for await (const { event, data } of readServerEvents(body)) {
    if (event === 'delta') process.stdout.write(String(data['text']));
    if (event === 'error') process.stdout.write(`\n[${String(data['error'])}]`);
    if (event === 'done') process.stdout.write(`\n${passagesOf(data)}`);
  }
  process.stdout.write('\n');
}

interface Passage {
  document: string;
  text: string;
}

const SHOWN_PASSAGES = 3;
const SHOWN_CHARACTERS = 110;

/** The passages that were looked up for the answer, a line each. */
function passagesOf(reply: Record<string, unknown>): string {
  const calls = (reply['function_calls'] ?? []) as { result?: { passages?: Passage[] } }[];
  const passages = calls.flatMap((call) => call.result?.passages ?? []).slice(0, SHOWN_PASSAGES);
  return passages
    .map(
      ({ document, text }) =>
        `  · ${document}: ${text.replaceAll(/\s+/g, ' ').slice(0, SHOWN_CHARACTERS)}…\n`,
    )
    .join('');
}

async function post(url: string, body: unknown): Promise<unknown> {
  const answer = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const json = (await answer.body.json()) as { error?: string };
  if (answer.statusCode !== 200)
    throw new AppError('not-found', json.error ?? `The server answered ${answer.statusCode}.`);
  return json;
}

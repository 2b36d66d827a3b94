import { createInterface } from 'node:readline';
import { request } from 'undici';
import { z } from 'zod';
import { openConversationResponse, visitorMessageResponse } from '#contract/conversations.ts';
import { errorSchemas } from '#contract/errors.ts';
import { AppError } from '../core/errors.ts';
import type { Command } from './command.ts';
import { chosenAssistant, withServer } from './with-server.ts';
import { type AssistantSession, post, withSession } from './with-session.ts';

/** Chats with an assistant in the terminal, through the API of the running server or of a temporary one. */
export async function chat(command: Command): Promise<number> {
  await withServer(async (server) => {
    const about = { assistantUuid: await chosenAssistant(server.database, command), name: 'parley chat' };
    await withSession(server, about, (session) => talk(session, command.outputClosed));
  });
  return 0;
}

async function talk(session: AssistantSession, signal: AbortSignal): Promise<void> {
  const { address, assistant } = session;
  const opened = await post(session, '/conversations', { assistant_id: assistant.uuid, type: 'test' });
  const refusal = errorSchemas.status.safeParse(opened);
  if (refusal.success) throw new AppError('not-found', refusal.data.error);
  const { conversation_id: uuid, history } = openConversationResponse.parse(opened);
  process.stdout.write(`\n${history[0]?.content ?? ''}\n\n`);
  const lines = createInterface({
    input: process.stdin,
    output: process.stdout,
    prompt: '> ',
    terminal: process.stdin.isTTY,
    signal,
  });
  // Piped input ends before the last answers arrive, and a closed terminal accepts no prompt.
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
    if (event === 'reset') process.stdout.write(`\n${String(data['text'])}`);
    if (event === 'error') process.stdout.write(`\n[${String(data['error'])}]`);
    if (event === 'done') process.stdout.write(`\n${passagesOf(data)}`);
  }
  process.stdout.write('\n');
}

const lookUp = z.object({ passages: z.array(z.object({ document: z.string(), text: z.string() })) });

const SHOWN_PASSAGES = 3;
const SHOWN_CHARACTERS = 110;

/** The passages used for the answer, one per line. */
function passagesOf(reply: Record<string, unknown>): string {
  const { function_calls: calls } = visitorMessageResponse.parse(reply);
  const passages = calls.flatMap(({ result }) => lookUp.safeParse(result).data?.passages ?? []);
  return passages
    .slice(0, SHOWN_PASSAGES)
    .map(({ document, text }) => `  · ${document}: ${plain(text).slice(0, SHOWN_CHARACTERS)}…\n`)
    .join('');
}

/** One line, without Markdown heading marks. */
function plain(text: string): string {
  return text.replaceAll(/^#{1,6} /gm, '').replaceAll(/\s+/g, ' ');
}

interface ServerEvent {
  event: string;
  data: Record<string, unknown>;
}

/** Server-sent events of a response body. A plain JSON body yields one `error`. */
async function* readServerEvents(body: AsyncIterable<Buffer>): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder();
  let buffer = '';
  for await (const chunk of body) {
    buffer += decoder.decode(chunk, { stream: true });
    const blocks = buffer.split('\n\n');
    buffer = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = /^event: (.*)$/m.exec(block)?.[1];
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (event !== undefined && data !== undefined) yield { event, data: JSON.parse(data) };
    }
  }
  if (buffer.startsWith('{')) yield { event: 'error', data: JSON.parse(buffer) };
}

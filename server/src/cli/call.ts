import { createInterface } from 'node:readline';
import { request } from 'undici';
import { webCallResponse } from '#contract/calls.ts';
import { errorSchemas } from '#contract/errors.ts';
import { AppError } from '../core/errors.ts';
import { isUuid } from '../core/uuid.ts';
import type { Database } from '../db/client.ts';
import { issueToken } from '../modules/accounts/actions.ts';
import { type CallLine, openCallLine } from './call-line.ts';
import type { Command } from './command.ts';
import { openSoundPlayer } from './sound-player.ts';
import { chosenAssistant, type NearServer, withServer } from './with-server.ts';

const TOKEN_HOURS = 1;

/** Holds a call with an assistant in the terminal: what one types is spoken into it, and what it says is printed and played. */
export async function call(command: Command): Promise<number> {
  await withServer(async (server) => {
    const assistant = await findAssistant(server.database, await chosenAssistant(server.database, command));
    const expiresAt = new Date(Date.now() + TOKEN_HOURS * 3_600_000);
    const about = { userId: assistant.userId, kind: 'session', name: 'parley call', expiresAt } as const;
    const { token } = await issueToken(server.database, about);
    try {
      await hold(await openWebCall(server, { token, assistantId: assistant.id }), command.outputClosed);
    } finally {
      await post(`${server.address}/api/logout`, { token, body: {} });
    }
  });
  return 0;
}

async function findAssistant(database: Database, uuid: string): Promise<{ id: number; userId: number }> {
  const rows = isUuid(uuid)
    ? await database.query<{ id: number; userId: number }>(
        'select id, user_id as "userId" from assistants where uuid = $1 and deleted_at is null',
        [uuid],
      )
    : [];
  if (rows[0] === undefined) throw new AppError('not-found', 'Assistant not found.');
  return rows[0];
}

async function openWebCall(
  { address }: NearServer,
  { token, assistantId }: { token: string; assistantId: number },
): Promise<string> {
  const body = await post(`${address}/api/user/calls/web`, { token, body: { assistant_id: assistantId } });
  const opened = webCallResponse.safeParse(body);
  if (opened.success) return opened.data.data.media_url;
  throw new AppError(
    'unavailable',
    errorSchemas.message.safeParse(body).data?.message ?? 'The call was refused.',
  );
}

async function post(url: string, { token, body }: { token: string; body: object }): Promise<unknown> {
  const answer = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  return answer.body.json();
}

async function hold(mediaUrl: string, outputClosed: AbortSignal): Promise<void> {
  const player = await openSoundPlayer();
  if (player === null) process.stderr.write('Neither aplay nor ffplay is here, so the call is shown only.\n');
  const line = openCallLine(mediaUrl, {
    sound: (sound) => player?.play(sound),
    shown: (message) => {
      if (message.type === 'transcript' && message.sender === 'bot')
        process.stdout.write(`\n${message.text}\n\n`);
      if (message.type === 'tool') process.stdout.write(`  · ${message.name}\n`);
    },
  });
  try {
    await Promise.race([speak(line, outputClosed), line.over]);
    line.hangUp();
    process.stdout.write(`${await line.over}\n`);
  } finally {
    player?.close();
  }
}

/** Says what is typed until the call, or the input, is over. Piped lines wait for the answer to the one before. */
async function speak(line: CallLine, signal: AbortSignal): Promise<void> {
  const { isTTY } = process.stdin;
  const lines = createInterface({ input: process.stdin, output: process.stdout, terminal: isTTY, signal });
  lines.on('SIGINT', () => lines.close());
  void line.over.then(() => lines.close());
  // From here on no line is missed.
  const typed = lines[Symbol.asyncIterator]();
  if (!isTTY) await line.answered();
  for await (const text of typed) {
    if (['/quit', '/exit'].includes(text.trim())) break;
    if (text.trim() === '') continue;
    line.type(text);
    if (!isTTY) await line.answered();
  }
  lines.close();
}

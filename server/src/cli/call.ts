import { createInterface } from 'node:readline';
import { webCallResponse } from '#contract/calls.ts';
import { errorSchemas } from '#contract/errors.ts';
import { AppError } from '../core/errors.ts';
import { type CallLine, openCallLine } from './call-line.ts';
import type { Command } from './command.ts';
import { openSoundPlayer } from './sound-player.ts';
import { chosenAssistant, withServer } from './with-server.ts';
import { type AssistantSession, post, withSession } from './with-session.ts';

/** Calls an assistant from the terminal. Typed lines are spoken to it; its speech is printed and played. */
export async function call(command: Command): Promise<number> {
  await withServer(async (server) => {
    const about = { assistantUuid: await chosenAssistant(server.database, command), name: 'parley call' };
    await withSession(server, about, async (session) =>
      hold(await openWebCall(session), command.outputClosed),
    );
  });
  return 0;
}

async function openWebCall(session: AssistantSession): Promise<string> {
  const body = await post(session, '/user/calls/web', { assistant_id: session.assistant.id });
  const opened = webCallResponse.safeParse(body);
  if (opened.success) return opened.data.data.media_url;
  throw new AppError(
    'unavailable',
    errorSchemas.message.safeParse(body).data?.message ?? 'The call was refused.',
  );
}

async function hold(mediaUrl: string, outputClosed: AbortSignal): Promise<void> {
  const player = await openSoundPlayer();
  if (player === null)
    process.stderr.write('Neither aplay nor ffplay is installed, so the call is shown without sound.\n');
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

/** Sends typed lines until the call or the input ends. Piped lines wait for the answer to the previous one. */
async function speak(line: CallLine, signal: AbortSignal): Promise<void> {
  const { isTTY } = process.stdin;
  const lines = createInterface({ input: process.stdin, output: process.stdout, terminal: isTTY, signal });
  lines.on('SIGINT', () => lines.close());
  void line.over.then(() => lines.close());
  // Created before the wait below, so that no line is lost.
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

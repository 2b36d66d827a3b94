import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { connect } from '../account/connection.ts';
import { textOption, wordAt } from '../program/option-values.ts';
import type { Invocation } from '../program/verb.ts';
import { idOf } from '../records/find.ts';
import { CommandError, messageOf } from '../terminal/failures.ts';
import { writeOutcome } from '../terminal/terminal.ts';

interface CallView {
  transcript: { sender: 'bot' | 'human'; text: string; timestamp: string }[];
  recording_url: string | null;
  recording_state: string;
}

async function callOf(
  invocation: Invocation,
): Promise<{ api: Awaited<ReturnType<typeof connect>>; id: string }> {
  const api = await connect(invocation);
  return { api, id: await idOf(api, 'calls', wordAt(invocation, 0)) };
}

export async function hangUp(invocation: Invocation): Promise<number> {
  const { api, id } = await callOf(invocation);
  const message = textOption(invocation.options, 'say') ?? null;
  const answer = await api.send('POST', `/user/calls/${id}/hang-up`, { message });
  writeOutcome(invocation.terminal, answer, `Call ${id} is ending.`);
  return 0;
}

export async function cancelCall(invocation: Invocation): Promise<number> {
  const { api, id } = await callOf(invocation);
  const answer = await api.send('POST', `/user/calls/${id}/cancel`);
  writeOutcome(invocation.terminal, answer, `Call ${id} is canceled.`);
  return 0;
}

export async function showTranscript(invocation: Invocation): Promise<number> {
  const { api, id } = await callOf(invocation);
  const view = await api.get<CallView>(`/user/calls/${id}`);
  if (invocation.terminal.isJson) invocation.terminal.line(JSON.stringify(view.transcript, null, 2));
  else {
    for (const { sender, text } of view.transcript) {
      invocation.terminal.line(`${sender === 'bot' ? 'assistant' : 'customer'}: ${text}`);
    }
  }
  return 0;
}

/** Saves the recording as a WAV file; `--output -` writes it to standard output. */
export async function saveRecording(invocation: Invocation): Promise<number> {
  const { terminal, options } = invocation;
  const { api, id } = await callOf(invocation);
  const view = await api.get<CallView>(`/user/calls/${id}`);
  if (view.recording_url === null) {
    throw new CommandError(`Call ${id} has no recording (${view.recording_state}).`);
  }
  // The URL has the server's public address, which this machine may not reach.
  const { pathname, search } = new URL(view.recording_url, api.url);
  const body = await api.download(`${pathname.replace(/^.*?\/api\//, '/')}${search}`);
  const file = textOption(options, 'output') ?? `call-${id}.wav`;
  if (file === '-') {
    for await (const chunk of body) await terminal.raw(chunk);
    return 0;
  }
  await saveTo(file, body);
  writeOutcome(terminal, { call_id: Number(id), file }, `Saved ${file}.`);
  return 0;
}

async function saveTo(file: string, body: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    await pipeline(body, createWriteStream(file, { flags: 'wx' }));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new CommandError(`${file} exists already. Choose another with --output.`);
    }
    await rm(file, { force: true });
    throw new CommandError(`${file} could not be written: ${messageOf(error)}`, { cause: error });
  }
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AudioServer, startAudioServer } from '../../../../test/kit/audio-server.ts';
import { instantClock } from '../../../../test/kit/clocks.ts';
import { eventually } from '../../../../test/kit/eventually.ts';
import { type TranscriptSession, transcribe } from '../../../../test/kit/transcripts.ts';
import type { SttOptions } from '../../interfaces/stt-provider.ts';
import { openVendorHttp, type VendorHttp } from '../../kit/vendor-http.ts';
import { openAiStt } from './openai-stt.ts';

let server: AudioServer;
let http: VendorHttp;
beforeAll(async () => {
  server = await startAudioServer();
  http = openVendorHttp();
});
afterAll(async () => {
  await http.close();
  await server.close();
});

const listen = (options: Partial<SttOptions> = {}, model = 'whisper-1'): TranscriptSession =>
  transcribe(
    openAiStt({
      code: 'openai',
      vendor: 'OpenAI',
      baseUrl: server.baseUrl,
      apiKey: 'secret',
      model,
      http,
      clock: instantClock(),
    }),
    options,
  );

const frame = (value: number): Int16Array => new Int16Array(160).fill(value);
const frames = (session: TranscriptSession['session'], count: number, value: number): void => {
  for (let index = 0; index < count; index += 1) session.write(frame(value));
};
/** Samples of the recording in a form. */
const recording = (form = ''): Int16Array => {
  const bytes = Buffer.from(form, 'latin1');
  const at = bytes.indexOf('data', bytes.indexOf('WAVE')) + 8;
  const samples = new Int16Array(bytes.readUInt32LE(at - 4) / 2);
  return samples.map((_, index) => bytes.readInt16LE(at + index * 2));
};

describe('transcription of speech segments', () => {
  test('sends audio from shortly before the detected start until the end', async () => {
    const { session, until, events } = listen();
    server.script({ kind: 'transcript', text: ' Hello there. ', language: 'english' });
    frames(session, 100, 1);
    session.speechStarted();
    frames(session, 10, 2);
    session.speechStopped();
    frames(session, 5, 3);
    await until('final');
    expect(events).toEqual([
      { type: 'usage', audioMs: 700 },
      { type: 'final', text: 'Hello there.', language: 'en' },
    ]);
    const samples = recording(server.forms.at(-1));
    expect(samples.length / 8).toBe(500 + 200);
    expect([samples[0], samples.at(-1)]).toEqual([1, 2]);
    session.close();
  });

  test('sends model, language and hints; omits the language if there are several', async () => {
    const one = listen({ languages: ['ro'], hints: ['Parley', 'Ana'] });
    frames(one.session, 10, 1);
    one.session.speechStopped();
    await one.until('final');
    const field = (name: string): string | undefined =>
      new RegExp(`name="${name}"\r\n\r\n([^\r]*)\r\n`).exec(server.forms.at(-1) ?? '')?.[1];
    expect(['model', 'language', 'prompt', 'response_format'].map(field)).toEqual([
      'whisper-1',
      'ro',
      'Parley, Ana',
      'verbose_json',
    ]);
    one.session.close();

    const several = listen({ languages: ['en', 'ro'] }, 'gpt-4o-transcribe');
    server.script({ kind: 'transcript', text: 'Bună', language: 'romanian' });
    frames(several.session, 10, 1);
    several.session.speechStopped();
    expect(await several.until('final')).toMatchObject({ language: 'ro' });
    expect([field('language'), field('response_format')]).toEqual([undefined, 'json']);
    several.session.close();
  });

  test('splits long segments and emits transcripts in order', async () => {
    const { session, until, finals } = listen();
    server.script({ kind: 'transcript', text: 'one' }, { kind: 'transcript', text: 'two' });
    session.speechStarted();
    frames(session, 1_600, 1);
    session.speechStopped();
    await until('final', 2);
    expect(finals().toSorted()).toEqual(['one', 'two']);
    session.close();
  });

  test('emits an empty transcript without speech', async () => {
    const { session, until, finals } = listen();
    const before = server.forms.length;
    session.speechStopped();
    await until('final');
    expect([finals(), server.forms.length - before]).toEqual([[''], 0]);
    session.close();
  });

  test.each([
    [{ kind: 'status', status: 401 }, 'rejected'],
    [{ kind: 'garbage', contentType: 'application/json', body: '{"text":7}' }, 'malformed'],
    [{ kind: 'garbage', contentType: 'text/html', body: '<html>' }, 'malformed'],
  ] as const)('ends after %j', async (fate, code) => {
    const { session, until, events } = listen();
    server.script(fate);
    frames(session, 10, 1);
    session.speechStopped();
    expect(await until('failed')).toMatchObject({ error: { code } });
    session.speechStopped();
    session.write(frame(1));
    expect(events).toHaveLength(1);
  });

  test('retries when the vendor is busy', async () => {
    const { session, until } = listen();
    server.script(
      { kind: 'status', status: 500 },
      { kind: 'truncated' },
      { kind: 'transcript', text: 'at last' },
    );
    frames(session, 10, 1);
    session.speechStopped();
    expect(await until('final')).toMatchObject({ text: 'at last' });
    session.close();
  });

  test('bounds unanswered requests, and aborts them on close', async () => {
    const { session, events, until } = listen();
    server.script(...Array.from({ length: 8 }, () => ({ kind: 'hang' }) as const));
    const say = (): void => {
      frames(session, 10, 1);
      session.speechStopped();
    };
    for (let index = 0; index < 6; index += 1) say();
    await eventually(
      async () => server.open(),
      (count) => count === 6,
    );
    say();
    expect(await until('failed')).toMatchObject({ error: { code: 'rate-limited' } });
    await eventually(
      async () => server.open(),
      (count) => count === 0,
    );
    expect(events).toHaveLength(1);
  });
});

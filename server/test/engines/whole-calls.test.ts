import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endedCall } from '../kit/calls.ts';
import { eventually } from '../kit/eventually.ts';
import { onSecondTry } from '../kit/second-tries.ts';
import type { Answer } from '../kit/test-server.ts';
import type { EngineServer, LineName, ServerCall } from '../kit/voice/engine-server.ts';
import { toneMs } from '../kit/voice/heard-tones.ts';
import { recordingChannels } from '../kit/voice/recording-channels.ts';
import { asHeard, shareContained } from '../kit/voice/same-samples.ts';
import type { ScriptedVendor, VendorTurn } from '../kit/voice/scripted-vendors.ts';
import { startVendorServer, type VendorServer } from '../kit/voice/vendor-server.ts';

const GREETING = 'Mill Inn, good evening.';
const QUESTION = 'When is breakfast?';
const STOP = 'That is enough, thank you very much. Goodbye.';
const LONG = `Breakfast is ${Array.from({ length: 150 }, (_, index) => `at ${index}`).join(', ')} and so on.`;
/** Pitch in Hz of each answer of a model that speaks itself; TTS simulators have a fixed pitch. */
const PITCH = { greeting: 400, long: 600, goodbye: 900 };
const VOICE_HZ = 440;

let vendors: VendorServer;
let openai: ScriptedVendor;
let gemini: ScriptedVendor;
let server: EngineServer;

async function open(): Promise<void> {
  vendors = await startVendorServer();
  ({ openai, gemini, server } = vendors);
  server.tool.answer({ body: { served: 'from seven' } });
}
const close = (): Promise<void> => vendors.close();
beforeAll(open);
afterAll(close);
beforeEach(onSecondTry(close, open));

const heardMs = async (call: ServerCall, hz: number): Promise<number> => toneMs(await call.heard(), hz);
const heardOnce = (call: ServerCall, hz: number, ms: number): Promise<number> =>
  eventually(
    () => heardMs(call, hz),
    (heard) => heard >= ms,
  );

const textsOf = (view: Answer['body']): string[] =>
  view.transcript.map(({ sender, text }: { sender: string; text: string }) => `${sender}: ${text}`);

/** Question, tool call, barge-in over a long answer, goodbye. */
const answers = (meal: string): VendorTurn[] => [
  { call: 'look_up', arguments: { meal } },
  { say: LONG, audioMs: 20_000, hz: PITCH.long },
  { say: 'Goodbye then.', audioMs: 700, hz: PITCH.goodbye, call: 'end_call', arguments: {} },
];

interface Held {
  call: ServerCall;
  view: Answer['body'];
  webhook: Record<string, unknown>;
  /** Milliseconds of the long answer that reached the caller. */
  longMs: number;
  /** Unique argument that identifies the tool requests of this call. */
  meal: string;
}

interface Engine {
  mode: 'multimodal' | 'dualplex';
  vendor(): ScriptedVendor;
  /** Catalog code of the voice; null for the vendor's default. */
  voice: string | null;
}

async function holdWholeCall(line: LineName, engine: Engine): Promise<Held> {
  const vendor = engine.vendor();
  const [greetingHz, longHz] = engine.voice === null ? [PITCH.greeting, PITCH.long] : [VOICE_HZ, VOICE_HZ];
  if (engine.mode === 'multimodal') vendor.script({ say: GREETING, audioMs: 900, hz: greetingHz });
  const meal = crypto.randomUUID();
  vendor.script(...answers(meal));
  vendor.hears(QUESTION, STOP);
  const path = `/${crypto.randomUUID()}`;
  const names = { model: vendor.model, voice: engine.voice ?? vendor.voice };
  const call = await server.call(line, names, {
    mode: engine.mode,
    initial_message: GREETING,
    record: true,
    is_webhook_active: true,
    webhook_url: `${server.sink.origin}${path}`,
    tools: [{ type: 'end_call', description: 'When the customer says goodbye.' }],
  });
  await eventually(
    () => call.view(),
    (view) => view.transcript.length === 1,
  );
  const greetedMs = await heardMs(call, greetingHz);
  expect(greetedMs).toBeGreaterThan(300);
  await call.say(await server.spoken(QUESTION));
  const before = longHz === greetingHz ? greetedMs : 0;
  await heardOnce(call, longHz, before + 1500);
  await call.say(await server.spoken(STOP));
  await call.ended();
  const longMs = (await heardMs(call, longHz)) - before;
  const view = await endedCall(server.account, call.id);
  const [received] = await eventually(
    async () => server.sink.at(path),
    (all) => all.length > 0,
  );
  return { call, view, longMs, meal, webhook: JSON.parse(received?.body ?? '{}') };
}

function expectRow({ call, view }: Held): void {
  expect(view).toMatchObject({
    type: 'inbound',
    status: 'ended_by_assistant',
    client_phone_number: call.from,
    assistant_phone_number: call.to,
    total_cost: 0.1,
    answered_by: null,
    costs: [{ kind: 'call_minute', amount: 0.1 }],
  });
  expect(view.duration).toBeGreaterThanOrEqual(3);
  // Two turns were answered.
  expect(view.latency.length).toBe(2);
  for (const { total_ms } of view.latency) expect(total_ms).toBeGreaterThan(0);
}

/** Expects only the heard part of the long answer in the transcript. */
function expectTranscript({ view }: Held): string {
  const texts = textsOf(view);
  const [greeting, asked, cut = '', stopped, goodbye] = texts;
  expect([greeting, asked, stopped, goodbye]).toEqual([
    `bot: ${GREETING}`,
    `human: ${QUESTION}`,
    `human: ${STOP}`,
    'bot: Goodbye then.',
  ]);
  expect(texts).toHaveLength(5);
  const heard = cut.replace('bot: ', '');
  expect(LONG.startsWith(heard)).toBe(true);
  expect(heard.length).toBeGreaterThan(10);
  expect(heard.length).toBeLessThan(LONG.length * 0.75);
  return heard;
}

function expectEvents({ view, meal }: Held, provider: string): void {
  const told = (type: string): Record<string, unknown>[] =>
    view.events.filter((event: { type: string }) => event.type === type);
  expect(told('tool-called').map(({ data }) => data)).toMatchObject([
    {
      functionCall: { name: 'look_up', arguments: { meal }, result: { body: { served: 'from seven' } } },
      failed: false,
    },
    { functionCall: { name: 'end_call' }, failed: false },
  ]);
  expect(told('interrupted')).toHaveLength(1);
  expect(told('provider-failed')).toEqual([]);
  expect(JSON.stringify(told('speech-usage'))).toContain(provider);
  const asked = server.tool.calls.filter(({ url }) => url === `/meals/${meal}`);
  expect(asked).toMatchObject([{ headers: { 'x-parley-call-id': String(view.id) } }]);
}

async function expectRecording({ view, longMs }: Held, hz: number): Promise<void> {
  const { left, right } = await recordingChannels(view.recording_url);
  const said = asHeard(await server.spoken(QUESTION));
  // Every packet that arrived in time, sample by sample; on a busy machine some are too late for playout.
  expect(shareContained(said, left)).toBeGreaterThan(0.8);
  expect(shareContained(said, right)).toBe(0);
  const recordedMs = toneMs(right, hz);
  // The recording contains what the caller heard.
  expect(Math.abs(recordedMs - longMs)).toBeLessThan(hz === VOICE_HZ ? 3_000 : 1_500);
  expect(toneMs(left, hz)).toBe(0);
}

function expectWebhook({ call, view, webhook }: Held): void {
  expect(webhook).toMatchObject({
    id: call.id,
    status: 'ended_by_assistant',
    duration: view.duration,
    customer_phone: call.from,
    assistant_phone: call.to,
    recording_url: view.recording_url,
    transcript: view.transcript,
  });
  expect(webhook['formatted_transcript']).toContain(`Customer: ${QUESTION}`);
}

/** Pairs run in parallel, since most of the time is waiting. */
const PAIRS: { openai: LineName; gemini: LineName }[] = [
  { openai: 'SIP', gemini: 'a media stream' },
  { openai: 'a media stream', gemini: 'SIP' },
];

async function expectWhole(held: Held, of: { provider: string; hz: number }): Promise<string> {
  expectRow(held);
  expectEvents(held, of.provider);
  await expectRecording(held, of.hz);
  expectWebhook(held);
  // The answer would have taken over 20 seconds.
  expect(held.longMs).toBeLessThan(15_000);
  return expectTranscript(held);
}

describe.each(PAIRS)(
  'a complete call with OpenAI over $openai, and one with Gemini over $gemini',
  (lines) => {
    test('is transcribed, recorded and billed as heard if the model speaks itself (multimodal)', async () => {
      const own = { mode: 'multimodal', voice: null } as const;
      const [one, other] = await Promise.all([
        holdWholeCall(lines.openai, { ...own, vendor: () => openai }),
        holdWholeCall(lines.gemini, { ...own, vendor: () => gemini }),
      ]);
      await expectWhole(one, { provider: 'openai/gpt-x', hz: PITCH.long });
      await expectWhole(other, { provider: 'google/gemini-x', hz: PITCH.long });
      // OpenAI is told which part was heard. Gemini is told only before its next answer.
      const cut = [...openai.told().matchAll(/"audio_end_ms":(\d+)/g)].at(-1)?.[1];
      expect(Math.abs(Number(cut) - one.longMs)).toBeLessThan(1_500);
    });

    test('is transcribed, recorded and billed as heard if the model answers in text for TTS (dualplex)', async () => {
      const [one, other] = await Promise.all([
        holdWholeCall(lines.openai, { mode: 'dualplex', voice: 'Sarah', vendor: () => openai }),
        holdWholeCall(lines.gemini, { mode: 'dualplex', voice: 'Katie', vendor: () => gemini }),
      ]);
      const heard = await expectWhole(one, { provider: 'elevenlabs', hz: VOICE_HZ });
      await expectWhole(other, { provider: 'cartesia', hz: VOICE_HZ });
      expect(openai.told()).toContain(JSON.stringify({ type: 'output_text', text: heard }));
    });
  },
);

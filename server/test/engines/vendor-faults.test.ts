import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endedCall } from '../kit/calls.ts';
import { eventually } from '../kit/eventually.ts';
import { onSecondTry } from '../kit/second-tries.ts';
import type { SpeechServer } from '../kit/speech-server.ts';
import { asksFor, endsWell, heardTone, loudest, reasons, said } from '../kit/voice/call-steps.ts';
import type { EngineServer, LineName, ServerCall } from '../kit/voice/engine-server.ts';
import type { ScriptedVendor } from '../kit/voice/scripted-vendors.ts';
import { startVendorServer, type VendorServer } from '../kit/voice/vendor-server.ts';

const GREETING = { say: 'Mill Inn, good evening.', audioMs: 900, hz: 400 };
const ANSWER = { say: 'From seven to ten.', audioMs: 1_000, hz: 600 };
const SORRY = 'Sorry, a technical problem interrupted my answer. Please ask again.';
const FAILURE = 'I am sorry, something is wrong on our side. Please call again later. Goodbye.';

let vendors: VendorServer;
let openai: ScriptedVendor;
let gemini: ScriptedVendor;
let elevenLabs: SpeechServer;
let cartesia: SpeechServer;
let testServer: EngineServer;

async function open(): Promise<void> {
  vendors = await startVendorServer({ PARLEY_FALLBACK_REALTIME_MODEL: 'off' });
  ({ openai, gemini, elevenLabs, cartesia, server: testServer } = vendors);
}
const close = (): Promise<void> => vendors.close();
beforeAll(open);
afterAll(close);
beforeEach(onSecondTry(close, open));

/** The vendor of the model, and the line over which the caller calls. */
interface Side {
  name: 'OpenAI' | 'Gemini';
  vendor: ScriptedVendor;
  line: LineName;
}

/** Runs both vendors in parallel, since most of the time is waiting. */
async function both(hold: (side: Side) => Promise<void>): Promise<void> {
  await Promise.all([
    hold({ name: 'OpenAI', vendor: openai, line: 'SIP' }),
    hold({ name: 'Gemini', vendor: gemini, line: 'a media stream' }),
  ]);
}

function greeted({ vendor, line }: Side, fields: Record<string, unknown> = {}): Promise<ServerCall> {
  return testServer.call(line, vendor, { mode: 'multimodal', initial_message: GREETING.say, ...fields });
}

describe('a model', () => {
  test('whose connection breaks between answers continues over another, and the call reports it', () =>
    both(async (side) => {
      const { vendor } = side;
      vendor.script(GREETING);
      const call = await greeted(side);
      await said(call, GREETING.say);
      const asked = vendor.asked();
      vendor.drop();
      await eventually(
        async () => vendor.asked(),
        (count) => count > asked,
      );
      vendor.script(ANSWER);
      vendor.hears('When is breakfast?');
      await eventually(
        async () => vendor.open(),
        (count) => count === 1,
      );
      await asksFor(testServer, call);
      await heardTone(call, ANSWER.hz);
      await said(call, ANSWER.say);
      if (side.name === 'OpenAI') {
        expect(await reasons(call)).toEqual([expect.stringContaining('OpenAI')]);
        // The new session knows the conversation.
        expect(vendor.told()).toContain(JSON.stringify({ type: 'output_text', text: GREETING.say }));
      }
      await endsWell(testServer, call);
    }));

  test('whose connection breaks during an answer keeps the heard part, and the call continues', () =>
    both(async (side) => {
      const { vendor } = side;
      vendor.script(GREETING);
      const call = await greeted(side);
      await said(call, GREETING.say);
      vendor.script({ stall: 'From seven to', audioMs: 900, hz: 800 });
      vendor.hears('When is breakfast?', 'Could you say that again?');
      await asksFor(testServer, call);
      await heardTone(call, 800);
      vendor.drop();
      await said(call, 'From seven to');
      await eventually(
        async () => vendor.open(),
        (count) => count === 1,
      );
      vendor.script(ANSWER);
      await asksFor(testServer, call, 'Could you say that again, please?');
      await heardTone(call, ANSWER.hz);
      await endsWell(testServer, call);
    }));

  test('with an answer that fails midway makes the assistant apologize, and the call continues', async () => {
    const side: Side = { name: 'OpenAI', vendor: openai, line: 'SIP' };
    openai.script(GREETING);
    const call = await greeted(side);
    await said(call, GREETING.say);
    openai.script({ fail: 'server_error', say: 'From seven to', audioMs: 900, hz: 800 });
    openai.script({ say: SORRY, audioMs: 900, hz: 500 }, ANSWER);
    openai.hears('When is breakfast?', 'When is breakfast, please?');
    await asksFor(testServer, call);
    await heardTone(call, 800);
    await heardTone(call, 500);
    await said(call, SORRY);
    await asksFor(testServer, call);
    await heardTone(call, ANSWER.hz);
    const { transcript } = await call.view();
    expect(transcript.map(({ text }: { text: string }) => text)).toContain('From seven to');
    expect(await reasons(call)).toEqual([expect.stringContaining('server_error')]);
    await endsWell(testServer, call);
  });

  test('that rejects the key makes a fallback voice say so, and the call fails', () =>
    both(async (side) => {
      side.vendor.refuse(401);
      const path = `/${crypto.randomUUID()}`;
      const call = await greeted(side, {
        is_webhook_active: true,
        webhook_url: `${testServer.sink.origin}${path}`,
        send_webhook_only_on_completed: false,
      });
      await call.ended();
      const view = await endedCall(testServer.account, call.id);
      expect(view).toMatchObject({ status: 'failed', end_reason: expect.stringContaining('401') });
      expect(view.transcript).toMatchObject([{ sender: 'bot', text: FAILURE }]);
      expect(await loudest(call)).toBeGreaterThan(1_000);
      const [webhook] = await eventually(
        async () => testServer.sink.at(path),
        (all) => all.length > 0,
      );
      expect(JSON.parse(webhook?.body ?? '')).toMatchObject({ id: call.id, status: 'failed' });
    }));

  test('that stops responding once gets the question again over another connection', () =>
    both(async (side) => {
      const { vendor } = side;
      vendor.script(GREETING, { mute: true }, ANSWER);
      vendor.hears('When is breakfast?');
      const call = await greeted(side);
      await said(call, GREETING.say);
      await asksFor(testServer, call);
      await heardTone(call, ANSWER.hz);
      await said(call, ANSWER.say);
      expect(await reasons(call)).toEqual([expect.stringContaining('said nothing for too long')]);
      await endsWell(testServer, call);
    }));

  test('that does not respond for 20 seconds makes the call end with a goodbye and fail', () =>
    both(async (side) => {
      const { vendor } = side;
      vendor.script(GREETING, ...Array.from({ length: 8 }, () => ({ mute: true }) as const));
      vendor.hears('When is breakfast?');
      const call = await greeted(side);
      await said(call, GREETING.say);
      await asksFor(testServer, call);
      await call.ended();
      const view = await endedCall(testServer.account, call.id);
      expect(view).toMatchObject({
        status: 'failed',
        end_reason: expect.stringContaining('said nothing for too long'),
      });
      expect(view.transcript.at(-1)).toMatchObject({ sender: 'bot', text: FAILURE });
      vendor.forget();
    }));

  test('that ignores audio is replaced, and the speech is replayed', () =>
    both(async (side) => {
      const { vendor } = side;
      vendor.script(GREETING);
      const call = await greeted(side);
      await said(call, GREETING.say);
      vendor.deafen();
      vendor.script(ANSWER);
      vendor.hears('When is breakfast?');
      // Billed once, although the new session gets the speech again.
      await asksFor(testServer, call);
      await said(call, 'One moment, please.');
      await heardTone(call, ANSWER.hz);
      expect(await reasons(call)).toEqual([]);
      await endsWell(testServer, call);
    }));
});

describe('the TTS voice of a realtime model that answers in text', () => {
  const greeted = (line: LineName, voice = 'Sarah'): Promise<ServerCall> => {
    const names = { model: openai.model, voice };
    return testServer.call(line, names, { mode: 'dualplex', initial_message: GREETING.say });
  };

  /** Closes the connection too, because an open one needs no key. */
  const refuseNext = (server: SpeechServer): void => {
    server.drop();
    server.refuse(401);
  };
  const HANG = { kind: 'hang' } as const;
  const DROP = { kind: 'drop' } as const;

  test.each([
    ['rejects the key', 'SIP', 'Sarah', () => refuseNext(elevenLabs)],
    ['accepts text and sends nothing', 'a media stream', 'Sarah', () => elevenLabs.script(HANG, HANG)],
    ['breaks off at the first word', 'SIP', 'Katie', () => cartesia.script(DROP, DROP, DROP)],
  ] as const)('that %s is replaced without losing a word, over %s', async (_, line, voice, spoil) => {
    spoil();
    const call = await greeted(line, voice);
    await said(call, GREETING.say);
    expect(await loudest(call)).toBeGreaterThan(1_000);
    const [reason, ...others] = await reasons(call);
    expect(others).toEqual([]);
    const from = voice === 'Katie' ? 'cartesia' : 'elevenlabs';
    expect((await call.view()).fallbacks).toEqual([
      { part: 'voice', from, to: 'flite', reason, at: expect.any(String) },
    ]);
    await endsWell(testServer, call);
  });

  test('can still say goodbye when the model is lost permanently', async () => {
    openai.refuse(401);
    const call = await greeted('SIP');
    await call.ended();
    const view = await endedCall(testServer.account, call.id);
    expect(view).toMatchObject({ status: 'failed', end_reason: expect.stringContaining('401') });
    expect(view.transcript.at(-1)).toMatchObject({ sender: 'bot', text: FAILURE });
  });
});

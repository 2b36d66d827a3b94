import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endedCall } from '../kit/calls.ts';
import { eventually } from '../kit/eventually.ts';
import { onSecondTry } from '../kit/second-tries.ts';
import type { SpeechServer } from '../kit/speech-server.ts';
import type { EngineHouse, HouseCall, LineName } from '../kit/voice/engine-house.ts';
import { asksFor, endsWell, heardTone, loudest, reasons, said } from '../kit/voice/house-talk.ts';
import type { ScriptedVendor } from '../kit/voice/scripted-vendors.ts';
import { openVendorHouse, type VendorHouse } from '../kit/voice/vendor-house.ts';

const GREETING = { say: 'Mill Inn, good evening.', audioMs: 900, hz: 400 };
const ANSWER = { say: 'From seven to ten.', audioMs: 1_000, hz: 600 };
const SORRY = 'Sorry, I did not get that. Could you say it again?';
const FAILURE = 'I am sorry, something is wrong on our side. Please call again later. Goodbye.';

let vendors: VendorHouse;
let openai: ScriptedVendor;
let gemini: ScriptedVendor;
let elevenLabs: SpeechServer;
let cartesia: SpeechServer;
let house: EngineHouse;

async function open(): Promise<void> {
  vendors = await openVendorHouse({ PARLEY_FALLBACK_REALTIME_MODEL: 'off' });
  ({ openai, gemini, elevenLabs, cartesia, house } = vendors);
}
const close = (): Promise<void> => vendors.close();
beforeAll(open);
afterAll(close);
beforeEach(onSecondTry(close, open));

/** Two vendors, each over another kind of line. */
interface Side {
  name: 'OpenAI' | 'Gemini';
  vendor: ScriptedVendor;
  line: LineName;
}

/** Both at the same time: most of it is waiting. */
async function both(hold: (side: Side) => Promise<void>): Promise<void> {
  await Promise.all([
    hold({ name: 'OpenAI', vendor: openai, line: 'SIP' }),
    hold({ name: 'Gemini', vendor: gemini, line: 'a media stream' }),
  ]);
}

function greeted({ vendor, line }: Side, fields: Record<string, unknown> = {}): Promise<HouseCall> {
  return house.call(line, vendor, { mode: 'multimodal', initial_message: GREETING.say, ...fields });
}

describe('a model', () => {
  test('whose connection breaks between two answers goes on over another, and the call tells of it', () =>
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
      await asksFor(house, call);
      await heardTone(call, ANSWER.hz);
      await said(call, ANSWER.say);
      if (side.name === 'OpenAI') {
        expect(await reasons(call)).toEqual([expect.stringContaining('OpenAI')]);
        // The session in its place knows what was heard.
        expect(vendor.told()).toContain(JSON.stringify({ type: 'output_text', text: GREETING.say }));
      }
      await endsWell(house, call);
    }));

  test('whose connection breaks in the middle of an answer: what was said stands, and the call goes on', () =>
    both(async (side) => {
      const { vendor } = side;
      vendor.script(GREETING);
      const call = await greeted(side);
      await said(call, GREETING.say);
      vendor.script({ stall: 'From seven to', audioMs: 900, hz: 800 });
      vendor.hears('When is breakfast?', 'Could you say that again?');
      await asksFor(house, call);
      await heardTone(call, 800);
      vendor.drop();
      await said(call, 'From seven to');
      await eventually(
        async () => vendor.open(),
        (count) => count === 1,
      );
      vendor.script(ANSWER);
      await asksFor(house, call, 'Could you say that again, please?');
      await heardTone(call, ANSWER.hz);
      await endsWell(house, call);
    }));

  test('whose answer fails in the middle says so, and the call goes on', async () => {
    const side: Side = { name: 'OpenAI', vendor: openai, line: 'SIP' };
    openai.script(GREETING);
    const call = await greeted(side);
    await said(call, GREETING.say);
    openai.script({ fail: 'server_error', say: 'From seven to', audioMs: 900, hz: 800 });
    openai.script({ say: SORRY, audioMs: 900, hz: 500 }, ANSWER);
    openai.hears('When is breakfast?', 'When is breakfast, please?');
    await asksFor(house, call);
    await heardTone(call, 800);
    await heardTone(call, 500);
    await said(call, SORRY);
    await asksFor(house, call);
    await heardTone(call, ANSWER.hz);
    const { transcript } = await call.view();
    expect(transcript.map(({ text }: { text: string }) => text)).toContain('From seven to');
    expect(await reasons(call)).toEqual([expect.stringContaining('server_error')]);
    await endsWell(house, call);
  });

  test('that refuses the key: somebody else says so, and the call has failed', () =>
    both(async (side) => {
      side.vendor.refuse(401);
      const path = `/${crypto.randomUUID()}`;
      const call = await greeted(side, {
        ...{ is_webhook_active: true, webhook_url: `${house.sink.origin}${path}` },
        send_webhook_only_on_completed: false,
      });
      await call.ended();
      const view = await endedCall(house.account, call.id);
      expect(view).toMatchObject({ status: 'failed', end_reason: expect.stringContaining('401') });
      expect(view.transcript).toMatchObject([{ sender: 'bot', text: FAILURE }]);
      expect(await loudest(call)).toBeGreaterThan(1_000);
      const [webhook] = await eventually(
        async () => house.sink.at(path),
        (all) => all.length > 0,
      );
      expect(JSON.parse(webhook?.body ?? '')).toMatchObject({ id: call.id, status: 'failed' });
    }));

  test('that falls silent for once is asked again over another connection', () =>
    both(async (side) => {
      const { vendor } = side;
      vendor.script(GREETING, { mute: true }, ANSWER);
      vendor.hears('When is breakfast?');
      const call = await greeted(side);
      await said(call, GREETING.say);
      await asksFor(house, call);
      await heardTone(call, ANSWER.hz);
      await said(call, ANSWER.say);
      expect(await reasons(call)).toEqual([expect.stringContaining('said nothing for too long')]);
      await endsWell(house, call);
    }));

  test('that says nothing any more for twenty seconds: the call ends with words, and has failed', () =>
    both(async (side) => {
      const { vendor } = side;
      vendor.script(GREETING, ...Array.from({ length: 8 }, () => ({ mute: true }) as const));
      vendor.hears('When is breakfast?');
      const call = await greeted(side);
      await said(call, GREETING.say);
      await asksFor(house, call);
      await call.ended();
      const view = await endedCall(house.account, call.id);
      expect(view).toMatchObject({
        status: 'failed',
        end_reason: expect.stringContaining('said nothing for too long'),
      });
      expect(view.transcript.at(-1)).toMatchObject({ sender: 'bot', text: FAILURE });
      vendor.forget();
    }));

  test('that does not hear any more is replaced, and what was said is heard after all', () =>
    both(async (side) => {
      const { vendor } = side;
      vendor.script(GREETING);
      const call = await greeted(side);
      await said(call, GREETING.say);
      vendor.deafen();
      vendor.script(ANSWER);
      vendor.hears('When is breakfast?');
      // Once: the session in its place hears it again.
      await asksFor(house, call);
      await heardTone(call, ANSWER.hz);
      expect(await reasons(call)).toEqual([]);
      await endsWell(house, call);
    }));
});

describe('a voice behind a model that writes', () => {
  const greeted = (line: LineName, voice = 'Sarah'): Promise<HouseCall> => {
    const names = { model: openai.model, voice };
    return house.call(line, names, { mode: 'dualplex', initial_message: GREETING.say });
  };

  /** A connection that is open needs no key. */
  const refuseAnew = (server: SpeechServer): void => {
    server.drop();
    server.refuse(401);
  };
  const HANG = { kind: 'hang' } as const;
  const DROP = { kind: 'drop' } as const;

  test.each([
    ['refuses the key', 'SIP', 'Sarah', () => refuseAnew(elevenLabs)],
    ['takes the text and says nothing', 'a media stream', 'Sarah', () => elevenLabs.script(HANG, HANG)],
    ['breaks off at the first word', 'SIP', 'Katie', () => cartesia.script(DROP, DROP, DROP)],
  ] as const)('that %s is replaced before a word is lost, over %s', async (_, line, voice, spoil) => {
    spoil();
    const call = await greeted(line, voice);
    await said(call, GREETING.say);
    expect(await loudest(call)).toBeGreaterThan(1_000);
    expect(await reasons(call)).toHaveLength(1);
    await endsWell(house, call);
  });

  test('can still take leave when the model is lost for good', async () => {
    openai.refuse(401);
    const call = await greeted('SIP');
    await call.ended();
    const view = await endedCall(house.account, call.id);
    expect(view).toMatchObject({ status: 'failed', end_reason: expect.stringContaining('401') });
    expect(view.transcript.at(-1)).toMatchObject({ sender: 'bot', text: FAILURE });
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endedCall } from '../kit/calls.ts';
import { eventually } from '../kit/eventually.ts';
import { cartesiaDialect, elevenLabsDialect } from '../kit/speech-dialects.ts';
import { type SpeechServer, startSpeechServer } from '../kit/speech-server.ts';
import {
  type EngineHouse,
  type HouseCall,
  type LineName,
  openEngineHouse,
} from '../kit/voice/engine-house.ts';
import { toneMs } from '../kit/voice/heard-tones.ts';
import {
  type ScriptedVendor,
  startScriptedGemini,
  startScriptedOpenAi,
} from '../kit/voice/scripted-vendors.ts';

const GREETING = { say: 'Mill Inn, good evening.', audioMs: 900, hz: 400 };
const ANSWER = { say: 'From seven to ten.', audioMs: 1_000, hz: 600 };
const FAILURE = 'I am sorry, something is wrong on our side. Please call again later. Goodbye.';

let openai: ScriptedVendor;
let gemini: ScriptedVendor;
let elevenLabs: SpeechServer;
let cartesia: SpeechServer;
let house: EngineHouse;

beforeAll(async () => {
  [openai, gemini] = await Promise.all([startScriptedOpenAi(), startScriptedGemini()]);
  elevenLabs = await startSpeechServer(elevenLabsDialect);
  cartesia = await startSpeechServer(cartesiaDialect);
  house = await openEngineHouse({
    ...{ ...openai.environment, ...gemini.environment },
    ...{ ELEVENLABS_API_KEY: 'e', ELEVENLABS_BASE_URL: elevenLabs.url.replace('ws', 'http') },
    ...{ CARTESIA_API_KEY: 'c', CARTESIA_BASE_URL: cartesia.url.replace('ws', 'http') },
    PARLEY_FALLBACK_SYNTHESIZER: 'flite',
  });
});
afterAll(async () => {
  await house.close();
  await Promise.all([openai, gemini, elevenLabs, cartesia].map((one) => one.close()));
});

const said = (call: HouseCall, text: string): Promise<unknown> =>
  eventually(
    () => call.view(),
    (view) => view.transcript.some((line: { text: string }) => line.text === text),
  );

const heard = (call: HouseCall, hz: number): Promise<number> =>
  eventually(
    async () => toneMs(await call.heard(), hz),
    (ms) => ms >= 500,
  );

const loudest = async (call: HouseCall): Promise<number> =>
  (await call.heard()).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

const reasons = async (call: HouseCall): Promise<string[]> =>
  (await call.view()).events
    .filter(({ type }: { type: string }) => type === 'provider-failed')
    .map(({ data }: { data: { reason: string } }) => data.reason);

async function asksFor(call: HouseCall, text = 'When is breakfast served in the morning?'): Promise<void> {
  await call.say(await house.spoken(text));
}

async function endsWell(call: HouseCall): Promise<void> {
  await call.hangUp();
  expect(await endedCall(house.account, call.id)).toMatchObject({ status: 'ended_by_customer' });
}

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
      await asksFor(call);
      await heard(call, ANSWER.hz);
      await said(call, ANSWER.say);
      if (side.name === 'OpenAI') {
        expect(await reasons(call)).toEqual([expect.stringContaining('OpenAI')]);
        // The session in its place knows what was heard.
        expect(vendor.told()).toContain(JSON.stringify({ type: 'output_text', text: GREETING.say }));
      }
      await endsWell(call);
    }));

  test('whose connection breaks in the middle of an answer: what was said stands, and the call goes on', () =>
    both(async (side) => {
      const { vendor } = side;
      vendor.script(GREETING);
      const call = await greeted(side);
      await said(call, GREETING.say);
      vendor.script({ stall: 'From seven to', audioMs: 900, hz: 800 });
      vendor.hears('When is breakfast?', 'Could you say that again?');
      await asksFor(call);
      await heard(call, 800);
      vendor.drop();
      await said(call, 'From seven to');
      await eventually(
        async () => vendor.open(),
        (count) => count === 1,
      );
      vendor.script(ANSWER);
      await asksFor(call, 'Could you say that again, please?');
      await heard(call, ANSWER.hz);
      await endsWell(call);
    }));

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
      await asksFor(call);
      await heard(call, ANSWER.hz);
      await said(call, ANSWER.say);
      expect(await reasons(call)).toEqual([expect.stringContaining('said nothing for too long')]);
      await endsWell(call);
    }));

  test('that says nothing any more for twenty seconds: the call ends with words, and has failed', () =>
    both(async (side) => {
      const { vendor } = side;
      vendor.script(GREETING, ...Array.from({ length: 8 }, () => ({ mute: true }) as const));
      vendor.hears('When is breakfast?');
      const call = await greeted(side);
      await said(call, GREETING.say);
      await asksFor(call);
      await call.ended();
      const view = await endedCall(house.account, call.id);
      expect(view).toMatchObject({
        status: 'failed',
        end_reason: expect.stringContaining('said nothing for too long'),
      });
      expect(view.transcript.at(-1)).toMatchObject({ sender: 'bot', text: FAILURE });
      vendor.forget();
    }));

  test('that does not hear any more is replaced, and hears again', () =>
    both(async (side) => {
      const { vendor } = side;
      vendor.script(GREETING);
      const call = await greeted(side);
      await said(call, GREETING.say);
      vendor.deafen();
      const asked = vendor.asked();
      await asksFor(call);
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
      await asksFor(call);
      await heard(call, ANSWER.hz);
      expect(await reasons(call)).toEqual([]);
      await endsWell(call);
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
    await endsWell(call);
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

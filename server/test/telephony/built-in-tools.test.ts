import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { FliteTts } from '../../src/providers/offline/flite-tts.ts';
import { backgroundLoop } from '../../src/voice/audio/background/background-loop.ts';
import { callOnce } from '../kit/calls.ts';
import { eventually } from '../kit/eventually.ts';
import type { FakeReply } from '../kit/fake-model-server.ts';
import { endsWithFile } from '../kit/left-running.ts';
import { type ModelInstallation, startModelInstallation } from '../kit/model-installation.ts';
import { onSecondTry } from '../kit/second-tries.ts';
import { type Baresip, startBaresip } from '../kit/sip/baresip.ts';
import { freePorts } from '../kit/sip/free-ports.ts';
import { isMissing } from '../kit/sip/programs.ts';
import { openSipPeer } from '../kit/sip/sip-peer.ts';
import { trunkTo } from '../kit/sip/voice-processes.ts';
import { pureTone, speech } from '../kit/speech.ts';
import type { Answer, Client } from '../kit/test-server.ts';
import { toneMs, tonePurity } from '../kit/voice/heard-tones.ts';
import { recordingChannels } from '../kit/voice/recording-channels.ts';
import { asHeard, shareContained } from '../kit/voice/same-samples.ts';

const GREETING = 'Good evening.';
const CONNECTING = 'I connect you.';
const LINE_BUSY = 'I am sorry, the line is busy right now. Can I help you in another way?';
const NOT_REACHED = 'I am sorry, nobody can take the call right now. Can I help you in another way?';
const COLLEAGUE = '+40721555555';
/** Tones of the participants. Neither is a harmonic of the other. */
const [CUSTOMER_HZ, COLLEAGUE_HZ] = [620, 950];
/** Longer than any call, because baresip ends a call when its audio file ends. */
const MINUTE_MS = 60_000;
const SILENCE = new Int16Array(8 * MINUTE_MS);

/** Expected share of received audio; on a busy machine, late packets are missing. */
const MOST = 0.8;

let house: ModelInstallation;
let account: Client;
let port: number;
/** One number per assistant. */
const numbers: { id: number; number: string }[] = [];
const flite = new FliteTts({ clock: systemClock });
endsWithFile(() => flite.close());

async function open(): Promise<void> {
  [port = 0] = await freePorts(1);
  house = await startModelInstallation({
    environment: { PARLEY_SIP_PORT: String(port), PARLEY_SIP_HOST: '127.0.0.1', PARLEY_RTP_PORTS: '0' },
  });
  account = await house.server.account();
  // Create all trunks before the first call, because the trunks of an address are cached.
  numbers.length = 0;
  for (let index = 0; index < 6; index += 1) {
    const number = `+4031200010${index}`;
    numbers.push({ id: await trunkTo(account, { address: '127.0.0.1:9', phone_number: number }), number });
  }
}
const close = (): Promise<void> => house.stop();
beforeAll(open);
afterAll(close);
beforeEach(onSecondTry(close, open));

const startPhone = (number: string, parameters: string): Promise<Baresip> =>
  startBaresip(SILENCE, `<sip:${number}@127.0.0.1>;regint=0;${parameters}`);

const tone = (hz: number): Int16Array => pureTone({ hz, ms: MINUTE_MS, sampleRateHz: 8000 });

const uses = (name: string, toolArguments = {}): FakeReply => ({
  kind: 'answer',
  toolCalls: [{ name, arguments: toolArguments }],
});
const says = (text: string): FakeReply => ({ kind: 'answer', text });

interface CustomerCall {
  phone: Baresip;
  once(isDone: (view: Answer['body']) => boolean): Promise<Answer['body']>;
}

/** A customer who called an assistant with these tools and heard the greeting. */
async function callIn(tools: readonly object[], parameters = 'answermode=manual'): Promise<CustomerCall> {
  const { id: phone_number_id, number } = numbers.pop() ?? { id: 0, number: '' };
  const phone = await startPhone('customer', parameters);
  const { id: assistant } = await house.assistant(account, {
    tools,
    phone_number_id,
    initial_message: GREETING,
    record: true,
    post_call_evaluation: false,
  });
  await account.post(`/user/assistant/${assistant}/activate`);
  phone.command('dial', `sip:${number}@127.0.0.1:${port}`);
  const { body } = await eventually(
    () => account.get(`/user/calls?assistant_id=${assistant}`),
    (list) => list.body.data.length > 0,
  );
  const once: CustomerCall['once'] = (isDone) => callOnce(account, body.data[0].id, isDone);
  await once(({ transcript }) => transcript.length > 0);
  return { phone, once };
}

const textsOf = ({ transcript }: Answer['body']): string[] =>
  transcript.map(({ text }: { text: string }) => text);

/** Waits for an event of a phone; returns the latest. */
async function told(phone: Baresip, type: string): Promise<string> {
  const events = await eventually(
    async () => phone.events.filter((event) => event.type === type),
    ({ length }) => length > 0,
  );
  return events.at(-1)?.param ?? '';
}

/** Samples that the phone heard from `since` on, in whole packets. */
const heardBy = async (phone: Baresip, since = 0): Promise<Int16Array> =>
  Int16Array.from(await phone.heard()).subarray(since - (since % 160));

/** The assistant's speech as a phone hears it, sentence by sentence. */
async function spoken(...sentences: string[]): Promise<Int16Array> {
  const parts: number[] = [];
  for (const sentence of sentences) {
    parts.push(...(await speech(flite, sentence, { voice: 'slt', sampleRateHz: 8000 })).samples);
  }
  return asHeard(Int16Array.from(parts));
}

/** Waits until the phone hears music after the fade-in. Compares few packets, because comparing blocks the server. */
async function hearsMusic(phone: Baresip): Promise<void> {
  const music = asHeard(backgroundLoop('hold-music', 8000));
  const share = async (): Promise<number> => shareContained((await heardBy(phone)).slice(-1600), music);
  await eventually(share, (found) => found > MOST);
}

const keys = (pressed: string): string => `(Keys pressed on the phone: ${pressed})`;

/** Lets the customer hang up and returns the call. */
function hangUp({ phone, once }: CustomerCall): Promise<Answer['body']> {
  phone.command('hangup');
  return once(({ ended_at }) => ended_at !== null);
}

/** Plays both tones simultaneously and expects each phone to hear only the other's. */
async function expectConnected(customer: Baresip, colleague: Baresip): Promise<void> {
  const [customerSince, colleagueSince] = [(await customer.heard()).length, (await colleague.heard()).length];
  await customer.says(tone(CUSTOMER_HZ));
  await colleague.says(tone(COLLEAGUE_HZ));
  const pairs = [
    { phone: customer, since: customerSince, hz: COLLEAGUE_HZ },
    { phone: colleague, since: colleagueSince, hz: CUSTOMER_HZ },
  ];
  for (const { phone, since, hz } of pairs) {
    const heard = await eventually(
      () => heardBy(phone, since),
      (samples) => toneMs(samples, hz) >= 1500,
    );
    expect(tonePurity(heard, hz)).toBeGreaterThan(0.8);
  }
}

describe.skipIf(isMissing('baresip'))('softphones at both ends', () => {
  test('warm transfer: plays music, briefs the colleague, then connects the two', async () => {
    const colleague = await startPhone(COLLEAGUE, 'answermode=manual');
    const line = await trunkTo(account, {
      address: `127.0.0.1:${colleague.port}`,
      phone_number: '+40312000201',
    });
    const { phone: customer, once } = await callIn([warmTo(line)]);
    house.model.replace(uses('warm_call_transfer'), says(CONNECTING), says('They want a refund.'));
    customer.command('sndcode', '1');
    await told(colleague, 'CALL_INCOMING');
    await hearsMusic(customer);
    colleague.command('accept');
    await once(({ transfers }) => transfers.length > 0);
    const untilConnected = { customer: await heardBy(customer), colleague: await heardBy(colleague) };
    const asked = house.model.requests.length;

    await expectConnected(customer, colleague);
    customer.command('sndcode', '5');
    expect(await told(colleague, 'CALL_DTMF_START')).toBe('5');
    colleague.command('hangup');
    const view = await once(({ recording_state }) => recording_state === 'kept');
    expect(view).toMatchObject({
      status: 'completed',
      end_reason: 'transferred',
      transfers: [{ kind: 'warm', target: COLLEAGUE, outcome: 'connected', reason: null }],
    });
    expect(textsOf(view).slice(1)).toEqual([
      keys('1'),
      CONNECTING,
      'One moment please.',
      'You are connected.',
    ]);
    expect(house.model.requests).toHaveLength(asked);
    const briefing = await spoken('A caller for you.', 'They want a refund.');
    expect(shareContained(untilConnected.colleague, briefing)).toBeGreaterThan(MOST);
    expect(shareContained(untilConnected.customer, briefing)).toBe(0);

    // Left: the customer. Right: the music, then the colleague.
    const { left, right } = await recordingChannels(view.recording_url);
    expect(shareContained(untilConnected.customer, right)).toBeGreaterThan(MOST);
    expect(toneMs(left, CUSTOMER_HZ)).toBeGreaterThan(1000);
    expect(toneMs(right, COLLEAGUE_HZ)).toBeGreaterThan(1000);
    expect([toneMs(left, COLLEAGUE_HZ), toneMs(right, CUSTOMER_HZ)]).toEqual([0, 0]);
  });

  test('a busy or unanswered transfer returns the customer to the assistant', async () => {
    const colleague = await startPhone(COLLEAGUE, 'answermode=manual');
    const carrier = await openSipPeer();
    const busy = await trunkTo(account, {
      address: `127.0.0.1:${colleague.port}`,
      phone_number: '+40312000202',
    });
    const away = await trunkTo(account, {
      address: `127.0.0.1:${carrier.port}`,
      phone_number: '+40312000203',
    });
    const call = await callIn([warmTo(busy), warmTo(away)]);
    const { phone: customer, once } = call;
    house.model.replace(uses('warm_call_transfer'), says(CONNECTING), says('They want a refund.'));
    customer.command('sndcode', '1');
    await told(colleague, 'CALL_INCOMING');
    const since = (await customer.heard()).length;
    colleague.command('hangup');
    await once((view) => textsOf(view).includes(LINE_BUSY));
    const heard = await heardBy(customer, since);

    house.model.replace(uses('warm_call_transfer_2'), says(CONNECTING), says('They want a refund.'));
    customer.command('sndcode', '2');
    const invite = await carrier.takeRequest('INVITE');
    expect(JSON.stringify(house.model.requests.at(-1)?.messages)).toContain(LINE_BUSY);
    carrier.respond(invite, 180, { tag: 'away' });
    carrier.respond(invite, 480, { tag: 'away' });
    await once((view) => textsOf(view).includes(NOT_REACHED));
    const view = await hangUp(call);
    expect(view).toMatchObject({
      status: 'ended_by_customer',
      transfers: ['busy', 'no-answer'].map((reason) => ({ kind: 'warm', outcome: 'failed', reason })),
    });
    const sorry = await spoken(...(LINE_BUSY.match(/[^.?]+[.?]/g) ?? []));
    expect(shareContained(heard, sorry)).toBeGreaterThan(MOST);
  });

  test('a call transfer refers the customer’s phone to the colleague’s', async () => {
    const colleague = await startPhone('desk', 'answermode=auto');
    const target = `sip:desk@127.0.0.1:${colleague.port}`;
    const { phone: customer, once } = await callIn([{ type: 'call_transfer', phone_number: target }]);
    house.model.replace(uses('call_transfer'), says(CONNECTING));
    customer.command('sndcode', '1');
    const view = await once(({ ended_at }) => ended_at !== null);
    expect(view).toMatchObject({
      status: 'completed',
      end_reason: 'transferred',
      transfers: [{ kind: 'blind', target, outcome: 'connected', reason: null }],
    });
    expect(textsOf(view).slice(1)).toEqual([keys('1'), CONNECTING]);
    expect(await told(customer, 'TRANSFER')).toBe(`<${target}>`);
    expect(fragmentsOf(customer)).toEqual(['SIP/2.0 100', 'SIP/2.0 200']);
    await expectConnected(customer, colleague);
  });

  test('an unreachable transfer target returns the customer to the assistant', async () => {
    const colleague = await startPhone('desk', 'answermode=manual');
    const target = `sip:desk@127.0.0.1:${colleague.port}`;
    const call = await callIn([{ type: 'call_transfer', phone_number: target }]);
    const { phone: customer, once } = call;
    house.model.replace(uses('call_transfer'), says(CONNECTING));
    customer.command('sndcode', '1');
    await told(colleague, 'CALL_INCOMING');
    colleague.command('hangup');
    await once((view) => textsOf(view).includes(LINE_BUSY));
    expect(fragmentsOf(customer)).toEqual(['SIP/2.0 100', 'SIP/2.0 486']);
    house.model.replace(says('Goodbye.'));
    const since = (await customer.heard()).length;
    customer.command('sndcode', '2');
    await once((view) => textsOf(view).includes('Goodbye.'));
    expect(JSON.stringify(house.model.requests.at(-1)?.messages)).toContain(LINE_BUSY);
    const heard = await heardBy(customer, since);
    const view = await hangUp(call);
    expect(view).toMatchObject({
      status: 'ended_by_customer',
      transfers: [{ kind: 'blind', target, outcome: 'failed', reason: '486 Rejected' }],
    });
    expect(shareContained(heard, await spoken('Goodbye.'))).toBeGreaterThan(MOST);
  });

  test('a phone that rejects REFER is bridged by us', async () => {
    const colleague = await startPhone('desk', 'answermode=auto');
    const target = `sip:desk@127.0.0.1:${colleague.port}`;
    const call = await callIn([{ type: 'call_transfer', phone_number: target }], 'call_transfer=no');
    house.model.replace(uses('call_transfer'), says(CONNECTING));
    call.phone.command('sndcode', '1');
    await call.once(({ transfers }) => transfers.length > 0);
    expect(call.phone.words()).toContain('SIP/2.0 501 Not Implemented');
    await expectConnected(call.phone, colleague);
    expect(await hangUp(call)).toMatchObject({
      status: 'ended_by_customer',
      transfers: [{ kind: 'blind', target, outcome: 'connected', reason: null }],
    });
    await told(colleague, 'CALL_CLOSED');
  });

  test('keys of the customer reach the tool, and keys of the assistant reach the customer', async () => {
    const tools = [{ type: 'collect_keypad', timeout: 20, stop_key: '#' }, { type: 'dtmf_input' }];
    const call = await callIn(tools);
    const { phone: customer, once } = call;
    house.model.replace(
      uses('collect_keypad'),
      uses('dtmf_input', { digits: '2580wA#11*' }),
      says('It is done.'),
    );
    const asked = house.model.requests.length;
    customer.command('sndcode', '1');
    await eventually(
      async () => house.model.requests.length,
      (length) => length > asked,
    );
    for (const key of '422#') customer.command('sndcode', key);
    await once((one) => textsOf(one).includes('It is done.'));
    const view = await hangUp(call);
    const pressed = customer.events.filter(({ type }) => type === 'CALL_DTMF_START');
    expect(pressed.map(({ param }) => param).join('')).toBe('2580A#11*');
    const called = view.events.filter(({ type }: { type: string }) => type === 'tool-called');
    expect(called.map(({ data }: Answer['body']) => data)).toMatchObject([
      { functionCall: { result: { digits: '422', ended_by: 'stop_key' } }, failed: false },
      { functionCall: { result: { sent: '2580wA#11*' } }, failed: false },
    ]);
  });
});

function warmTo(line: number): object {
  return {
    type: 'warm_call_transfer',
    supervisor_phone: COLLEAGUE,
    outbound_phone_id: line,
    description: 'When they ask for a person.',
    hold_message: 'One moment please.',
    hold_music_volume: 100,
    briefing_initial_message: 'A caller for you.',
    connected_message: 'You are connected.',
  };
}

/** Status lines in which a referred phone reports the progress of its transfer. */
function fragmentsOf(phone: Baresip): string[] {
  return [...phone.words().matchAll(/message\/sipfrag[\s\S]*?\r?\n\r?\n(SIP\/2\.0 \d+)/g)].map(
    ([, line = '']) => line,
  );
}

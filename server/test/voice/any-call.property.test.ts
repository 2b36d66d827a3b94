import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CallTool } from '#contract/built-in-tools.ts';
import type { VoiceSettings } from '../../src/voice/settings.ts';
import { scriptedAssistant } from '../kit/voice/scripted-assistant.ts';
import type { ScriptedAnswer, ScriptedEngine } from '../kit/voice/scripted-engine.ts';
import { scriptedLeg } from '../kit/voice/scripted-leg.ts';
import { type VoiceCall, voiceCall } from '../kit/voice/voice-call.ts';

const TOOLS: CallTool[] = [
  { type: 'end_call' },
  { type: 'call_transfer', phone_number: '+40721555555' },
  { type: 'collect_keypad', timeout: 1 },
  { type: 'warm_call_transfer', supervisor_phone: '+40721555555', outbound_phone_id: 1, description: 'x' },
];

const FILLERS = { positive: ['A.'], negative: ['B.'], question: ['C.'], neutral: ['D.'] };

type Act =
  | { type: 'wait'; ms: number }
  | { type: 'speak'; text: string; ms: number }
  /** The model schedules a call action at any time. */
  | { type: 'order'; tool: number }
  | { type: 'press' | 'type' | 'interim' | 'engine-hears' | 'engine-hears-the-end' | 'engine-answers' };

const acts = fc.array(
  fc.oneof(
    fc.record({ type: fc.constant('wait' as const), ms: fc.integer({ min: 20, max: 3000 }) }),
    fc.record({
      type: fc.constant('speak' as const),
      text: fc.constantFrom('', 'uh-huh', 'Stop.', 'When do you open on Sundays?', 'Please leave a message.'),
      ms: fc.integer({ min: 40, max: 2500 }),
    }),
    fc.record({ type: fc.constant('order' as const), tool: fc.nat({ max: TOOLS.length - 1 }) }),
    fc.constantFrom<Act>(
      ...([{ type: 'press' }, { type: 'type' }, { type: 'interim' }] as const),
      ...([{ type: 'engine-hears' }, { type: 'engine-hears-the-end' }, { type: 'engine-answers' }] as const),
    ),
  ),
  { maxLength: 14 },
);

const answer: fc.Arbitrary<ScriptedAnswer> = fc.record(
  {
    text: fc.constantFrom('', 'Yes.', 'One two three four five six seven eight nine ten.', null),
    delayMs: fc.integer({ min: 0, max: 1500 }),
    tool: fc.constantFrom(...TOOLS.map(({ type }) => ({ name: type }))),
    fails: fc.constant('reply' as const),
  },
  { requiredKeys: ['text'] },
);

const settings = fc.record({
  endpointSilenceMs: fc.integer({ min: 0, max: 1500 }),
  interruptAfterMs: fc.integer({ min: 0, max: 1500 }),
  minInterruptWords: fc.option(fc.integer({ min: 0, max: 3 })),
  allowInterruptions: fc.boolean(),
  protectFirstMessage: fc.constantFrom('off' as const, 'greeting' as const, 'always' as const),
  waitForCustomer: fc.boolean(),
  fillers: fc.option(fc.constant<VoiceSettings['fillers']>(FILLERS)),
  reengagementIntervalMs: fc.constant(7000),
  maxSilenceMs: fc.integer({ min: 1000, max: 20_000 }),
  voiceMailMessage: fc.option(fc.constant('Call us.')),
  record: fc.boolean(),
});

async function act(call: VoiceCall, one: Act): Promise<void> {
  const engine = call.engines[0];
  switch (one.type) {
    case 'wait':
      return call.advance(one.ms);
    case 'speak':
      return call.speak(one.text, one.ms);
    case 'press':
      return call.leg.press('5');
    case 'type':
      return call.leg.type('Hello there.');
    case 'interim':
      return engine?.emit({ type: 'customer-interim', text: 'wait a moment' });
    case 'order':
      // A refused action rejects, and the model would get the reason.
      return void engine?.opening.extraTools[one.tool]
        ?.run({}, new AbortController().signal, { key: 'k' })
        .catch(() => undefined);
  }
  if (engine?.hasTurnDetection !== true) return;
  if (one.type === 'engine-hears') engine.emit({ type: 'customer-speech-started' });
  else if (one.type === 'engine-hears-the-end') engine.emit({ type: 'customer-speech-stopped' });
  else answerUnasked(engine);
}

/** Number of unrequested replies, for their ids. */
let unasked = 0;

function answerUnasked(engine: ScriptedEngine): void {
  unasked += 1;
  const replyId = `unasked-${unasked}`;
  engine.emit({ type: 'reply-started', replyId });
  engine.emit({ type: 'reply-audio', replyId, samples: new Int16Array(8000).fill(3000) });
  engine.emit({ type: 'reply-ended', replyId, text: 'One moment, please.', functionCalls: [] });
}

/** Outcome of every requested reply. */
function fates(call: VoiceCall): Map<string, string[]> {
  const fates = new Map<string, string[]>();
  for (const asked of call.engines[0]?.asked ?? []) {
    const [, fate, replyId] = /^(played|interrupt) (\S+)/.exec(asked) ?? [];
    if (fate !== undefined && replyId !== undefined)
      fates.set(replyId, [...(fates.get(replyId) ?? []), fate]);
  }
  return fates;
}

test('a call ends once, leaves nothing open, and gives every reply one outcome, for any events', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        acts,
        answers: fc.array(answer, { minLength: 1, maxLength: 4 }),
        settings,
        direction: fc.constantFrom('inbound' as const, 'outbound' as const, 'web' as const),
        bufferMs: fc.constantFrom(0, 200, 1000),
        hasTurnDetection: fc.boolean(),
        end: fc.constantFrom('hang-up', 'lost', 'abort'),
      }),
      async ({ acts, answers, settings, direction, bufferMs, hasTurnDetection, end }) => {
        const other = scriptedLeg();
        const call = voiceCall({
          assistant: scriptedAssistant(settings, { builtInTools: TOOLS }),
          engine: { answers, hasTurnDetection },
          direction,
          leg: { bufferMs },
          dialed: (_, listener) => listener({ type: 'answered', leg: other, carrierCallId: null }),
        });
        call.alongside(other);
        for (const one of acts) await act(call, one);
        if (end === 'abort') call.abort('enough');
        else call.leg.end(end === 'lost' ? { kind: 'lost', reason: 'gone' } : { kind: 'remote-hang-up' });
        await call.advance(4000);
        expect(call.outcome).not.toBeNull();
        expect(call.outcome?.reason).not.toBe('internal error');
        expect(call.remains()).toEqual({ tickers: 0, streams: 0 });
        expect(call.leg.isUp).toBe(false);
        expect(call.engines.every(({ isClosed }) => isClosed)).toBe(true);
        for (const [replyId, fate] of fates(call)) expect([replyId, fate.length]).toEqual([replyId, 1]);
        const times = call.events.map(({ atMs }) => atMs);
        expect(times).toEqual(times.toSorted((a, b) => a - b));
      },
    ),
    { numRuns: 150 },
  );
});

test('a call ends by its timers once the customer is silent, after any events', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        acts,
        answers: fc.array(answer, { minLength: 1, maxLength: 4 }),
        settings,
        direction: fc.constantFrom('inbound' as const, 'outbound' as const),
        hasTurnDetection: fc.boolean(),
      }),
      async ({ acts, answers, settings, direction, hasTurnDetection }) => {
        const call = voiceCall({
          assistant: scriptedAssistant(settings, { builtInTools: TOOLS }),
          engine: { answers, hasTurnDetection },
          direction,
          dialed: (_, listener) =>
            listener({ type: 'failed', failure: 'busy', code: null, reason: 'The line is busy.' }),
        });
        for (const one of acts) await act(call, one);
        await call.advance(90_000);
        expect(call.outcome).not.toBeNull();
        expect(call.remains()).toEqual({ tickers: 0, streams: 0 });
      },
    ),
    { numRuns: 60 },
  );
});

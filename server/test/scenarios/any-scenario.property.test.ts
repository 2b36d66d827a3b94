import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CallTool } from '#contract/built-in-tools.ts';
import type { PersonStep } from '../../src/telephony/simulated/person.ts';
import type { VoiceSettings } from '../../src/voice/settings.ts';
import { runScenario } from '../kit/voice/call-scenario.ts';
import type { ScenarioAnswer } from '../kit/voice/scenario-voices.ts';

const TOOLS: readonly CallTool[] = [
  { type: 'end_call' },
  { type: 'call_transfer', phone_number: '+15550000099', warm_transfer: true },
  { type: 'collect_keypad', timeout: 1 },
  { type: 'dtmf_input' },
];

const FILLERS = { positive: ['A.'], negative: ['B.'], question: ['C.'], neutral: ['D.'] };
/** Longest possible duration of a step, including a hanging model. */
const LONGEST_GAP_MS = 40_000;

const text = fc.constantFrom(
  'uh-huh',
  'Stop.',
  'When do you open on Sundays?',
  'Thanks, bye',
  'Please leave a message after the tone',
);
const step: fc.Arbitrary<PersonStep> = fc.oneof(
  fc.record({ type: fc.constant('wait' as const), ms: fc.integer({ min: 20, max: 3000 }) }),
  fc.record({ type: fc.constant('say' as const), text }),
  fc.record({
    type: fc.constant('noise' as const),
    ms: fc.integer({ min: 20, max: 1500 }),
    levelDbfs: fc.constantFrom(-20, -35),
  }),
  fc.record({ type: fc.constant('press' as const), digits: fc.constantFrom('1', '42#') }),
  fc.record({ type: fc.constant('type' as const), text }),
  fc.record({
    type: fc.constant('let-speak' as const),
    speakingMs: fc.integer({ min: 20, max: 1500 }),
    atMostMs: fc.constant(3000),
  }),
);

const answer: fc.Arbitrary<ScenarioAnswer> = fc.record(
  {
    text: fc.constantFrom(
      '',
      'Yes.',
      'One moment, please. I am going to look. It will not take long at all.',
    ),
    afterMs: fc.constantFrom(0, 300, 1500, 20_000),
    tool: fc.record(
      {
        name: fc.constantFrom('look_up', ...TOOLS.map(({ type }) => type)),
        arguments: fc.constant({ digits: '12' }),
        afterMs: fc.constantFrom(0, 400, 1200),
      },
      { requiredKeys: ['name'] },
    ),
    thenText: fc.constantFrom('', 'It is done.'),
  },
  { requiredKeys: ['text'] },
);

const settings = fc.record({
  endpointType: fc.constantFrom('vad' as const, 'ai' as const),
  endpointSilenceMs: fc.constantFrom(0, 300, 1200),
  interruptAfterMs: fc.constantFrom(0, 300, 1500),
  minInterruptWords: fc.constantFrom(null, 0, 2),
  allowInterruptions: fc.boolean(),
  protectFirstMessage: fc.constantFrom('off' as const, 'greeting' as const, 'always' as const),
  waitForCustomer: fc.boolean(),
  fillers: fc.option(fc.constant<VoiceSettings['fillers']>(FILLERS)),
  reengagementIntervalMs: fc.constant(7000),
  // Ends calls in which the model keeps acting although the customer is silent.
  maxDurationMs: fc.constant(90_000),
  maxSilenceMs: fc.integer({ min: 1000, max: 15_000 }),
  unclearSpeechAction: fc.constantFrom('transfer', 'end_call', 'continue'),
  voiceMailMessage: fc.constantFrom(null, 'Call us.'),
  endCallOnVoicemail: fc.boolean(),
  record: fc.boolean(),
});

test('every call makes progress, ends, and leaves nothing open, for any customer and model', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        customer: fc.array(step, { maxLength: 10 }),
        answers: fc.array(answer, { minLength: 1, maxLength: 4 }),
        settings,
        direction: fc.constantFrom('inbound' as const, 'outbound' as const),
        understanding: fc.record({ finalAfterMs: fc.constantFrom(40, 900), interim: fc.boolean() }),
      }),
      async (call) => {
        const { outcome, left, events } = await runScenario({
          ...call,
          name: 'any',
          builtInTools: TOOLS,
          tools: [{ name: 'look_up', takesMs: 2500, answer: { price: 12 } }],
          lastsMs: 100_000,
          expect: [],
        });
        expect(outcome.reason).not.toMatch(/scenario is over|internal error/);
        expect(left).toBe(0);
        const times = events.map(({ atMs }) => atMs);
        expect(times).toEqual(times.toSorted((a, b) => a - b));
        const gaps = times.map((atMs, index) => atMs - (times[index - 1] ?? 0));
        expect(Math.max(0, ...gaps)).toBeLessThan(LONGEST_GAP_MS);
      },
    ),
    { numRuns: 25 },
  );
});

const BRIDGE = 'One moment.';
const QUESTION = 'When do you open on Sundays?';
const LAST_QUESTION = 'And what does a table cost?';

test('greets silent customers and answers questions despite any sounds', async () => {
  const sound: fc.Arbitrary<PersonStep> = fc.oneof(
    fc.record({ type: fc.constant('wait' as const), ms: fc.integer({ min: 20, max: 2500 }) }),
    fc.record({
      type: fc.constant('noise' as const),
      ms: fc.integer({ min: 40, max: 2500 }),
      levelDbfs: fc.constantFrom(-20, -35),
    }),
    fc.record({ type: fc.constant('say' as const), text: fc.constantFrom('uh-huh', QUESTION) }),
  );
  const afterMs = fc.constantFrom(0, 300, 1500);
  const noise = sound.filter(({ type }) => type !== 'say');
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        sounds: fc.array(sound, { maxLength: 6 }),
        noises: fc.array(noise, { maxLength: 3 }),
        asks: fc.boolean(),
        voiceAfterMs: fc.constantFrom(0, 300, 1500),
        answers: fc.array(
          fc.oneof(
            fc.record({ text: fc.constantFrom('Yes.', 'We open at nine.'), afterMs }),
            fc.record({
              text: fc.constantFrom(BRIDGE, ''),
              afterMs,
              tool: fc.constant({ name: 'look_up' }),
              thenText: fc.constant('It is twelve.'),
            }),
          ),
          { minLength: 1, maxLength: 3 },
        ),
        direction: fc.constantFrom('inbound' as const, 'outbound' as const),
        settings: fc.record({
          mode: fc.constantFrom('pipeline' as const, 'multimodal' as const, 'dualplex' as const),
          endpointType: fc.constantFrom('vad' as const, 'ai' as const),
          endpointSilenceMs: fc.constantFrom(100, 300, 1200),
          interruptAfterMs: fc.constantFrom(100, 300, 700),
          minInterruptWords: fc.constantFrom(null, 2),
          protectFirstMessage: fc.constantFrom('off' as const, 'greeting' as const, 'always' as const),
          waitForCustomer: fc.boolean(),
          reengagementIntervalMs: fc.constant(80_000),
          maxSilenceMs: fc.constant(90_000),
        }),
        understanding: fc.record({ finalAfterMs: fc.constantFrom(40, 900), interim: fc.boolean() }),
      }),
      async ({ sounds, noises, asks, ...call }) => {
        // Waits until the assistant is silent, because a customer who must not interrupt is ignored before.
        const listens = { type: 'listen', quietMs: 400, atMostMs: 15_000 } as const;
        const last: PersonStep[] = asks ? [listens, { type: 'say', text: LAST_QUESTION }] : [];
        // Adds pauses, because the energy-based VAD does not take continuous sound for speech.
        const done = [...sounds, ...last, ...noises].flatMap((one): PersonStep[] => [
          one,
          { type: 'wait', ms: 300 },
        ]);
        const { events, outcome } = await runScenario({
          ...call,
          name: 'any',
          realtime: 'built-in',
          tools: [{ name: 'look_up', takesMs: 2500, answer: { price: 12 } }],
          customer: [...done, { type: 'wait', ms: 20_000 }, { type: 'hang-up' }],
          lastsMs: 80_000,
          expect: [],
        });
        const said = events.filter((event) => event.type === 'assistant-said');
        const words = events.flatMap((event) => (event.type === 'customer-said' ? [event] : []));
        if (outcome.answeredBy === 'machine') return;
        if (!call.settings.waitForCustomer || asks) expect(said.length).toBeGreaterThan(0);
        const question = words.findLast(({ text }) => text !== 'uh-huh');
        if (asks) expect(question?.text).toContain('And what');
        if (question === undefined) return;
        expect(said.at(-1)?.sinceMs).toBeGreaterThan(question.sinceMs);
        expect(said.at(-1)?.text).not.toBe(BRIDGE);
      },
    ),
    { numRuns: 100 },
  );
});

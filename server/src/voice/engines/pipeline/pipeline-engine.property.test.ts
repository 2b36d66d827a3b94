import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callAssistant, openEngineCall } from '../../../../test/kit/engine-call.ts';
import { call, finish, type ModelStep, say, scriptedModel } from '../../../../test/kit/scripted-model.ts';
import { scriptedStt, scriptedTts, type VoiceStep } from '../../../../test/kit/scripted-voice.ts';
import { testTool } from '../../../../test/kit/turn-input.ts';
import { GO_ON } from '../../../agent/ask-model.ts';
import { ProviderError } from '../../../providers/interfaces/provider-error.ts';

const unhandled: unknown[] = [];
const onUnhandled = (reason: unknown) => unhandled.push(reason);
beforeAll(() => void process.on('unhandledRejection', onUnhandled));
afterAll(() => void process.off('unhandledRejection', onUnhandled));

const SIMPLE = ['answer', 'say', 'prompt', 'speak', 'wait', 'late'] as const;

type Operation =
  | { kind: (typeof SIMPLE)[number] }
  | { kind: 'interrupt' | 'played'; age: number; words: number };

const age = fc.nat(3);
const words = fc.nat(6);
const verdict: fc.Arbitrary<Operation> = fc.record({
  kind: fc.constantFrom('interrupt' as const, 'interrupt' as const, 'played' as const),
  age,
  words,
});
const anything: fc.Arbitrary<Operation> = fc.oneof(
  fc.constantFrom(...SIMPLE).map((kind) => ({ kind })),
  verdict,
);
/** A regular turn followed by random steps. */
const turn: fc.Arbitrary<Operation[]> = fc
  .tuple(verdict, fc.array(anything, { maxLength: 4 }))
  .map(([told, rest]) => [{ kind: 'speak' }, { kind: 'answer' }, { kind: 'wait' }, told, ...rest]);
const operations: fc.Arbitrary<Operation[]> = fc.oneof(
  fc.array(turn, { maxLength: 5 }).map((turns) => turns.flat()),
  fc.array(anything, { maxLength: 14 }),
);

const failure = { type: 'fail' as const, error: new ProviderError('unavailable', 'No.') };
const script: fc.Arbitrary<ModelStep[]> = fc.constantFrom<ModelStep[]>(
  [...say('alpha beta gamma. delta epsilon zeta.'), finish()],
  [...say('alpha beta. '), call('slow', { id: '1' }), finish('tool-calls')],
  [call('slow', { id: '1' }), finish('tool-calls')],
  [...say('alpha beta. '), failure],
  [...say('alpha beta. '), { type: 'deaf' as const }],
  [failure],
);
const voiceSteps: fc.Arbitrary<Record<string, VoiceStep>> = fc.constantFrom(
  {},
  { delta: { type: 'fail', error: new TypeError('a defect of the voice') } },
  { delta: { type: 'deaf' } },
  { alpha: failure },
);

async function hold(given: readonly Operation[], scripts: ModelStep[][], steps: Record<string, VoiceStep>) {
  const model = scriptedModel('a/m', ...scripts);
  const stt = scriptedStt();
  const tool = testTool('slow', () => new Promise((resolve) => setImmediate(resolve)));
  const held = openEngineCall(
    {
      ttsProviders: new Map([['scripted', scriptedTts({ steps })]]),
      sttProviders: new Map([['scripted', stt]]),
    },
    callAssistant(model, { transcriber: 'scripted' }),
    { extraTools: [tool] },
  );
  const replies: string[] = [];
  /** The heard text and the first report of each reply. */
  const heard = new Map<string, string>();
  const interruptedAt = new Map<string, number>();
  const soundOf = (replyId: string) =>
    held.of('reply-words').flatMap((event) => (event.replyId === replyId ? event.words : []));
  for (const [index, step] of given.entries()) {
    const replyId = `r${index}`;
    if (step.kind === 'answer' || step.kind === 'say' || step.kind === 'prompt') {
      replies.push(replyId);
      if (step.kind === 'answer') held.engine.answer(replyId);
      else held.engine[step.kind](replyId, `said${index} words${index} here${index}.`);
    } else if (step.kind === 'speak') stt.tell({ type: 'final', text: `customer${index}`, language: null });
    else if (step.kind === 'late') held.clock.advance(1_000);
    else if (step.kind === 'wait') await held.settle();
    else if (step.kind === 'interrupt' || step.kind === 'played') {
      const target = replies.at(-1 - step.age);
      if (target === undefined) continue;
      const sounded = soundOf(target).map(({ text }) => text);
      const ended = held.of('reply-ended').find((event) => event.replyId === target);
      if (step.kind === 'played') {
        if (ended === undefined) continue;
        if (!heard.has(target)) heard.set(target, ended.text);
        held.engine.played(target);
      } else {
        const text = sounded.slice(0, step.words).join(' ');
        if (!heard.has(target)) heard.set(target, text);
        held.engine.interrupt(target, { text, audioMs: 0 });
        if (!interruptedAt.has(target)) interruptedAt.set(target, held.events.length);
      }
    }
  }
  await held.settle();
  await held.engine.close();
  return { held, model, heard, interruptedAt };
}

test('for any events, adds only heard text to the history and never continues an interrupted reply', async () => {
  await fc.assert(
    fc.asyncProperty(
      operations,
      fc.array(script, { minLength: 1, maxLength: 3 }),
      voiceSteps,
      async (given, scripts, steps) => {
        const { held, model, heard, interruptedAt } = await hold(given, scripts, steps);
        const allowed = new Set([...heard.values()].filter((text) => text !== ''));
        for (const request of model.requests) {
          // Messages after the customer's last one belong to the current answer, which may be continued.
          const lastUser = request.messages.findLastIndex(
            (message) => message.role === 'user' && message.content !== GO_ON,
          );
          for (const message of request.messages.slice(0, lastUser)) {
            if (message.role !== 'assistant' || message.content === '') continue;
            expect(allowed).toContain(message.content);
          }
        }
        for (const [replyId, at] of interruptedAt) {
          const later = held.events
            .slice(at)
            .filter((event) => 'replyId' in event && event.replyId === replyId);
          expect(later.filter(({ type }) => type !== 'tool-finished')).toEqual([]);
        }
        const ended = held.of('reply-ended').map(({ replyId }) => replyId);
        expect(new Set(ended).size).toBe(ended.length);
        expect(held.clock.sleeping()).toBe(0);
        expect(unhandled).toEqual([]);
      },
    ),
    { numRuns: 150 },
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openMultimodal } from '../../../../test/kit/multimodal-call.ts';
import { watchUnhandled } from '../../../../test/kit/pipeline-call.ts';
import { scriptedRealtime, spokenItem } from '../../../../test/kit/scripted-realtime.ts';
import { testTool } from '../../../../test/kit/turn-input.ts';
import { ProviderError } from '../../../providers/interfaces/provider-error.ts';

watchUnhandled();

const SIMPLE = [
  'answer',
  'say',
  'prompt',
  'model-starts',
  'model-ends',
  'model-calls',
  'model-cancels',
  'model-fails',
  'session-lost',
  'customer',
  'wait',
  'late',
] as const;

type Operation =
  | { kind: (typeof SIMPLE)[number] }
  | { kind: 'interrupt' | 'played'; age: number; words: number };

const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...SIMPLE).map((kind) => ({ kind })) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('interrupt' as const, 'played' as const),
      age: fc.nat(2),
      words: fc.nat(5),
    }),
  },
);

const FAILURE = new ProviderError('unavailable', 'Gone.');

/** Runs random steps and tracks what was heard. */
async function hold(operations: readonly Operation[], hasFallback: boolean) {
  const live = scriptedRealtime();
  // The fallback shares the scripted sessions of the model.
  const fallbacks = hasFallback ? [{ ...live, id: 'others/live' }] : [];
  const book = testTool('book', () => new Promise((resolve) => setImmediate(resolve)));
  const held = openMultimodal({}, [book], { live, fallbacks });
  const heard = new Map<string, string>();
  const interruptedAt = new Map<string, number>();
  const asked: string[] = [];
  const items: string[] = [];
  const replies = () => [...asked, ...held.of('reply-started').map(({ replyId }) => replyId)];
  for (const [index, step] of operations.entries()) {
    const name = `${index}`;
    if (step.kind === 'interrupt' || step.kind === 'played') {
      const target = replies().at(-1 - step.age);
      const ended = held.of('reply-ended').find((event) => event.replyId === target);
      if (target === undefined || (step.kind === 'played' && ended === undefined)) continue;
      const words = held.said(target).split(' ').slice(0, step.words).join(' ');
      const text = step.kind === 'played' ? (ended?.text ?? '') : words;
      if (!heard.has(target)) heard.set(target, text);
      if (step.kind === 'played') held.engine.played(target);
      else {
        held.engine.interrupt(target, { text, audioMs: 10 });
        if (!interruptedAt.has(target)) interruptedAt.set(target, held.events.length);
      }
    } else if (step.kind === 'answer' || step.kind === 'say' || step.kind === 'prompt') {
      asked.push(name);
      if (step.kind === 'answer') held.engine.answer(name);
      else held.engine[step.kind](name, `ours${name}`);
    } else if (step.kind === 'model-starts') {
      items.push(name);
      held.live.tell(...spokenItem(name, `alpha${name} beta${name} gamma${name}.`, 400));
    } else if (step.kind === 'model-ends')
      held.live.tell({ type: 'reply-ended', itemId: items.at(-1) ?? '' });
    else if (step.kind === 'model-calls')
      held.live.tell({ type: 'tool-call', callId: name, name: 'book', arguments: { id: name } });
    else if (step.kind === 'model-cancels')
      held.live.tell({ type: 'tool-call-canceled', callId: `${index - 1}` });
    else if (step.kind === 'model-fails') held.live.tell({ type: 'failed', error: FAILURE, fatal: false });
    else if (step.kind === 'session-lost')
      held.live.tell({ type: 'failed', error: FAILURE, fatal: true }, { type: 'ready' });
    else if (step.kind === 'customer')
      held.live.tell({ type: 'customer-text', text: `customer${name}`, language: null });
    else if (step.kind === 'late') held.clock.advance(1_000);
    else await held.settle();
  }
  await held.settle();
  await held.engine.close();
  return { held, heard, interruptedAt };
}

test('for any events, replays only heard text to a new session and never continues an interrupted reply', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(operation, { maxLength: 18 }),
      fc.boolean(),
      async (operations, hasFallback) => {
        const { held, heard, interruptedAt } = await hold(operations, hasFallback);
        const allowed = new Set([...heard.values()].map((text) => `said ${text}`));
        for (const connection of held.live.calls.slice(1).flat()) {
          if (connection.startsWith('said ')) expect(allowed).toContain(connection);
        }
        for (const [replyId, at] of interruptedAt) {
          const later = held.events
            .slice(at)
            .filter((event) => 'replyId' in event && event.replyId === replyId);
          expect(later.filter(({ type }) => type !== 'tool-finished')).toEqual([]);
        }
        const ended = held.of('reply-ended').map(({ replyId }) => replyId);
        expect(new Set(ended).size).toBe(ended.length);
        const cut = held.live.calls
          .flat()
          .filter((call) => call.startsWith('interrupt ') && !call.includes('null'));
        for (const call of cut) expect(Number(/"audioMs":(\d+)/.exec(call)?.[1])).toBeLessThanOrEqual(400);
        expect(held.clock.sleeping()).toBe(0);
      },
    ),
    { numRuns: 300 },
  );
});

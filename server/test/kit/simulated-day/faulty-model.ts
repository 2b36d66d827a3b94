import { seededRandom } from '../../../src/core/seeded-random.ts';
import type { FakeModelRequest, FakeReply } from '../fake-model-server.ts';

/** The tag of a customer's message, see `customer-scenarios.ts`. */
export const TAG = /Q\d+x\d+/g;

/** A model that answers as bad ones do, and fails now and then. */
export function faultyModel(seed: number, failing: number): (request: FakeModelRequest) => FakeReply {
  const random = seededRandom(seed);
  return (request) => {
    if (random() < failing) return failure(random());
    const asked = textOf(request.messages.findLast(({ role }) => role === 'user'));
    const [tag = 'nothing'] = asked.match(TAG)?.slice(-1) ?? [];
    const booking = /Please book (Q\d+x\d+)(?![\s\S]*Please book)/.exec(asked)?.[1];
    if (booking !== undefined && !isBooked(request, booking)) {
      return {
        kind: 'answer',
        text: random() < 0.3 ? '<think>book it</think>' : '',
        toolCalls: [{ name: 'book', arguments: { reference: booking } }],
      };
    }
    return { kind: 'answer', text: STYLES[Math.floor(random() * STYLES.length)]?.(tag) ?? tag };
  };
}

function isBooked({ messages }: FakeModelRequest, reference: string): boolean {
  return messages.some(
    ({ role, tool_calls: calls }) => role === 'assistant' && JSON.stringify(calls ?? '').includes(reference),
  );
}

function textOf(message: Record<string, unknown> | undefined): string {
  const content = message?.['content'];
  return typeof content === 'string' ? content : JSON.stringify(content ?? '');
}

const STYLES: readonly ((tag: string) => string)[] = [
  (tag) => `We open at nine, ${tag}.`,
  (tag) => `We open at nine, ${tag}.`,
  (tag) =>
    `## Hours of ${tag}\n\n**Monday**: 9–17, see [our site](https://example.com/hours)\n\n- one\n- **two**\n\n| day | from |\n|---|---|\n| Monday | 9 |\n\nIt is ~~closed~~ open.`,
  (tag) => `<think>The customer ${tag} wants **something**.</think>Of course, ${tag}.`,
  (tag) => `I think about ${tag}</think>Of course, ${tag}.`,
  (tag) => `Of course, ${tag}. <think>Is that right`,
  (tag) => `Dear {{customer_name}}, {{Oraș|here}} we are, {{ unknown }} ${tag} {{user.name}}.`,
  (tag) => `**Dear {{name}}**, ${tag}: ${'a long and *winding* answer with **bold** words. '.repeat(120)}`,
  (tag) => `1. **First**\n2. [Second](https://example.com/2)\n\n> ${tag}\n\n\`\`\`\ncode\n\`\`\``,
  (tag) => `**Wait: ${tag}** and {{`,
];

function failure(draw: number): FakeReply {
  if (draw < 0.3) return { kind: 'status', status: 500 };
  if (draw < 0.5) return { kind: 'status', status: 429, headers: { 'retry-after': '1' } };
  if (draw < 0.7) return { kind: 'truncated', text: 'half an ans' };
  if (draw < 0.8) return { kind: 'error-event', text: 'half' };
  if (draw < 0.9) return { kind: 'garbage' };
  return { kind: 'reset' };
}

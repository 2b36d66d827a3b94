import type { CallItem } from '../../../data/calls.ts';
import type { CallLine } from '../../../lib/call/call-state.ts';

/** What was said in a call as its page has it, and what the page itself has to tell beside that. */
export function customerLines(call: CallItem | undefined, own: readonly CallLine[]): CallLine[] {
  const said = call?.transcript ?? [];
  const told = said.map(
    ({ sender, text }, index): CallLine => ({
      id: -1 - index,
      speaker: sender === 'bot' ? 'assistant' : 'customer',
      text,
      isPending: false,
    }),
  );
  const isTold = (line: CallLine): boolean =>
    line.speaker === 'customer' &&
    said.some(({ sender, text }) => sender === 'human' && text.includes(line.text));
  return [...told, ...own.filter((line) => !isTold(line))];
}

const RUNNING = new Set<string>(['initiated', 'ringing', 'in-progress']);

/** The call that runs at this moment; else the newest one that began after an instant. */
export function currentCall(calls: readonly CallItem[], sinceMs: number): CallItem | undefined {
  return (
    calls.find(({ status }) => RUNNING.has(status)) ??
    calls.find(({ created_at: createdAt }) => Date.parse(createdAt) >= sinceMs)
  );
}

import type { CallLine } from '../../../components/talk/call/call-lines.ts';
import type { CallItem } from '../../../data/calls.ts';

/** Transcript lines of a call, plus local lines that it doesn't contain yet. */
export function customerLines(call: CallItem | undefined, own: readonly CallLine[]): CallLine[] {
  const said = call?.transcript ?? [];
  const transcript = said.map(
    ({ sender, text }, index): CallLine => ({
      id: -1 - index,
      speaker: sender === 'bot' ? 'assistant' : 'customer',
      text,
      isPending: false,
    }),
  );
  const isTranscribed = (line: CallLine): boolean =>
    line.speaker === 'customer' &&
    said.some(({ sender, text }) => sender === 'human' && text.includes(line.text));
  return [...transcript, ...own.filter((line) => !isTranscribed(line))];
}

const RUNNING = new Set<string>(['initiated', 'ringing', 'in-progress']);

/** The running call, else the newest one created since `sinceMs`. @param calls newest first */
export function currentCall(calls: readonly CallItem[], sinceMs: number): CallItem | undefined {
  return (
    calls.find(({ status }) => RUNNING.has(status)) ??
    calls.find(
      ({ created_at: createdAt, status }) => status !== 'scheduled' && Date.parse(createdAt) >= sinceMs,
    )
  );
}

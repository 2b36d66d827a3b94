import type { ConversationEvent, Note } from '../../../data/inbox.ts';
import type { ShownMessage } from './shown-messages.ts';

export type ThreadItem = { key: string; createdAt: string } & (
  | { kind: 'message'; message: ShownMessage }
  | { kind: 'note'; note: Note }
  | { kind: 'event'; event: ConversationEvent }
);

/**
 * Messages, notes and events by time. Each is oldest first.
 * @param isCut earlier messages are not loaded, so what was before the first one is left out
 */
export function withNotes(
  messages: readonly ShownMessage[],
  { notes, events }: { notes: readonly Note[]; events: readonly ConversationEvent[] },
  isCut: boolean,
): ThreadItem[] {
  const first = (isCut ? messages[0]?.createdAt : undefined) ?? '';
  const items: ThreadItem[] = [
    ...messages.map(
      (message) => ({ key: message.key, createdAt: message.createdAt, kind: 'message', message }) as const,
    ),
    ...notes.map(
      (note) => ({ key: `note ${note.id}`, createdAt: note.created_at, kind: 'note', note }) as const,
    ),
    ...events.map(
      (event) => ({ key: `event ${event.id}`, createdAt: event.created_at, kind: 'event', event }) as const,
    ),
  ];
  return items
    .filter(({ kind, createdAt }) => kind === 'message' || createdAt >= first)
    .sort((left, right) =>
      left.createdAt < right.createdAt ? -1 : left.createdAt > right.createdAt ? 1 : 0,
    );
}

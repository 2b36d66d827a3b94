import type { Note } from '../../../data/inbox.ts';
import type { ShownMessage } from './shown-messages.ts';

type ThreadItem =
  | { key: string; createdAt: string; message: ShownMessage; note: null }
  | { key: string; createdAt: string; message: null; note: Note };

/**
 * Messages and notes by time. Both are oldest first.
 * @param isCut earlier messages are not loaded, so notes before the first one are left out
 */
export function withNotes(
  messages: readonly ShownMessage[],
  notes: readonly Note[],
  isCut: boolean,
): ThreadItem[] {
  const first = messages[0]?.createdAt;
  const shown = isCut && first !== undefined ? notes.filter(({ created_at: at }) => at >= first) : notes;
  const items: ThreadItem[] = [
    ...messages.map((message) => ({ key: message.key, createdAt: message.createdAt, message, note: null })),
    ...shown.map((note) => ({ key: `note ${note.id}`, createdAt: note.created_at, message: null, note })),
  ];
  return items.sort((left, right) =>
    left.createdAt < right.createdAt ? -1 : left.createdAt > right.createdAt ? 1 : 0,
  );
}

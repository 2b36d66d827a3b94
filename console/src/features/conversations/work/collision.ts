import type { Conversation } from '../../../data/conversations.ts';
import { t } from '../../../lib/i18n/t.ts';

/** Work of other teammates that conflicts with an answer in progress. */
export interface OthersWork {
  /** Messages of other teammates. */
  answers: number;
  /** Name of the author of the latest one. */
  answeredBy: string | null;
  /** Name of the assignee; null without one, and for the writer. */
  assignee: string | null;
}

/** @param you id and name of the writer; undefined while they are loading */
export function othersWork(
  { transcript, inbox }: Pick<Conversation, 'transcript' | 'inbox'>,
  you: { id: number; name: string } | null | undefined,
): OthersWork {
  const answers = transcript.filter(
    ({ author, author_name: name }) => author === 'human' && name !== you?.name,
  );
  return {
    answers: answers.length,
    answeredBy: answers.at(-1)?.author_name ?? null,
    assignee: inbox.person === null || inbox.person.id === you?.id ? null : inbox.person.name,
  };
}

/** A sentence about new work of teammates; null without any. */
export function collisionSince(before: OthersWork, now: OthersWork): string | null {
  if (now.answers > before.answers)
    return now.answeredBy === null
      ? t('A teammate answered while you were writing.')
      : t('{name} answered while you were writing.', { name: now.answeredBy });
  if (now.assignee !== null && now.assignee !== before.assignee) {
    return t('The conversation was assigned to {name} while you were writing.', { name: now.assignee });
  }
  return null;
}

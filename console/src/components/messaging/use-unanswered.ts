import { useEffect, useMemo } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { draftOf, forgetDraft, keepDraft, useDraft } from '../../lib/drafts.ts';
import { afterTry, asSent, hasArrived, readUnanswered, type Unanswered } from './unanswered.ts';

interface Sending {
  /** The latest message without an answer; null: all have theirs. */
  sent: Unanswered | null;
  /** Remembers what is sent now. @returns the key of the message, the same for each try of it */
  keyOf: (text: string) => string;
  /** To be told how a try ended; null: well. */
  settle: (error: unknown) => void;
}

/**
 * Messages of a conversation without an answer, beside its draft: whoever goes elsewhere, or loads the page anew, sends no second one.
 * One that appears in the conversation meanwhile was sent: it is no draft any more.
 *
 * @param said what stands in the conversation; undefined: what is sent cannot be told there
 */
export function useUnanswered(
  conversation: string,
  said: Parameters<typeof hasArrived>[1] | undefined,
  isBusy: boolean,
): Sending {
  const place = `${conversation}.sent`;
  const stored = useDraft(place);
  const sent = useMemo(() => readUnanswered(stored), [stored]);
  const isThere = !isBusy && sent !== null && !sent.hasFailed && hasArrived(sent, said ?? []);
  const text = sent?.text;
  useEffect(() => {
    if (!isThere || text === undefined) return;
    keepDraft(place, '');
    forgetDraft(conversation, text);
  }, [isThere, place, conversation, text]);
  const keep = (left: Unanswered | null): void => keepDraft(place, left === null ? '' : JSON.stringify(left));
  return {
    sent: isBusy ? null : sent,
    keyOf: (words) => {
      const now = asSent(readUnanswered(draftOf(place)), words, said ?? []);
      keep(now);
      return now.key;
    },
    settle: (error) => {
      const now = readUnanswered(draftOf(place));
      if (now === null) return;
      keep(error === null ? null : afterTry(now, error instanceof ApiError ? error.status : 0));
    },
  };
}

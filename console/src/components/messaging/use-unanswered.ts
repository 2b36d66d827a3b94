import { useEffect, useMemo } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { draftOf, forgetDraft, keepDraft, useDraft } from '../../lib/drafts.ts';
import { afterTry, asSent, hasArrived, readUnanswered, type Unanswered } from './unanswered.ts';

interface Sending {
  /** The message without a response; null if every message has one. */
  sent: Unanswered | null;
  /** Remembers the message being sent. @returns its key, the same for each attempt */
  keyOf: (text: string) => string;
  /** Reports the outcome of an attempt; `error` is null if it succeeded. */
  settle: (error: unknown) => void;
}

/**
 * Stores a message without a response next to the draft, so that leaving or reloading the page doesn't send it twice.
 * When the message appears in the conversation, it and its draft are deleted.
 * @param said messages of the conversation; undefined when sent messages don't appear there
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

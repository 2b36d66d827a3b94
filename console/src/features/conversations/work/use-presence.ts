import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { announcePresence, endPresence, type Presence } from '../../../data/inbox.ts';
import { useDraft } from '../../../lib/drafts.ts';

const RENEW_MS = 5_000;

/** Announces that the conversation is open here, and whether the user types. @returns the other teammates there */
export function usePresence(uuid: string): readonly Presence[] {
  const draft = useDraft(uuid);
  /** When the draft last changed; 0 for a draft from before. */
  const typedAt = useRef(0);
  const known = useRef(draft);
  const { data = [], refetch } = useQuery({
    queryKey: ['presence', uuid],
    queryFn: ({ signal }) => announcePresence(uuid, Date.now() - typedAt.current < RENEW_MS, signal),
    refetchInterval: RENEW_MS,
    retry: false,
  });
  useEffect(() => {
    if (known.current === draft) return;
    const wasTyping = Date.now() - typedAt.current < RENEW_MS;
    known.current = draft;
    // A sent draft ends the typing.
    typedAt.current = draft === '' ? 0 : Date.now();
    if (wasTyping !== (draft !== '')) void refetch();
  }, [draft, refetch]);
  useEffect(
    () => () => {
      // Presence ends on its own if this request fails.
      endPresence(uuid).catch(() => undefined);
    },
    [uuid],
  );
  return data;
}

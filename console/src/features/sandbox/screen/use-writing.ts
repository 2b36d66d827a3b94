import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { intentionKeys } from '../../../lib/api/intention-key.ts';

interface Writing {
  draft: string;
  setDraft: (draft: string) => void;
  send: (text: string) => void;
  isBusy: boolean;
  /** Error of the last request; the draft is kept. */
  error: unknown;
}

/**
 * Draft of a customer's message.
 *
 * @param write sends the message; retries share the idempotency key
 * @param topic query key to invalidate
 */
export function useWriting(write: (text: string, key: string) => Promise<unknown>, topic: string): Writing {
  const queries = useQueryClient();
  const [draft, setDraft] = useState('');
  const [keyOf] = useState(intentionKeys);
  const writing = useMutation({
    mutationFn: (text: string) => write(text, keyOf(text)),
    onSuccess: async (_, text) => {
      setDraft((now) => (now.trim() === text ? '' : now));
      await queries.invalidateQueries({ queryKey: [topic] });
    },
  });
  return { draft, setDraft, send: writing.mutate, isBusy: writing.isPending, error: writing.error };
}

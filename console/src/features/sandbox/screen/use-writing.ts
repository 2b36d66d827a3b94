import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { intentionKeys } from '../../../lib/api/intention-key.ts';

interface Writing {
  draft: string;
  setDraft: (draft: string) => void;
  send: (text: string) => void;
  isBusy: boolean;
  /** Of the last try; what was written stays. */
  error: unknown;
}

/**
 * What the customer writes, until it is taken.
 *
 * @param write sends it; the key is the same for every try of one message
 * @param topic what it changes
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

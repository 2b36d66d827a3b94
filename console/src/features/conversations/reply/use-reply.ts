import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { tellDone } from '../../../components/feedback/toast-store.ts';
import { generateReply, type Reply, type ReplyRequest } from '../../../data/replies.ts';
import { intentionKeys } from '../../../lib/api/intention-key.ts';

interface Replying {
  /** Leads to the conversation once it is answered, unless somebody has closed the dialog meanwhile. */
  ask: (request: ReplyRequest) => void;
  isBusy: boolean;
  error: unknown;
}

/** Lets the assistant answer, and shows where. */
export function useReply(): Replying {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [keyOf] = useState(intentionKeys);
  const reply = useMutation({
    mutationFn: (request: ReplyRequest) => generateReply(request, keyOf(request)),
    // What a reply failed for was written all the same.
    onSettled: () => queries.invalidateQueries({ queryKey: ['conversations'] }),
  });
  const show = ({ conversation_id: uuid, ai_disabled: isSilent }: Reply): void => {
    if (isSilent) tellDone('Added. A person has taken over this conversation: the assistant keeps silent.');
    const place = { replace: true, ignoreBlocker: true };
    void navigate({ to: '/conversations/$uuid', params: { uuid }, ...place });
  };
  return {
    ask: (request) => reply.mutate(request, { onSuccess: show }),
    isBusy: reply.isPending,
    error: reply.error,
  };
}

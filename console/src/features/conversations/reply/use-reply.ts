import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { showSuccess } from '../../../components/feedback/toast-store.ts';
import { generateReply, type Reply, type ReplyRequest } from '../../../data/replies.ts';
import { intentionKeys } from '../../../lib/api/intention-key.ts';
import { t } from '../../../lib/i18n/t.ts';

interface Replying {
  /** Opens the conversation when the reply is there, unless the dialog was closed. */
  ask: (request: ReplyRequest) => void;
  isBusy: boolean;
  error: unknown;
}

/** Generates a reply and opens its conversation. */
export function useReply(): Replying {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [keyOf] = useState(intentionKeys);
  const reply = useMutation({
    mutationFn: (request: ReplyRequest) => generateReply(request, keyOf(request)),
    // The customer's message is stored even if the reply fails.
    onSettled: () => queries.invalidateQueries({ queryKey: ['conversations'] }),
  });
  const show = ({ conversation_id: uuid, ai_disabled: isSilent }: Reply): void => {
    if (isSilent)
      showSuccess(
        t('Message added. A teammate has taken over this conversation, so the assistant did not reply.'),
      );
    const place = { replace: true, ignoreBlocker: true };
    void navigate({ to: '/conversations/$uuid', params: { uuid }, ...place });
  };
  return {
    ask: (request) => reply.mutate(request, { onSuccess: show }),
    isBusy: reply.isPending,
    error: reply.error,
  };
}

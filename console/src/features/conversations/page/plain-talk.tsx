import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { showError } from '../../../components/feedback/toast-store.ts';
import { TextComposer } from '../../../components/messaging/text-composer.tsx';
import { useUnanswered } from '../../../components/messaging/use-unanswered.ts';
import { type Conversation, writeAsPerson } from '../../../data/conversations.ts';
import { t } from '../../../lib/i18n/t.ts';
import { Elsewhere } from '../reply/elsewhere.tsx';
import { useCanned } from '../work/use-canned.ts';
import { useCollisionCheck } from '../work/use-collision-check.tsx';
import { MessageLog } from './message-log.tsx';
import { ofTranscript } from './shown-messages.ts';
import { TakeOver } from './take-over.tsx';

const MOST_CHARACTERS = 4096;
const NOT_DELIVERED = t(
  'Messages here are not delivered automatically. Send a copy to the customer, or let your integration read them through the API.',
);

/** A conversation without a carrier: website widget, API or test chat. */
export function PlainTalk({ conversation }: { conversation: Conversation }) {
  const messages = useMemo(() => ofTranscript(conversation.transcript), [conversation.transcript]);
  const queries = useQueryClient();
  const write = useMutation({
    mutationFn: (text: string) => writeAsPerson(conversation.id, text, sending.keyOf(text)),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['conversations'] }),
    onError: showError,
    onSettled: (_answer, error) => sending.settle(error),
  });
  const sending = useUnanswered(conversation.id, messages, write.isPending);
  const collision = useCollisionCheck(conversation);
  const canned = useCanned(conversation);
  return (
    <>
      <MessageLog conversation={conversation.id} messages={messages} />
      <TakeOver
        conversation={conversation}
        aside={conversation.type === 'api' && <Elsewhere transcript={conversation.transcript} />}
      >
        <TextComposer
          conversation={conversation.id}
          canned={canned}
          onSend={async (text) => {
            await collision.check();
            await write.mutateAsync(text);
          }}
          isBusy={write.isPending}
          mostCharacters={MOST_CHARACTERS}
          unanswered={sending.sent}
          note={conversation.type === 'api' ? NOT_DELIVERED : undefined}
        />
      </TakeOver>
      {collision.dialog}
    </>
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { tellError } from '../../../components/feedback/toast-store.ts';
import { TextComposer } from '../../../components/messaging/text-composer.tsx';
import { type Conversation, writeAsPerson } from '../../../data/conversations.ts';
import { intentionKeys } from '../../../lib/api/intention-key.ts';
import { Elsewhere } from '../reply/elsewhere.tsx';
import { MessageLog } from './message-log.tsx';
import { ofTranscript } from './shown-messages.ts';
import { TakeOver } from './take-over.tsx';

const MOST_CHARACTERS = 4096;
const NOT_DELIVERED =
  'Nobody delivers what you write here: take it to the customer yourself, unless a program of yours reads it by the API.';

/** A conversation that no carrier brings: on a website, by the API, in a test. */
export function PlainTalk({ conversation }: { conversation: Conversation }) {
  const messages = useMemo(() => ofTranscript(conversation.transcript), [conversation.transcript]);
  const queries = useQueryClient();
  const [keyOf] = useState(intentionKeys);
  const write = useMutation({
    mutationFn: (text: string) => writeAsPerson(conversation.id, text, keyOf(text)),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['conversations'] }),
    onError: tellError,
  });
  return (
    <>
      <MessageLog messages={messages} />
      <TakeOver
        conversation={conversation}
        aside={conversation.type === 'api' && <Elsewhere transcript={conversation.transcript} />}
      >
        <TextComposer
          conversation={conversation.id}
          onSend={write.mutateAsync}
          isBusy={write.isPending}
          mostCharacters={MOST_CHARACTERS}
          note={conversation.type === 'api' ? NOT_DELIVERED : undefined}
        />
      </TakeOver>
    </>
  );
}

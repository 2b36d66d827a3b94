import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Callout } from '../../../components/feedback/callout.tsx';
import { Loaded, Skeleton } from '../../../components/feedback/states.tsx';
import { Composer } from '../../../components/talk/chat/composer.tsx';
import {
  channelMessagesQuery,
  customerSessionQuery,
  type SandboxSender,
  writeToSender,
} from '../../../data/sandbox-messages.ts';
import { describeError } from '../../../lib/api/api-error.ts';
import { randomId } from '../../../lib/random-id.ts';
import type { Customer } from '../customers/customers.ts';
import { phoneMessageOfChannel } from '../screen/phone-message.ts';
import { PhoneMessages } from '../screen/phone-messages.tsx';
import { PhoneScreen } from '../screen/phone-screen.tsx';

/** The customer's messenger, with one sender in it. */
export function MessengerPhone({ sender, customer }: { sender: SandboxSender; customer: Customer }) {
  const queries = useQueryClient();
  const [draft, setDraft] = useState('');
  const [key, setKey] = useState(() => randomId());
  const session = useQuery(customerSessionQuery(sender.id, customer.number));
  const write = useMutation({
    mutationFn: (message: string) =>
      writeToSender({
        ...{ senderId: sender.id, from: customer.number, message, idempotencyKey: key },
        name: customer.name || null,
      }),
    onSuccess: async () => {
      setDraft('');
      setKey(randomId());
      await queries.invalidateQueries({ queryKey: ['messages'] });
    },
  });
  return (
    <PhoneScreen
      label={`The messenger of ${customer.name || customer.number}`}
      title={sender.display_name}
      text={sender.phone_number}
      footer={
        <>
          {write.error ? (
            <div role="alert">
              <Callout kind="bad">{describeError(write.error)}</Callout>
            </div>
          ) : null}
          <Composer
            value={draft}
            onChange={setDraft}
            maxLength={4_096}
            isBusy={write.isPending}
            onSend={(text) => write.mutate(text)}
          />
        </>
      }
    >
      <Loaded query={session} skeleton={<Skeleton lines={4} />}>
        {({ conversation_id: id, session_status: status }) =>
          id === undefined ? (
            <p className="py-10 text-center text-ink-soft text-sm">
              Write first: a business may only answer. The assistant of this sender answers at once.
            </p>
          ) : (
            <>
              <Messages conversationId={id} />
              <p className="mt-3 text-center text-ink-soft text-xs">{status.message}</p>
            </>
          )
        }
      </Loaded>
    </PhoneScreen>
  );
}

function Messages({ conversationId }: { conversationId: number }) {
  const messages = useQuery(channelMessagesQuery(conversationId));
  return (
    <Loaded query={messages} skeleton={<Skeleton lines={4} />}>
      {({ data }) => <PhoneMessages messages={data.map(phoneMessageOfChannel)} />}
    </Loaded>
  );
}

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Callout } from '../../../components/feedback/callout.tsx';
import { Loaded, Skeleton } from '../../../components/feedback/states.tsx';
import { EarlierMessages } from '../../../components/messaging/earlier-messages.tsx';
import { Composer } from '../../../components/talk/chat/composer.tsx';
import { channelMessagesQuery } from '../../../data/channel-messages.ts';
import { customerSessionQuery, type SandboxSender, writeToSender } from '../../../data/sandbox-messages.ts';
import { describeError } from '../../../lib/api/api-error.ts';
import { t } from '../../../lib/i18n/t.ts';
import { translateServerText } from '../../../lib/i18n/translate-server-text.ts';
import type { Customer } from '../customers/customers.ts';
import { phoneMessageOfChannel } from '../screen/phone-message.ts';
import { PhoneMessages } from '../screen/phone-messages.tsx';
import { PhoneScreen } from '../screen/phone-screen.tsx';
import { useWriting } from '../screen/use-writing.ts';

/** The customer's chat with one sender. */
export function MessengerPhone({ sender, customer }: { sender: SandboxSender; customer: Customer }) {
  const session = useQuery(customerSessionQuery(sender.id, customer.number));
  const { number: from, name } = customer;
  const writing = useWriting(
    (message, idempotencyKey) =>
      writeToSender({ senderId: sender.id, from, name: name || null, message, idempotencyKey }),
    'messages',
  );
  return (
    <PhoneScreen
      label={t('Messenger of {name}', { name: customer.name || customer.number })}
      title={sender.display_name}
      text={sender.phone_number}
      footer={
        <>
          {writing.error ? (
            <div role="alert">
              <Callout kind="bad">{describeError(writing.error)}</Callout>
            </div>
          ) : null}
          <Composer
            value={writing.draft}
            onChange={writing.setDraft}
            maxLength={4_096}
            isBusy={writing.isBusy}
            onSend={writing.send}
          />
        </>
      }
    >
      <Loaded query={session} skeleton={<Skeleton lines={4} />}>
        {({ conversation_id: id, session_status: status }) =>
          id === undefined ? (
            <p className="py-10 text-center text-ink-soft text-sm">
              {t('Send the first message. Businesses can only reply.')}{' '}
              {sender.assistant_id === null
                ? t('This sender has no assistant. Choose one, or reply in the inbox yourself.')
                : t('The assistant replies automatically.')}
            </p>
          ) : (
            <>
              <Messages conversationId={id} />
              <p className="mt-3 text-center text-ink-soft text-xs">{translateServerText(status.message)}</p>
            </>
          )
        }
      </Loaded>
    </PhoneScreen>
  );
}

function Messages({ conversationId }: { conversationId: number }) {
  const messages = useInfiniteQuery(channelMessagesQuery(conversationId));
  return (
    <Loaded query={messages} skeleton={<Skeleton lines={4} />}>
      {({ pages }) => (
        <PhoneMessages
          messages={pages.toReversed().flatMap(({ data }) => data.map(phoneMessageOfChannel))}
          earlier={<EarlierMessages query={messages} />}
        />
      )}
    </Loaded>
  );
}

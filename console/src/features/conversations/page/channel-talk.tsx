import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { Callout } from '../../../components/feedback/callout.tsx';
import { Loaded } from '../../../components/feedback/states.tsx';
import { showError } from '../../../components/feedback/toast-store.ts';
import { ChannelComposer } from '../../../components/messaging/channel-composer.tsx';
import { EarlierMessages } from '../../../components/messaging/earlier-messages.tsx';
import type { TemplateMessage } from '../../../components/messaging/template-fields.tsx';
import { useUnanswered } from '../../../components/messaging/use-unanswered.ts';
import {
  approvedTemplatesQuery,
  channelMessagesQuery,
  senderByNumberQuery,
  sendTemplate,
} from '../../../data/channel-messages.ts';
import { type Conversation, writeAsPerson } from '../../../data/conversations.ts';
import { t } from '../../../lib/i18n/t.ts';
import { conversationsSearch } from '../conversations-search.ts';
import { useCanned } from '../work/use-canned.ts';
import { useCollisionCheck } from '../work/use-collision-check.tsx';
import { MessageLog } from './message-log.tsx';
import { ofChannel, type ShownMessage } from './shown-messages.ts';
import { TakeOver } from './take-over.tsx';

/** A conversation on the messaging channel, with delivery states, the 24-hour window and templates. */
export function ChannelTalk({ conversation }: { conversation: Conversation }) {
  const query = useInfiniteQuery(channelMessagesQuery(conversation.id));
  const { data } = query;
  const messages = useMemo(
    () => ofChannel(data?.pages.toReversed().flatMap((page) => page.data) ?? [], conversation.transcript),
    [data, conversation.transcript],
  );
  const session = data?.pages[0]?.session_status;
  useOlderMessage(query, messages);
  return (
    <>
      <Loaded query={query}>
        {() => (
          <MessageLog
            conversation={conversation.id}
            messages={messages}
            isCut={query.hasNextPage}
            earlier={<EarlierMessages query={query} />}
          />
        )}
      </Loaded>
      <TakeOver conversation={conversation}>
        {session !== undefined &&
          (conversation.sender === null ? (
            <Callout kind="warn">
              {t('The sender of this conversation was deleted, so you can’t reply.')}
            </Callout>
          ) : (
            <ChannelAnswer
              conversation={conversation}
              senderNumber={conversation.sender.phone_number}
              session={session}
              messages={messages}
            />
          ))}
      </TakeOver>
    </>
  );
}

/** Loads older pages until the message that the URL names is there. */
function useOlderMessage(
  { hasNextPage, isFetching, fetchNextPage }: Pages,
  messages: readonly ShownMessage[],
): void {
  const { at } = useSearch({ from: '/console/conversations/$uuid' });
  const [oldest] = messages;
  const isOlder =
    at !== undefined && oldest !== undefined && Date.parse(oldest.createdAt) > Date.parse(at) && hasNextPage;
  useEffect(() => {
    if (isOlder && !isFetching) void fetchNextPage();
  }, [isOlder, isFetching, fetchNextPage]);
}

interface Pages {
  hasNextPage: boolean;
  isFetching: boolean;
  fetchNextPage: () => Promise<unknown>;
}

interface ChannelAnswerProps {
  conversation: Conversation;
  senderNumber: string;
  session: Parameters<typeof ChannelComposer>[0]['session'];
  messages: readonly ShownMessage[];
}

function ChannelAnswer({ conversation, senderNumber, session, messages }: ChannelAnswerProps) {
  const queries = useQueryClient();
  const { write } = useSearch({ from: '/console/conversations/$uuid' });
  const navigate = useNavigate({ from: '/conversations/$uuid' });
  const sender = useQuery(senderByNumberQuery(senderNumber));
  const senderId = sender.data?.id;
  const templates = useQuery({
    ...approvedTemplatesQuery(senderId ?? 0),
    enabled: senderId !== undefined,
  });
  const refresh = (): Promise<unknown> =>
    Promise.all(
      ['conversations', 'messages'].map((topic) => queries.invalidateQueries({ queryKey: [topic] })),
    );
  const text = useMutation({
    mutationFn: (words: string) => writeAsPerson(conversation.id, words, sending.keyOf(words)),
    onSuccess: refresh,
    onError: showError,
    onSettled: (_answer, error) => sending.settle(error),
  });
  const sending = useUnanswered(conversation.id, messages, text.isPending);
  const template = useMutation({
    mutationFn: ({ templateId, variables }: TemplateMessage) => {
      if (senderId === undefined) throw new Error(t('The sender of this conversation was deleted.'));
      // Customers with a hidden number are addressed by their user id on the channel.
      const recipient = conversation.customer_phone ?? conversation.customer_identifier ?? '';
      const to = { sender_id: senderId, recipient_phone: recipient };
      const order = { ...to, template_id: templateId, variables };
      return sendTemplate(order, templating.keyOf(JSON.stringify(order)));
    },
    onSuccess: refresh,
    onError: showError,
    onSettled: (_answer, error) => templating.settle(error),
  });
  const collision = useCollisionCheck(conversation);
  const canned = useCanned(conversation);
  const templating = useUnanswered(`${conversation.id}.template`, undefined, template.isPending);
  return (
    <>
      <ChannelComposer
        conversation={conversation.id}
        session={session}
        wantsTemplate={write === 'template'}
        onWantsTemplate={(wants, change) =>
          void navigate({
            to: '.',
            search: (before) => conversationsSearch({ ...before, write: wants ? 'template' : undefined }),
            ...change,
          })
        }
        templates={{
          data: templates.data,
          error: senderId === undefined ? sender.error : templates.error,
          refetch: senderId === undefined ? sender.refetch : templates.refetch,
        }}
        canned={canned}
        onSendText={async (words) => {
          await collision.check();
          await text.mutateAsync(words);
        }}
        onSendTemplate={template.mutateAsync}
        isBusy={text.isPending || template.isPending}
        unanswered={sending.sent}
        unansweredTemplate={templating.sent}
      />
      {collision.dialog}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { ErrorState, Skeleton } from '../../../components/feedback/states.tsx';
import { GoneDialog } from '../../../components/overlay/gone-dialog.tsx';
import { WebhooksCard } from '../../../components/webhooks/webhooks-card.tsx';
import { type Conversation, conversationQuery } from '../../../data/conversations.ts';
import { t } from '../../../lib/i18n/t.ts';
import { CHOSEN } from '../../../routing/search-change.ts';
import { useDialogAddress } from '../../../routing/use-dialog-address.ts';
import { customerOf } from '../conversation-words.ts';
import { conversationsSearch, filterOf } from '../conversations-search.ts';
import { REPLY_DIALOGS } from '../reply/reply-dialogs.ts';
import { useReadMark } from '../work/use-read-mark.ts';
import { AboutConversation } from './about-conversation.tsx';
import { ChannelTalk } from './channel-talk.tsx';
import { ConversationHeader } from './conversation-header.tsx';
import { PlainTalk } from './plain-talk.tsx';

const ReplyDialog = lazy(async () => ({ default: (await import('../reply/reply-dialog.tsx')).ReplyDialog }));

export function ConversationPage() {
  const { uuid } = useParams({ from: '/console/conversations/$uuid' });
  const query = useQuery(conversationQuery(uuid));
  const title = query.data === undefined ? t('Conversation') : customerOf(query.data);
  useEffect(() => {
    document.title = t('{title} · Parley', { title });
  }, [title]);
  if (query.data === undefined) {
    return (
      <div className="p-6">
        <h1 className="sr-only">{t('Conversation')}</h1>
        {query.error === null ? (
          <Skeleton lines={6} />
        ) : (
          <>
            <Link
              to="/conversations"
              search={(before) => filterOf(conversationsSearch(before))}
              className="mb-2 inline-block text-ink-soft text-sm hover:underline"
            >
              {t('Conversations')}
            </Link>
            <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          </>
        )}
      </div>
    );
  }
  return <OpenConversation key={uuid} conversation={query.data} />;
}

function OpenConversation({ conversation }: { conversation: Conversation }) {
  const { tab = 'messages', webhook } = useSearch({ from: '/console/conversations/$uuid' });
  const navigate = useNavigate({ from: '/conversations/$uuid' });
  useReadMark(conversation.id, latestOf(conversation));
  const show = (changed: Record<string, unknown>): void => {
    void navigate({ to: '.', search: (before) => conversationsSearch({ ...before, ...changed }), ...CHOSEN });
  };
  return (
    <article aria-label={customerOf(conversation)} className="flex h-full flex-col">
      <ConversationHeader
        conversation={conversation}
        tab={tab}
        onTab={(name) => show({ tab: name === 'messages' ? undefined : name })}
      />
      {tab === 'messages' &&
        (conversation.type === 'msgapp' ? (
          <ChannelTalk conversation={conversation} />
        ) : (
          <PlainTalk conversation={conversation} />
        ))}
      {tab === 'about' && <AboutConversation conversation={conversation} />}
      {tab === 'webhooks' && (
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scroll areas must be reachable by keyboard.
          tabIndex={0}
          aria-label={t('Webhooks of the conversation')}
          className="-outline-offset-2 overflow-y-auto p-4 sm:p-6"
        >
          <WebhooksCard
            subject={{ conversation_id: conversation.id }}
            opened={webhook}
            onOpen={(id) => show({ webhook: id })}
          />
        </section>
      )}
      <NextReply conversation={conversation} />
    </article>
  );
}

/** Changes with every new message. */
function latestOf({ transcript }: Conversation): string | null {
  const latest = transcript.at(-1);
  return latest === undefined ? null : `${transcript.length} ${latest.created_at}`;
}

/** Only API conversations take messages that are pasted in by hand. */
function NextReply({ conversation }: { conversation: Conversation }) {
  const dialog = useDialogAddress(REPLY_DIALOGS);
  if (!dialog.isOpen('next-reply')) return null;
  if (conversation.type !== 'api') return <GoneDialog onClose={dialog.close} />;
  return (
    <Suspense>
      <ReplyDialog conversation={conversation} onClose={dialog.close} />
    </Suspense>
  );
}

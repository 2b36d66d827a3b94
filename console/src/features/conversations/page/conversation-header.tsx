import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { Badge } from '../../../components/badge.tsx';
import { buttonClasses } from '../../../components/button.tsx';
import { IfAllowed } from '../../../components/if-allowed.tsx';
import type { Conversation } from '../../../data/conversations.ts';
import { classNames } from '../../../lib/class-names.ts';
import { t } from '../../../lib/i18n/t.ts';
import { customerOf, TYPE_WORDS } from '../conversation-words.ts';
import { conversationsSearch, filterOf, TABS } from '../conversations-search.ts';
import { PresenceNote } from '../work/presence-note.tsx';
import { Tags } from '../work/tags.tsx';
import { WorkBar } from '../work/work-bar.tsx';
import { ChannelWindow } from './channel-window.tsx';

type TabName = (typeof TABS)[number];

const TAB_WORDS: Readonly<Record<TabName, string>> = {
  messages: t('Messages'),
  about: t('About'),
  webhooks: t('Webhooks'),
};

interface ConversationHeaderProps {
  conversation: Conversation;
  tab: TabName;
  onTab: (tab: TabName) => void;
}

/** Customer, channel, assistant, 24-hour window and the tabs of the page. */
export function ConversationHeader({ conversation, tab, onTab }: ConversationHeaderProps) {
  const { id, type, assistant_name, sender, status } = conversation;
  return (
    <header className="border-line border-b bg-surface px-4 pt-4 sm:px-6">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <Link
          to="/conversations"
          search={(before) => filterOf(conversationsSearch(before))}
          aria-label={t('Back to list')}
          className={classNames(buttonClasses({ variant: 'quiet', size: 'icon' }), 'lg:hidden')}
        >
          <ArrowLeft aria-hidden />
        </Link>
        <div className="min-w-0 flex-1 basis-56">
          <h1 dir="auto" className="truncate text-left font-semibold text-xl tracking-tight">
            {customerOf(conversation)}
          </h1>
          <p className="truncate text-ink-soft text-sm">
            {sender === null
              ? TYPE_WORDS[type]
              : t('{channel} via {sender}', { channel: TYPE_WORDS[type], sender: sender.display_name })}
            {assistant_name !== null && ` · ${assistant_name}`}
          </p>
        </div>
        <div className="flex flex-wrap gap-2 empty:hidden">
          {sender !== null && <ChannelWindow uuid={id} />}
          {status === 'ended' && <Badge>{t('Ended')}</Badge>}
        </div>
        <IfAllowed area="Inbox">
          <WorkBar conversation={conversation} />
        </IfAllowed>
      </div>
      <IfAllowed area="Inbox">
        <Tags conversation={conversation} />
      </IfAllowed>
      <PresenceNote uuid={id} />
      <nav aria-label={t('Conversation sections')} className="-mb-px mt-2 flex gap-1">
        {TABS.map((name) => (
          <button
            key={name}
            type="button"
            aria-current={tab === name ? 'page' : undefined}
            onClick={() => onTab(name)}
            className="border-transparent border-b-2 px-3 py-2 font-medium text-ink-soft text-sm -outline-offset-2 hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
          >
            {TAB_WORDS[name]}
          </button>
        ))}
      </nav>
    </header>
  );
}

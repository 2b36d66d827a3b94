import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type InboxView, MOST_COUNTED } from '#contract/inbox.ts';
import { inboxCountsQuery } from '../../../data/inbox.ts';
import { classNames } from '../../../lib/class-names.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/t.ts';
import { CHOSEN } from '../../../routing/search-change.ts';
import { conversationsSearch, VIEWS } from '../conversations-search.ts';

const VIEW_WORDS: Readonly<Record<InboxView, string>> = {
  mine: t('Mine'),
  unassigned: t('Unassigned', undefined, 'conversations'),
  all: t('All', undefined, 'conversations'),
  snoozed: t('Snoozed'),
  closed: t('Closed', undefined, 'conversations'),
};

/** Larger numbers are not counted. */
const countWords = (count: number): string => `${formatCount(count)}${count < MOST_COUNTED ? '' : '+'}`;

/** The views of the inbox with their counts, unless they are empty. Views with unread messages have a dot. */
export function InboxViews({ view }: { view: InboxView }) {
  const { data: counts } = useQuery(inboxCountsQuery);
  return (
    <nav aria-label={t('Views')} className="-mx-1 flex flex-wrap gap-1 text-sm">
      {VIEWS.map((name) => (
        <Link
          key={name}
          to="."
          search={(before) => conversationsSearch({ ...before, view: name === 'all' ? undefined : name })}
          aria-current={view === name ? 'page' : undefined}
          {...CHOSEN}
          className={classNames(
            'inline-flex items-center gap-1.5 rounded-lg px-2 py-1',
            view === name ? 'bg-accent-soft font-medium text-accent-strong' : 'text-ink-soft hover:bg-sunken',
          )}
        >
          {VIEW_WORDS[name]}
          {counts !== undefined && counts[name] > 0 && (
            <span className="tabular-nums text-xs">{countWords(counts[name])}</span>
          )}
          {(name === 'mine' || name === 'unassigned') && (counts?.unread?.[name] ?? 0) > 0 && (
            <span className="size-2 rounded-full bg-accent">
              <span className="sr-only">{t('unread')}</span>
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}

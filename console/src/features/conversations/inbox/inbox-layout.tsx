import { Link, Outlet, useMatch, useSearch } from '@tanstack/react-router';
import { Settings2 } from 'lucide-react';
import { lazy, Suspense, useEffect } from 'react';
import { buttonClasses } from '../../../components/button.tsx';
import { IfAllowed } from '../../../components/if-allowed.tsx';
import { ExportMenu } from '../../../components/table/export-menu.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { t } from '../../../lib/i18n/t.ts';
import { useDialogAddress } from '../../../routing/use-dialog-address.ts';
import { filterOf } from '../conversations-search.ts';
import { REPLY_DIALOGS } from '../reply/reply-dialogs.ts';
import { Shortcuts } from '../work/shortcuts.tsx';
import { InboxFilters } from './inbox-filters.tsx';
import { InboxList } from './inbox-list.tsx';
import { InboxViews } from './inbox-views.tsx';
import { NewMenu } from './new-menu.tsx';

const ReplyDialog = lazy(async () => ({ default: (await import('../reply/reply-dialog.tsx')).ReplyDialog }));

/** Inbox list and open conversation side by side; one at a time on small screens. */
export function InboxLayout() {
  const filter = filterOf(useSearch({ from: '/console/conversations' }));
  const open = useMatch({ from: '/console/conversations/$uuid', shouldThrow: false });
  const isOpen = open !== undefined;
  const dialog = useDialogAddress(REPLY_DIALOGS);
  useEffect(() => {
    if (!isOpen) document.title = t('Conversations · Parley');
  }, [isOpen]);
  const Heading = isOpen ? 'h2' : 'h1';
  return (
    <div className="h-[calc(100dvh-3.4rem)] lg:grid lg:h-dvh lg:grid-cols-[21rem_minmax(0,1fr)]">
      <section
        aria-label={t('Conversations')}
        className={classNames(
          'h-full min-h-0 flex-col border-line border-r bg-surface lg:flex',
          isOpen ? 'hidden' : 'flex',
        )}
      >
        <div className="border-line border-b px-4 pt-5 pb-3">
          <div className="mb-3 flex items-start justify-between gap-3">
            <Heading className="font-semibold text-2xl tracking-tight">{t('Conversations')}</Heading>
            <div className="flex gap-1">
              <ExportMenu isSmall path="/user/conversations/export" filter={filter} />
              <Link
                to="/inbox-settings"
                aria-label={t('Inbox settings')}
                title={t('Inbox settings')}
                className={buttonClasses({ variant: 'quiet', size: 'icon' })}
              >
                <Settings2 aria-hidden />
              </Link>
              <IfAllowed area="Conversations">
                <NewMenu onReply={() => dialog.show('reply')} />
              </IfAllowed>
            </div>
          </div>
          <InboxFilters filter={filter} />
          <div className="mt-3">
            <InboxViews view={filter.view ?? 'all'} />
          </div>
        </div>
        <InboxList filter={filter} />
      </section>
      <div className={classNames('h-full min-h-0 min-w-0', !isOpen && 'hidden lg:block')}>
        <Outlet />
      </div>
      <Shortcuts />
      {dialog.isOpen('reply') && (
        <Suspense>
          <ReplyDialog conversation={null} onClose={dialog.close} />
        </Suspense>
      )}
    </div>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { Menu as MenuIcon, Search, X } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { IconButton } from '../components/button.tsx';
import { Toasts } from '../components/feedback/toasts.tsx';
import { sessionQuery } from '../data/session.ts';
import { classNames } from '../lib/class-names.ts';
import { keepClicks } from '../lib/focus/keep-clicks.ts';
import { keepFocus } from '../lib/focus/keep-focus.ts';
import { guardDrops } from '../lib/guard-drops.ts';
import { t } from '../lib/i18n/t.ts';
import { followChanges, type LiveState } from '../lib/live/live-changes.ts';
import { AlertButton } from './alerts/alert-button.tsx';
import { keepLanguage } from './keep-language.ts';
import { LiveBadge } from './live-badge.tsx';
import { useLogOut } from './log-out.tsx';
import { SessionOver } from './login/session-over.tsx';
import { usePalette } from './palette/use-palette.tsx';
import { SideBar } from './side-bar.tsx';

// Its menu is a tenth of the first load.
const AccountMenu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }));
const InboxAlerts = lazy(async () => ({ default: (await import('./inbox-alerts.tsx')).InboxAlerts }));

const NeededSecondFactor = lazy(async () => ({
  default: (await import('../features/team/needed-second-factor.tsx')).NeededSecondFactor,
}));

/** The frame of every page: navigation, account menu, live badge. */
export function Frame() {
  const queries = useQueryClient();
  const session = useQuery(sessionQuery);
  const [live, setLive] = useState<LiveState>('connecting');
  const { logOut, question } = useLogOut();
  const palette = usePalette({ onLogOut: logOut });
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const [isMenuOpen, setMenuOpen] = useState(false);
  useEffect(() => followChanges(queries, setLive), [queries]);
  const shown = session.data;
  useEffect(() => keepLanguage(shown), [shown]);
  useEffect(guardDrops, []);
  useEffect(keepFocus, []);
  useEffect(keepClicks, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigating closes the menu on small screens.
  useEffect(() => setMenuOpen(false), [path]);
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50 focus:rounded-lg focus:bg-raised focus:px-3 focus:py-2"
      >
        {t('Skip to content')}
      </a>
      <header className="sticky top-0 z-30 flex h-(--top-bar) items-center justify-between border-line border-b bg-surface px-3 lg:hidden">
        <IconButton
          label={isMenuOpen ? t('Close menu') : t('Open menu')}
          aria-expanded={isMenuOpen}
          onClick={() => setMenuOpen(!isMenuOpen)}
        >
          {isMenuOpen ? <X /> : <MenuIcon />}
        </IconButton>
        <span className="font-semibold">Parley</span>
        <div className="flex">
          <AlertButton />
          <IconButton label={t('Search and commands')} onClick={palette.open}>
            <Search />
          </IconButton>
        </div>
      </header>
      <aside
        aria-label={t('Console')}
        className={classNames(
          'border-line border-r bg-surface lg:sticky lg:top-0 lg:flex lg:h-dvh lg:flex-col',
          isMenuOpen
            ? 'fixed inset-x-0 top-(--top-bar) bottom-0 z-20 flex flex-col overflow-y-auto'
            : 'hidden',
        )}
      >
        <SideBar hasSandbox={session.data?.features.sandbox ?? false} onSearch={palette.open} />
        <div aria-hidden className="hidden h-[calc(var(--toasts-height)+0.75rem)] shrink-0 lg:block" />
        <div className="mt-auto grid shrink-0 content-start gap-1 border-line border-t p-3 lg:h-(--side-bar-end)">
          <LiveBadge state={live} />
          <Suspense>
            <AccountMenu onLogOut={logOut} />
          </Suspense>
        </div>
      </aside>
      <main id="main" tabIndex={-1} className="min-w-0 focus:outline-none">
        {session.data?.needs_second_factor === true ? (
          <Suspense>
            <NeededSecondFactor />
          </Suspense>
        ) : (
          <Outlet />
        )}
      </main>
      {palette.dialog}
      {question}
      {session.data?.needs_second_factor === false && (
        <Suspense>
          <InboxAlerts />
        </Suspense>
      )}
      <Toasts />
      {session.data !== undefined && <SessionOver session={session.data} />}
    </div>
  );
}

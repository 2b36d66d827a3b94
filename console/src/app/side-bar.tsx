import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { inboxCountsQuery } from '../data/inbox.ts';
import { useRights } from '../data/rights.ts';
import { classNames } from '../lib/class-names.ts';
import { t } from '../lib/i18n/t.ts';
import { useCutSides } from '../lib/use-cut-sides.ts';
import { AlertButton } from './alerts/alert-button.tsx';
import { Logo } from './logo.tsx';
import { SECTIONS, type Section } from './navigation.ts';

/** The pages as links; the current one is highlighted. */
export function SideBar({ hasSandbox, onSearch }: { hasSandbox: boolean; onSearch: () => void }) {
  const scroller = useRef<HTMLDivElement>(null);
  const { before, after } = useCutSides(scroller, 'y');
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls the current page's link into view.
  useEffect(() => {
    scroller.current?.querySelector('[data-status="active"]')?.scrollIntoView({ block: 'nearest' });
  }, [path]);
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div ref={scroller} className="min-h-0 flex-1 scroll-py-8 overflow-y-auto p-3">
        <SideBarContent hasSandbox={hasSandbox} onSearch={onSearch} />
      </div>
      <div aria-hidden className={classNames(FADE, 'top-0 bg-linear-to-b', !before && 'hidden')} />
      <div aria-hidden className={classNames(FADE, 'bottom-0 bg-linear-to-t', !after && 'hidden')} />
    </div>
  );
}

/** Gradient at an edge beyond which there are more links. */
const FADE = 'pointer-events-none absolute inset-x-0 h-8 from-surface';

function SideBarContent({ hasSandbox, onSearch }: { hasSandbox: boolean; onSearch: () => void }) {
  return (
    <>
      <div className="hidden items-center justify-between gap-2 lg:flex">
        <Link to="/" className="flex items-center gap-2.5 rounded-lg px-2 py-1.5 font-semibold text-lg">
          <Logo className="size-7" />
          Parley
        </Link>
        <AlertButton />
      </div>
      <button
        type="button"
        onClick={onSearch}
        className="mt-3 low:mt-1.5 hidden w-full items-center gap-2 rounded-lg border border-line-strong px-2.5 py-1.5 text-ink-soft text-sm hover:bg-sunken lg:flex"
      >
        <Search className="size-4" aria-hidden />
        {t('Search')}
        <kbd className="ml-auto font-mono text-xs">{t('Ctrl K')}</kbd>
      </button>
      <nav aria-label={t('Main')} className="mt-4 low:mt-2 grid gap-5 low:gap-2 lower:gap-1">
        {SECTIONS.map((section) => (
          <SideBarSection key={section.title ?? ''} section={section} hasSandbox={hasSandbox} />
        ))}
      </nav>
    </>
  );
}

function SideBarSection({ section, hasSandbox }: { section: Section; hasSandbox: boolean }) {
  const rights = useRights();
  const shown = section.destinations.filter(
    ({ area, isSandbox }) =>
      (isSandbox !== true || hasSandbox) && (area === undefined || rights.mayRead(area)),
  );
  return (
    <div className={section.title === null ? '' : 'lower:border-line lower:border-t lower:pt-1'}>
      {section.title !== null && (
        <h2 className="px-2.5 pb-1 font-medium text-ink-soft text-xs lower:sr-only">{section.title}</h2>
      )}
      <ul className="grid gap-0.5 low:gap-0">
        {shown.map(({ label, to, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              activeOptions={{ exact: to === '/' }}
              className="flex items-center gap-2.5 rounded-lg px-2.5 low:py-1 lower:py-0.5 py-1.5 text-ink-soft hover:bg-sunken hover:text-ink data-[status=active]:bg-accent-soft data-[status=active]:font-medium data-[status=active]:text-accent-strong"
            >
              <Icon className="size-4.5 shrink-0" aria-hidden />
              {label}
              {to === '/conversations' && <UnreadCount />}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Unread conversations of the member. */
function UnreadCount() {
  const { data } = useQuery(inboxCountsQuery);
  const unread = data?.unread == null ? 0 : data.unread.mine + data.unread.unassigned;
  if (unread === 0) return null;
  return (
    <span className="ms-auto min-w-5 rounded-full bg-accent px-1.5 text-center font-medium text-on-accent text-xs tabular-nums">
      {unread > 99 ? '99+' : unread}
      <span className="sr-only"> {t('unread')}</span>
    </span>
  );
}

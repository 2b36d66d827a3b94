import { Link, Outlet, useMatch, useSearch } from '@tanstack/react-router';
import { SquarePen } from 'lucide-react';
import { useEffect } from 'react';
import { buttonClasses } from '../../../components/button.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { OPENS_DIALOG } from '../../../routing/use-dialog-address.ts';
import { filterOf } from '../conversations-search.ts';
import { InboxFilters } from './inbox-filters.tsx';
import { InboxList } from './inbox-list.tsx';

/** The list beside the open conversation; on small screens one or the other. */
export function InboxLayout() {
  const filter = filterOf(useSearch({ from: '/console/conversations' }));
  const open = useMatch({ from: '/console/conversations/$uuid', shouldThrow: false });
  const isOpen = open !== undefined;
  useEffect(() => {
    if (!isOpen) document.title = 'Conversations · Parley';
  }, [isOpen]);
  const Heading = isOpen ? 'h2' : 'h1';
  return (
    <div className="h-[calc(100dvh-3.4rem)] lg:grid lg:h-dvh lg:grid-cols-[21rem_minmax(0,1fr)]">
      <section
        aria-label="Conversations"
        className={classNames(
          'h-full min-h-0 flex-col border-line border-r bg-surface lg:flex',
          isOpen ? 'hidden' : 'flex',
        )}
      >
        <div className="border-line border-b px-4 pt-5 pb-3">
          <div className="mb-3 flex items-start justify-between gap-3">
            <Heading className="font-semibold text-2xl tracking-tight">Conversations</Heading>
            <WriteLink />
          </div>
          <InboxFilters filter={filter} />
        </div>
        <InboxList filter={filter} />
      </section>
      <div className={classNames('h-full min-h-0 min-w-0', !isOpen && 'hidden lg:block')}>
        <Outlet />
      </div>
    </div>
  );
}

/** Messages are begun on the page of their senders; who gives it up comes back here. */
function WriteLink() {
  return (
    <Link
      to="/messaging"
      search={{ open: 'write' }}
      {...OPENS_DIALOG}
      aria-label="Write to a customer"
      title="Write to a customer"
      className={buttonClasses({ size: 'icon' })}
    >
      <SquarePen aria-hidden />
    </Link>
  );
}

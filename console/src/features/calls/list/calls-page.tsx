import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { AudioLines, CalendarClock, PhoneOutgoing } from 'lucide-react';
import { lazy, Suspense, useCallback } from 'react';
import { Button, buttonClasses } from '../../../components/button.tsx';
import { IfAllowed } from '../../../components/if-allowed.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { ExportMenu } from '../../../components/table/export-menu.tsx';
import { t } from '../../../lib/i18n/t.ts';
import { CHOSEN, type SearchChange } from '../../../routing/search-change.ts';
import { useDialogAddress } from '../../../routing/use-dialog-address.ts';
import { CALLS_DIALOGS, type CallsSearch, callsFilterOf, sortOf } from '../calls-search.ts';
import { CallFilters } from './call-filters.tsx';
import { CallTable } from './call-table.tsx';

const CallDialog = lazy(async () => ({ default: (await import('./call-dialog.tsx')).CallDialog }));

export function CallsPage() {
  const search = useSearch({ from: '/console/calls' });
  const filter = callsFilterOf(search);
  const navigate = useNavigate({ from: '/calls' });
  const dialog = useDialogAddress(CALLS_DIALOGS);
  const setFilter = useCallback(
    (search: CallsSearch, change: SearchChange) => void navigate({ search, ...change }),
    [navigate],
  );
  const newCall = (
    <IfAllowed area="Calls">
      <Button variant="primary" icon={<PhoneOutgoing />} onClick={() => dialog.show('new-call')}>
        {t('New call')}
      </Button>
    </IfAllowed>
  );
  return (
    <Page
      area="Calls"
      title={t('Calls')}
      text={t('All calls with their recording, transcript and cost.')}
      actions={
        <>
          <ExportMenu path="/user/calls/export" filter={filter} />
          <Link to="/calls/live" className={buttonClasses({})}>
            <AudioLines aria-hidden />
            {t('Live calls')}
          </Link>
          <Button icon={<CalendarClock />} onClick={() => setFilter({ status: 'scheduled' }, CHOSEN)}>
            {t('Show scheduled calls')}
          </Button>
          {newCall}
        </>
      }
    >
      <CallFilters
        filter={filter}
        onChange={(changed, change) => setFilter({ ...sortOf(search), ...changed }, change)}
      />
      <CallTable
        sort={sortOf(search)}
        onSort={(sort) => setFilter({ ...search, ...sort }, CHOSEN)}
        filter={filter}
        newCall={newCall}
        onClear={() => setFilter({}, CHOSEN)}
      />
      {dialog.isOpen('new-call') && (
        <Suspense>
          <CallDialog onClose={dialog.close} />
        </Suspense>
      )}
    </Page>
  );
}

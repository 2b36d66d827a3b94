import { useNavigate, useSearch } from '@tanstack/react-router';
import { PhoneOutgoing } from 'lucide-react';
import { lazy, Suspense, useCallback } from 'react';
import { Button } from '../../../components/button.tsx';
import { Page } from '../../../components/layout/page.tsx';
import type { CallsSearch } from '../calls-search.ts';
import { CallFilters } from './call-filters.tsx';
import { CallTable } from './call-table.tsx';

const CallDialog = lazy(async () => ({ default: (await import('./call-dialog.tsx')).CallDialog }));

export function CallsPage() {
  const { dial = false, ...filter } = useSearch({ from: '/console/calls' });
  const navigate = useNavigate({ from: '/calls' });
  const setFilter = useCallback(
    (search: CallsSearch) => void navigate({ search, replace: true }),
    [navigate],
  );
  const setDialing = (isDialing: boolean): void => {
    void navigate({ search: isDialing ? { ...filter, dial: true } : filter });
  };
  const callSomebody = (
    <Button variant="primary" icon={<PhoneOutgoing />} onClick={() => setDialing(true)}>
      Call somebody
    </Button>
  );
  return (
    <Page
      title="Calls"
      text="Every call your assistants have held, with its recording, its transcript and what it cost."
      actions={callSomebody}
    >
      <CallFilters filter={filter} onChange={setFilter} />
      <CallTable filter={filter} callSomebody={callSomebody} onClear={() => setFilter({})} />
      {dial && (
        <Suspense>
          <CallDialog onClose={() => setDialing(false)} />
        </Suspense>
      )}
    </Page>
  );
}

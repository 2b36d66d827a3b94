import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Ban, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { Field } from '../../../components/form/field.tsx';
import { SearchInput } from '../../../components/form/search-input.tsx';
import { IfAllowed } from '../../../components/if-allowed.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import { PagedList } from '../../../components/table/paged-list.tsx';
import { type BlacklistedNumber, blacklistPages } from '../../../data/blacklist.ts';
import { usePagedRows } from '../../../data/pages/use-paged-rows.ts';
import { t } from '../../../lib/i18n/t.ts';
import { TYPED } from '../../../routing/search-change.ts';
import { useDialogAddress } from '../../../routing/use-dialog-address.ts';
import { BLACKLIST_DIALOGS } from '../campaign-search.ts';
import { AddNumberDialog } from './add-number-dialog.tsx';
import { blacklistColumns } from './blacklist-columns.tsx';
import { RemoveNumberDialog } from './remove-number-dialog.tsx';

export function BlacklistPage() {
  const { number = '' } = useSearch({ from: '/console/campaigns/blacklist' });
  const navigate = useNavigate({ from: '/campaigns/blacklist' });
  const dialog = useDialogAddress(BLACKLIST_DIALOGS);
  const [leaving, setLeaving] = useState<BlacklistedNumber | null>(null);
  const add = (
    <IfAllowed area="Do-not-call list">
      <Button variant="primary" icon={<Plus />} onClick={() => dialog.show('new-number')}>
        {t('Add number')}
      </Button>
    </IfAllowed>
  );
  return (
    <Page
      area="Do-not-call list"
      title={t('Do-not-call list')}
      text={t(
        'Numbers that campaigns and single calls never dial. People who opt out are added automatically.',
      )}
      trail={
        <Link to="/campaigns" className="hover:underline">
          {t('Campaigns')}
        </Link>
      }
      actions={add}
    >
      <div className="mb-4 max-w-56">
        <Field label={t('Phone number')}>
          {(control) => (
            <SearchInput
              {...control}
              type="search"
              inputMode="tel"
              placeholder={t('Search by number')}
              value={number}
              onChange={(value) => void navigate({ search: value === '' ? {} : { number: value }, ...TYPED })}
            />
          )}
        </Field>
      </div>
      <Blacklist number={number} add={add} onRemove={setLeaving} />
      {dialog.isOpen('new-number') && <AddNumberDialog onClose={dialog.close} />}
      <RemoveNumberDialog number={leaving} onClose={() => setLeaving(null)} />
    </Page>
  );
}

interface BlacklistProps {
  number: string;
  add: React.ReactNode;
  onRemove: (number: BlacklistedNumber) => void;
}

function Blacklist({ number, add, onRemove }: BlacklistProps) {
  const paged = usePagedRows<BlacklistedNumber>(blacklistPages(number));
  return (
    <PagedList paged={paged} empty={<NoNumbers isFiltered={number !== ''} add={add} />}>
      {(rows) => (
        <DataTable
          label={t('Do-not-call list')}
          rows={rows}
          columns={blacklistColumns(onRemove)}
          rowKey={({ id }) => id}
          onRange={paged.showRange}
          footer={t('{count, plural, one {# number} other {# numbers}}', { count: rows.length })}
        />
      )}
    </PagedList>
  );
}

function NoNumbers({ isFiltered, add }: { isFiltered: boolean; add: React.ReactNode }) {
  if (isFiltered)
    return (
      <EmptyState
        icon={<Ban />}
        title={t('No matching numbers')}
        text={t('This number is not on the list.')}
      />
    );
  return (
    <EmptyState
      icon={<Ban />}
      title={t('Your do-not-call list is empty')}
      text={t('Add numbers that must never be called.')}
      action={add}
    />
  );
}

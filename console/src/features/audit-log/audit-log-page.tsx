import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import { EmptyState } from '../../components/feedback/states.tsx';
import { Field } from '../../components/form/field.tsx';
import { FilterBar } from '../../components/form/filter-bar.tsx';
import { ChoiceFilter, DaysFilter } from '../../components/form/filters.tsx';
import { SearchInput } from '../../components/form/search-input.tsx';
import { Page } from '../../components/layout/page.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { type Column, DataTable } from '../../components/table/data-table.tsx';
import { ExportMenu } from '../../components/table/export-menu.tsx';
import { PagedList } from '../../components/table/paged-list.tsx';
import { type AuditEntry, type AuditFilter, auditPages } from '../../data/audit-log.ts';
import { usePagedRows } from '../../data/pages/use-paged-rows.ts';
import { t } from '../../lib/i18n/t.ts';
import { oneOf } from '../../lib/search/search-values.ts';
import { isReversed } from '../../lib/time/day-range.ts';
import { CHOSEN, TYPED } from '../../routing/search-change.ts';
import { OPENS_DIALOG, useDialogAddress } from '../../routing/use-dialog-address.ts';
import { AUDIT_DIALOGS, type AuditSearch, auditSearch } from './audit-search.ts';
import { ACTION_NAMES, entrySentence, OBJECT_NAMES } from './audit-words.ts';
import { EntryPanel } from './entry-panel.tsx';
import { fieldName } from './field-names.ts';

const ACTIONS = Object.entries(ACTION_NAMES).map(([value, label]) => ({ value, label }));
const TYPES = Object.entries(OBJECT_NAMES).map(([value, label]) => ({ value, label }));

export function AuditLogPage() {
  const { open, ...search } = useSearch({ from: '/console/audit-log' });
  const navigate = useNavigate({ from: '/audit-log' });
  const dialog = useDialogAddress(AUDIT_DIALOGS);
  const set =
    (name: keyof AuditSearch, change = CHOSEN) =>
    (value: string | null | undefined): void =>
      void navigate({ search: auditSearch({ ...search, open, [name]: value || undefined }), ...change });
  const filter = {
    actor: search.who,
    action: oneOf(Object.keys(ACTION_NAMES), search.action),
    object_type: oneOf(Object.keys(OBJECT_NAMES), search.type),
    date_from: search.from,
    date_to: search.to,
  };
  const entry = dialog.idOf('entry');
  return (
    <Page
      title={t('Audit log')}
      text={t('Who changed settings, logged in or exported data. Entries cannot be changed or deleted.')}
      actions={<ExportMenu path="/user/audit-log/export" filter={filter} />}
    >
      <FilterBar
        isFiltered={Object.keys(search).length > 0}
        onClear={() => void navigate({ search: {}, ...CHOSEN })}
      >
        <Field label={t('Who')}>
          {(control) => (
            <SearchInput
              {...control}
              type="search"
              placeholder={t('Person or API key')}
              value={search.who ?? ''}
              onChange={set('who', TYPED)}
            />
          )}
        </Field>
        <ChoiceFilter label={t('Action')} value={filter.action} options={ACTIONS} onChange={set('action')} />
        <ChoiceFilter label={t('Type')} value={filter.object_type} options={TYPES} onChange={set('type')} />
        <DaysFilter from={search.from} to={search.to} onFrom={set('from', TYPED)} onTo={set('to', TYPED)} />
      </FilterBar>
      <EntryList filter={filter} onOpen={(id) => dialog.show(`entry.${id}`)} />
      {entry !== undefined && <EntryPanel key={entry} id={entry} onClose={() => void dialog.close()} />}
    </Page>
  );
}

function EntryList({ filter, onOpen }: { filter: AuditFilter; onOpen: (id: number) => void }) {
  const paged = usePagedRows(isReversed(filter) ? null : auditPages(filter));
  return (
    <PagedList
      paged={paged}
      empty={
        <EmptyState
          icon={<ScrollText />}
          title={t('No matching entries')}
          text={t('Change the filters to see other entries.')}
        />
      }
    >
      {(rows) => (
        <DataTable
          label={t('Audit log')}
          rows={rows}
          columns={COLUMNS}
          rowKey={({ id }) => id}
          onOpen={({ id }) => onOpen(id)}
          onRange={paged.showRange}
          footer={t('{count, plural, one {# entry} other {# entries}}, newest first', { count: rows.length })}
        />
      )}
    </PagedList>
  );
}

const COLUMNS: readonly Column<AuditEntry>[] = [
  {
    title: t('What happened'),
    width: 'minmax(14rem,3fr)',
    cell: (entry) => (
      <Link
        from="/audit-log"
        to="."
        search={(before) => ({ ...before, open: `entry.${entry.id}` as const })}
        {...OPENS_DIALOG}
        className="hover:underline"
        title={entrySentence(entry)}
      >
        {entrySentence(entry)}
      </Link>
    ),
  },
  {
    title: t('Changes'),
    width: 'minmax(9rem,1fr)',
    isMinor: true,
    cell: ({ action, changes }) =>
      action === 'updated' ? changes.map(({ field }) => fieldName(field)).join(', ') : '',
  },
  { title: t('IP address'), width: '9rem', isMinor: true, cell: ({ address }) => address ?? '' },
  {
    title: t('When'),
    width: '9rem',
    isMinor: true,
    cell: ({ created_at }) => <RelativeTime iso={created_at} />,
  },
];

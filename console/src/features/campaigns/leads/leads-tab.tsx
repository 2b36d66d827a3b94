import { useQuery } from '@tanstack/react-query';
import { CircleX, Download, Plus, RotateCcw, Trash2, Upload, Users } from 'lucide-react';
import { useState } from 'react';
import { Button, buttonClasses } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { DropZone } from '../../../components/form/drop-zone.tsx';
import { IfAllowed } from '../../../components/if-allowed.tsx';
import { type BulkAction, BulkBar, type BulkWords } from '../../../components/table/bulk/bulk-bar.tsx';
import { useSelection } from '../../../components/table/bulk/use-selection.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import { PagedList } from '../../../components/table/paged-list.tsx';
import { type Campaign, campaignMonitorQuery } from '../../../data/campaigns.ts';
import { changeLead, deleteLead, type Lead, leadExportPath, leadPages } from '../../../data/leads.ts';
import { usePagedRows } from '../../../data/pages/use-paged-rows.ts';
import { useRights } from '../../../data/rights.ts';
import { t } from '../../../lib/i18n/t.ts';
import { oneOf } from '../../../lib/search/search-values.ts';
import { isReversed } from '../../../lib/time/day-range.ts';
import { useDialogAddress } from '../../../routing/use-dialog-address.ts';
import { CAMPAIGN_DIALOGS } from '../campaign-search.ts';
import { ImportDialog } from '../import/import-dialog.tsx';
import { LEAD_ORDER_NAMES } from '../lead-status-names.ts';
import { useRefresh } from '../use-refresh.ts';
import { LEAD_COLUMNS } from './lead-columns.tsx';
import { LeadDialog } from './lead-dialog.tsx';
import { LeadFilters } from './lead-filters.tsx';
import { LeadPanel } from './lead-panel.tsx';
import { NoLeads } from './no-leads.tsx';
import { useLeadSearch } from './use-lead-search.ts';

const LEADS = t(
  'Leads are the people this campaign calls. Drop a CSV file or workbook here, or add leads one by one.',
);

export function LeadsTab({ campaign }: { campaign: Campaign }) {
  const dialog = useDialogAddress(CAMPAIGN_DIALOGS);
  const campaignId = String(campaign.id);
  const isEmpty = useQuery(campaignMonitorQuery(campaignId)).data?.leads.total === 0;
  const [dropped, setDropped] = useState<File | null>(null);
  const { mayChange } = useRights();
  const importFile = ([file]: File[]): void => {
    setDropped(file ?? null);
    if (!dialog.isOpen('import')) dialog.show('import');
  };
  const startCampaign = (): void => {
    setDropped(null);
    void dialog.swap('start');
  };
  const importDone = (): void => {
    setDropped(null);
    void dialog.close();
  };
  return (
    <DropZone area="Leads" onFiles={importFile}>
      <div className="grid grid-cols-[minmax(0,1fr)]">
        <div>
          <div className="mb-4 flex flex-wrap justify-end gap-2">
            <a href={leadExportPath(campaignId)} download className={buttonClasses({})}>
              <Download aria-hidden />
              {t('Export leads')}
            </a>
            <IfAllowed area="Leads">
              <Button icon={<Upload />} onClick={() => importFile([])}>
                {t('Import leads')}
              </Button>
              <Button icon={<Plus />} onClick={() => dialog.show('new-lead')}>
                {t('Add lead')}
              </Button>
            </IfAllowed>
          </div>
          {!isEmpty && <LeadFilters />}
        </div>
        <LeadTable campaignId={campaignId} />
        {dialog.isOpen('import') && (
          <ImportDialog
            campaignId={campaignId}
            dropped={dropped}
            onStart={mayChange('Campaigns') && campaign.status !== 'in-progress' ? startCampaign : null}
            onClose={importDone}
          />
        )}
        {dialog.isOpen('new-lead') && (
          <LeadDialog
            campaignId={campaign.id}
            lead={null}
            onClose={dialog.close}
            onSaved={(id) => dialog.swap(`lead.${id}`)}
          />
        )}
        <LeadPanel campaign={campaign} dialog={dialog} />
      </div>
    </DropZone>
  );
}

function LeadTable({ campaignId }: { campaignId: string }) {
  const { search, filter: setSearch } = useLeadSearch();
  const { show } = useDialogAddress(CAMPAIGN_DIALOGS);
  const { status, number, from, to, order_by, direction } = search;
  const filter = { status, phone_number: number, date_from: from, date_to: to };
  const paged = usePagedRows<Lead>(
    isReversed(filter) ? null : leadPages(campaignId, { ...filter, order_by, direction }),
  );
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const refresh = useRefresh();
  const { mayChange } = useRights();
  const { rows: selected, selector, set } = useSelection<Lead>(paged.rows ?? [], nameOf);
  return (
    <>
      <BulkBar
        rows={selected}
        words={BULK_WORDS}
        actions={ACTIONS}
        nameOf={nameOf}
        onSelect={set}
        onDone={refresh}
      />
      <PagedList
        paged={paged}
        empty={isFiltered ? <NothingFound /> : <NoLeads campaignId={campaignId} text={LEADS} />}
      >
        {(rows) => (
          <DataTable
            label={t('Leads')}
            rows={rows}
            columns={LEAD_COLUMNS}
            rowKey={({ id }) => id}
            onOpen={({ id }) => show(`lead.${id}`)}
            onRange={paged.showRange}
            {...(mayChange('Leads') && { selector })}
            sort={{ by: order_by ?? 'created_at', direction: direction ?? 'desc' }}
            onSort={(sort) =>
              setSearch({ order_by: oneOf(LEAD_ORDER_NAMES, sort.by), direction: sort.direction })
            }
            footer={
              isFiltered
                ? t('{count, plural, one {# lead found} other {# leads found}}', { count: rows.length })
                : t('{count, plural, one {# lead} other {# leads}}', { count: rows.length })
            }
          />
        )}
      </PagedList>
    </>
  );
}

const nameOf = ({ phone_number }: Lead): string => phone_number;

const BULK_WORDS: BulkWords = {
  label: t('Selected leads'),
  selected: (count) => t('{count, plural, one {# lead selected} other {# leads selected}}', { count }),
  failed: (count) =>
    t('{count, plural, one {# lead could not be changed} other {# leads could not be changed}}', { count }),
};

const ACTIONS: readonly BulkAction<Lead>[] = [
  {
    label: t('Call again'),
    icon: <RotateCcw />,
    act: ({ id }) => changeLead(id, { status: 'created' }),
    title: (count) => t('{count, plural, one {Call # lead again?} other {Call # leads again?}}', { count }),
    text: t('They are queued again, with all retries. Calls cost money.'),
    done: (count) =>
      t('{count, plural, one {# lead queued again.} other {# leads queued again.}}', { count }),
    isHarmless: true,
  },
  {
    label: t('Stop retrying'),
    icon: <CircleX />,
    act: ({ id }) => changeLead(id, { status: 'reached-max-retries' }),
    title: (count) =>
      t('{count, plural, one {Stop retrying # lead?} other {Stop retrying # leads?}}', { count }),
    text: t('They are not called again. You can queue them again later.'),
    done: (count) => t('{count, plural, one {# lead stopped.} other {# leads stopped.}}', { count }),
    isHarmless: true,
  },
  {
    label: t('Delete leads'),
    icon: <Trash2 />,
    act: ({ id }) => deleteLead(id),
    title: (count) => t('{count, plural, one {Delete # lead?} other {Delete # leads?}}', { count }),
    text: t('They are permanently deleted. Calls in progress continue, and past calls stay in the history.'),
    done: (count) => t('{count, plural, one {# lead deleted.} other {# leads deleted.}}', { count }),
  },
];

function NothingFound() {
  return (
    <EmptyState
      icon={<Users />}
      title={t('No matching leads')}
      text={t('Change or clear the filters to see more leads.')}
    />
  );
}

import { Download, Plus, Upload, Users } from 'lucide-react';
import { Button, buttonClasses } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import { PagedList } from '../../../components/table/paged-list.tsx';
import type { Campaign } from '../../../data/campaigns.ts';
import { type Lead, leadExportPath, leadPages } from '../../../data/leads.ts';
import { usePagedRows } from '../../../data/pages/use-paged-rows.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { ImportDialog } from '../import/import-dialog.tsx';
import { LEAD_COLUMNS } from './lead-columns.tsx';
import { LeadDialog } from './lead-dialog.tsx';
import { LeadFilters } from './lead-filters.tsx';
import { LeadPanel } from './lead-panel.tsx';
import { NoLeads } from './no-leads.tsx';
import { useLeadSearch } from './use-lead-search.ts';

const LEADS =
  'Leads are the people this campaign calls. Import a CSV file of any size: you see what was understood before anything is stored. Or add them one by one.';

export function LeadsTab({ campaign }: { campaign: Campaign }) {
  const { search, go } = useLeadSearch();
  const campaignId = String(campaign.id);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)]">
      <div>
        <div className="mb-4 flex flex-wrap justify-end gap-2">
          <a href={leadExportPath(campaignId)} download className={buttonClasses({})}>
            <Download aria-hidden />
            Export
          </a>
          <Button icon={<Upload />} onClick={() => go({ panel: 'import' })}>
            Import
          </Button>
          <Button variant="primary" icon={<Plus />} onClick={() => go({ panel: 'add' })}>
            Add lead
          </Button>
        </div>
        <LeadFilters />
      </div>
      <LeadTable campaignId={campaignId} />
      {search.panel === 'import' && (
        <ImportDialog campaignId={campaignId} onClose={() => go({ panel: undefined })} />
      )}
      {search.panel === 'add' && (
        <LeadDialog
          campaignId={campaign.id}
          lead={null}
          onClose={() => go({ panel: undefined })}
          onSaved={(id) => go({ panel: undefined, lead: id })}
        />
      )}
      {search.lead !== undefined && search.panel !== 'add' && search.panel !== 'import' && (
        <LeadPanel
          key={search.lead}
          campaign={campaign}
          leadId={search.lead}
          isEditing={search.panel === 'edit'}
          go={go}
        />
      )}
    </div>
  );
}

function LeadTable({ campaignId }: { campaignId: string }) {
  const { search, go } = useLeadSearch();
  const { status, number, from, to } = search;
  const filter = { status, phone_number: number, date_from: from, date_to: to };
  const paged = usePagedRows<Lead>(leadPages(campaignId, filter));
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <PagedList
      paged={paged}
      empty={isFiltered ? <NothingFound /> : <NoLeads campaignId={campaignId} text={LEADS} />}
    >
      {(rows) => (
        <DataTable
          label="Leads"
          rows={rows}
          columns={LEAD_COLUMNS}
          rowKey={({ id }) => id}
          onOpen={({ id }) => go({ lead: id })}
          onRange={paged.showRange}
          footer={`${formatCount(rows.length)} ${rows.length === 1 ? 'lead' : 'leads'}${isFiltered ? ' found' : ''}`}
        />
      )}
    </PagedList>
  );
}

function NothingFound() {
  return (
    <EmptyState icon={<Users />} title="No lead fits" text="Change the filters above to see other leads." />
  );
}

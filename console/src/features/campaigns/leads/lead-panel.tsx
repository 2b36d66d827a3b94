import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../../components/feedback/states.tsx';
import { IfAllowed } from '../../../components/if-allowed.tsx';
import { Facts } from '../../../components/layout/card.tsx';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import { GoneDialog } from '../../../components/overlay/gone-dialog.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import type { Campaign } from '../../../data/campaigns.ts';
import { type Lead, leadQuery } from '../../../data/leads.ts';
import { isMissing } from '../../../lib/api/api-error.ts';
import { formatCount, formatInZone } from '../../../lib/format/format.ts';
import { rich, t } from '../../../lib/i18n/t.ts';
import { translateServerText } from '../../../lib/i18n/translate-server-text.ts';
import { isoOfPlain } from '../../../lib/time/plain-timestamp.ts';
import type { DialogControl } from '../../../routing/use-dialog-address.ts';
import type { CAMPAIGN_DIALOGS } from '../campaign-search.ts';
import { LeadStatusBadge } from '../campaign-status.tsx';
import { outcomeWords } from '../campaign-words.ts';
import { LeadActions } from './lead-actions.tsx';
import { LeadCalls } from './lead-calls.tsx';
import { LeadContacts } from './lead-contacts.tsx';
import { LeadDialog } from './lead-dialog.tsx';
import { rowsOf } from './variable-rows.ts';

interface LeadPanelProps {
  campaign: Campaign;
  dialog: DialogControl<typeof CAMPAIGN_DIALOGS>;
}

/** Side panel of the lead in the URL: details, or the edit form. */
export function LeadPanel({ campaign, dialog }: LeadPanelProps) {
  const edited = dialog.idOf('edit-lead');
  const leadId = edited ?? dialog.idOf('lead');
  if (leadId === undefined) return null;
  return <OneLead key={leadId} {...{ campaign, dialog, leadId }} isEditing={edited !== undefined} />;
}

function OneLead({
  campaign,
  dialog,
  leadId,
  isEditing,
}: LeadPanelProps & { leadId: number; isEditing: boolean }) {
  const lead = useQuery(leadQuery(leadId));
  if (isMissing(lead.error)) return <GoneDialog onClose={dialog.close} />;
  if (isEditing && lead.data !== undefined) {
    const back = (): Promise<void> => dialog.close(`lead.${leadId}`);
    return <LeadDialog campaignId={campaign.id} lead={lead.data} onClose={back} onSaved={back} />;
  }
  return (
    <Dialog
      isOpen
      onClose={dialog.close}
      shape="side"
      title={lead.data?.phone_number ?? t('Lead')}
      actions={
        lead.data && (
          <IfAllowed area="Leads">
            <LeadActions
              lead={lead.data}
              onEdit={() => dialog.show(`edit-lead.${leadId}`)}
              onDeleted={() => dialog.close()}
            />
          </IfAllowed>
        )
      }
    >
      <Loaded query={lead}>{(data) => <LeadDetails lead={data} campaign={campaign} />}</Loaded>
    </Dialog>
  );
}

function LeadDetails({ lead, campaign }: { lead: Lead; campaign: Campaign }) {
  const rows = rowsOf(lead.variables);
  const goal = lead.goal_met === null ? t('Unknown') : lead.goal_met ? t('Met') : t('Not met');
  return (
    <div className="grid gap-6">
      <Facts
        facts={[
          [t('Status'), <LeadStatusBadge key="state" status={lead.status} />],
          ...(lead.waiting === null
            ? []
            : ([
                [t('Why it waits'), <Waiting key="waiting" lead={lead} zone={campaign.timezone} />],
              ] as const)),
          ...(lead.left_out === null
            ? []
            : ([[t('Skipped'), translateServerText(lead.left_out.text)]] as const)),
          [t('Attempts'), formatCount(lead.call_tries)],
          [t('Retries left'), retriesLeft(lead, campaign)],
          [t('Last call'), outcomeWords(lead.last_outcome)],
          ...(campaign.goal_completion_variable === null
            ? []
            : ([[t('Goal ({variable})', { variable: campaign.goal_completion_variable }), goal]] as const)),
          ...(lead.external_id === null ? [] : ([[t('External ID'), lead.external_id]] as const)),
          [t('Added'), <RelativeTime key="added" iso={isoOfPlain(lead.created_at)} />],
        ]}
      />
      <section className="grid gap-2">
        <h3 className="font-semibold">{t('Variables')}</h3>
        {rows.length === 0 ? (
          <p className="text-ink-soft text-sm">{t('None. The assistant’s default values are used.')}</p>
        ) : (
          <Facts facts={rows.map(({ name, value }) => [name, value === '' ? '–' : value] as const)} />
        )}
      </section>
      <section className="grid gap-2">
        <h3 className="font-semibold">{t('Additional numbers')}</h3>
        <LeadContacts contacts={lead.secondary_contacts} />
      </section>
      <section className="grid gap-2">
        <h3 className="font-semibold">{t('Calls')}</h3>
        <LeadCalls leadId={lead.id} />
      </section>
    </div>
  );
}

/** `2 of 3` while the lead is waiting, else only `2`. */
function retriesLeft({ retries, waiting }: Lead, { max_retries }: Campaign): string {
  return waiting === null
    ? formatCount(retries)
    : t('{count} of {total}', { count: formatCount(retries), total: formatCount(max_retries) });
}

function Waiting({ lead: { waiting }, zone }: { lead: Lead; zone: string }) {
  if (waiting === null) return null;
  return (
    <>
      {translateServerText(waiting.text)}
      {waiting.until !== null && (
        <span className="block text-ink-soft">
          {rich('Next call {relative}, at {time}', {
            relative: <RelativeTime iso={waiting.until} />,
            time: formatInZone(waiting.until, zone),
          })}
        </span>
      )}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { Callout } from '../../../components/feedback/callout.tsx';
import { OvertakenNote } from '../../../components/form/overtaken-note.tsx';
import { SaveRow } from '../../../components/form/save-row.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { LeaveGuard } from '../../../components/overlay/leave-guard.tsx';
import type { Assistant } from '../../../data/assistants.ts';
import type { CampaignLimits } from '../../../data/campaigns.ts';
import { numberListQuery } from '../../../data/numbers.ts';
import { describeError } from '../../../lib/api/api-error.ts';
import { changedParts } from '../../../lib/forms/changed-parts.ts';
import { contractResolver } from '../../../lib/forms/contract-resolver.ts';
import { useSending } from '../../../lib/forms/use-sending.ts';
import { useStored } from '../../../lib/forms/use-stored.ts';
import { t } from '../../../lib/i18n/t.ts';
import { ConcurrencySection, RetrySection } from './concurrency-section.tsx';
import { type CampaignRequest, type CampaignValues, campaignSchema, withInstants } from './form-values.ts';
import { WhenSection, WhoSection } from './sections.tsx';

const LABELS: Readonly<Record<keyof CampaignValues, string>> = {
  name: t('Name'),
  assistant_id: t('Assistant'),
  phone_number_ids: t('Numbers to call from'),
  timezone: t('Time zone'),
  allowed_days: t('Calling days'),
  max_calls_in_parallel: t('Concurrent calls'),
  allowed_hours_start_time: t('From', undefined, 'date'),
  allowed_hours_end_time: t('Until'),
  max_retries: t('Retries'),
  mark_complete_when_no_leads: t('Complete when all leads are done'),
  retry_interval: t('Minutes between attempts'),
  contact_pause: t('Minutes between calls from different campaigns'),
  retry_on_voicemail: t('Retry after voicemail'),
  retry_on_goal_incomplete: t('Retry when the goal is not met'),
  goal_completion_variable: t('Goal'),
  starts_at: t('First call from'),
  ends_at: t('Last call before'),
};

function labelOf(name: string): string {
  const labels: Readonly<Record<string, string>> = LABELS;
  return labels[name] ?? name;
}

interface CampaignFormProps {
  initial: CampaignValues;
  limits: CampaignLimits;
  assistants: readonly Assistant[];
  isNew?: boolean;
  /** Label of the submit button: `Create campaign`. */
  action: string;
  /** Receives the whole request and the changed fields. Errors are shown at their field or above the button. */
  save: (request: CampaignRequest, changes: Partial<CampaignRequest>) => Promise<unknown>;
  /** Called after a save, for example to leave the form. */
  onSaved?: () => void;
}

/** All settings of a campaign, validated live with the contract's messages. */
export function CampaignForm(props: CampaignFormProps) {
  const { initial, limits, action, save, onSaved, isNew = false } = props;
  const outbound = props.assistants.filter(({ type }) => type === 'outbound');
  const numbers = useQuery(numberListQuery);
  const checkContract = contractResolver<ReturnType<typeof withInstants>, ReturnType<typeof campaignSchema>>(
    campaignSchema(limits),
  );
  const form = useForm<CampaignValues, unknown, CampaignRequest>({
    defaultValues: initial,
    resolver: (values, ...rest) => checkContract(withInstants(values), ...rest),
    mode: 'onChange',
  });
  const stored = useStored(form, initial, useRef(initial));
  const { isDirty } = form.formState;
  const { onSubmit, isBusy, error } = useSending(form, async (request) => {
    const sent = stored.beginSave();
    await save(request, changedParts(request, { ...initial }, { ...sent }));
    // Edits made while the request was pending are still unsaved.
    stored.markSaved(sent);
    onSaved?.();
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <LeaveGuard isDirty={isDirty && !isBusy} isKept={isSettings} />
      <Card>
        <WhoSection {...{ form, numbers, isNew }} assistants={outbound} />
        <WhenSection form={form} limits={limits} />
        <ConcurrencySection form={form} limits={limits} />
        <RetrySection form={form} assistants={outbound} />
      </Card>
      <div className="sticky bottom-0 z-10 -mx-4 mt-5 border-line border-t bg-ground/95 px-4 py-3">
        <OvertakenNote control={form.control} following={stored} labelOf={labelOf} />
        <SaveRow action={action} isDirty={isDirty} isBusy={isBusy}>
          {error === null ? undefined : (
            <div role="alert" className="min-w-0 flex-1">
              <Callout kind="bad">{describeError(error)}</Callout>
            </div>
          )}
        </SaveRow>
      </div>
    </form>
  );
}

/** Navigation within the Settings tab keeps the form mounted, so it needs no confirmation. */
function isSettings(search: object): boolean {
  return 'tab' in search && search.tab === 'settings';
}

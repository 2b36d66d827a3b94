import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/feedback/callout.tsx';
import { LeaveGuard } from '../../../components/form/leave-guard.tsx';
import { Card } from '../../../components/layout/card.tsx';
import type { Assistant } from '../../../data/assistants.ts';
import type { CampaignLimits } from '../../../data/campaigns.ts';
import { numberListQuery } from '../../../data/numbers.ts';
import { describeError } from '../../../lib/api/api-error.ts';
import { changedParts } from '../../../lib/forms/changed-parts.ts';
import { contractResolver } from '../../../lib/forms/contract-resolver.ts';
import { rebase, useStored } from '../../../lib/forms/rebase.ts';
import { useSending } from '../../../lib/forms/use-sending.ts';
import { type CampaignRequest, type CampaignValues, campaignSchema } from './form-values.ts';
import { PaceSection, RetrySection } from './pace-section.tsx';
import { WhenSection, WhoSection } from './sections.tsx';

interface CampaignFormProps {
  initial: CampaignValues;
  limits: CampaignLimits;
  assistants: readonly Assistant[];
  /** The deed as a verb: `Create campaign`. */
  action: string;
  /** Stores it, or only what was changed of it; what it throws is shown at its field, or above the button. */
  save: (request: CampaignRequest, changes: Partial<CampaignRequest>) => Promise<unknown>;
  /** After a save: where one goes on to, if the form is left by it. */
  onSaved?: () => void;
}

/** Everything that a campaign is, with live validation in the server's words. */
export function CampaignForm(props: CampaignFormProps) {
  const { initial, limits, action, save, onSaved } = props;
  const outbound = props.assistants.filter(({ type }) => type === 'outbound');
  const numbers = useQuery(numberListQuery);
  const form = useForm<CampaignValues, unknown, CampaignRequest>({
    defaultValues: initial,
    resolver: contractResolver(campaignSchema(limits)),
    mode: 'onChange',
  });
  useStored(form, initial);
  const { isDirty } = form.formState;
  const { onSubmit, isBusy, error } = useSending(form, async (request) => {
    const sent = structuredClone(form.getValues());
    await save(request, changedParts(request, { ...initial }, { ...sent }));
    // What was typed while it was on its way is still to be saved.
    rebase(form, sent, sent);
    onSaved?.();
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <LeaveGuard isDirty={isDirty && !isBusy} isKept={isSettings} />
      <Card>
        <WhoSection {...{ form, numbers }} assistants={outbound} />
        <WhenSection form={form} limits={limits} />
        <PaceSection form={form} limits={limits} />
        <RetrySection form={form} assistants={outbound} />
      </Card>
      <div className="sticky bottom-0 z-10 -mx-4 mt-5 flex flex-wrap items-center justify-end gap-3 border-line border-t bg-ground/95 px-4 py-3">
        {error !== null && (
          <div role="alert" className="min-w-0 flex-1">
            <Callout kind="bad">{describeError(error)}</Callout>
          </div>
        )}
        {isDirty && error === null && <span className="text-ink-soft text-sm">Not saved yet</span>}
        <Button type="submit" variant="primary" isBusy={isBusy}>
          {action}
        </Button>
      </div>
    </form>
  );
}

/** The tab of the settings is where the form stands. */
function isSettings(search: object): boolean {
  return 'tab' in search && search.tab === 'settings';
}

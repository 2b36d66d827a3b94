import { Link } from '@tanstack/react-router';
import { Badge } from '../../../components/badge.tsx';
import { CALL_STATUS_WORDS } from '../../../components/call-status-words.ts';
import { EvaluationCard, VariablesCard } from '../../../components/details-card.tsx';
import { Card, Facts } from '../../../components/layout/card.tsx';
import type { Call } from '../../../data/calls.ts';
import { formatDuration, formatMoment } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/t.ts';
import { translateServerText } from '../../../lib/i18n/translate-server-text.ts';
import { answeredByWords, TYPE_WORDS } from '../call-words.ts';
import { LegsCard } from '../cost/legs-card.tsx';

/** Facts, costs, evaluation and variables of a call. */
export function CallSide({ call }: { call: Call }) {
  return (
    <aside aria-label={t('About this call')} className="grid min-w-0 content-start gap-5 *:min-w-0">
      <Card title={t('About')}>
        <Facts facts={factsOf(call)} />
      </Card>
      <LegsCard call={call} />
      <EvaluationCard
        evaluation={call.evaluation}
        error={call.evaluation_error}
        isOver={call.ended_at !== null}
      />
      <VariablesCard variables={call.variables} />
      <OverridesCard overrides={call.overrides} />
    </aside>
  );
}

const OVERRIDE_NAMES: Readonly<Record<keyof NonNullable<Call['overrides']>, string>> = {
  initial_message: t('Greeting'),
  system_prompt: t('Prompt'),
  voice_id: t('Voice ID'),
  language_id: t('Language ID'),
  llm_model_id: t('Model ID'),
  multimodal_model_id: t('Realtime model ID'),
  max_duration: t('Maximum duration (seconds)'),
  variables: t('Variables'),
};

/** Assistant settings that were overridden for this call. */
function OverridesCard({ overrides }: Pick<Call, 'overrides'>) {
  if (overrides === null) return null;
  const given = new Map<string, unknown>(Object.entries(overrides));
  const facts = Object.entries(OVERRIDE_NAMES).flatMap(([name, label]): [string, string][] => {
    const value = given.get(name);
    if (value === undefined) return [];
    return [[label, typeof value === 'string' ? value : JSON.stringify(value)]];
  });
  if (facts.length === 0) return null;
  return (
    <Card title={t('Overrides for this call')}>
      <Facts facts={facts} />
    </Card>
  );
}

function factsOf(call: Call): [string, React.ReactNode][] {
  const { label, tone } = CALL_STATUS_WORDS[call.status];
  const facts: [string, React.ReactNode | null][] = [
    [
      t('Status'),
      <Badge key="outcome" tone={tone}>
        {label}
      </Badge>,
    ],
    [t('End reason'), call.end_reason && capitalized(translateServerText(call.end_reason))],
    [t('Duration'), call.answered_at === null ? null : formatDuration(call.duration)],
    [t('Type'), TYPE_WORDS[call.type]],
    [t('Customer'), call.client_phone_number],
    [t('Your number'), call.assistant_phone_number],
    [t('Assistant'), <AssistantLink key="assistant" call={call} />],
    [t('Campaign'), call.campaign_name && <CampaignLink key="campaign" call={call} />],
    [t('External ID'), call.external_id],
    [t('Answered by'), call.answered_by === null ? null : answeredByWords(call)],
    [t('Created'), formatMoment(call.created_at)],
    [t('Scheduled for'), call.scheduled_at && formatMoment(call.scheduled_at)],
    [t('Ringing at'), call.ringing_at && formatMoment(call.ringing_at)],
    [t('Answered at'), call.answered_at && formatMoment(call.answered_at)],
    [t('Ended at'), call.ended_at && formatMoment(call.ended_at)],
  ];
  return facts.filter(([, value]) => value !== null);
}

function CampaignLink({ call: { campaign_id: id, campaign_name: name } }: { call: Call }) {
  if (id === null) return name;
  return (
    <Link
      to="/campaigns/$campaignId"
      params={{ campaignId: String(id) }}
      className="underline decoration-line-strong underline-offset-2 hover:decoration-ink"
    >
      {name}
    </Link>
  );
}

function AssistantLink({ call }: { call: Call }) {
  if (call.assistant_id === null) return call.assistant_name ?? t('Deleted');
  const path: string = `/assistants/${call.assistant_id}`;
  return (
    <Link to={path} className="underline decoration-line-strong underline-offset-2 hover:decoration-ink">
      {call.assistant_name ?? t('Assistant {id}', { id: call.assistant_id })}
    </Link>
  );
}

function capitalized(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

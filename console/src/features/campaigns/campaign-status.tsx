import type { CampaignStatus, LeadStatus } from '#contract/campaign-states.ts';
import { Badge } from '../../components/badge.tsx';
import { CAMPAIGN_STATUS_WORDS, LEAD_STATUS_WORDS } from './campaign-words.ts';

export function CampaignStatusBadge({ status }: { status: CampaignStatus }) {
  const { label, tone } = CAMPAIGN_STATUS_WORDS[status];
  return <Badge tone={tone}>{label}</Badge>;
}

export function LeadStatusBadge({ status }: { status: LeadStatus }) {
  const { label, tone } = LEAD_STATUS_WORDS[status];
  return <Badge tone={tone}>{label}</Badge>;
}

import { z } from 'zod';
import {
  campaignLimitsResponse,
  campaignMonitorResponse,
  campaignProgressResponse,
} from '#contract/campaign-monitor.ts';
import { campaignStartCheckResponse } from '#contract/campaign-start.ts';
import { pathId } from '#contract/fields.ts';
import { defineRoute, type Route } from '../../../http/route.ts';
import type { CampaignDependencies } from '../configuration/dependencies.ts';
import type { LegalHours } from '../rules/legal-hours.ts';
import { checkStart } from '../start/start-check.ts';
import { monitorCampaign } from './monitor-campaign.ts';
import { readProgress } from './monitor-store.ts';

const shared = { tag: 'Campaigns', access: 'account', errors: 'message', resource: 'Campaign' } as const;

export function monitorRoutes(dependencies: CampaignDependencies): Route[] {
  const { database, plan, legalHours } = dependencies;
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'campaigns.limits.get',
      description: 'Limits of the account, and legal calling hours.',
      path: '/user/campaigns/limits',
      summary: 'Read the campaign limits of this installation',
      success: { status: 200, schema: campaignLimitsResponse },
      handle: async () => ({
        data: {
          campaigns: plan.campaigns,
          max_calls_in_parallel: plan.parallelCalls,
          calling_hours: inMinutes(legalHours.people),
          sandbox_calling_hours: inMinutes(legalHours.sandbox),
        },
      }),
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'campaigns.progress.list',
      description: 'One entry for each campaign.',
      path: '/user/campaigns/progress',
      summary: 'Read the progress and live calls of all campaigns',
      success: { status: 200, schema: campaignProgressResponse },
      handle: async (context) => ({ data: await readProgress(database, context.userId) }),
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'campaigns.monitor.get',
      path: '/user/campaign/:id/monitor',
      summary: "Read the current activity of a campaign: live calls, today's results, and call rate",
      params: z.object({ id: pathId() }),
      success: { status: 200, schema: campaignMonitorResponse },
      handle: async (context, { params }) => ({
        data: await monitorCampaign(dependencies, context, params.id),
      }),
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'campaigns.startCheck.get',
      description:
        'How many people would be called, from which numbers, when, at what cost, and which variables have no value. Nothing is started.',
      path: '/user/campaign/:id/start-check',
      summary: 'Check what starting a campaign would do',
      params: z.object({ id: pathId() }),
      success: { status: 200, schema: campaignStartCheckResponse },
      handle: async (context, { params }) => ({
        data: await checkStart(dependencies, context, params.id),
      }),
    }),
  ];
}

function inMinutes({ startMinute, endMinute }: LegalHours): { start_minute: number; end_minute: number } {
  return { start_minute: startMinute, end_minute: endMinute };
}

import { z } from 'zod';
import { campaignReportResponse } from '#contract/campaign-report.ts';
import { pathId } from '#contract/fields.ts';
import { defineRoute, type Route } from '../../../http/route.ts';
import type { CampaignDependencies } from '../configuration/dependencies.ts';
import { reportCampaign } from './report-campaign.ts';

export function reportRoute(dependencies: CampaignDependencies): Route {
  return defineRoute({
    tag: 'Campaigns',
    access: 'account',
    errors: 'message',
    resource: 'Campaign',
    method: 'GET',
    operationId: 'campaigns.report.get',
    description: 'Without deleted leads, except in `attempts` and `cost.total`.',
    path: '/user/campaign/:id/report',
    summary: 'Read a campaign report: funnel, attempts, goal, cost, hours of the day, and waiting reasons',
    params: z.object({ id: pathId() }),
    success: { status: 200, schema: campaignReportResponse },
    handle: async (context, { params }) => ({
      data: await reportCampaign(dependencies, context, params.id),
    }),
  });
}

import { z } from 'zod';
import { messageResponse } from '#contract/accounts.ts';
import {
  campaignListResponse,
  campaignResponse,
  createCampaignRequest,
  saveCampaignResponse,
  updateCampaignRequest,
  updateStatusRequest,
  updateStatusResponse,
} from '#contract/campaigns.ts';
import { pathId } from '#contract/fields.ts';
import { AppError } from '../../core/errors.ts';
import { defineRoute, RawJson, type Route } from '../../http/route.ts';
import {
  changeCampaign,
  checkCampaign,
  createCampaign,
  deleteCampaign,
  listCampaigns,
  showCampaign,
} from './actions.ts';
import type { CampaignDependencies } from './configuration/dependencies.ts';
import { importRoutes } from './import/import-routes.ts';
import { leadRoutes } from './leads/lead-routes.ts';
import { monitorRoutes } from './monitor/monitor-routes.ts';
import { reportRoute } from './report/report-route.ts';
import { setCampaignStatus } from './start/campaign-status.ts';

const shared = { tag: 'Campaigns', access: 'account', errors: 'message', resource: 'Campaign' } as const;
const params = z.object({ id: pathId() });

export function campaignRoutes(dependencies: CampaignDependencies): Route[] {
  return [
    createRoute(dependencies, '/user/campaign'),
    createRoute(dependencies, '/user/campaigns'),
    ...readRoutes(dependencies),
    ...changeRoutes(dependencies),
    statusRoute(dependencies),
    ...leadRoutes(dependencies),
    ...importRoutes(dependencies),
    reportRoute(dependencies),
    ...monitorRoutes(dependencies),
  ];
}

function createRoute(dependencies: CampaignDependencies, path: '/user/campaign' | '/user/campaigns'): Route {
  return defineRoute({
    ...shared,
    method: 'POST',
    path,
    ...(path === '/user/campaign'
      ? { operationId: 'campaigns.create' }
      : { operationId: 'campaigns.createAlias', aliasOf: 'campaigns.create' }),
    description:
      'A new campaign is a `draft` and makes no calls until it is started. Null and missing fields get their defaults.',
    summary: 'Create a campaign',
    body: createCampaignRequest,
    success: { status: 201, schema: saveCampaignResponse },
    refusals: [403, 404],
    isIdempotent: true,
    check: (context, { body }) => checkCampaign(dependencies, context, { supplied: body, id: null }),
    handle: async (context, { body }) =>
      saved('Campaign created successfully.', await createCampaign(dependencies, context, body)),
  });
}

function readRoutes(dependencies: CampaignDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'campaigns.list',
      path: '/user/campaigns',
      summary: 'List all campaigns',
      success: { status: 200, schema: campaignListResponse },
      handle: async (context) => new RawJson(await listCampaigns(dependencies, context)),
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'campaigns.get',
      path: '/user/campaign/:id',
      summary: 'Read a campaign',
      params,
      success: { status: 200, schema: campaignResponse },
      handle: async (context, input) =>
        new RawJson(`{"data":${await showCampaign(dependencies, context, input.params.id)}}`),
    }),
  ];
}

function changeRoutes(dependencies: CampaignDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'PUT',
      operationId: 'campaigns.update',
      description:
        'Missing fields stay as they are; null resets a field to its default. A running campaign uses the new settings for its next calls.',
      path: '/user/campaign/:id',
      summary: 'Change the supplied fields of a campaign, even while it runs',
      params,
      body: updateCampaignRequest,
      success: { status: 200, schema: saveCampaignResponse },
      check: (context, input) =>
        checkCampaign(dependencies, context, { supplied: input.body, id: input.params.id }),
      handle: async (context, { params: { id }, body }) =>
        saved(
          'Campaign updated successfully.',
          await changeCampaign(dependencies, context, { id, input: body }),
        ),
    }),
    defineRoute({
      ...shared,
      method: 'DELETE',
      operationId: 'campaigns.delete',
      path: '/user/campaign/:id',
      summary: 'Delete a campaign with its leads, keeping its calls',
      params,
      success: { status: 200, schema: messageResponse },
      handle: async (context, input) => {
        await deleteCampaign(dependencies, context, input.params.id);
        return { message: 'Campaign deleted successfully.' };
      },
    }),
  ];
}

function statusRoute(dependencies: CampaignDependencies): Route {
  return defineRoute({
    ...shared,
    errors: 'success',
    method: 'POST',
    operationId: 'campaigns.updateStatus',
    description:
      '`start` begins or resumes; `stop` makes no new calls. `warnings` lists settings that have no effect.',
    example: { campaign_id: 1, action: 'start' },
    path: '/user/campaigns/update-status',
    summary: 'Start or stop a campaign without ending live calls',
    body: updateStatusRequest,
    success: { status: 200, schema: updateStatusResponse },
    refusals: [400, 404],
    isIdempotent: true,
    handle: async (context, { body: { campaign_id: id, action } }) => {
      if (action !== 'start' && action !== 'stop') {
        throw new AppError('bad-request', 'The action must be start or stop.');
      }
      const { status, warnings } = await setCampaignStatus(dependencies, context, { id, action });
      const message =
        action === 'start' ? 'Campaign started successfully.' : 'Campaign stopped successfully.';
      return { message, success: true, data: { campaign_id: id, status, warnings } };
    },
  });
}

function saved(message: string, campaign: string): RawJson {
  return new RawJson(`{"message":${JSON.stringify(message)},"data":${campaign}}`);
}

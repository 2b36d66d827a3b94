import { z } from 'zod';
import { pathId } from '#contract/fields.ts';
import { createLeadRequest, leadPage, leadResponse, leadsQuery, saveLeadResponse } from '#contract/leads.ts';
import { pageRequest } from '../../../http/pagination.ts';
import { defineRoute, RawJson, type Route } from '../../../http/route.ts';
import type { CampaignDependencies } from '../configuration/dependencies.ts';
import { checkCampaignFilter, createLead, listLeads, showLead } from './lead-actions.ts';
import { repeatedNumberErrors } from './lead-numbers.ts';

const shared = { tag: 'Leads', access: 'account', errors: 'message', resource: 'Lead' } as const;
const params = z.object({ id: pathId() });
const PAGE_SIZE = 15;

export function leadRoutes(dependencies: CampaignDependencies): Route[] {
  return [createRoute(dependencies), ...readRoutes(dependencies)];
}

function createRoute(dependencies: CampaignDependencies): Route {
  return defineRoute({
    ...shared,
    method: 'POST',
    path: '/user/lead',
    summary: 'Add a lead to a campaign, with other numbers to call when nobody answers',
    body: createLeadRequest,
    success: { status: 200, schema: saveLeadResponse },
    isIdempotent: true,
    refusals: [404],
    check: async (_context, { body }) => repeatedNumberErrors(body),
    handle: async (context, { body }) =>
      saved('Lead created successfully.', await createLead(dependencies, context, body)),
  });
}

function readRoutes(dependencies: CampaignDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      path: '/user/leads',
      summary: 'List leads by page, newest first, each with why it is not called at this moment',
      query: leadsQuery,
      success: { status: 200, schema: leadPage },
      check: (context, { query }) => checkCampaignFilter(dependencies, context, query.campaign_id ?? null),
      handle: async (context, { query, facts }) => {
        const filter = {
          ...{ status: query.status ?? null, campaignId: query.campaign_id ?? null },
          phoneNumber: query.phone_number ?? null,
          ...{ dateFrom: query.date_from ?? null, dateTo: query.date_to ?? null },
        };
        const page = pageRequest(query, PAGE_SIZE);
        return new RawJson(await listLeads(dependencies, context, { filter, page, facts }));
      },
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      path: '/user/leads/:id',
      summary: 'Read a lead',
      params,
      success: { status: 200, schema: leadResponse },
      handle: async (context, input) =>
        new RawJson(`{"data":${await showLead(dependencies, context, input.params.id)}}`),
    }),
  ];
}

function saved(message: string, lead: string): RawJson {
  return new RawJson(`{"message":${JSON.stringify(message)},"data":${lead}}`);
}

import { z } from 'zod';
import { messageResponse } from '#contract/accounts.ts';
import { pathId } from '#contract/fields.ts';
import {
  createLeadRequest,
  leadPage,
  leadResponse,
  leadsQuery,
  saveLeadResponse,
  updateLeadRequest,
} from '#contract/leads.ts';
import { phonePart } from '../../../core/phone-part.ts';
import { pageRequest } from '../../../http/pagination.ts';
import { defineRoute, RawJson, type Route } from '../../../http/route.ts';
import type { CampaignDependencies } from '../configuration/dependencies.ts';
import { changeLead } from './change-lead.ts';
import { checkOwnCampaign, deleteLead, listLeads, saveLead, showLead } from './lead-actions.ts';
import { repeatedNumberErrors } from './lead-numbers.ts';
import type { LeadSort } from './lead-page.ts';

const shared = { tag: 'Leads', access: 'account', errors: 'message', resource: 'Lead' } as const;
const params = z.object({ id: pathId() });
const PAGE_SIZE = 15;

export function leadRoutes(dependencies: CampaignDependencies): Route[] {
  return [
    createRoute(dependencies),
    ...readRoutes(dependencies),
    changeRoute(dependencies, '/user/leads/:id'),
    changeRoute(dependencies, '/leads/:id'),
    deleteRoute(dependencies),
  ];
}

function createRoute(dependencies: CampaignDependencies): Route {
  return defineRoute({
    ...shared,
    method: 'POST',
    operationId: 'leads.create',
    description:
      'A second lead with the same number is refused unless `allow_dupplicate` is set. A running campaign calls it as soon as its rules allow.',
    example: { phone_number: '+14155550123', campaign_id: 1, variables: { first_name: 'Anna' } },
    path: '/user/lead',
    summary:
      'Add a lead to a campaign, optionally with secondary numbers, or change the one with the same external id',
    body: createLeadRequest,
    success: { status: 200, schema: saveLeadResponse },
    isIdempotent: true,
    refusals: [404, 503],
    check: async (_context, { body }) => repeatedNumberErrors(body),
    handle: async (context, { body }) => {
      const { isNew, lead } = await saveLead(dependencies, context, body);
      return saved(isNew ? 'Lead created successfully.' : 'Lead updated successfully.', lead);
    },
  });
}

function readRoutes(dependencies: CampaignDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'leads.list',
      description: '`waiting` says why a lead is not called yet.',
      path: '/user/leads',
      summary: 'List leads by page, newest first, with the reason each one is waiting',
      query: leadsQuery,
      success: { status: 200, schema: leadPage },
      check: (context, { query }) => checkOwnCampaign(dependencies, context, query.campaign_id ?? null),
      handle: async (context, { query, facts }) => {
        const filter = {
          status: query.status ?? null,
          campaignId: query.campaign_id ?? null,
          phoneNumber: phonePart(query.phone_number),
          externalId: query.external_id ?? null,
          dateFrom: query.date_from ?? null,
          dateTo: query.date_to ?? null,
          updatedFrom: query.updated_from ?? null,
          updatedTo: query.updated_to ?? null,
        };
        const order: LeadSort = `${query.order_by ?? 'created_at'} ${query.direction ?? 'desc'}`;
        const page = pageRequest(query, PAGE_SIZE);
        return new RawJson(await listLeads(dependencies, context, { filter, order, page, facts }));
      },
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'leads.get',
      path: '/user/leads/:id',
      summary: 'Read a lead',
      params,
      success: { status: 200, schema: leadResponse },
      handle: async (context, input) =>
        new RawJson(`{"data":${await showLead(dependencies, context, input.params.id)}}`),
    }),
  ];
}

function changeRoute(dependencies: CampaignDependencies, path: '/user/leads/:id' | '/leads/:id'): Route {
  return defineRoute({
    ...shared,
    method: 'PUT',
    path,
    ...(path === '/user/leads/:id'
      ? { operationId: 'leads.update' }
      : { operationId: 'leads.updateAlias', aliasOf: 'leads.update' }),
    description:
      'Missing fields stay as they are; variables are merged. The status `created` starts the lead over.',
    summary:
      'Change the supplied fields of a lead, reset it so that it is called again, or move it to another campaign',
    params,
    body: updateLeadRequest,
    success: { status: 200, schema: saveLeadResponse },
    refusals: [503],
    check: async (context, input) => {
      await showLead(dependencies, context, input.params.id);
      return {
        ...(await checkOwnCampaign(dependencies, context, input.body.campaign_id ?? null)),
        ...repeatedNumberErrors(input.body),
      };
    },
    handle: async (context, { params: { id }, body }) => {
      await changeLead(dependencies, context, { id, input: body });
      return saved('Lead updated successfully.', await showLead(dependencies, context, id));
    },
  });
}

function deleteRoute(dependencies: CampaignDependencies): Route {
  return defineRoute({
    ...shared,
    method: 'DELETE',
    operationId: 'leads.delete',
    description: 'Its calls stay in the list of calls.',
    path: '/user/leads/:id',
    summary: 'Delete a lead without ending its live call',
    params,
    success: { status: 200, schema: messageResponse },
    handle: async (context, input) => {
      await deleteLead(dependencies, context, input.params.id);
      return { message: 'Lead deleted successfully.' };
    },
  });
}

function saved(message: string, lead: string): RawJson {
  return new RawJson(`{"message":${JSON.stringify(message)},"data":${lead}}`);
}

import { z } from 'zod';
import { pathId } from '#contract/fields.ts';
import {
  bulkLeadsRequest,
  bulkLeadsResponse,
  importLeadsQuery,
  importLeadsResponse,
} from '#contract/leads.ts';
import { invalid } from '../../../core/errors.ts';
import { defineRoute, type Route, StreamedAnswer } from '../../../http/route.ts';
import { showCampaign } from '../actions.ts';
import type { CampaignDependencies } from '../configuration/dependencies.ts';
import { saveLeads } from './bulk-leads.ts';
import type { Delimiter } from './csv-delimiter.ts';
import { exportLeads } from './export-leads.ts';
import { importLeads } from './import-leads.ts';

const shared = { tag: 'Leads', access: 'account', errors: 'message', resource: 'Campaign' } as const;
const params = z.object({ id: pathId() });

const MAX_FILE_BYTES = 2 * 1024 * 1024 * 1024;

export function importRoutes(dependencies: CampaignDependencies): Route[] {
  return [bulkRoute(dependencies), importRoute(dependencies), exportRoute(dependencies)];
}

const BULK_BYTES = 10 * 1024 * 1024;
/** Ten thousand leads with about fifteen variables each. */
const BULK_VALUES = 400_000;

function bulkRoute(dependencies: CampaignDependencies): Route {
  return defineRoute({
    ...shared,
    method: 'POST',
    operationId: 'leads.createMany',
    description: 'An invalid lead affects no other; `results` has one entry for each.',
    path: '/user/leads/bulk',
    summary: 'Add or change up to 10,000 leads of a campaign, with a result for each',
    body: bulkLeadsRequest,
    maxBodyBytes: BULK_BYTES,
    maxBodyValues: BULK_VALUES,
    success: { status: 200, schema: bulkLeadsResponse },
    refusals: [404, 503],
    isIdempotent: true,
    handle: async (context, { body }) => {
      const data = await saveLeads(dependencies, context, {
        campaignId: body.campaign_id,
        mayRepeat: body.allow_dupplicate === true,
        leads: body.leads,
      });
      return { message: 'Leads saved.', data };
    },
  });
}

const DELIMITERS = { ',': ',', ';': ';', '|': '|', tab: '\t' } as const satisfies Record<string, Delimiter>;

/** Default of `max_errors`. */
const MAX_REPORTED_ERRORS = 100;

function importRoute(dependencies: CampaignDependencies): Route {
  return defineRoute({
    ...shared,
    method: 'POST',
    operationId: 'campaigns.leads.import',
    description:
      'Columns are recognized by their names; all others become variables. With `dry_run`, nothing is stored and the answer shows how the file would be read.',
    path: '/user/campaign/:id/leads/import',
    summary:
      'Import leads from a CSV file or Excel workbook, sent as the body or as the file field of a form, optionally as a dry run',
    params,
    query: importLeadsQuery,
    spool: { field: 'file', maxBytes: MAX_FILE_BYTES, contentType: 'text/csv' },
    success: { status: 200, schema: importLeadsResponse },
    refusals: [503],
    isIdempotent: true,
    check: async (context, input) => {
      await showCampaign(dependencies, context, input.params.id);
      return {};
    },
    handle: async (context, { params: { id: campaignId }, query, spooled: file }) => {
      if (file === null) throw invalid({ file: ['The file field is required.'] });
      const data = await importLeads(dependencies, context, {
        campaignId,
        file,
        options: {
          isDryRun: query.dry_run ?? false,
          mayRepeat: query.allow_dupplicate ?? false,
          charset: query.charset ?? null,
          delimiter: query.delimiter == null ? null : DELIMITERS[query.delimiter],
          columns: {
            phone: query.phone_column ?? null,
            secondary: query.secondary_columns?.split(',').map((name) => name.trim()) ?? null,
            externalId: query.external_id_column,
          },
          numbers: {
            countryCode: query.country_code ?? null,
            assumeInternational: query.assume_international ?? false,
          },
          sheet: query.sheet ?? null,
          errors: { max: query.max_errors ?? MAX_REPORTED_ERRORS, afterRow: query.errors_after ?? 0 },
        },
      });
      const message = data.dry_run ? 'Leads checked; nothing was stored.' : 'Leads imported successfully.';
      return { message, data };
    },
  });
}

function exportRoute(dependencies: CampaignDependencies): Route {
  return defineRoute({
    ...shared,
    method: 'GET',
    operationId: 'campaigns.leads.export',
    description: 'One row for each lead, streamed.',
    path: '/user/campaign/:id/leads/export',
    summary: 'Export all leads of a campaign with their results as CSV',
    params,
    success: { status: 200, schema: z.string(), contentType: 'text/csv; charset=utf-8' },
    handle: async (context, { params: { id } }) => {
      await showCampaign(dependencies, context, id);
      return new StreamedAnswer({
        contentType: 'text/csv; charset=utf-8',
        filename: `leads-${id}.csv`,
        pieces: exportLeads(dependencies, context, id),
      });
    },
  });
}

import {
  chargePage,
  chargesExportQuery,
  chargesQuery,
  pricesResponse,
  rangeQuery,
  summaryResponse,
  usageResponse,
} from '#contract/billing.ts';
import { checkSelectedIds, EXPORTED } from '../../http/export-answer.ts';
import { pageRequest } from '../../http/pagination.ts';
import { defineRoute, RawJson, type Route } from '../../http/route.ts';
import {
  type BillingDependencies,
  checkChargeFilter,
  exportCharges,
  listCharges,
  listPrices,
  readBillingSummary,
  readModelUsage,
} from './actions.ts';
import { dayRange, rangeErrors } from './rules.ts';

const shared = { tag: 'Billing', access: 'account', errors: 'message', method: 'GET' } as const;
const PAGE_SIZE = 15;

export function billingRoutes(dependencies: BillingDependencies): Route[] {
  return [
    chargesRoute(dependencies),
    exportRoute(dependencies),
    defineRoute({
      ...shared,
      operationId: 'billing.summary.get',
      description: '`proof` shows how the balance follows from the ledger.',
      path: '/user/billing/summary',
      summary: 'Read the balance, reconciled with ledger totals by kind and by day',
      query: rangeQuery,
      success: { status: 200, schema: summaryResponse },
      check: (_context, { query }) => rangeErrors(dayRange(query)),
      handle: async (context, { query }) =>
        new RawJson(`{"data":${await readBillingSummary(dependencies, context, dayRange(query))}}`),
    }),
    defineRoute({
      ...shared,
      operationId: 'billing.prices.get',
      description: 'In US dollars. A model without a configured price is `unknown`.',
      path: '/user/billing/prices',
      summary: 'Read the prices of this installation and the known prices of its models',
      success: { status: 200, schema: pricesResponse },
      handle: async () => ({ data: listPrices(dependencies) }),
    }),
    defineRoute({
      ...shared,
      operationId: 'billing.usage.get',
      description: 'By model, for the given days.',
      path: '/user/billing/usage',
      summary: 'Read language model usage: calls, tokens and, where known, cost',
      query: rangeQuery,
      success: { status: 200, schema: usageResponse },
      check: (_context, { query }) => rangeErrors(dayRange(query)),
      handle: async (context, { query }) =>
        new RawJson(`{"data":${await readModelUsage(dependencies, context, dayRange(query))}}`),
    }),
  ];
}

function chargesRoute(dependencies: BillingDependencies): Route {
  return defineRoute({
    ...shared,
    operationId: 'billing.charges.list',
    description: 'Every charge, refund and credit of the account.',
    path: '/user/billing/charges',
    summary: 'List ledger entries, newest first',
    query: chargesQuery,
    success: { status: 200, schema: chargePage },
    check: (context, { query }) =>
      checkChargeFilter(dependencies, context, {
        ...dayRange(query),
        conversation: query.conversation ?? null,
      }),
    handle: async (context, { query, facts }) =>
      new RawJson(
        await listCharges(dependencies, context, {
          filter: {
            ...dayRange(query),
            kind: query.kind ?? null,
            conversation: query.conversation ?? null,
          },
          page: pageRequest(query, PAGE_SIZE),
          facts,
        }),
      ),
  });
}

function exportRoute(dependencies: BillingDependencies): Route {
  return defineRoute({
    ...shared,
    operationId: 'billing.charges.export',
    description:
      'Streamed, newest first, with the filters of the list. The connection breaks if the export fails, so a download that ended normally is complete.',
    path: '/user/billing/charges/export',
    summary: 'Export ledger entries as CSV or JSON Lines',
    query: chargesExportQuery,
    success: EXPORTED,
    check: async (context, { query }) => ({
      ...checkSelectedIds(query.ids),
      ...(await checkChargeFilter(dependencies, context, {
        ...dayRange(query),
        conversation: query.conversation ?? null,
      })),
    }),
    handle: async (context, { query }) => exportCharges(dependencies, context, query),
  });
}

import { stringify } from 'csv-stringify/sync';
import type { CampaignDependencies } from '../configuration/dependencies.ts';
import { MORE_VARIABLES, OUTCOMES, variableColumn } from './export-columns.ts';
import { countMaxContacts, type ExportedLead, findVariableNames, readExport } from './export-store.ts';
import { safeCell } from './safe-cell.ts';

const LEADS_PER_BATCH = 500;
/** Maximum number of variables with their own column; further ones share one JSON column. */
const MAX_VARIABLES = 500;

/** Columns specific to one export. */
interface OwnColumns {
  contacts: number;
  /** Variables with a column each. */
  variables: readonly string[];
  /** True if there are variables without a column. */
  hasMore: boolean;
}

/**
 * All leads of a campaign as CSV, oldest first, with a byte order mark for spreadsheets. Leads added during the export
 * may be included.
 */
export async function* exportLeads(
  { database }: Pick<CampaignDependencies, 'database'>,
  { userId }: { userId: number },
  campaignId: number,
): AsyncGenerator<string> {
  const names = await findVariableNames(database, campaignId, MAX_VARIABLES + 1);
  const own: OwnColumns = {
    contacts: await countMaxContacts(database, campaignId),
    variables: names.slice(0, MAX_VARIABLES),
    hasMore: names.length > MAX_VARIABLES,
  };
  yield `\ufeff${csv([header(own)])}`;
  for (let afterId = 0; ; ) {
    const leads = await readExport(database, { userId, campaignId, afterId }, LEADS_PER_BATCH);
    if (leads.length > 0) yield csv(leads.map((lead) => cells(lead, own)));
    afterId = leads.at(-1)?.id ?? afterId;
    if (leads.length < LEADS_PER_BATCH) return;
  }
}

function header({ contacts, variables, hasMore }: OwnColumns): string[] {
  return [
    ...OUTCOMES,
    ...positionsOf(contacts).flatMap((position) => [
      `secondary_phone_number_${position}`,
      `secondary_status_${position}`,
      `secondary_variables_${position}`,
    ]),
    ...variables.map(variableColumn),
    ...(hasMore ? [MORE_VARIABLES] : []),
  ];
}

function cells(lead: ExportedLead, { contacts, variables, hasMore }: OwnColumns): string[] {
  return [
    ...OUTCOMES.map((name) => asText(lead[name])),
    ...positionsOf(contacts).flatMap((position) => {
      const contact = lead.contacts[position - 1];
      return [contact?.phone_number ?? '', contact?.status ?? '', asJson(contact?.variables)];
    }),
    ...variables.map((name) => (Object.hasOwn(lead.variables, name) ? asText(lead.variables[name]) : '')),
    ...(hasMore ? [asJson(othersThan(variables, lead.variables))] : []),
  ];
}

function othersThan(names: readonly string[], variables: Record<string, unknown>): Record<string, unknown> {
  const known = new Set(names);
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !known.has(name)));
}

function positionsOf(contacts: number): number[] {
  return Array.from({ length: contacts }, (_, index) => index + 1);
}

/** Empty if there are no variables. */
function asJson(variables: Record<string, unknown> = {}): string {
  return Object.keys(variables).length === 0 ? '' : JSON.stringify(variables);
}

function asText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function csv(rows: readonly string[][]): string {
  return stringify(rows.map((row) => row.map(safeCell)));
}

import { setImmediate } from 'node:timers/promises';
import type { z } from 'zod';
import { bulkLead, type bulkLeadsResponse } from '#contract/leads.ts';
import { validate } from '#contract/validation.ts';
import type { Context } from '../../../core/context.ts';
import { notFound } from '../../../core/errors.ts';
import type { Executor, Session } from '../../../db/client.ts';
import { findCampaign } from '../configuration/campaign-store.ts';
import type { CampaignDependencies } from '../configuration/dependencies.ts';
import { callableNumber, repeatedNumberErrors } from '../leads/lead-numbers.ts';
import { isCampaignThere } from '../leads/lead-store.ts';
import { setLockTimeout, withLockTimeoutError } from '../leads/taken-numbers.ts';
import { changeLeads, type LeadChange, type RefusedChange, ROWS_PER_STATEMENT } from './change-leads.ts';
import { analyzeLeads, type ImportAbout, MANY_LEADS, STAGED_PER_PAGE, storeStaged } from './import-leads.ts';
import { throwIfAborted } from './stage-file.ts';
import { createStage, stageLeads } from './staged-store.ts';

export type BulkReport = z.input<typeof bulkLeadsResponse>['data'];

type Result = BulkReport['results'][number];

type Row = Omit<LeadChange, 'id'>;

interface Bulk {
  campaignId: number;
  mayRepeat: boolean;
  leads: readonly unknown[];
}

/**
 * Adds leads, and changes those whose external id the campaign knows. New leads are stored in one transaction, changes
 * in several: after a failure, the same request can be repeated. Throws `not-found` for the campaign.
 */
export async function saveLeads(
  dependencies: CampaignDependencies,
  context: Context,
  bulk: Bulk,
): Promise<BulkReport> {
  const { database, clock, notifier, importing } = dependencies;
  const { userId } = context;
  const { campaignId, mayRepeat } = bulk;
  if ((await findCampaign(database, { userId, id: campaignId })) === null) throw notFound('Campaign');
  const results: Result[] = bulk.leads.map((_, index) => ({
    index,
    status: 'duplicate',
    id: null,
    external_id: null,
    errors: {},
  }));
  const settle = (index: number, found: Partial<Result>): void => {
    const result = results[index];
    if (result !== undefined) Object.assign(result, found);
  };
  const { valid, invalid } = await checkRows(bulk.leads);
  for (const { index, errors } of invalid) settle(index, { status: 'invalid', errors });
  for (const { index, lead } of valid) settle(index, { external_id: lead.external_id ?? null });
  const before = await findKnown(database, { userId, campaignId, rows: valid });
  const fresh = valid.filter((row) => leadOf(row, before) === null);
  const about = { userId, campaignId, now: clock.now(), mayRepeat };
  const lockTimeoutMs = dependencies.lockTimeouts.importMs;
  const ids =
    fresh.length === 0
      ? new Map<number, number>()
      : await importing.run(
          userId,
          () =>
            database.session((session) =>
              storeFresh(session, { about, rows: fresh, signal: context.signal, lockTimeoutMs }),
            ),
          () => context.signal,
        );
  for (const [index, id] of ids) settle(index, { status: 'created', id });
  if (ids.size >= MANY_LEADS) await analyzeLeads(dependencies);
  if (ids.size > 0) notifier.notify('campaigns', [campaignId]);
  const left = valid.filter(({ index }) => !ids.has(index));
  const known = await findKnown(database, { userId, campaignId, rows: left });
  const changes = left.flatMap((row) => {
    const id = leadOf(row, known);
    return id === null ? [] : [{ ...row, id }];
  });
  for (const { index, id } of changes) settle(index, { status: 'updated', id });
  const refused = await changeLeads(dependencies, context, { changes, keepsContacts: false });
  for (const { index, errors } of refused) {
    settle(index, { status: 'invalid', id: null, errors });
  }
  const count = (status: Result['status']): number =>
    results.filter((result) => result.status === status).length;
  return {
    created: count('created'),
    updated: count('updated'),
    duplicates: count('duplicate'),
    invalid: count('invalid'),
    results,
  };
}

/** Rows validated before yielding to the event loop, which live calls need. */
const ROWS_PER_YIELD = 25;

async function checkRows(leads: readonly unknown[]): Promise<{ valid: Row[]; invalid: RefusedChange[] }> {
  const valid: Row[] = [];
  const invalid: RefusedChange[] = [];
  for (const [index, given] of leads.entries()) {
    const read = validate(bulkLead, given);
    const errors = {
      ...(read.ok ? {} : read.fields),
      ...repeatedNumberErrors(read.ok ? read.value : read.partial),
    };
    if (read.ok && Object.keys(errors).length === 0) valid.push({ index, lead: read.value });
    else invalid.push({ index, errors });
    if (index % ROWS_PER_YIELD === 0) await setImmediate();
  }
  return { valid, invalid };
}

/** Ids of the campaign's leads by external id. */
async function findKnown(
  database: Executor,
  { userId, campaignId, rows }: { userId: number; campaignId: number; rows: readonly Row[] },
): Promise<Map<string, number>> {
  const externalIds = rows.flatMap(({ lead }) => lead.external_id ?? []);
  if (externalIds.length === 0) return new Map();
  const found = await database.query<{ id: number; external_id: string }>(
    `select id, external_id from leads
     where user_id = $1 and campaign_id = $2 and external_id = any($3) and external_id is not null`,
    [userId, campaignId, externalIds],
  );
  return new Map(found.map(({ id, external_id }) => [external_id, id]));
}

function leadOf({ lead }: Row, known: ReadonlyMap<string, number>): number | null {
  return lead.external_id == null ? null : (known.get(lead.external_id) ?? null);
}

/** @returns ids of the stored leads by index; the campaign has the numbers or external ids of the others */
async function storeFresh(
  session: Session,
  {
    about,
    rows,
    signal,
    lockTimeoutMs,
  }: { about: ImportAbout; rows: readonly Row[]; signal: AbortSignal; lockTimeoutMs: number },
): Promise<Map<number, number>> {
  await createStage(session);
  for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) {
    throwIfAborted(signal);
    await stageLeads(session, rows.slice(at, at + ROWS_PER_STATEMENT).map(asStaged), about.mayRepeat);
  }
  return withLockTimeoutError(() =>
    session.transaction(async (transaction) => {
      await setLockTimeout(transaction, lockTimeoutMs);
      const ids = new Map<number, number>();
      for (let afterRow: number | null = 0; afterRow !== null; ) {
        const page = await storeStaged(transaction, about, { afterRow, max: STAGED_PER_PAGE });
        for (const [row, id] of Object.entries(page.ids)) ids.set(Number(row) - 1, id);
        afterRow = page.lastRow;
      }
      const { userId, campaignId: id } = about;
      if (!(await isCampaignThere(transaction, { userId, id }))) throw notFound('Campaign');
      return ids;
    }),
  );
}

/** Rows of the stage begin at 1. */
function asStaged({ index, lead }: Row) {
  const contacts = (lead.secondary_contacts ?? []).map(callableNumber);
  return { row: index + 1, ...callableNumber(lead), contacts };
}

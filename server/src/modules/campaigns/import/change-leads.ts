import type { BulkLead } from '#contract/leads.ts';
import { toE164 } from '#contract/phone-numbers.ts';
import type { FieldErrors } from '#contract/validation.ts';
import type { Context } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { type ChangeDependencies, changeLead } from '../leads/change-lead.ts';
import { throwIfAborted } from './stage-file.ts';

export const ROWS_PER_STATEMENT = 250;

/** New values for a lead. */
export interface LeadChange {
  /** Position in the request or the file. */
  index: number;
  id: number;
  lead: BulkLead;
}

export interface RefusedChange {
  index: number;
  errors: FieldErrors;
}

/**
 * Changes leads, in order and in several transactions. A lead that was deleted or whose number is locked by another
 * request is refused like an invalid change.
 * @param options `keepsContacts` as in `changeLead`
 * @returns the changes that were refused
 */
export async function changeLeads(
  dependencies: ChangeDependencies,
  context: Context,
  { changes, keepsContacts }: { changes: readonly LeadChange[]; keepsContacts: boolean },
): Promise<RefusedChange[]> {
  const refused: RefusedChange[] = [];
  const single = await mergeInBulk(dependencies, context, changes);
  for (const { index, id, lead } of single) {
    throwIfAborted(context.signal);
    const { phone_number, variables, secondary_contacts } = lead;
    const input = { phone_number, variables, ...(secondary_contacts != null && { secondary_contacts }) };
    try {
      await changeLead(dependencies, context, { id, input, keepsContacts });
    } catch (error) {
      refused.push({ index, errors: refusalOf(error) });
    }
  }
  return refused;
}

/** Errors of one change that do not concern the others. Throws all other errors. */
function refusalOf(error: unknown): FieldErrors {
  if (!(error instanceof AppError)) throw error;
  if (error.code === 'not-found') return { external_id: ['The lead with this external id was deleted.'] };
  if (error.code === 'unavailable') return { phone_number: [error.message] };
  if (error.fields === undefined) throw error;
  return error.fields;
}

/**
 * Merges variables into leads that keep their number and contacts, which most rows of a repeated synchronization do.
 * @returns the other changes, including all changes of leads that occur more than once
 */
async function mergeInBulk(
  { database, clock }: ChangeDependencies,
  { userId, signal }: Context,
  changes: readonly LeadChange[],
): Promise<LeadChange[]> {
  const counts = Map.groupBy(changes, ({ id }) => id);
  const isPlain = ({ id, lead }: LeadChange): boolean =>
    counts.get(id)?.length === 1 && lead.secondary_contacts == null;
  const plain = changes.filter(isPlain);
  const merged = new Set<number>();
  for (let at = 0; at < plain.length; at += ROWS_PER_STATEMENT) {
    throwIfAborted(signal);
    const batch = new Map(plain.slice(at, at + ROWS_PER_STATEMENT).map((change) => [change.id, change.lead]));
    await database.transaction(async (transaction) => {
      const stored = await transaction.query<StoredVariables>(
        `select id, phone_number as "phoneNumber", variables from leads
         where user_id = $1 and id = any($2) order by id for no key update`,
        [userId, [...batch.keys()]],
      );
      const same = stored.filter(
        ({ id, phoneNumber }) => toE164(batch.get(id)?.phone_number ?? '') === phoneNumber,
      );
      const rows = same.map(({ id, variables }) => ({
        id,
        variables: { ...variables, ...batch.get(id)?.variables },
      }));
      await transaction.query(
        `update leads set variables = made.variables, updated_at = $2
         from json_to_recordset($1) as made (id bigint, variables json)
         where leads.id = made.id and leads.variables::text <> made.variables::text`,
        [JSON.stringify(rows), clock.now()],
      );
      for (const { id } of rows) merged.add(id);
    });
  }
  return changes.filter((change) => !(isPlain(change) && merged.has(change.id)));
}

interface StoredVariables {
  id: number;
  phoneNumber: string;
  variables: Record<string, unknown>;
}

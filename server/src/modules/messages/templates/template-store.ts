import type { TemplatePreview, TemplateView } from '#contract/messaging.ts';
import { storableObject } from '../../../core/storable.ts';
import type { Database, Executor } from '../../../db/client.ts';
import { jsonObject } from '../../../db/json-object.ts';
import type { CarrierTemplate, TemplateStatus } from '../../../providers/interfaces/messaging-carrier.ts';

/** SQL condition. A text with placeholders has variables, even if the carrier names none. */
const HAS_VARIABLES = `(cardinality(variables) > 0
  or body_text ~ '[{][{][[:space:]]*[1-9][0-9]{0,2}[[:space:]]*[}][}]')`;

/**
 * SQL condition: no sync later than $3 is stored. Ignores times in the future, which remain after a clock was set back.
 */
const NOT_ANSWERED_SINCE = `(templates_asked_at is null or templates_asked_at <= $3::timestamptz
  or templates_asked_at > clock_timestamp())`;

export const NO_PARTS: TemplatePreview = { header: null, offer: null, footer: null, buttons: [], cards: [] };

const VIEW = jsonObject<TemplateView>({
  id: 'id',
  name: 'name',
  language: 'language',
  category: 'category',
  status: 'status',
  body_text: 'body_text',
  variables: 'variables',
  variable_kinds: `coalesce(parts -> 'kinds', to_jsonb(array_fill('text'::text, array[cardinality(variables)])))`,
  has_variables: HAS_VARIABLES,
  preview: `coalesce(parts -> 'preview', '${JSON.stringify(NO_PARTS)}')`,
  unsendable: `parts ->> 'unsendable'`,
});

/** Templates as JSON text, oldest first; null if the account has no such sender. */
export async function readTemplates(
  database: Executor,
  about: { userId: number; senderId: number; status: TemplateStatus | null },
): Promise<string | null> {
  const [row] = await database.query<{ items: string }>(
    `select (select coalesce(json_agg(${VIEW} order by id), '[]')::text from templates
       where user_id = $1 and sender_id = $2 and ($3::text is null or status = $3)) as items
     from senders where user_id = $1 and id = $2`,
    [about.userId, about.senderId, about.status],
  );
  return row?.items ?? null;
}

/** A template of the sender; null if not found. */
export async function findTemplate(
  database: Executor,
  about: { userId: number; senderId: number; id: number },
): Promise<CarrierTemplate | null> {
  const [row] = await database.query<CarrierTemplate>(
    `select provider_reference as reference, name, language, category, status, body_text as "bodyText", variables,
       parts
     from templates where user_id = $1 and sender_id = $2 and id = $3`,
    [about.userId, about.senderId, about.id],
  );
  return row ?? null;
}

/** Stores a template that a person has created. Those of the carrier's sync are not in the audit log. */
export async function insertTemplate(
  database: Executor,
  about: { userId: number; senderId: number },
  template: CarrierTemplate,
): Promise<TemplateView> {
  const [row] = await database.query<{ template: TemplateView }>(
    `with created as (
       insert into templates (user_id, sender_id, provider_reference, name, language, category, status, body_text, variables)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning *)
     select ${VIEW} as template, write_audit(user_id, 'created', 'template', id::text, name, changed_fields(null,
       to_jsonb(created) - '{id,user_id,provider_reference,created_at,updated_at}'::text[]))
     from created`,
    [
      about.userId,
      about.senderId,
      template.reference,
      template.name,
      template.language,
      template.category,
      template.status,
      template.bodyText,
      template.variables,
    ],
  );
  if (row === undefined) throw new Error('A template was not stored.');
  return row.template;
}

/** A request to the carrier for a sender's templates. */
export interface TemplateQuestion {
  userId: number;
  senderId: number;
  /** Time of the request by the database's clock, as PostgreSQL text. The answer to the latest request wins. */
  askedAt: string;
}

/** The database's time, read before a request is sent. */
export async function instantOfQuestion(database: Executor): Promise<string> {
  const [row] = await database.query<{ now: string }>('select clock_timestamp()::text as now');
  if (row === undefined) throw new Error('The database did not return the time.');
  return row.now;
}

/**
 * Stores the carrier's templates: known ones keep their ids, missing ones are deleted. Does nothing if the answer to
 * a later request is already stored.
 */
export async function replaceTemplates(
  database: Pick<Database, 'transaction'>,
  question: TemplateQuestion,
  templates: readonly CarrierTemplate[],
): Promise<void> {
  const { userId, senderId, askedAt } = question;
  await database.transaction(async (transaction) => {
    // In a separate statement, so that the next one sees what a concurrent sync has stored.
    const isLatest = await transaction.query(
      `update senders set templates_asked_at = $3, templates_synced_at = clock_timestamp(), templates_error = null
       where user_id = $1 and id = $2 and ${NOT_ANSWERED_SINCE} returning id`,
      [userId, senderId, askedAt],
    );
    if (isLatest.length === 0) return;
    await transaction.query(
      `with given as (
         select * from json_to_recordset($3) as given(reference text, name text, language text, category text,
           status text, "bodyText" text, variables json, parts jsonb)),
       gone as (
         delete from templates where user_id = $1 and sender_id = $2
           and provider_reference not in (select reference from given))
       insert into templates as template (user_id, sender_id, provider_reference, name, language, category, status,
         body_text, variables, parts)
       select $1, $2, reference, name, language, category, status, "bodyText",
         array(select json_array_elements_text(variables)), parts from given
       on conflict (sender_id, provider_reference) do update set name = excluded.name,
         language = excluded.language, category = excluded.category, status = excluded.status,
         body_text = excluded.body_text, variables = excluded.variables, parts = excluded.parts,
         updated_at = clock_timestamp()
       where (template.name, template.language, template.category, template.status, template.body_text,
         template.variables, template.parts) is distinct from (excluded.name, excluded.language,
         excluded.category, excluded.status, excluded.body_text, excluded.variables, excluded.parts)`,
      [userId, senderId, JSON.stringify(templates.map((template) => storableObject({ ...template })))],
    );
  });
}

export async function storeSyncError(
  database: Executor,
  { userId, senderId, askedAt }: TemplateQuestion,
  error: string,
): Promise<void> {
  await database.query(
    `update senders set templates_asked_at = $3, templates_error = $4
     where user_id = $1 and id = $2 and ${NOT_ANSWERED_SINCE}`,
    [userId, senderId, askedAt, error],
  );
}

/** Senders of all providers except this one. */
export function findSenders(
  database: Executor,
  { except }: { except: string },
): Promise<{ id: number; user_id: number }[]> {
  return database.query('select id, user_id from senders where provider <> $1 order by id', [except]);
}

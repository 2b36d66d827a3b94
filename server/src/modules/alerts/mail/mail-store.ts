import type { AlertKind } from '#contract/alerts.ts';
import type { Language } from '#contract/languages.ts';
import type { Database, Executor } from '../../../db/client.ts';

export interface DueMail {
  id: number;
  userId: number;
  kind: AlertKind;
  objectId: string;
  objectName: string;
  parentId: string | null;
  message: string;
  count: number;
  /** Languages in which it was sent already. */
  mailedLanguages: Language[];
}

/** Emails about alerts that an account gets within 24 hours at most. */
const EMAILS_PER_DAY = 20;
/** After this many attempts, an alert is not mailed. */
const ATTEMPTS = 6;

/** Class of the advisory locks of accounts. */
const CLAIM_LOCK = 726_351;

/**
 * Claims the next due email. It is due again after a pause that doubles from one minute, in case the process dies before
 * `noteMailed`. Emails over the daily limit and of old alerts are dropped. Null if nothing is due.
 */
export async function claimMail(database: Database): Promise<DueMail | null> {
  const claimed = await database.transaction(claimOnce);
  if (claimed === null) return null;
  const { isDropped, ...mail } = claimed;
  return isDropped ? claimMail(database) : mail;
}

async function claimOnce(transaction: Executor): Promise<(DueMail & { isDropped: boolean }) | null> {
  const [due] = await transaction.query<{ id: number; userId: number }>(
    `select id, user_id as "userId" from alerts where mail_at <= clock_timestamp()
     order by mail_at limit 1 for update skip locked`,
  );
  if (due === undefined) return null;
  // Claims of an account wait for each other, so that each counts those before it.
  await transaction.query('select pg_advisory_xact_lock($1::int, hashint8($2))', [CLAIM_LOCK, due.userId]);
  const [row] = await transaction.query<DueMail & { isDropped: boolean }>(
    `update alerts set mail_attempts = mail_attempts + 1,
       mail_at = case when ${IS_DROPPED} then null
         else clock_timestamp() + interval '1 minute' * power(2, mail_attempts) end
     where id = $1 and user_id = $2
     returning id, user_id as "userId", kind, object_id as "objectId", object_name as "objectName",
       parent_id as "parentId", message, count, mailed_languages as "mailedLanguages", mail_at is null as "isDropped"`,
    [due.id, due.userId],
  );
  return row ?? null;
}

/** Claimed emails count as sent until they are dropped, and those that were sent in some languages. */
const IS_DROPPED = `(mail_attempts >= ${ATTEMPTS} or opened_at < clock_timestamp() - interval '1 day'
  or (select count(*) from alerts sent where sent.user_id = alerts.user_id and sent.id <> alerts.id
    and (sent.mailed_at > clock_timestamp() - interval '1 day'
      or sent.mail_attempts > 0 and sent.mail_at is not null)) >= ${EMAILS_PER_DAY})`;

/** Notes that the email was sent in a language. */
export async function noteLanguage(database: Executor, id: number, language: Language): Promise<void> {
  await database.query(
    `update alerts set mailed_at = clock_timestamp(), mailed_languages = array_append(mailed_languages, $2)
     where id = $1 and $2 <> all (mailed_languages)`,
    [id, language],
  );
}

/** Notes that the email was sent in all languages. */
export async function noteMailed(database: Executor, id: number): Promise<void> {
  await database.query('update alerts set mailed_at = clock_timestamp(), mail_at = null where id = $1', [id]);
}

/** Without SMTP, nothing is mailed, also not later when it is set up. */
export async function dropMails(database: Executor): Promise<void> {
  await database.query('update alerts set mail_at = null where mail_at is not null');
}

/** Resolves alerts about vendors that have not failed for an hour. */
export async function resolveQuietProviders(database: Executor): Promise<void> {
  await database.query(
    `update alerts set resolved_at = clock_timestamp(), mail_at = null
     where kind = 'provider_failed' and resolved_at is null and last_at < clock_timestamp() - interval '1 hour'`,
  );
}

/** Deletes resolved alerts after 90 days, and failures that no alert needs any more. */
export async function removeOldAlerts(database: Executor): Promise<void> {
  await database.query(`delete from alerts where resolved_at < clock_timestamp() - interval '90 days'`);
  await database.query(
    `delete from provider_failures where failed_at < clock_timestamp() - interval '1 hour'`,
  );
}

import {
  ALERT_CHANNELS,
  ALERT_KINDS,
  type Alert,
  type AlertChannel,
  type AlertKind,
  type AlertSettings,
} from '#contract/alerts.ts';
import type { Language } from '#contract/languages.ts';
import type { Executor } from '../../db/client.ts';
import { jsonObject } from '../../db/json-object.ts';
import type { PageRequest } from '../../http/pagination.ts';

const STATUS = `case when resolved_at is not null then 'resolved' when dismissed_at is not null then 'dismissed' else 'open' end`;

const ALERT_JSON = jsonObject<Alert>({
  id: 'id',
  kind: 'kind',
  status: STATUS,
  object_id: 'object_id',
  object_name: 'object_name',
  parent_id: 'parent_id',
  message: 'message',
  count: 'count',
  opened_at: 'iso_timestamp(opened_at)',
  last_at: 'iso_timestamp(last_at)',
  resolved_at: 'iso_timestamp(resolved_at)',
});

export interface AlertFilter {
  userId: number;
  status: Alert['status'] | null;
  kind: AlertKind | null;
}

/** One page as JSON text, newest first, with the total: alerts of the kinds that are shown in the console. */
export async function readAlerts(
  database: Executor,
  { userId, status, kind }: AlertFilter,
  { page, perPage }: PageRequest,
): Promise<{ items: string; count: number; total: number }> {
  const [row] = await database.query<{ items: string; count: number; total: number }>(
    `with matching as (
       select * from alerts
       where user_id = $1 and ($2::text is null or ${STATUS} = $2) and ($3::text is null or kind = $3)
         and kind <> all (coalesce((select array(select split_part(one, ':', 1) from unnest(muted) as one
           where one like '%:console') from alert_settings where user_id = $1), '{}'))),
     page as (select * from matching order by id desc limit $4 offset $5)
     select coalesce((select string_agg(${ALERT_JSON}::text, ',' order by id desc) from page), '') as items,
       (select count(*)::int from page) as count, (select count(*)::int from matching) as total`,
    [userId, status, kind, perPage, (page - 1) * perPage],
  );
  return row ?? { items: '', count: 0, total: 0 };
}

/** Hides an open alert until its cause is gone. Null if the account has no alert with this id. */
export async function dismissAlert(
  database: Executor,
  { userId, id, now }: { userId: number; id: number; now: Date },
): Promise<Alert | null> {
  const [row] = await database.query<{ alert: Alert }>(
    `update alerts set dismissed_at = case when resolved_at is null then coalesce(dismissed_at, $3) else dismissed_at end,
       mail_at = null
     where user_id = $1 and id = $2 returning ${ALERT_JSON} as alert`,
    [userId, id, now],
  );
  return row?.alert ?? null;
}

/** Hides the open alerts that the console shows. @returns how many there were */
export async function dismissAlerts(
  database: Executor,
  { userId, now }: { userId: number; now: Date },
): Promise<number> {
  const rows = await database.query(
    `update alerts set dismissed_at = $2, mail_at = null
     where user_id = $1 and resolved_at is null and dismissed_at is null and alert_channel(user_id, kind, 'console')
     returning id`,
    [userId, now],
  );
  return rows.length;
}

export type StoredSettings = Omit<AlertSettings, 'is_email_configured'>;

export async function readSettings(database: Executor, userId: number): Promise<StoredSettings> {
  const [row] = await database.query<Omit<StoredSettings, 'channels'> & { muted: string[] }>(
    `select low_balance_micros / 1000000.0::float8 as low_balance, coalesce(emails, '{}') as emails,
       coalesce(email_roles, '{}') as email_roles, coalesce(muted, '{}') as muted
     from users left join alert_settings on user_id = users.id where users.id = $1`,
    [userId],
  );
  const { muted, ...settings } = row ?? { low_balance: 0, emails: [], email_roles: [], muted: [] };
  const off = new Set(muted);
  const isOn = (kind: AlertKind, channel: AlertChannel): boolean => !off.has(`${kind}:${channel}`);
  const channelsOf = (kind: AlertKind) => ({
    console: isOn(kind, 'console'),
    email: isOn(kind, 'email'),
    webhook: isOn(kind, 'webhook'),
  });
  const channels = {
    balance_low: channelsOf('balance_low'),
    campaign_paused: channelsOf('campaign_paused'),
    document_failed: channelsOf('document_failed'),
    endpoint_disabled: channelsOf('endpoint_disabled'),
    provider_failed: channelsOf('provider_failed'),
    sender_problem: channelsOf('sender_problem'),
  };
  return { ...settings, channels };
}

/** Locks the settings of an account, so that concurrent changes follow each other. */
export async function lockSettings(transaction: Executor, userId: number): Promise<void> {
  await transaction.query(
    'insert into alert_settings (user_id) values ($1) on conflict (user_id) do nothing',
    [userId],
  );
  await transaction.query('select from alert_settings where user_id = $1 for update', [userId]);
}

export async function storeSettings(
  transaction: Executor,
  userId: number,
  { emails, email_roles, channels, lowBalanceMicros }: StoredSettings & { lowBalanceMicros: number },
): Promise<void> {
  const muted = ALERT_KINDS.flatMap((kind) =>
    ALERT_CHANNELS.flatMap((channel) => (channels[kind][channel] ? [] : [`${kind}:${channel}`])),
  );
  await transaction.query(
    'update alert_settings set muted = $2, emails = $3, email_roles = $4 where user_id = $1',
    [userId, muted, emails, email_roles],
  );
  await transaction.query(
    'update users set low_balance_micros = $2 where id = $1 and low_balance_micros <> $2',
    [userId, lowBalanceMicros],
  );
}

/**
 * Addresses that get the emails of an account, grouped by the language of their member, else of the oldest owner. Falls
 * back to the account's own address if no address is set and no member has a chosen role.
 */
export function readRecipients(
  database: Executor,
  userId: number,
): Promise<{ language: Language; emails: string[] }[]> {
  return database.query<{ language: Language; emails: string[] }>(
    `with chosen as (
       select unnest(emails) as email from alert_settings where user_id = $1
       union
       select people.email from memberships join people on people.id = memberships.person_id
       where memberships.user_id = $1 and memberships.role = any(array(
         select unnest(email_roles) from alert_settings where user_id = $1))),
     recipients as (
       select email from chosen
       union
       select email from users where id = $1 and not exists (select from chosen)),
     owner as (
       select people.language from memberships join people on people.id = memberships.person_id
       where memberships.user_id = $1 and memberships.role = 'owner'
       order by memberships.created_at, people.id limit 1)
     select coalesce(member.language, (select language from owner), 'en') as language,
       array_agg(recipients.email order by recipients.email) as emails
     from recipients left join lateral (
       select coalesce(people.language, 'en') as language
       from memberships join people on people.id = memberships.person_id
       where memberships.user_id = $1 and lower(people.email) = lower(recipients.email)) as member on true
     group by 1 order by 1`,
    [userId],
  );
}

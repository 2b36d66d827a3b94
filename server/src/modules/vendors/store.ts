import type { VendorSettings } from '#contract/vendors.ts';
import type { Executor } from '../../db/client.ts';
import type { AssistantsOfVendor } from './rules.ts';

export interface ConnectionRow {
  code: string;
  settings: Partial<VendorSettings>;
  sealed_secrets: Buffer | null;
  key_hint: string | null;
  saved_at: string;
}

export function findConnections(database: Executor, userId: number): Promise<ConnectionRow[]> {
  return database.query<ConnectionRow>(
    `select code, settings, sealed_secrets, key_hint, iso_timestamp(saved_at) as saved_at
     from vendor_connections where user_id = $1 order by code`,
    [userId],
  );
}

export async function saveConnection(
  transaction: Executor,
  { userId, code }: { userId: number; code: string },
  columns: { settings: Partial<VendorSettings>; sealedSecrets: Buffer | null; keyHint: string | null },
): Promise<void> {
  await transaction.query(
    `insert into vendor_connections (user_id, code, settings, sealed_secrets, key_hint)
     values ($1, $2, $3, $4, $5)
     on conflict (user_id, code) do update set settings = excluded.settings,
       sealed_secrets = excluded.sealed_secrets, key_hint = excluded.key_hint, saved_at = clock_timestamp()`,
    [userId, code, JSON.stringify(columns.settings), columns.sealedSecrets, columns.keyHint],
  );
}

export async function deleteConnection(
  transaction: Executor,
  { userId, code }: { userId: number; code: string },
): Promise<boolean> {
  const rows = await transaction.query(
    'delete from vendor_connections where user_id = $1 and code = $2 returning code',
    [userId, code],
  );
  return rows.length > 0;
}

const REVISION = 'vendors_revision';

/** Serializes changes, and lets other processes notice them without a notification. */
export async function countChange(transaction: Executor): Promise<void> {
  await transaction.query(
    `insert into installation as kept (name, value) values ($1, '1')
     on conflict (name) do update set value = (kept.value::bigint + 1)::text`,
    [REVISION],
  );
}

/** Changes whenever a connection does. */
export async function readRevision(database: Executor): Promise<string> {
  const [row] = await database.query<{ value: string }>('select value from installation where name = $1', [
    REVISION,
  ]);
  return row?.value ?? '0';
}

/** Assistants of all accounts, by the vendors of their models and speech providers. */
export function findAssistantsOfVendors(database: Executor): Promise<AssistantsOfVendor[]> {
  return database.query<AssistantsOfVendor>(
    `select split_part(used.code, '/', 1) as vendor, used.kind, array_agg(distinct assistant.id) as assistants
     from assistants assistant
     cross join lateral (
       select code, kind from models
       where id in (assistant.llm_model_id, assistant.multimodal_model_id, assistant.chat_llm_fallback_id)
       union
       select code, kind from speech_providers
       where id in (assistant.transcriber_provider_id, assistant.synthesizer_provider_id)
       union
       select provider.code, provider.kind from voices
       join speech_providers provider on provider.id = voices.synthesizer_provider_id
       where voices.id = assistant.voice_id and assistant.synthesizer_provider_id is null
     ) used
     group by 1, 2`,
  );
}

/** Numbers of all accounts that calls and SMS of a carrier use. */
export async function countNumbersOf(database: Executor, provider: string): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    'select count(*)::int as count from phone_numbers where provider = $1',
    [provider],
  );
  return row?.count ?? 0;
}

export async function countKnowledgebases(database: Executor): Promise<number> {
  const [row] = await database.query<{ count: number }>('select count(*)::int as count from knowledgebases');
  return row?.count ?? 0;
}

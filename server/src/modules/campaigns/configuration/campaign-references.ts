import type { Executor } from '../../../db/client.ts';

/** Facts about a campaign's assistant. */
export interface CampaignAssistant {
  id: number;
  status: 'inactive' | 'active';
  phone_number_id: number | null;
  /** Names of the bool fields of its post-call schema. */
  goals: string[];
  /** True if calls are evaluated. */
  is_evaluated: boolean;
  /** True if its STT provider is `offline`, which understands text only. */
  is_deaf: boolean;
}

/** Null if the account has no outbound assistant with this id. */
export async function findOutboundAssistant(
  database: Executor,
  { userId, id }: { userId: number; id: number },
): Promise<CampaignAssistant | null> {
  const [row] = await database.query<CampaignAssistant>(
    `select id, status, phone_number_id, array(
         select field ->> 'name' from jsonb_array_elements(post_call_schema::jsonb) as field
         where field ->> 'type' = 'bool') as goals, post_call_evaluation as is_evaluated,
       mode = 'pipeline' and exists (
         select from speech_providers where id = transcriber_provider_id and code = 'offline') as is_deaf
     from assistants where user_id = $1 and id = $2 and type = 'outbound' and deleted_at is null`,
    [userId, id],
  );
  return row ?? null;
}

/** The assistant's campaigns that are not completed and whose goal it evaluates, oldest first. */
export function findGoalCampaigns(
  database: Executor,
  { userId, assistantId }: { userId: number; assistantId: number },
): Promise<{ name: string; goal: string }[]> {
  return database.query<{ name: string; goal: string }>(
    `select campaigns.name, goal_completion_variable as goal
     from campaigns join assistants on assistants.id = assistant_id
     where campaigns.user_id = $1 and assistant_id = $2 and campaigns.deleted_at is null
       and campaigns.status <> 'completed' and post_call_evaluation and exists (
         select from jsonb_array_elements(post_call_schema::jsonb) as field
         where field ->> 'type' = 'bool' and field ->> 'name' = goal_completion_variable)
     order by campaigns.id`,
    [userId, assistantId],
  );
}

/** Returns the numbers in `ids` that the account owns. */
export async function findOwnNumbers(
  database: Executor,
  userId: number,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await database.query<{ id: number }>(
    'select id from phone_numbers where user_id = $1 and id = any($2)',
    [userId, ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** The account's time zone. */
export async function findTimezone(database: Executor, userId: number): Promise<string> {
  const [row] = await database.query<{ timezone: string }>('select timezone from users where id = $1', [
    userId,
  ]);
  return row?.timezone ?? 'UTC';
}

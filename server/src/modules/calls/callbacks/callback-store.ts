import type { Executor } from '../../../db/client.ts';

/** The call or conversation in which a callback was requested. */
export interface CallbackTalk {
  /** Variables given with the request. */
  variables: Record<string, unknown>;
  /** True for a chat of a website visitor, whose number is not verified. */
  isByVisitor: boolean;
}

/** Null if the account has no such call. */
export async function findCallTalk(
  database: Executor,
  { userId, callId }: { userId: number; callId: number },
): Promise<CallbackTalk | null> {
  const [row] = await database.query<{ variables: Record<string, unknown>; given: string[] }>(
    'select variables, given_variables as given from calls where user_id = $1 and id = $2',
    [userId, callId],
  );
  if (row === undefined) return null;
  const ofCall = Object.entries(row.variables).filter(([name]) => row.given.includes(name));
  return { variables: Object.fromEntries(ofCall), isByVisitor: false };
}

/**
 * SQL condition: the variable came with the conversation. The others are the assistant's own. Old conversations have no
 * list of given names; customers of channels give none.
 */
const IS_GIVEN = `case when talk.type = 'msgapp' then false
  when talk.given_variables is null then variable.value is distinct from assistants.variables::jsonb -> variable.name
  else variable.name = any(talk.given_variables) end`;

/** Null if the account has no such conversation. */
export async function findConversationTalk(
  database: Executor,
  { userId, uuid }: { userId: number; uuid: string },
): Promise<CallbackTalk | null> {
  const [row] = await database.query<CallbackTalk>(
    `select talk.type in ('widget', 'test') and not opened_by_account as "isByVisitor",
       coalesce((select jsonb_object_agg(variable.name, variable.value)
         from jsonb_each(talk.variables) as variable (name, value) where ${IS_GIVEN}), '{}') as variables
     from conversations talk left join assistants on assistants.id = talk.assistant_id
     where talk.user_id = $1 and talk.uuid = $2`,
    [userId, uuid],
  );
  return row ?? null;
}

/** Scheduled callbacks of a person that were requested before this one, oldest first. */
export async function findEarlierCallbacks(
  database: Executor,
  { userId, phoneNumber, callId }: { userId: number; phoneNumber: string; callId: number },
): Promise<number[]> {
  const rows = await database.query<{ id: number }>(
    `select id from calls
     where user_id = $1 and client_phone_number = any(array(select customer_phones($1, $2)) || $2::text)
       and status = 'scheduled' and is_callback and id < $3
     order by id`,
    [userId, phoneNumber, callId],
  );
  return rows.map(({ id }) => id);
}

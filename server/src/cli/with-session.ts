import { request } from 'undici';
import { AppError } from '../core/errors.ts';
import { isUuid } from '../core/uuid.ts';
import type { Database } from '../db/client.ts';
import { issueApiKey } from '../modules/accounts/actions.ts';

const TOKEN_HOURS = 1;

/** A client of an assistant's account. */
export interface AssistantSession {
  /** `http://host:port` */
  address: string;
  token: string;
  assistant: { id: number; uuid: string };
}

/** Lends `work` an API key of an assistant's account. @param name of the key */
export async function withSession(
  { address, database }: { address: string; database: Database },
  { assistantUuid, name }: { assistantUuid: string; name: string },
  work: (session: AssistantSession) => Promise<void>,
): Promise<void> {
  const assistant = await findAssistant(database, assistantUuid);
  const expiresAt = new Date(Date.now() + TOKEN_HOURS * 3_600_000);
  const about = { userId: assistant.userId, role: 'admin', name, expiresAt, createdBy: null } as const;
  const { token } = await issueApiKey(database, about);
  const session = { address, token, assistant };
  try {
    await work(session);
  } finally {
    await post(session, '/logout', {});
  }
}

/** Posts JSON and returns the JSON response, for any status. @param path relative to `/api` */
export async function post(
  { address, token }: Pick<AssistantSession, 'address' | 'token'>,
  path: string,
  body: object,
): Promise<unknown> {
  const answer = await request(`${address}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  return answer.body.json();
}

async function findAssistant(
  database: Database,
  uuid: string,
): Promise<{ id: number; uuid: string; userId: number }> {
  const rows = isUuid(uuid)
    ? await database.query<{ id: number; uuid: string; userId: number }>(
        'select id, uuid, user_id as "userId" from assistants where uuid = $1 and deleted_at is null',
        [uuid],
      )
    : [];
  if (rows[0] === undefined) throw new AppError('not-found', 'Assistant not found.');
  return rows[0];
}

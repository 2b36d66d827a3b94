import type { SmsView } from '#contract/sms.ts';
import type { Executor } from '../../../db/client.ts';
import { SMS_JSON } from './sms-json.ts';

export async function findSms(database: Executor, userId: number, id: number): Promise<SmsView | null> {
  const [row] = await database.query<{ sms: SmsView }>(
    `select ${SMS_JSON} as sms from sms_messages where user_id = $1 and id = $2`,
    [userId, id],
  );
  return row?.sms ?? null;
}

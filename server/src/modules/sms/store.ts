import type { SmsView } from '#contract/sms.ts';
import type { Executor } from '../../db/client.ts';
import { SMS_JSON } from './list/sms-json.ts';

export async function findSms(database: Executor, userId: number, id: number): Promise<SmsView | null> {
  const [row] = await database.query<{ sms: SmsView }>(
    `select ${SMS_JSON} as sms from sms_messages where user_id = $1 and id = $2`,
    [userId, id],
  );
  return row?.sms ?? null;
}

/** Whether the customer wants to hear nothing from the number (both E.164). */
export async function hasOptedOut(
  database: Executor,
  about: { userId: number; number: string; customerPhone: string },
): Promise<boolean> {
  const rows = await database.query(
    'select from sms_opt_outs where user_id = $1 and number = $2 and customer_phone = $3',
    [about.userId, about.number, about.customerPhone],
  );
  return rows.length > 0;
}

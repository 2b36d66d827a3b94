import type { SmsView } from '#contract/sms.ts';
import { jsonObject } from '../../../db/json-object.ts';

export const SMS_JSON = jsonObject<SmsView>({
  id: 'sms_messages.id',
  direction: 'direction',
  phone_number_id: 'phone_number_id',
  from: 'from_number',
  to: 'to_number',
  body: 'body',
  status: 'state',
  message_sid: 'provider_message_id',
  error_code: 'error_code',
  error: 'error',
  cost: `(select coalesce(sum(amount_micros), 0) / 1000000.0::float8 from charges
    where charges.user_id = sms_messages.user_id
      and reference in ('sms:' || sms_messages.id, 'sms:' || sms_messages.id || ':late'))`,
  created_at: 'iso_timestamp(created_at)',
  updated_at: 'iso_timestamp(updated_at)',
});

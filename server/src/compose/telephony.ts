import { countryOf } from '#contract/phone-numbers.ts';
import type { Config, Secrets } from '../config/config.ts';
import type { OutboundClient } from '../http/outbound/outbound-request.ts';
import type { TelephonyNumbers } from '../providers/spec/telephony-numbers.ts';
import { createTwilioNumbers } from '../providers/twilio/numbers/twilio-numbers.ts';
import { carrierHttp } from './carrier-http.ts';

/** Numbers of the installation's own Twilio account; null: it has none. */
export function composeTwilioNumbers(
  config: Config,
  { twilio }: Secrets,
  outbound: OutboundClient,
): TelephonyNumbers | null {
  if (twilio === null) return null;
  return createTwilioNumbers({
    http: carrierHttp(outbound),
    apiUrl: config.messagingApiUrls.twilio,
    credentials: { account_sid: twilio.accountSid, auth_token: twilio.authToken },
    countryOf,
    inboundUrl: null,
  });
}

/** API path; the provider's name follows. */
export const SMS_CALLBACK_PATH = '/carriers/sms';

/** @param origin public origin of this server, without a trailing slash */
export function smsCallbackUrl(origin: string, provider: string): string {
  return `${origin}/api${SMS_CALLBACK_PATH}/${provider}`;
}

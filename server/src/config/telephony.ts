import type { EnvironmentReader } from './environment-reader.ts';

/** The installation's own Twilio account, for numbers, SMS and calls. */
export interface TwilioConfig {
  accountSid: string;
  authToken: string;
}

/** Where numbers are searched and bought; null if nowhere. */
export type NumberShop = 'twilio' | 'sandbox' | null;

const SHOPS = ['auto', 'twilio', 'sandbox'] as const;

/** Requires both variables or neither. The token is a secret. */
export function readTwilio(reader: EnvironmentReader): TwilioConfig | null {
  const accountSid = reader.text('PARLEY_TWILIO_ACCOUNT_SID');
  const authToken = reader.text('PARLEY_TWILIO_AUTH_TOKEN');
  if (accountSid === null && authToken === null) return null;
  if (accountSid === null || authToken === null) {
    reader.problems.push(
      'PARLEY_TWILIO_ACCOUNT_SID and PARLEY_TWILIO_AUTH_TOKEN belong together: set both or neither.',
    );
    return null;
  }
  if (!/^AC[0-9a-f]{32}$/i.test(accountSid)) {
    reader.problems.push('PARLEY_TWILIO_ACCOUNT_SID must be AC followed by 32 hexadecimal digits.');
  }
  return { accountSid, authToken };
}

/** PARLEY_NUMBERS, or by default Twilio if configured, else the sandbox. */
export function readNumberShop(
  reader: EnvironmentReader,
  { hasTwilio, isSandboxOpen }: { hasTwilio: boolean; isSandboxOpen: boolean },
): NumberShop {
  const chosen = reader.choice('PARLEY_NUMBERS', SHOPS, 'auto');
  if (chosen === 'twilio' && !hasTwilio) {
    reader.problems.push(
      'PARLEY_NUMBERS=twilio needs PARLEY_TWILIO_ACCOUNT_SID and PARLEY_TWILIO_AUTH_TOKEN.',
    );
  }
  if (chosen === 'sandbox' && !isSandboxOpen) {
    reader.problems.push('PARLEY_NUMBERS=sandbox needs the sandbox, but PARLEY_SANDBOX turns it off.');
  }
  if (chosen !== 'auto') return chosen;
  if (hasTwilio) return 'twilio';
  return isSandboxOpen ? 'sandbox' : null;
}

import parsePhoneNumber from 'libphonenumber-js/max';
import { toE164 } from '#contract/phone-numbers.ts';
import type { SipTrunk } from './sip-trunk.ts';

type Format = Pick<SipTrunk, 'callingFormat' | 'countryCode'>;
type Owner = Pick<SipTrunk, 'phoneNumber' | 'countryCode'>;

/** E.164 → what a trunk wants dialled; what is no number stays. `national` is for numbers of the trunk's country. */
export function dialledNumber(number: string, { callingFormat, countryCode }: Format): string {
  if (!number.startsWith('+') || callingFormat === '+e164') return number;
  const parsed = callingFormat === 'national' ? parsePhoneNumber(number) : undefined;
  // The same calling code may serve several countries.
  if (parsed !== undefined && toE164(number, countryCode) !== null) {
    return parsed.formatNational().replace(/\D/g, '');
  }
  return number.slice(1);
}

/** What came over a trunk as E.164 where it can be read as such, else as it came. */
export function readNumber(text: string, { phoneNumber, countryCode }: Owner): string {
  const written = text.replace(/^tel:/i, '').replace(/;.*$/s, '').trim();
  if (written === phoneNumber || `+${written}` === phoneNumber) return phoneNumber;
  if (written.startsWith('+')) return toE164(written) ?? written;
  if (!/^[\d\s().-]+$/.test(written)) return written;
  const national = toE164(written, countryCode);
  if (national !== null) return national;
  // Short numbers are extensions, whatever else they might be read as.
  if (written.length < 8) return written;
  return toE164(`+${written.replace(/^00/, '')}`) ?? written;
}

/** Whether a call over an extension is to the extension itself. */
export function isOwnNumber({ type, phoneNumber, username }: SipTrunk, to: string): boolean {
  return type === 'extension' && (to === phoneNumber || to === username);
}

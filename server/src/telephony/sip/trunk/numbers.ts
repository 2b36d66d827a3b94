import parsePhoneNumber from 'libphonenumber-js/max';
import { toE164 } from '#contract/phone-numbers.ts';
import type { SipTrunk } from './sip-trunk.ts';

type Format = Pick<SipTrunk, 'callingFormat' | 'countryCode'>;
type Owner = Pick<SipTrunk, 'phoneNumber' | 'countryCode'>;

/** Converts E.164 to the trunk's calling format. Other text stays; `national` applies to the trunk's country only. */
export function dialedNumber(number: string, { callingFormat, countryCode }: Format): string {
  if (!number.startsWith('+') || callingFormat === '+e164') return number;
  const parsed = callingFormat === 'national' ? parsePhoneNumber(number) : undefined;
  // Several countries may share a calling code.
  if (parsed !== undefined && toE164(number, countryCode) !== null) {
    return parsed.formatNational().replace(/\D/g, '');
  }
  return number.slice(1);
}

/** Converts a number received over a trunk to E.164 if possible, else returns it unchanged. */
export function readNumber(text: string, { phoneNumber, countryCode }: Owner): string {
  const written = text.replace(/^tel:/i, '').replace(/;.*$/s, '').trim();
  if (written === phoneNumber || `+${written}` === phoneNumber) return phoneNumber;
  if (written.startsWith('+')) return toE164(written) ?? written;
  if (!/^[\d\s().-]+$/.test(written)) return written;
  const national = toE164(written, countryCode);
  if (national !== null) return national;
  // Short numbers are extensions.
  if (written.length < 8) return written;
  return toE164(`+${written.replace(/^00/, '')}`) ?? written;
}

/** True if an extension's own number is dialed. */
export function isOwnNumber({ type, phoneNumber, username }: SipTrunk, to: string): boolean {
  return type === 'extension' && (to === phoneNumber || to === username);
}

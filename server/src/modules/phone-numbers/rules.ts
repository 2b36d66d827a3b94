import { countryOf, type NumberType, toE164, type UpdateTrunk } from '#contract/phone-numbers.ts';
import type { SipHeader } from '#contract/sip-headers.ts';
import type { FieldErrors } from '#contract/validation.ts';
import { countryName } from '../../core/country-name.ts';

/** Stored settings of a trunk, without its password. */
export interface TrunkSettings {
  sip_trunk_type: 'extension' | 'number';
  phone_number: string;
  country_code: string;
  nickname: string | null;
  sip_username: string | null;
  sip_address: string;
  sip_calling_format: '+e164' | 'e164' | 'national';
  inbound_authorization_type: 'auth' | 'ip';
  allowed_inbound_ips: string[];
  outbound_proxy: string | null;
  sip_headers: SipHeader[];
}

export type StoredTrunk = TrunkSettings & { has_sip_password: boolean };

export const TYPE_LABELS: Record<NumberType, string> = {
  normal: 'Dedicated Number',
  sip: 'SIP',
  caller_id: 'Caller ID',
};

/** Region of a number that has no provider: the English name of its country. */
export function regionOf(countryCode: string): string {
  return countryName(countryCode);
}

/** Merges a request into the stored settings. @param stored null for a new trunk, whose request passed `trunkErrors` */
export function settleTrunk(supplied: UpdateTrunk, stored: StoredTrunk | null): TrunkSettings {
  const type = supplied.sip_trunk_type ?? stored?.sip_trunk_type ?? 'number';
  const written = supplied.phone_number ?? stored?.phone_number ?? '';
  const country = wantedCountry(supplied, stored);
  const number = type === 'number' ? (toE164(written, country) ?? written) : written;
  const settled = <Name extends keyof TrunkSettings & keyof UpdateTrunk>(
    name: Name,
    fallback: TrunkSettings[Name],
  ): NonNullable<UpdateTrunk[Name]> | TrunkSettings[Name] =>
    supplied[name] === undefined ? (stored?.[name] ?? fallback) : (supplied[name] ?? fallback);
  return {
    sip_trunk_type: type,
    phone_number: number,
    country_code: country ?? countryOf(number),
    nickname: settled('nickname', null),
    sip_username: settled('sip_username', null),
    sip_address: supplied.sip_address ?? stored?.sip_address ?? '',
    sip_calling_format: settled('sip_calling_format', '+e164'),
    inbound_authorization_type: settled('inbound_authorization_type', 'auth'),
    allowed_inbound_ips: settled('allowed_inbound_ips', []),
    outbound_proxy: settled('outbound_proxy', null),
    sip_headers: settled('sip_headers', []),
  };
}

/** Country for parsing a national number; null if the number is international. */
function wantedCountry(supplied: UpdateTrunk, stored: StoredTrunk | null): string | null {
  if (supplied.country_code != null) return supplied.country_code.toUpperCase();
  // A new number without a country code determines the country.
  const isKept = supplied.country_code === undefined && supplied.phone_number === undefined;
  return isKept || isExtension(supplied, stored) ? (stored?.country_code ?? null) : null;
}

function isExtension(supplied: UpdateTrunk, stored: StoredTrunk | null): boolean {
  return (supplied.sip_trunk_type ?? stored?.sip_trunk_type) === 'extension';
}

/** Checks the rules between a trunk's fields, including stored ones. */
export function trunkErrors(supplied: UpdateTrunk, stored: StoredTrunk | null): FieldErrors {
  return {
    ...numberErrors(supplied, stored),
    ...authorizationErrors(supplied, stored),
    ...addressErrors(settleTrunk(supplied, stored)),
  };
}

/** Placeholder address of an extension whose phones register here with the trunk's password. */
const DYNAMIC = 'dynamic';

function addressErrors(settings: TrunkSettings): FieldErrors {
  const isRegistered =
    settings.sip_trunk_type === 'extension' && settings.inbound_authorization_type === 'auth';
  if (settings.sip_address.replace(/;.*$/, '').toLowerCase() !== DYNAMIC || isRegistered) return {};
  return {
    sip_address: [
      'The sip address field may be dynamic only when sip trunk type is extension and inbound authorization type is auth.',
    ],
  };
}

const EXTENSION = /^[a-z0-9*#][a-z0-9*#._-]*$/i;

function numberErrors(supplied: UpdateTrunk, stored: StoredTrunk | null): FieldErrors {
  const number = supplied.phone_number ?? stored?.phone_number;
  if (number === undefined) return {};
  const country = wantedCountry(supplied, stored);
  if (isExtension(supplied, stored)) {
    return {
      ...(EXTENSION.test(number)
        ? {}
        : { phone_number: ['The phone number field must be an extension such as 1001.'] }),
      ...(country === null
        ? { country_code: ['The country code field is required when sip trunk type is extension.'] }
        : {}),
    };
  }
  if (toE164(number, country) !== null) return {};
  const where = country === null ? 'in international format' : `of ${country}`;
  return { phone_number: [`The phone number field must be a valid phone number ${where}.`] };
}

function authorizationErrors(supplied: UpdateTrunk, stored: StoredTrunk | null): FieldErrors {
  const settings = settleTrunk(supplied, stored);
  const needs = (field: string, type: string): FieldErrors => ({
    [field]: [
      `The ${field.replaceAll('_', ' ')} field is required when inbound authorization type is ${type}.`,
    ],
  });
  if (settings.inbound_authorization_type === 'ip') {
    return settings.allowed_inbound_ips.length === 0 ? needs('allowed_inbound_ips', 'ip') : {};
  }
  const hasPassword =
    supplied.sip_password === undefined ? stored?.has_sip_password === true : supplied.sip_password !== null;
  return {
    ...(settings.sip_username === null ? needs('sip_username', 'auth') : {}),
    ...(hasPassword ? {} : needs('sip_password', 'auth')),
  };
}

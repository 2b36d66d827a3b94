import type { UseFormReturn } from 'react-hook-form';
import type { SipTrunk, TrunkFields } from '../../../data/sip-trunks.ts';
import { headerLines, headersIn } from '../../../lib/forms/header-lines.ts';

/** Values of the trunk form. */
export interface TrunkValues {
  sip_trunk_type: SipTrunk['sip_trunk_type'];
  phone_number: string;
  nickname: string;
  country_code: string;
  sip_address: string;
  outbound_proxy: string;
  sip_username: string;
  sip_password: string;
  sip_calling_format: SipTrunk['sip_calling_format'];
  inbound_authorization_type: SipTrunk['inbound_authorization_type'];
  /** One per line. */
  allowed_inbound_ips: string;
  /** `Name: value`, one per line. */
  sip_headers: string;
}

export type TrunkFormState = UseFormReturn<TrunkValues, unknown, TrunkFields>;

export function valuesOf(trunk: SipTrunk | null): TrunkValues {
  return {
    sip_trunk_type: trunk?.sip_trunk_type ?? 'number',
    phone_number: trunk?.phone_number ?? '',
    nickname: trunk?.nickname ?? '',
    country_code: trunk?.country_code ?? '',
    sip_address: trunk?.sip_address ?? '',
    outbound_proxy: trunk?.outbound_proxy ?? '',
    sip_username: trunk?.sip_username ?? '',
    sip_password: '',
    sip_calling_format: trunk?.sip_calling_format ?? '+e164',
    inbound_authorization_type: trunk?.inbound_authorization_type ?? 'auth',
    allowed_inbound_ips: trunk?.allowed_inbound_ips.join('\n') ?? '',
    sip_headers: headerLines(trunk?.sip_headers ?? []),
  };
}

/** Request body: addresses and headers as lists; an empty password is omitted to keep the stored one. */
export function requestOf(values: TrunkValues): Record<string, unknown> {
  const { allowed_inbound_ips, sip_headers, sip_password, ...rest } = values;
  return {
    ...rest,
    allowed_inbound_ips: addressesIn(allowed_inbound_ips),
    sip_headers: headersIn(sip_headers),
    ...(sip_password !== '' && { sip_password }),
  };
}

/** Separated by commas or white space. */
export function addressesIn(lines: string): string[] {
  return lines.split(/[\s,]+/).filter((address) => address !== '');
}

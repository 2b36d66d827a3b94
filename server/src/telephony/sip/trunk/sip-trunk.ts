import type { SipHeader } from '#contract/sip-headers.ts';

/** A SIP trunk of an account, with the fields of the API and the decrypted password. */
export interface SipTrunk {
  /** Never reused; also the name of its outbound route. */
  id: string;
  /** `extension`: registers at its server; `number`: a carrier's trunk. */
  type: 'extension' | 'number';
  /** E.164, or an extension number. */
  phoneNumber: string;
  /** ISO 3166 alpha-2; country of national numbers. */
  countryCode: string;
  username: string | null;
  password: string | null;
  /** `host[:port][;transport=…][;media=srtp]` */
  address: string;
  /** `host[:port][;transport=…]`; null if requests go to `address`. */
  outboundProxy: string | null;
  callingFormat: '+e164' | 'e164' | 'national';
  inboundAuthorization: 'auth' | 'ip';
  /** Headers of its outgoing calls and transfers, with `{{variables}}`; none by default. */
  sipHeaders?: readonly SipHeader[];
}

/** Looks up trunks. A rejection counts as no trunk. */
export interface TrunkDirectory {
  /** Trunks with authorization `ip` that allow an IP address. */
  trunksAt(address: string): Promise<readonly SipTrunk[]>;
  /** IP addresses and CIDR ranges of trunks and registered phones. */
  knownRanges(): Promise<readonly string[]>;
  /** Trunks with a username, possibly of several accounts. */
  trunksNamed(username: string): Promise<readonly SipTrunk[]>;
}

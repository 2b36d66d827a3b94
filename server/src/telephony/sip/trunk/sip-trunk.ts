/** A trunk as an account keeps it; fields as in the API's SIP trunks, the password opened. */
export interface SipTrunk {
  /** Unique for ever; the name of its line. */
  id: string;
  /** `extension`: registers at its server; `number`: a carrier's trunk. */
  type: 'extension' | 'number';
  /** E.164, or an extension. */
  phoneNumber: string;
  /** Two letters, in which national numbers are read and written. */
  countryCode: string;
  username: string | null;
  password: string | null;
  /** `host[:port][;transport=…][;media=srtp]` */
  address: string;
  /** `host[:port][;transport=…]`; null: requests go to the address. */
  outboundProxy: string | null;
  callingFormat: '+e164' | 'e164' | 'national';
  inboundAuthorization: 'auth' | 'ip';
  /** IP addresses and CIDR ranges. */
  allowedInboundIps: readonly string[];
}

/** Where the agent looks trunks up. What rejects counts as an unknown sender. */
export interface TrunkDirectory {
  /** Those with authorization `ip` that let an IP address in. */
  trunksAt(address: string): Promise<readonly SipTrunk[]>;
  /** Addresses and CIDR ranges that trunks and registered telephones are known to call from. */
  knownRanges(): Promise<readonly string[]>;
  /** Those with that username; a name may belong to several accounts. */
  trunksNamed(username: string): Promise<readonly SipTrunk[]>;
}

import { isIP } from 'node:net';
import type { EnvironmentReader } from './environment-reader.ts';

/** How SIP trunks reach this process. */
export interface SipConfig {
  /** For UDP, TCP and TLS; 0 for any free port. */
  port: number;
  /** True if the server starts without SIP when the port is taken: only for the default port. */
  isOptional: boolean;
  /** Name or address to listen on. */
  host: string;
  /** IP address announced for media; null for the local address towards the peer. */
  mediaAddress: string | null;
  /** Both 0 if the system assigns the ports. */
  rtpPorts: { first: number; last: number };
  /** SIP codecs in order of preference. */
  codecs: readonly CodecName[];
  /** Paths of PEM files; null without TLS. */
  tlsFiles: { certificate: string; key: string } | null;
  /** Path of a PEM file with additional certificate authorities for outbound TLS; null if absent. */
  authoritiesFile: string | null;
}

const CODECS = ['G722', 'OPUS', 'PCMU', 'PCMA'] as const;

type CodecName = (typeof CODECS)[number];

const DEFAULT_PORT = 5060;
const DEFAULT_RTP_PORTS = { first: 10_000, last: 20_000 };

/**
 * Null without SIP in this process.
 * @param host where HTTP listens
 * @param holdsCalls true if the process handles calls, so that SIP is on by default
 */
export function readSip(
  reader: EnvironmentReader,
  { host, holdsCalls }: { host: string; holdsCalls: boolean },
): SipConfig | null {
  const said = reader.text('PARLEY_SIP_PORT');
  const config: SipConfig = {
    port: said === 'off' ? 0 : reader.integer('PARLEY_SIP_PORT', DEFAULT_PORT, { min: 0, max: 65_535 }),
    isOptional: said === null,
    host: reader.text('PARLEY_SIP_HOST') ?? host,
    mediaAddress: reader.parsed('PARLEY_MEDIA_ADDRESS', parseAddress),
    rtpPorts: reader.parsed('PARLEY_RTP_PORTS', parsePorts) ?? DEFAULT_RTP_PORTS,
    codecs: reader.parsed('PARLEY_SIP_CODECS', parseCodecs) ?? CODECS,
    tlsFiles: readTlsFiles(reader),
    authoritiesFile: reader.text('PARLEY_SIP_TLS_CA'),
  };
  return said === 'off' || (said === null && !holdsCalls) ? null : config;
}

function readTlsFiles(reader: EnvironmentReader): SipConfig['tlsFiles'] {
  const certificate = reader.text('PARLEY_SIP_TLS_CERT');
  const key = reader.text('PARLEY_SIP_TLS_KEY');
  if (certificate !== null && key !== null) return { certificate, key };
  if (certificate !== null || key !== null) {
    reader.problems.push('PARLEY_SIP_TLS_CERT and PARLEY_SIP_TLS_KEY belong together: set both or neither.');
  }
  return null;
}

function parseAddress(text: string): { value: string } | { problem: string } {
  return isIP(text) === 0 ? { problem: `must be an IP address, not "${text}".` } : { value: text };
}

function parseCodecs(text: string): { value: readonly CodecName[] } | { problem: string } {
  const names = text.split(',').map((name) => name.trim().toUpperCase());
  const value = names.flatMap((name) => CODECS.filter((codec) => codec === name));
  return value.length === names.length && new Set(value).size === value.length
    ? { value }
    : { problem: `must be a list of ${CODECS.join(', ')}, not "${text}".` };
}

function parsePorts(text: string): { value: SipConfig['rtpPorts'] } | { problem: string } {
  if (text === '0') return { value: { first: 0, last: 0 } };
  const [, first = 0, last = 0] = (/^(\d{1,5})-(\d{1,5})$/.exec(text) ?? []).map(Number);
  // A call takes an even port and the next one.
  if (first >= 1024 && last <= 65_535 && last - first >= 2) return { value: { first, last } };
  return { problem: `must be a range of ports from 1024 to 65535 such as 10000-20000, or 0, not "${text}".` };
}

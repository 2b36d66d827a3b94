import { readCrypto } from './crypto-attribute.ts';
import type { Direction, MediaDescription, SessionDescription } from './session-description.ts';

const MAX_MEDIA = 16;
const MAX_LINES = 512;

interface Section {
  fields: string[];
  attributes: Map<string, string[]>;
  connection: string | null;
}

/** Parses SDP leniently: unknown lines are ignored. Null if malformed. Never throws. */
export function parseSdp(text: string): SessionDescription | null {
  const lines = text.split(/\r?\n|\r/).slice(0, MAX_LINES);
  if (lines[0]?.trim() !== 'v=0') return null;
  const session = emptySection([]);
  const sections: Section[] = [];
  for (const line of lines) {
    if (line.startsWith('m=')) sections.push(emptySection(line.slice(2).trim().split(/\s+/)));
    else readLine(line, sections.at(-1) ?? session);
  }
  const media = sections.slice(0, MAX_MEDIA).map((section) => readMedia(section, session));
  return media.some((one) => one === null) ? null : { media: media.filter((one) => one !== null) };
}

function emptySection(fields: string[]): Section {
  return { fields, attributes: new Map(), connection: null };
}

function readLine(line: string, section: Section): void {
  if (line.startsWith('c=')) section.connection ??= readAddress(line.slice(2));
  if (!line.startsWith('a=')) return;
  const [, name, value] = /^([^:\s]+)(?::\s*(.*))?$/.exec(line.slice(2).trim()) ?? [];
  if (name === undefined) return;
  const known = section.attributes.get(name);
  if (known === undefined) section.attributes.set(name, [value ?? '']);
  else known.push(value ?? '');
}

/** `IN IP4 192.0.2.1[/ttl]` */
function readAddress(text: string): string | null {
  return /^IN\s+IP[46]\s+([^\s/]{1,255})/i.exec(text.trim())?.[1] ?? null;
}

function readMedia(section: Section, session: Section): MediaDescription | null {
  const [type, portText, protocol, ...formats] = section.fields;
  const port = readPort(portText);
  if (type === undefined || port === null || protocol === undefined) return null;
  return {
    type: type.toLowerCase(),
    port,
    protocol: protocol.toUpperCase(),
    formats: formats.slice(0, 64),
    address: section.connection ?? session.connection,
    direction: readDirection(section) ?? readDirection(session) ?? 'sendrecv',
    encodings: readEncodings(section.attributes.get('rtpmap') ?? []),
    formatParameters: readFormatParameters(section.attributes.get('fmtp') ?? []),
    packetMs: packetMsIn(section, session),
    rtcpPort: readRtcp(section.attributes.get('rtcp')?.[0]),
    crypto: readCrypto(section.attributes.get('crypto') ?? []),
  };
}

/** `49170` or `49170/2`. */
function readPort(text: string | undefined): number | null {
  const [, digits] = /^(\d{1,5})(?:\/\d+)?$/.exec(text ?? '') ?? [];
  return digits === undefined || Number(digits) > 65_535 ? null : Number(digits);
}

const DIRECTIONS: readonly Direction[] = ['sendrecv', 'sendonly', 'recvonly', 'inactive'];

function readDirection({ attributes }: Section): Direction | null {
  return DIRECTIONS.find((direction) => attributes.has(direction)) ?? null;
}

function readEncodings(values: readonly string[]): Map<number, string> {
  const encodings = new Map<number, string>();
  for (const value of values) {
    const [, type, encoding] = /^(\d{1,3})\s+(\S+)/.exec(value) ?? [];
    if (type !== undefined && encoding !== undefined) encodings.set(Number(type), encoding.toUpperCase());
  }
  return encodings;
}

function readFormatParameters(values: readonly string[]): Map<number, string> {
  const parameters = new Map<number, string>();
  for (const value of values) {
    const [, type, text] = /^(\d{1,3})\s+(.*)$/.exec(value) ?? [];
    if (type !== undefined && text !== undefined) parameters.set(Number(type), text);
  }
  return parameters;
}

/** `ptime`, or `maxptime` if that is shorter; null if the peer has no preference. */
function packetMsIn(section: Section, session: Section): number | null {
  const attribute = (name: string): number | null =>
    readPacketMs((section.attributes.get(name) ?? session.attributes.get(name))?.[0]);
  const wanted = attribute('ptime');
  const longest = attribute('maxptime');
  if (longest === null) return wanted;
  // The default is 20 ms (RFC 3551 4.2).
  return Math.min(wanted ?? 20, longest);
}

function readPacketMs(text: string | undefined): number | null {
  const packetMs = Number(text ?? Number.NaN);
  return packetMs > 0 && packetMs <= 1000 ? packetMs : null;
}

/** `53020`, or `53020 IN IP4 192.0.2.1`, whose address is ignored. */
function readRtcp(text: string | undefined): number | null {
  const [digits] = /^\d{1,5}(?=\s|$)/.exec(text ?? '') ?? [];
  const port = readPort(digits);
  return port === 0 ? null : port;
}

import { type Parameters, readParameters, writeParameters } from './parameters.ts';
import { parseHostPort, writeHostPort } from './uri.ts';

export interface Via {
  /** `UDP`, `TCP`, `TLS`, … */
  transport: string;
  host: string;
  port: number | null;
  parameters: Parameters;
}

const VIA = /^SIP\s*\/\s*2\.0\s*\/\s*([A-Za-z0-9-]+)\s+([^\s;]+)\s*(;.*)?$/is;

/** Parses one value; null if malformed. Never throws. */
export function parseVia(text: string): Via | null {
  const [, transport, sentBy, parameters] = VIA.exec(text.trim()) ?? [];
  if (transport === undefined || sentBy === undefined) return null;
  const target = parseHostPort(sentBy);
  if (target === null) return null;
  return { transport: transport.toUpperCase(), ...target, parameters: readParameters(parameters ?? '') };
}

export function writeVia(via: Via): string {
  return `SIP/2.0/${via.transport} ${writeHostPort(via)}${writeParameters(via.parameters)}`;
}

/** Prefix of every RFC 3261 branch. */
export const BRANCH_COOKIE = 'z9hG4bK';

import { type Dialed, readDialed } from '../../../voice/legs/dialed.ts';
import { readEnvelope } from '../message/envelope.ts';
import type { SipRequest } from '../message/sip-message.ts';
import { parseUri } from '../message/uri.ts';
import type { Destination } from '../transport/find-target.ts';
import type { Flow, Target, TransportName } from '../transport/flow.ts';
import type { DialPlan, PlannedInvite } from './dial-plan.ts';
import type { DialogState } from './dialog-state.ts';

/*
 * A dialog outlives the process that holds it: it is identified by its Call-ID and tags (RFC 3261 12), an INVITE by its branch, which
 * is derived from the call. A stored pending hang-up lets any other process send the BYE or CANCEL.
 */

/** @property target address to which the dead process sent its requests */
export type PendingHangUp =
  /** An answered call. */
  | {
      kind: 'hang-up';
      dialog: DialogState;
      target: Target;
      /** Trunk whose credentials may be needed; null if missing. */
      trunk: string | null;
    }
  /** An outbound INVITE without a final response. */
  | {
      kind: 'cancel';
      /** As sent, without SDP and credentials. */
      invite: SipRequest;
      /** Early dialog of the first phone that rang; null if missing. */
      early: DialogState | null;
      target: Target;
      trunk: string | null;
    }
  /** An inbound INVITE without a final response. */
  | { kind: 'refuse'; invite: SipRequest; dialog: DialogState; target: Target; trunk: string }
  /** INVITEs that may have been sent, derived from a plan. */
  | ({ kind: 'planned' } & Planned)
  /** INVITEs that may have been sent, derived from the dial request. */
  | ({ kind: 'dialed' } & Dialed);

/** All INVITEs that a plan may send. Stored: do not rename fields. */
export interface Planned {
  plan: PlannedInvite;
  destination: Destination;
  /** True if the destination belongs to a registered phone and may be in a private network. */
  isLetIn: boolean;
  /** Maximum number of INVITEs to all servers together. */
  most: number;
  trunk: string | null;
  /** The process that sent them. */
  processId: string;
}

type Of<Kind extends PendingHangUp['kind']> = Extract<PendingHangUp, { kind: Kind }>;

/** Added to the CSeq number, because the dead process may have sent requests after storing (RFC 3261 12.2.2). */
const MISSED_REQUESTS = 100_000;

/** Serializes an answered call: JSON of a few hundred characters, without secrets. */
export function writeHangUp(dialog: DialogState, flow: Flow, trunk: string | null): string {
  const { transport, remoteAddress: address, remotePort: port, calledAs } = flow;
  return JSON.stringify({ dialog, target: { transport, address, port, host: calledAs ?? address }, trunk });
}

/** Headers of an INVITE that its CANCEL (RFC 3261 9.1) and its dialog need. */
const KEPT = new Set(['via', 'route', 'max-forwards', 'from', 'to', 'call-id', 'cseq']);

/** Serializes an outbound INVITE with its Via. */
export function writeCancel({ invite, early, target, trunk }: Omit<Of<'cancel'>, 'kind'>): string {
  return JSON.stringify({ invite: keptOf(invite), early, target, trunk });
}

function keptOf({ uri, headers }: SipRequest): { uri: string; headers: string[][] } {
  const kept = headers.filter(({ name }) => KEPT.has(name)).map(({ name, value }) => [name, value]);
  return { uri, headers: kept };
}

/** Serializes an inbound INVITE, with `received` and `rport` in its Via. */
export function writeRefusal({ invite, dialog, target, trunk }: Omit<Of<'refuse'>, 'kind'>): string {
  return JSON.stringify({ incoming: keptOf(invite), dialog, target, trunk });
}

/** Serializes the INVITEs that may be sent. @param most maximum number at all servers together */
export function writePlanned(plan: DialPlan, most: number, processId: string): string {
  return JSON.stringify({ planned: plannedOf(plan, most, processId) });
}

export function plannedOf(plan: DialPlan, most: number, processId: string): Planned {
  const { to, uri, from, callId, route, destination, login, isTelephone = false } = plan;
  const trunk = login === null ? null : (plan.trunk ?? null);
  const invite = { to, ...(uri === undefined ? {} : { uri }), from, callId, route };
  return { plan: invite, destination, isLetIn: isTelephone, most, trunk, processId };
}

/** Parses a stored pending hang-up; null if it is not one. */
export function readPendingHangUp(text: string): PendingHangUp | null {
  try {
    const read: unknown = JSON.parse(text);
    if (!isRecord(read)) return null;
    const dialed = readDialed(read);
    if (dialed !== null) return { kind: 'dialed', ...dialed };
    if (isPlanned(read['planned'])) return { kind: 'planned', ...read['planned'] };
    if (!isTarget(read['target'])) return null;
    const { target, dialog, early = null } = read;
    const trunk = typeof read['trunk'] === 'string' ? read['trunk'] : null;
    const incoming = inviteOf(read['incoming']);
    if (incoming !== null)
      return isDialog(dialog) && trunk !== null
        ? { kind: 'refuse', invite: incoming, dialog: withLaterSequence(dialog), target, trunk }
        : null;
    if (isDialog(dialog)) return { kind: 'hang-up', dialog: withLaterSequence(dialog), target, trunk };
    const invite = inviteOf(read['invite']);
    if (invite === null || (early !== null && !isDialog(early))) return null;
    return { kind: 'cancel', invite, early: early === null ? null : withLaterSequence(early), target, trunk };
  } catch {
    return null;
  }
}

function withLaterSequence(dialog: DialogState): DialogState {
  return { ...dialog, localSequence: dialog.localSequence + MISSED_REQUESTS };
}

function isTransport(value: unknown): value is TransportName {
  return value === 'udp' || value === 'tcp' || value === 'tls';
}

function isPlanned(value: unknown): value is Planned {
  if (!isRecord(value)) return false;
  const { plan, destination, most, trunk, isLetIn } = value;
  if (!isRecord(plan) || !isRecord(destination)) return false;
  const texts = [plan['to'], plan['from'], plan['callId'], destination['host'], value['processId']];
  const { port } = destination;
  return (
    texts.every((text) => typeof text === 'string') &&
    (plan['route'] === null || typeof plan['route'] === 'string') &&
    (plan['uri'] === undefined || typeof plan['uri'] === 'string') &&
    isTransport(destination['transport']) &&
    (port === null || Number.isInteger(port)) &&
    typeof isLetIn === 'boolean' &&
    Number.isInteger(most) &&
    (trunk === null || typeof trunk === 'string')
  );
}

function isTarget(value: unknown): value is Target {
  return (
    isRecord(value) &&
    isTransport(value['transport']) &&
    typeof value['address'] === 'string' &&
    typeof value['host'] === 'string' &&
    Number.isInteger(value['port'])
  );
}

function isDialog(value: unknown): value is DialogState {
  if (!isRecord(value)) return false;
  const texts = ['callId', 'local', 'localTag', 'remote', 'remoteTag', 'remoteTarget'];
  const routes: unknown = value['routeSet'];
  return (
    texts.every((name) => typeof value[name] === 'string') &&
    parseUri(String(value['remoteTarget'])) !== null &&
    Array.isArray(routes) &&
    routes.every((route) => typeof route === 'string') &&
    Number.isSafeInteger(value['localSequence'])
  );
}

function inviteOf(value: unknown): SipRequest | null {
  if (!isRecord(value) || typeof value['uri'] !== 'string' || !Array.isArray(value['headers'])) return null;
  const lines: unknown[] = value['headers'];
  const headers = lines.flatMap((line) => {
    if (!Array.isArray(line)) return [];
    const [name, text]: unknown[] = line;
    return typeof name === 'string' && typeof text === 'string' && KEPT.has(name)
      ? [{ name, value: text }]
      : [];
  });
  const invite: SipRequest = { kind: 'request', method: 'INVITE', uri: value['uri'], headers, body: '' };
  const envelope = readEnvelope(invite);
  const isSent = envelope?.cseq.method === 'INVITE' && envelope.fromTag !== null;
  return isSent && envelope.via.parameters.has('branch') ? invite : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

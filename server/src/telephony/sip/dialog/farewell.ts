import { readEnvelope } from '../message/envelope.ts';
import type { SipRequest } from '../message/sip-message.ts';
import { parseUri } from '../message/uri.ts';
import type { Flow, Target } from '../transport/flow.ts';
import type { DialogState } from './dialog-state.ts';

/*
 * A dialog outlives the process that held it: the peer knows it by its Call-ID and tags alone (RFC 3261 12), and an INVITE by its
 * branch. What is written down with a call lets any other process of the installation hang it up, or take it back.
 */

/** @property target where the dead process sent its requests to */
export type Farewell =
  /** Of a call that was up. */
  | {
      kind: 'hang-up';
      dialog: DialogState;
      target: Target;
      /** Whose password its server may ask for; null: nobody's. */
      trunk: string | null;
    }
  /** Of one that rang, or was about to. */
  | {
      kind: 'take-back';
      /** As it went out, without what it described and proved. */
      invite: SipRequest;
      /** Of the telephone that rang first; null: none was heard of. */
      early: DialogState | null;
      target: Target;
      trunk: string | null;
    };

/** More requests than a dead process can have sent after it wrote: a BYE has to come after them (RFC 3261 12.2.2). */
const MISSED_REQUESTS = 100_000;

/** JSON, a few hundred characters, without secrets. */
export function writeHangUp(dialog: DialogState, flow: Flow, trunk: string | null): string {
  const { transport, remoteAddress: address, remotePort: port, calledAs } = flow;
  return JSON.stringify({ dialog, target: { transport, address, port, host: calledAs ?? address }, trunk });
}

/** What a CANCEL repeats of its INVITE (RFC 3261 9.1), and a dialog needs of it. */
const KEPT = new Set(['via', 'route', 'max-forwards', 'from', 'to', 'call-id', 'cseq']);

/** The same of an INVITE that was sent, with its Via. */
export function writeTakeBack({
  invite,
  early,
  target,
  trunk,
}: Omit<Extract<Farewell, { kind: 'take-back' }>, 'kind'>): string {
  const { uri, headers } = invite;
  const kept = headers.filter(({ name }) => KEPT.has(name)).map(({ name, value }) => [name, value]);
  return JSON.stringify({ invite: { uri, headers: kept }, early, target, trunk });
}

/** With room for what was sent since; null: none of ours. */
export function readFarewell(text: string): Farewell | null {
  try {
    const read: unknown = JSON.parse(text);
    if (!isRecord(read) || !isTarget(read['target'])) return null;
    const { target, dialog, early = null } = read;
    const trunk = typeof read['trunk'] === 'string' ? read['trunk'] : null;
    if (isDialog(dialog)) return { kind: 'hang-up', dialog: later(dialog), target, trunk };
    const invite = inviteOf(read['invite']);
    if (invite === null || (early !== null && !isDialog(early))) return null;
    return { kind: 'take-back', invite, early: early === null ? null : later(early), target, trunk };
  } catch {
    return null;
  }
}

function later(dialog: DialogState): DialogState {
  return { ...dialog, localSequence: dialog.localSequence + MISSED_REQUESTS };
}

function isTarget(value: unknown): value is Target {
  return (
    isRecord(value) &&
    ['udp', 'tcp', 'tls'].includes(String(value['transport'])) &&
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

import { parseUri } from '../message/uri.ts';
import type { Flow, Target } from '../transport/flow.ts';
import type { DialogState } from './dialog-state.ts';

/*
 * A dialog outlives the process that held it: the peer knows it by its Call-ID and tags alone (RFC 3261 12). What is
 * written down with a call lets any other process of the installation hang it up.
 */

export interface Farewell {
  dialog: DialogState;
  /** Where the dead process sent its requests to. */
  target: Target;
}

/** More requests than a dead process can have sent after it wrote: a BYE has to come after them (RFC 3261 12.2.2). */
const MISSED_REQUESTS = 100_000;

/** JSON, a few hundred characters, without secrets. */
export function writeFarewell(dialog: DialogState, flow: Flow): string {
  const { transport, remoteAddress: address, remotePort: port, calledAs } = flow;
  return JSON.stringify({ dialog, target: { transport, address, port, host: calledAs ?? address } });
}

/** With room for what was sent since; null: none of ours. */
export function readFarewell(text: string): Farewell | null {
  try {
    const read: unknown = JSON.parse(text);
    if (!isFarewell(read)) return null;
    const { dialog, target } = read;
    return { target, dialog: { ...dialog, localSequence: dialog.localSequence + MISSED_REQUESTS } };
  } catch {
    return null;
  }
}

function isFarewell(value: unknown): value is Farewell {
  if (!isRecord(value) || !isRecord(value['dialog']) || !isRecord(value['target'])) return false;
  const { dialog, target } = value;
  const texts = ['callId', 'local', 'localTag', 'remote', 'remoteTag', 'remoteTarget'];
  const routes: unknown = dialog['routeSet'];
  return (
    texts.every((name) => typeof dialog[name] === 'string') &&
    parseUri(String(dialog['remoteTarget'])) !== null &&
    Array.isArray(routes) &&
    routes.every((route) => typeof route === 'string') &&
    Number.isSafeInteger(dialog['localSequence']) &&
    ['udp', 'tcp', 'tls'].includes(String(target['transport'])) &&
    typeof target['address'] === 'string' &&
    typeof target['host'] === 'string' &&
    Number.isInteger(target['port'])
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

import { asFailure, type Failure } from '../server/failure.ts';
import type { ParleyServer } from '../server/parley-server.ts';
import type { Outgoing } from '../state/chat-state.ts';
import type { Store } from '../state/store.ts';
import { pause } from './pause.ts';

/**
 * After a break the history is looked at for the reply, which is made whether or not we listen; then the message is
 * sent again, for the case that whoever answered it is dead. The server knows it by its key.
 */
const LOOKS_AFTER_MS = [[500, 1500, 3000], [4000, 8000], [10_000, 15_000], [25_000]];

export interface DeliveryParts {
  server: ParleyServer;
  store: Store;
  /** Opens the conversation where there is none; its id. */
  conversation(): Promise<string>;
  /** The conversation is left: nothing more of it is sent, or told of. */
  signal: AbortSignal;
}

/** Sends what is outgoing, one message after the other, until all is answered, one fails, or `signal`. */
export async function deliverAll(parts: DeliveryParts): Promise<void> {
  const { store, signal } = parts;
  for (let next = store.state.outgoing[0]; next !== undefined; next = store.state.outgoing[0]) {
    const failure = await deliver(parts, next).catch(caught);
    if (signal.aborted) return;
    // The history may have settled it meanwhile.
    if (failure === null || store.state.outgoing[0]?.key !== next.key) continue;
    store.tell({ type: 'failed', key: next.key, problem: failure.kind });
    return;
  }
}

const caught = (error: unknown): Failure => asFailure(error, navigator.onLine);

interface Delivery {
  conversationId: string;
  message: Outgoing;
}

/** @returns null when the message is answered, or nobody waits for it any more */
async function deliver(parts: DeliveryParts, message: Outgoing): Promise<Failure | null> {
  parts.store.tell({ type: 'sending', key: message.key });
  const delivery = { conversationId: await parts.conversation(), message };
  let failure: Failure | null = null;
  for (const looks of LOOKS_AFTER_MS) {
    if (parts.signal.aborted) return null;
    failure = await attempt(parts, delivery);
    const mayBeAnswered = failure?.kind === 'broken-off' || failure?.kind === 'running';
    if (!mayBeAnswered) return failure;
    if (await isAnswered(parts, delivery, looks)) return null;
  }
  return failure;
}

async function attempt(
  { server, store, signal }: DeliveryParts,
  { conversationId, message: { key, text } }: Delivery,
): Promise<Failure | null> {
  // What a stream before has said is said again.
  store.tell({ type: 'sending', key });
  try {
    const about = { conversationId, message: text, key };
    for await (const event of server.send(about, signal)) store.tell({ ...event, key });
    return null;
  } catch (error) {
    return caught(error);
  }
}

/** Looks at the history until the message is answered there, or all looks are over. */
async function isAnswered(
  { server, store, signal }: DeliveryParts,
  { conversationId, message }: Delivery,
  looksAfterMs: readonly number[],
): Promise<boolean> {
  for (const delayMs of looksAfterMs) {
    await pause(delayMs, signal);
    if (signal.aborted) return false;
    const history = await server.readHistory(conversationId).catch(() => null);
    if (signal.aborted) return false;
    if (history !== null) store.tell({ type: 'history', history });
    if (store.state.outgoing[0]?.key !== message.key) return true;
  }
  return false;
}

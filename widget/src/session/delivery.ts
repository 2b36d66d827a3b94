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
}

/** Sends what is outgoing, one message after the other, until all is answered or one fails. */
export async function deliverAll(parts: DeliveryParts): Promise<void> {
  const { store } = parts;
  for (let next = store.state.outgoing[0]; next !== undefined; next = store.state.outgoing[0]) {
    const failure = await deliver(parts, next).catch(caught);
    // The history may have settled it meanwhile.
    if (failure === null || store.state.outgoing[0]?.key !== next.key) continue;
    store.tell({ type: 'failed', problem: failure.kind });
    return;
  }
}

const caught = (error: unknown): Failure => asFailure(error, navigator.onLine);

interface Delivery {
  conversationId: string;
  message: Outgoing;
}

/** @returns null when the message is answered */
async function deliver(parts: DeliveryParts, message: Outgoing): Promise<Failure | null> {
  parts.store.tell({ type: 'sending' });
  const delivery = { conversationId: await parts.conversation(), message };
  let failure: Failure | null = null;
  for (const looks of LOOKS_AFTER_MS) {
    failure = await attempt(parts, delivery);
    const mayBeAnswered = failure?.kind === 'broken-off' || failure?.kind === 'running';
    if (!mayBeAnswered) return failure;
    if (await isAnswered(parts, delivery, looks)) return null;
  }
  return failure;
}

async function attempt(
  { server, store }: DeliveryParts,
  { conversationId, message }: Delivery,
): Promise<Failure | null> {
  // What a stream before has said is said again.
  store.tell({ type: 'sending' });
  try {
    const about = { conversationId, message: message.text, key: message.key };
    for await (const event of server.send(about)) store.tell(event);
    return null;
  } catch (error) {
    return caught(error);
  }
}

/** Looks at the history until the message is answered there, or all looks are over. */
async function isAnswered(
  { server, store }: DeliveryParts,
  { conversationId, message }: Delivery,
  looksAfterMs: readonly number[],
): Promise<boolean> {
  for (const delayMs of looksAfterMs) {
    await pause(delayMs);
    const history = await server.readHistory(conversationId).catch(() => null);
    if (history !== null) store.tell({ type: 'history', history });
    if (store.state.outgoing[0]?.key !== message.key) return true;
  }
  return false;
}

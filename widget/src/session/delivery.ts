import { asFailure, type Failure } from '../server/failure.ts';
import type { ParleyServer } from '../server/parley-server.ts';
import type { Outgoing } from '../state/chat-state.ts';
import { placeOf } from '../state/next-state.ts';
import type { Store } from '../state/store.ts';
import { pause } from './pause.ts';

/** How long after a break the history is asked for the reply: it is made whether or not we listen. */
const LOOKS_AFTER_MS = [500, 1500, 3000, 5000, 10_000, 15_000, 25_000];
/** Looks after which a message that is not in the history counts as not arrived. */
const LOOKS_FOR_MESSAGE = 3;

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
    store.tell({ type: 'sending' });
    const failure = await deliver(parts, next).catch(caught);
    // The history may have settled it meanwhile.
    if (failure === null || store.state.outgoing[0]?.key !== next.key) continue;
    store.tell({ type: 'failed', problem: failure.kind });
    return;
  }
}

const caught = (error: unknown): Failure => asFailure(error, navigator.onLine);

/** @returns null when the message is answered */
async function deliver(parts: DeliveryParts, message: Outgoing): Promise<Failure | null> {
  const conversationId = await parts.conversation();
  try {
    const about = { conversationId, message: message.text, key: message.key };
    for await (const event of parts.server.send(about)) parts.store.tell(event);
    return null;
  } catch (error) {
    const failure = caught(error);
    const mayBeAnswered = failure.kind === 'broken-off' || failure.kind === 'running';
    if (!mayBeAnswered) return failure;
    return (await completeFromHistory(parts, { conversationId, message })) ? null : failure;
  }
}

/** @returns whether the message is settled */
async function completeFromHistory(
  { server, store }: DeliveryParts,
  { conversationId, message }: { conversationId: string; message: Outgoing },
): Promise<boolean> {
  for (const [index, delayMs] of LOOKS_AFTER_MS.entries()) {
    await pause(delayMs);
    const history = await server.readHistory(conversationId).catch(() => null);
    if (history === null) continue;
    store.tell({ type: 'history', history });
    if (store.state.outgoing[0]?.key !== message.key) return true;
    if (index + 1 >= LOOKS_FOR_MESSAGE && placeOf(store.state, 0) === -1) return false;
  }
  return false;
}

import type { ChatServer } from '../server/parley-server.ts';
import type { Outgoing } from '../state/chat-state.ts';
import { asFailure, type Failure } from '../state/failure.ts';
import type { Store } from '../state/store.ts';
import { pause } from './pause.ts';

/**
 * Delays of the history checks after a broken stream, per attempt. The server finishes a reply without a listener, so
 * check the history first. Then resend with the same key, in case the answering process died.
 */
const CHECK_DELAYS_MS = [[500, 1500, 3000], [4000, 8000], [10_000, 15_000], [25_000]];

export interface DeliveryDeps {
  server: ChatServer;
  store: Store;
  /** Id of the conversation; opens one if there is none. */
  conversation(): Promise<string>;
  /** Aborted when the conversation is left; nothing is sent or emitted afterwards. */
  signal: AbortSignal;
}

/** Sends outgoing messages one after the other until all are answered, one fails, or `signal` is aborted. */
export async function deliverAll(deps: DeliveryDeps): Promise<void> {
  const { store, signal } = deps;
  for (let next = store.state.outgoing[0]; next !== undefined; next = store.state.outgoing[0]) {
    const failure = await deliver(deps, next).catch(caught);
    if (signal.aborted) return;
    // The history may contain its answer by now.
    if (failure === null || store.state.outgoing[0]?.key !== next.key) continue;
    store.dispatch({ type: 'failed', key: next.key, problem: failure.kind });
    return;
  }
}

const caught = (error: unknown): Failure => asFailure(error, navigator.onLine);

interface Delivery {
  conversationId: string;
  message: Outgoing;
}

/** @returns null if the message was answered or the conversation was left */
async function deliver(deps: DeliveryDeps, message: Outgoing): Promise<Failure | null> {
  deps.store.dispatch({ type: 'sending', key: message.key });
  const delivery = { conversationId: await deps.conversation(), message };
  let failure: Failure | null = null;
  for (const delaysMs of CHECK_DELAYS_MS) {
    if (deps.signal.aborted) return null;
    failure = await attempt(deps, delivery);
    const mayBeAnswered = failure?.kind === 'broken-off' || failure?.kind === 'running';
    if (!mayBeAnswered) return failure;
    if (await isAnswered(deps, delivery, delaysMs)) return null;
  }
  return failure;
}

async function attempt(
  { server, store, signal }: DeliveryDeps,
  { conversationId, message: { key, text, variables, files } }: Delivery,
): Promise<Failure | null> {
  // Clears the words of an earlier attempt.
  store.dispatch({ type: 'sending', key });
  try {
    const about = { conversationId, message: text, variables, files, key };
    for await (const event of server.send(about, signal)) store.dispatch({ ...event, key });
    return null;
  } catch (error) {
    return caught(error);
  }
}

/** Checks the history after each delay until the message is answered there. */
async function isAnswered(
  { server, store, signal }: DeliveryDeps,
  { conversationId, message }: Delivery,
  delaysMs: readonly number[],
): Promise<boolean> {
  for (const delayMs of delaysMs) {
    await pause(delayMs, signal);
    if (signal.aborted) return false;
    const history = await server.readHistory(conversationId).catch(() => null);
    if (signal.aborted) return false;
    if (history !== null) store.dispatch({ type: 'history', history });
    if (store.state.outgoing[0]?.key !== message.key) return true;
  }
  return false;
}

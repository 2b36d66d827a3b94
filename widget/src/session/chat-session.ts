import { asFailure } from '../server/failure.ts';
import type { ParleyServer } from '../server/parley-server.ts';
import type { Previous } from '../state/chat-state.ts';
import { leftBehind } from '../state/next-state.ts';
import type { Store } from '../state/store.ts';
import { deliverAll } from './delivery.ts';
import { followConversation } from './following.ts';
import type { Memory } from './memory.ts';
import { randomId } from './random-id.ts';
import type { TabNews, Tabs } from './tabs.ts';

interface SessionParts {
  assistantId: string;
  variables: Record<string, unknown>;
  server: ParleyServer;
  store: Store;
  memory: Memory;
  tabs: Tabs;
}

/** A visitor's conversation over all pages and tabs: what they do goes to the server, what happens there to the store. */
export class ChatSession {
  readonly #parts: SessionParts;
  /** Names the opening until it has succeeded, so that a lost answer opens no second conversation. */
  #openingKey = randomId();
  #opening: Promise<string> | null = null;
  /** What is under way ends with the conversation that it is for. */
  #delivery: AbortController | null = null;
  #following: { conversationId: string; controller: AbortController } | null = null;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  /** Goes on where an earlier page stopped. */
  start(): void {
    const { store, memory, tabs } = this.#parts;
    const remembered = memory.read();
    store.tell({ type: 'remembered', remembered });
    if (remembered.outgoing.length > 0) store.tell({ type: 'failed', problem: 'unsent' });
    store.listen((state, before) => {
      const { conversationId, seen, outgoing, isOpen, previous } = state;
      memory.write({ conversationId, seen, outgoing, isOpen, previous });
      if (state.history !== before.history || seen !== before.seen) {
        tabs.tell({ conversationId, messageCount: state.history.length, seen });
      }
      this.#followWhileNeeded();
    });
    tabs.hear((news) => this.#hear(news));
    document.addEventListener('visibilitychange', () => this.#wake());
    addEventListener('online', () => this.#wake());
    if (remembered.conversationId !== null) void this.#refresh().catch(() => undefined);
  }

  open(): void {
    const { store } = this.#parts;
    if (store.state.isOpen) return;
    store.tell({ type: 'opened' });
    if (store.state.history.length === 0) void this.#prepare();
  }

  close(): void {
    if (this.#parts.store.state.isOpen) this.#parts.store.tell({ type: 'closed' });
  }

  /** @param text not blank, at most as long as the server takes */
  send(text: string): void {
    this.#parts.store.tell({ type: 'wrote', key: randomId(), text });
    void this.#deliver();
  }

  /** Goes on after a problem: sends again what is not answered, or asks again for the conversation. */
  retry(): void {
    const { problem, conversationId } = this.#parts.store.state;
    if (problem === 'gone' && conversationId !== null) this.#forget();
    void (this.#parts.store.state.outgoing.length > 0 ? this.#deliver() : this.#prepare());
  }

  /** Leaves the conversation for a new one; there is a way back to it. */
  restart(): void {
    this.#openingKey = randomId();
    this.#opening = null;
    this.#leave(leftBehind(this.#parts.store.state));
    void this.#prepare();
  }

  /** Goes on with the conversation that was left for a new one. */
  goBack(): void {
    const { store } = this.#parts;
    const { previous } = store.state;
    if (previous === null) return;
    this.#openingKey = randomId();
    this.#opening = null;
    this.#leave();
    store.tell({ type: 'remembered', remembered: { ...previous, seen: 0 } });
    if (previous.outgoing.length > 0) store.tell({ type: 'failed', problem: 'unsent' });
    void this.#prepare();
  }

  #leave(previous: Previous | null = null): void {
    this.#delivery?.abort();
    this.#delivery = null;
    this.#parts.store.tell({ type: 'restarted', previous });
  }

  /** What was said, of an old conversation or of a new one. */
  async #prepare(): Promise<void> {
    const key = this.#openingKey;
    try {
      const isNew = this.#parts.store.state.conversationId === null;
      await (isNew ? this.#conversation() : this.#refresh());
    } catch (error) {
      // The visitor may have begun anew meanwhile.
      if (key !== this.#openingKey) return;
      const problem = asFailure(error, navigator.onLine).kind;
      this.#parts.store.tell({ type: 'failed', problem });
    }
  }

  /** The conversation, opened where there is none yet. */
  #conversation(): Promise<string> {
    const { store, server, assistantId, variables } = this.#parts;
    const { conversationId } = store.state;
    if (conversationId !== null) return Promise.resolve(conversationId);
    const key = this.#openingKey;
    this.#opening ??= server
      .openConversation({ assistantId, variables, key })
      .then(({ id, history }) => {
        // The visitor may have begun anew meanwhile.
        if (key !== this.#openingKey) return this.#conversation();
        this.#openingKey = randomId();
        store.tell({ type: 'conversation', id, history });
        return id;
      })
      .finally(() => {
        this.#opening = null;
      });
    return this.#opening;
  }

  async #deliver(): Promise<void> {
    if (this.#delivery !== null) return;
    const delivery = new AbortController();
    this.#delivery = delivery;
    const { server, store } = this.#parts;
    const { signal } = delivery;
    await deliverAll({ server, store, signal, conversation: () => this.#conversation() });
    if (this.#delivery === delivery) this.#delivery = null;
  }

  /** Throws `Failure`. */
  async #refresh(): Promise<void> {
    const { server, store } = this.#parts;
    const { conversationId, problem, outgoing } = store.state;
    if (conversationId === null) return;
    const history = await server.readHistory(conversationId).catch((error: unknown) => {
      if (asFailure(error, true).kind !== 'gone') throw error;
      return null;
    });
    if (store.state.conversationId !== conversationId) return;
    if (history === null) {
      this.#forget();
      if (store.state.isOpen) await this.#conversation();
    } else if (problem !== null && outgoing.length === 0) {
      store.tell({ type: 'conversation', id: conversationId, history });
    } else store.tell({ type: 'history', history });
  }

  /** The server does not know the conversation any more: what is unsent is for a new one. */
  #forget(): void {
    const { store } = this.#parts;
    const { outgoing } = store.state;
    this.#leave();
    for (const { key, text } of outgoing) store.tell({ type: 'wrote', key, text });
    if (outgoing.length > 0) store.tell({ type: 'failed', problem: 'unsent' });
  }

  #hear({ conversationId, messageCount, seen }: TabNews): void {
    const { store } = this.#parts;
    const { state } = store;
    const isOther = conversationId !== null && conversationId !== state.conversationId;
    if (isOther && state.outgoing.length === 0) {
      const remembered = { conversationId, seen, outgoing: [] };
      this.#leave();
      store.tell({ type: 'remembered', remembered });
      void this.#refresh().catch(() => undefined);
    } else if (conversationId === state.conversationId) {
      if (messageCount > state.history.length && this.#delivery === null)
        void this.#refresh().catch(() => undefined);
      if (seen > state.seen) store.tell({ type: 'seen', count: seen });
    }
  }

  /** The page is looked at again, or the network is back. */
  #wake(): void {
    this.#followWhileNeeded();
    const { problem } = this.#parts.store.state;
    if (document.visibilityState === 'visible' && navigator.onLine && problem === 'offline') this.retry();
  }

  /** Browsers hold few connections to a server for all tabs, so only a page that is looked at holds one. */
  #followWhileNeeded(): void {
    const { server, store } = this.#parts;
    const { conversationId, isOpen, history } = store.state;
    const hasWritten = history.some(({ role }) => role === 'user');
    const isNeeded = document.visibilityState === 'visible' && (isOpen || hasWritten);
    const wanted = isNeeded ? conversationId : null;
    if (wanted === (this.#following?.conversationId ?? null)) return;
    this.#following?.controller.abort();
    this.#following = null;
    if (wanted === null) return;
    const controller = new AbortController();
    this.#following = { conversationId: wanted, controller };
    void followConversation({
      ...{ server, conversationId: wanted, signal: controller.signal },
      onState: (state) => {
        const { message_count: count, ai_enabled: isEnabled, status } = state;
        if (store.state.conversationId !== wanted) return;
        store.tell({ type: 'state', isHuman: !isEnabled, isEnded: status === 'ended' });
        if (count > store.state.history.length && !store.state.isSending)
          void this.#refresh().catch(() => undefined);
      },
    });
  }
}

import type { VisitorIdentity } from '../page-api.ts';
import type { ChatServer } from '../server/parley-server.ts';
import type { UploadOptions } from '../server/upload.ts';
import type { Message, Previous, SentFile } from '../state/chat-state.ts';
import { asFailure } from '../state/failure.ts';
import { leftBehind } from '../state/next-state.ts';
import type { Store } from '../state/store.ts';
import { deliverAll } from './delivery.ts';
import { followConversation } from './following.ts';
import { Identity } from './identity.ts';
import type { Memory } from './memory.ts';
import { randomId } from './random-id.ts';
import type { TabNews, Tabs } from './tabs.ts';

interface SessionDeps {
  assistantId: string;
  variables: Record<string, unknown>;
  server: ChatServer;
  store: Store;
  memory: Memory;
  tabs: Tabs;
}

/** A visitor's conversation across pages and tabs: sends the visitor's actions to the server, and server changes to the store. */
export class ChatSession {
  #deps: SessionDeps;
  /** Idempotency key of opening a conversation; kept until it succeeds, so that a lost answer opens no second one. */
  #openingKey = randomId();
  #opening: Promise<string> | null = null;
  readonly #identity: Identity;
  /** Settles when the latest identification is over; a new conversation waits for it. */
  #identification: Promise<unknown> | null = null;
  /** A conversation opened as another visitor is another request, with another idempotency key. */
  #identityVersion = 0;
  /** Variables that the page set since the last message. */
  #newVariables: Record<string, unknown> = {};
  /** Aborted when the conversation is left. */
  #delivery: AbortController | null = null;
  #following: { conversationId: string; controller: AbortController } | null = null;

  constructor(deps: SessionDeps) {
    this.#deps = deps;
    this.#identity = new Identity(deps);
  }

  /** Restores the state of an earlier page. */
  start(): void {
    const { store, memory, tabs } = this.#deps;
    const remembered = memory.read();
    store.dispatch({ type: 'remembered', remembered });
    if (remembered.outgoing.length > 0) store.dispatch({ type: 'failed', problem: 'unsent' });
    store.subscribe((state, before) => {
      const { conversationId, seen, outgoing, isOpen, previous } = state;
      memory.write({ conversationId, seen, outgoing, isOpen, previous });
      if (state.history !== before.history || seen !== before.seen) {
        tabs.publish({ conversationId, messageCount: state.history.length, seen });
      }
      this.#followWhileNeeded();
    });
    tabs.subscribe((news) => this.#onTabNews(news));
    document.addEventListener('visibilitychange', () => this.#wake());
    addEventListener('online', () => this.#wake());
    if (remembered.conversationId !== null) void this.#refresh().catch(() => undefined);
  }

  open(): void {
    const { store } = this.#deps;
    if (store.state.isOpen) return;
    store.dispatch({ type: 'opened' });
    if (store.state.history.length === 0) void this.#prepare();
  }

  close(): void {
    if (this.#deps.store.state.isOpen) this.#deps.store.dispatch({ type: 'closed' });
  }

  /** @param text at most `MOST_CHARACTERS` long; blank only with files */
  send(text: string, files: readonly SentFile[] = []): void {
    const variables = this.#newVariables;
    this.#newVariables = {};
    const isChanged = Object.keys(variables).length > 0;
    this.#deps.store.dispatch({
      type: 'wrote',
      key: randomId(),
      text,
      ...(isChanged ? { variables } : {}),
      ...(files.length > 0 ? { files } : {}),
    });
    void this.#deliver();
  }

  /** Uploads a file for the next message. Throws `Failure`. */
  async upload(file: File, options: UploadOptions): Promise<SentFile> {
    return this.#deps.server.upload(await this.#conversation(), file, options);
  }

  /** Discards the first unsent message and sends the others. */
  discard(): void {
    this.#deps.store.dispatch({ type: 'discarded' });
    void this.#deliver();
  }

  /** Variables of the prompt. */
  get variables(): Record<string, unknown> {
    return this.#deps.variables;
  }

  /** Sets variables of the prompt for new conversations, and for this one with the next message. */
  setVariables(variables: Readonly<Record<string, unknown>>): void {
    this.#deps = { ...this.#deps, variables: { ...this.#deps.variables, ...variables } };
    if (this.#deps.store.state.conversationId !== null || this.#opening !== null) {
      this.#newVariables = { ...this.#newVariables, ...variables };
    }
  }

  /** Throws `Failure`. @returns the identity of the visitor */
  identify(visitor: VisitorIdentity): Promise<{ userId: string | null; isVerified: boolean }> {
    const before = Promise.allSettled([this.#opening, this.#identification]);
    const identification = this.#identifyAfter(before, visitor);
    this.#identification = identification.catch(() => undefined);
    return identification;
  }

  async #identifyAfter(
    before: Promise<unknown>,
    visitor: VisitorIdentity,
  ): Promise<{ userId: string | null; isVerified: boolean }> {
    // A conversation that is being opened becomes the visitor's, too.
    await before;
    if (this.#identity.isOther(visitor)) this.reset();
    const { conversationId } = this.#deps.store.state;
    const answer = await this.#identity.identify(visitor, conversationId);
    this.#identityVersion += 1;
    if (answer?.isVerified === true) this.#moveTo(answer.conversationId, conversationId);
    const { userId, isVerified } = this.#identity;
    return { userId, isVerified };
  }

  /** Forgets the visitor and the conversation in this browser. */
  reset(): void {
    this.#deps.tabs.publish({ conversationId: null, messageCount: 0, seen: 0, isReset: true });
    this.#forgetVisitor();
  }

  #forgetVisitor(): void {
    this.#identity.forget();
    this.#newVariables = {};
    this.#openingKey = randomId();
    this.#opening = null;
    this.#leave();
    if (this.#deps.store.state.isOpen) void this.#prepare();
  }

  /** Continues in the conversation of a signed user. @param left the one before the identification */
  #moveTo(conversationId: string | null, left: string | null): void {
    const { store } = this.#deps;
    const isStill = store.state.conversationId === left;
    if (!isStill || conversationId === left) return;
    this.#openingKey = randomId();
    this.#opening = null;
    const unsent = store.state.outgoing;
    this.#leave();
    if (conversationId !== null) {
      store.dispatch({ type: 'remembered', remembered: { conversationId, seen: 0, outgoing: [] } });
    }
    for (const { after, ...message } of unsent) store.dispatch({ type: 'wrote', ...message });
    if (unsent.length > 0) void this.#deliver();
    else if (store.state.isOpen || conversationId !== null) void this.#prepare();
  }

  /** Retries after a problem: resends unanswered messages, or reloads the conversation. */
  retry(): void {
    const { problem, conversationId } = this.#deps.store.state;
    if (problem === 'gone' && conversationId !== null) this.#forget();
    void (this.#deps.store.state.outgoing.length > 0 ? this.#deliver() : this.#prepare());
  }

  /** Starts a new conversation; `goBack` returns to the current one. */
  restart(): void {
    this.#openingKey = randomId();
    this.#opening = null;
    this.#leave(leftBehind(this.#deps.store.state));
    void this.#prepare();
  }

  /** Returns to the previous conversation. */
  goBack(): void {
    const { store } = this.#deps;
    const { previous } = store.state;
    if (previous === null) return;
    this.#openingKey = randomId();
    this.#opening = null;
    this.#leave();
    store.dispatch({ type: 'remembered', remembered: { ...previous, seen: 0 } });
    if (previous.outgoing.length > 0) store.dispatch({ type: 'failed', problem: 'unsent' });
    void this.#prepare();
  }

  #leave(previous: Previous | null = null): void {
    this.#delivery?.abort();
    this.#delivery = null;
    this.#deps.store.dispatch({ type: 'restarted', previous });
  }

  /** Loads the history of the conversation, or opens a new one. */
  async #prepare(): Promise<void> {
    const key = this.#openingKey;
    try {
      const isNew = this.#deps.store.state.conversationId === null;
      await (isNew ? this.#conversation() : this.#refresh());
    } catch (error) {
      // The visitor may have started a new conversation during the request.
      if (key !== this.#openingKey) return;
      const problem = asFailure(error, navigator.onLine).kind;
      this.#deps.store.dispatch({ type: 'failed', problem });
    }
  }

  /** Id of the conversation; opens one if there is none. */
  #conversation(): Promise<string> {
    const { store } = this.#deps;
    const { conversationId } = store.state;
    if (conversationId !== null) return Promise.resolve(conversationId);
    const key = this.#openingKey;
    this.#opening ??= this.#openNew(key)
      .then((opened) => {
        // The visitor may have started a new conversation during the request.
        if (opened === null || key !== this.#openingKey) return this.#conversation();
        this.#openingKey = randomId();
        store.dispatch({ type: 'conversation', ...opened });
        return opened.id;
      })
      .finally(() => {
        this.#opening = null;
      });
    return this.#opening;
  }

  /** @returns null if the conversation is not needed any more */
  async #openNew(key: string): Promise<{ id: string; history: Message[] } | null> {
    await this.#identification;
    if (key !== this.#openingKey) return null;
    const { server, assistantId } = this.#deps;
    const open = () => {
      const { variables } = this.#deps;
      const about = { assistantId, variables, opening: this.#identity.opening };
      return server.openConversation({ ...about, key: `${key}-${this.#identityVersion}` });
    };
    try {
      return await open();
    } catch (error) {
      if (asFailure(error, true).kind !== 'identity-refused') throw error;
      await this.#identity.renew();
      this.#identityVersion += 1;
      return open();
    }
  }

  async #deliver(): Promise<void> {
    if (this.#delivery !== null) return;
    const delivery = new AbortController();
    this.#delivery = delivery;
    const { server, store } = this.#deps;
    const { signal } = delivery;
    await deliverAll({ server, store, signal, conversation: () => this.#conversation() });
    if (this.#delivery === delivery) this.#delivery = null;
  }

  /** Throws `Failure`. */
  async #refresh(): Promise<void> {
    const { server, store } = this.#deps;
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
      store.dispatch({ type: 'conversation', id: conversationId, history });
    } else store.dispatch({ type: 'history', history });
  }

  /** Moves unsent messages to a new conversation, because the server has deleted the current one. */
  #forget(): void {
    const { store } = this.#deps;
    const { outgoing } = store.state;
    this.#leave();
    for (const { after, ...message } of outgoing) store.dispatch({ type: 'wrote', ...message });
    if (outgoing.length > 0) store.dispatch({ type: 'failed', problem: 'unsent' });
  }

  #onTabNews({ conversationId, messageCount, seen, isReset = false }: TabNews): void {
    const { store } = this.#deps;
    if (isReset) {
      this.#forgetVisitor();
      return;
    }
    const { state } = store;
    const isOther = conversationId !== null && conversationId !== state.conversationId;
    if (isOther && state.outgoing.length === 0) {
      const remembered = { conversationId, seen, outgoing: [] };
      this.#leave();
      store.dispatch({ type: 'remembered', remembered });
      void this.#refresh().catch(() => undefined);
    } else if (conversationId === state.conversationId) {
      if (messageCount > state.history.length && this.#delivery === null)
        void this.#refresh().catch(() => undefined);
      if (seen > state.seen) store.dispatch({ type: 'seen', count: seen });
    }
  }

  /** Called when the page becomes visible or the network is back. */
  #wake(): void {
    this.#followWhileNeeded();
    const { problem } = this.#deps.store.state;
    if (document.visibilityState === 'visible' && navigator.onLine && problem === 'offline') this.retry();
  }

  /** Browsers limit the connections to a server across tabs, so only a visible page keeps a stream open. */
  #followWhileNeeded(): void {
    const { server, store } = this.#deps;
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
      server,
      conversationId: wanted,
      signal: controller.signal,
      onState: (state) => {
        const { message_count: count, ai_enabled: isEnabled, status } = state;
        if (store.state.conversationId !== wanted) return;
        store.dispatch({ type: 'state', isHuman: !isEnabled, isEnded: status === 'ended' });
        if (count > store.state.history.length && !store.state.isSending)
          void this.#refresh().catch(() => undefined);
      },
    });
  }
}

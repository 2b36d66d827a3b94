import type { Outgoing, Previous, Remembered } from '../state/chat-state.ts';

/** The visitor's identity, across pages. */
export interface KnownVisitor {
  userId: string | null;
  /** Opens conversations as the signed user; null if the identity is not verified. */
  key: string | null;
  /** Unverified details; ignored with a key. */
  details: Readonly<Record<string, string>>;
}

/** The used part of `Storage`. */
interface TextStorage {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
}

/**
 * State that survives page loads. Shared by all tabs: the conversation. Per tab: unsent messages, whether the chat is
 * open, and the previous conversation. If the browser blocks storage, the state lasts as long as the page.
 */
export class Memory {
  readonly #shared: TextStorage;
  readonly #own: TextStorage;
  readonly #name: string;

  /** @param isKept false for a state that is lost with the page */
  constructor(assistantId: string, isKept = true) {
    this.#name = `parley-chat:${assistantId}`;
    this.#shared = new SafeStorage(() => (isKept ? localStorage : null));
    this.#own = new SafeStorage(() => (isKept ? sessionStorage : null));
  }

  read(): Remembered {
    const shared = recordOf(this.#shared.getItem(this.#name));
    const own = recordOf(this.#own.getItem(this.#name));
    const { conversationId, seen } = shared;
    return {
      conversationId: typeof conversationId === 'string' ? conversationId : null,
      seen: typeof seen === 'number' ? seen : 0,
      outgoing: outgoingIn(own),
      previous: previousIn(own['previous']),
    };
  }

  /** Null if the visitor has neither opened nor closed the chat in this tab. */
  wasOpen(): boolean | null {
    const { isOpen } = recordOf(this.#own.getItem(this.#name));
    return typeof isOpen === 'boolean' ? isOpen : null;
  }

  readVisitor(): KnownVisitor | null {
    const { userId, key, details } = recordOf(this.#shared.getItem(`${this.#name}:visitor`));
    if (typeof details !== 'object' || details === null) return null;
    return {
      userId: typeof userId === 'string' ? userId : null,
      key: typeof key === 'string' ? key : null,
      details: Object.fromEntries(Object.entries(details).map(([name, value]) => [name, String(value)])),
    };
  }

  writeVisitor(visitor: KnownVisitor | null): void {
    this.#shared.setItem(`${this.#name}:visitor`, JSON.stringify(visitor ?? {}));
  }

  /** True until the visitor has dismissed the greeting on this site. */
  isGreeted(): boolean {
    return this.#shared.getItem(`${this.#name}:greeting`) === null;
  }

  dismissGreeting(): void {
    this.#shared.setItem(`${this.#name}:greeting`, 'dismissed');
  }

  write(state: Remembered & { isOpen: boolean }): void {
    const { conversationId, seen, outgoing, isOpen, previous } = state;
    this.#shared.setItem(this.#name, JSON.stringify({ conversationId, seen }));
    this.#own.setItem(this.#name, JSON.stringify({ outgoing, isOpen, previous }));
  }
}

/** Falls back to memory: browsers that block storage throw on any access. */
class SafeStorage implements TextStorage {
  readonly #find: () => TextStorage | null;
  readonly #values = new Map<string, string>();

  constructor(find: () => TextStorage | null) {
    this.#find = find;
  }

  getItem(name: string): string | null {
    try {
      return this.#find()?.getItem(name) ?? this.#values.get(name) ?? null;
    } catch {
      return this.#values.get(name) ?? null;
    }
  }

  setItem(name: string, value: string): void {
    this.#values.set(name, value);
    try {
      this.#find()?.setItem(name, value);
    } catch {
      // Blocked or full; the value stays in memory.
    }
  }
}

function recordOf(text: string | null): Partial<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function outgoingIn({ outgoing }: Partial<Record<string, unknown>>): Outgoing[] {
  return Array.isArray(outgoing) ? outgoing.filter(isOutgoing) : [];
}

function previousIn(value: unknown): Previous | null {
  if (typeof value !== 'object' || value === null) return null;
  const previous: Partial<Record<string, unknown>> = { ...value };
  const { conversationId } = previous;
  return typeof conversationId === 'string' ? { conversationId, outgoing: outgoingIn(previous) } : null;
}

function isOutgoing(value: unknown): value is Outgoing {
  if (typeof value !== 'object' || value === null) return false;
  const { key, text, after } = value as Partial<Record<string, unknown>>;
  return typeof key === 'string' && typeof text === 'string' && typeof after === 'number';
}

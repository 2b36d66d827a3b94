import type { VisitorIdentity } from '../page-api.ts';
import type { Identification } from '../server/answers.ts';
import type { ChatServer } from '../server/parley-server.ts';
import type { KnownVisitor, Memory } from './memory.ts';
import { randomId } from './random-id.ts';

/** The visitor's identity: what the page said, and the key that the server gave for a token. */
export class Identity {
  readonly #assistantId: string;
  readonly #server: ChatServer;
  readonly #memory: Memory;
  #known: KnownVisitor | null;
  /** The token of this page if it was not exchanged for a key. */
  #token: string | null = null;

  constructor(deps: { assistantId: string; server: ChatServer; memory: Memory }) {
    this.#assistantId = deps.assistantId;
    this.#server = deps.server;
    this.#memory = deps.memory;
    this.#known = deps.memory.readVisitor();
  }

  /** Members of the request that opens a conversation. */
  get opening(): { visitor_key?: string; visitor?: object } {
    if (this.#known === null) return {};
    const { key, details } = this.#known;
    return key === null ? { visitor: details } : { visitor_key: key };
  }

  /** True if the page names another user than before. */
  isOther({ userId }: VisitorIdentity): boolean {
    const known = this.#known?.userId ?? null;
    return known !== null && known !== (userId ?? null);
  }

  /** @returns null if the visitor's key from an earlier page is used. Throws `Failure`. */
  async identify(visitor: VisitorIdentity, conversationId: string | null): Promise<Identification | null> {
    const { token, userId = null } = visitor;
    const details = detailsOf(visitor);
    if (token !== undefined && this.#known?.key != null && userId !== null) {
      this.#token = token;
      return null;
    }
    if (token === undefined) {
      // The server knows it from an earlier page.
      const isSame = JSON.stringify(this.#known?.details) === JSON.stringify(details);
      if (isSame && this.#known?.key === null) return null;
      this.#remember({ userId, key: null, details });
      if (conversationId === null) return null;
    }
    const answer = await this.#server.identify({
      assistantId: this.#assistantId,
      identity: token === undefined ? { visitor: details } : { token },
      conversationId,
      key: randomId(),
    });
    if (token !== undefined) this.#remember({ userId: userId ?? answer.userId, key: answer.key, details });
    return answer;
  }

  get userId(): string | null {
    return this.#known?.userId ?? null;
  }

  get isVerified(): boolean {
    return this.#known?.key != null;
  }

  /** Replaces a key that the server refused by the token of this page, or else by unverified details. */
  async renew(): Promise<void> {
    if (this.#known === null) return;
    const token = this.#token;
    this.#token = null;
    const { userId, details } = this.#known;
    this.#remember({ userId, key: null, details });
    if (token === null) return;
    const visitor = { ...details, token, ...(userId === null ? {} : { userId }) };
    await this.identify(visitor, null).catch(() => undefined);
  }

  forget(): void {
    this.#token = null;
    this.#remember(null);
  }

  #remember(known: KnownVisitor | null): void {
    this.#known = known;
    this.#memory.writeVisitor(known);
  }
}

function detailsOf({ userId, name, email, phone }: VisitorIdentity): Record<string, string> {
  const given = Object.entries({ user_id: userId, name, email, phone });
  return Object.fromEntries(
    given.flatMap(([key, value]) => {
      const text = value === undefined || value === null ? '' : String(value).trim();
      return text === '' ? [] : [[key, text]];
    }),
  );
}

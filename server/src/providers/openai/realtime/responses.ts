/** A response of the model. */
interface Response {
  /** Its audio or text items, in order. */
  items: string[];
  /** Calls that were emitted. */
  calls: Set<string>;
  isDead: boolean;
}

/** Limit of remembered items, which bounds what can still be playing. */
const MOST_ITEMS = 64;

/**
 * Tracks the active response, responses that we canceled, and the audio length of each item. The server runs one
 * response at a time; another request waits for its end.
 */
export class Responses {
  /** Null: none. */
  #active: { id: string; response: Response } | null = null;
  /** The request that the server has not started; `isVain`: no longer wanted. */
  #asked: { wish: string; isVain: boolean } | null = null;
  /** Whether the server reports which request a response answers. */
  #tellsWishes = false;
  readonly #itemMs = new Map<string, number>();

  get isBusy(): boolean {
    return this.#active !== null || this.#asked !== null;
  }

  /** The request that the server has not started. */
  get askedFor(): string | null {
    return this.#asked?.wish ?? null;
  }

  /** @param wish unique in the session */
  asked(wish: string): void {
    this.#asked = { wish, isVain: false };
  }

  /** The server rejected the request. */
  refused(): void {
    this.#asked = null;
  }

  /**
   * @param wish the request that it answers; null: unknown, or started by the server
   * @returns whether it is wanted
   */
  created(id: string, wish: string | null): boolean {
    if (wish !== null) this.#tellsWishes = true;
    const isAsked = this.#asked !== null && (this.#tellsWishes ? wish === this.#asked.wish : true);
    const isDead = isAsked && this.#asked?.isVain === true;
    if (isAsked) this.#asked = null;
    this.#active = { id, response: { items: [], calls: new Set(), isDead } };
    return !isDead;
  }

  /** The response with this id, if it is active and wanted. Some servers omit the start event. */
  of(id: string): Response | null {
    if (this.#active === null || (id !== '' && id !== this.#active.id)) return null;
    return this.#active.response.isDead ? null : this.#active.response;
  }

  /** @returns whether it is new */
  item(response: Response, itemId: string): boolean {
    if (response.items.includes(itemId)) return false;
    response.items.push(itemId);
    this.#itemMs.set(itemId, 0);
    const [oldest] = this.#itemMs.keys();
    if (this.#itemMs.size > MOST_ITEMS && oldest !== undefined) this.#itemMs.delete(oldest);
    return true;
  }

  sounded(itemId: string, audioMs: number): void {
    this.#itemMs.set(itemId, (this.#itemMs.get(itemId) ?? 0) + audioMs);
  }

  /** Null: not an item of this session. */
  soundOf(itemId: string): number | null {
    return this.#itemMs.get(itemId) ?? null;
  }

  /**
   * Cancels the response with this item; null: the active or requested one.
   * @returns whether the server must be informed
   */
  kill(itemId: string | null): boolean {
    if (this.#active !== null && (itemId === null || this.#active.response.items.includes(itemId))) {
      const { isDead } = this.#active.response;
      this.#active.response.isDead = true;
      return !isDead;
    }
    if (itemId === null && this.#asked !== null) this.#asked.isVain = true;
    return false;
  }

  /** Whether the active response has emitted anything. */
  get hasBegun(): boolean {
    const { items, calls } = this.#wanted ?? { items: [], calls: new Set() };
    return items.length > 0 || calls.size > 0;
  }

  /**
   * Cancels a response that the server started on its own and that has no output yet.
   * @returns whether the server must be informed
   */
  killUnbegun(): boolean {
    const wanted = this.#wanted;
    if (wanted === null || this.hasBegun) return false;
    wanted.isDead = true;
    return true;
  }

  get #wanted(): Response | null {
    const response = this.#active?.response;
    return response === undefined || response.isDead ? null : response;
  }

  /** @returns the finished response; null: canceled or unknown */
  done(id: string): Response | null {
    const response = this.of(id);
    if (this.#active?.id === id || id === '') this.#active = null;
    return response;
  }
}

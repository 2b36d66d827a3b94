/** A response of the model that is under way or over. */
interface Response {
  /** Its spoken or written items, in order. */
  items: string[];
  /** Calls that were told. */
  calls: Set<string>;
  isDead: boolean;
}

/** So many items are remembered: what can still be heard. */
const MOST_ITEMS = 64;

/**
 * Which response is under way, which were ended by us, and how much sound each item has. The server has one response at
 * a time; a wish for another waits for its end.
 */
export class Responses {
  /** Null: none. */
  #active: { id: string; response: Response } | null = null;
  /** What was asked for and not begun; `isVain`: it is not wanted any more. */
  #asked: { wish: string; isVain: boolean } | null = null;
  /** Whether the server says which wish a response is for. */
  #tellsWishes = false;
  readonly #itemMs = new Map<string, number>();

  get isBusy(): boolean {
    return this.#active !== null || this.#asked !== null;
  }

  /** The wish that the server has not begun to fulfil. */
  get askedFor(): string | null {
    return this.#asked?.wish ?? null;
  }

  /** @param wish unique in the session */
  asked(wish: string): void {
    this.#asked = { wish, isVain: false };
  }

  /** The server does not begin what was asked for. */
  refused(): void {
    this.#asked = null;
  }

  /**
   * @param wish that it is for, as the server says; null: it does not, or began by itself
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

  /** The response of this name, if it is under way and wanted; a server may forget to say that it began. */
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
   * Nothing more is wanted of the response with this item; null: of the one under way or asked for.
   * @returns whether the server has to be told
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

  /** Whether something was told of the response under way. */
  get hasBegun(): boolean {
    const { items, calls } = this.#wanted ?? { items: [], calls: new Set() };
    return items.length > 0 || calls.size > 0;
  }

  /**
   * Nothing is wanted of a response that has said nothing yet, which the server has begun by itself.
   * @returns whether the server has to be told
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

  /** @returns the response that is over; null: it was not wanted, or not known */
  done(id: string): Response | null {
    const response = this.of(id);
    if (this.#active?.id === id || id === '') this.#active = null;
    return response;
  }
}

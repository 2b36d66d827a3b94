interface Response {
  /** Its audio or text items, in order. */
  items: string[];
  /** Calls that were emitted. */
  calls: Set<string>;
  isCanceled: boolean;
}

/** Limit of remembered items, which bounds what can still be playing. */
const MAX_ITEMS = 64;

/**
 * Tracks the active response, responses that we canceled, and the audio length of each item. The server runs one
 * response at a time; another request waits for its end.
 */
export class Responses {
  #active: { id: string; response: Response } | null = null;
  /** The request that the server has not started; `isUnwanted` if it has been canceled. */
  #asked: { requestName: string; isUnwanted: boolean } | null = null;
  /** True if the server reports which request a response answers. */
  #reportsRequests = false;
  readonly #itemMs = new Map<string, number>();

  get isBusy(): boolean {
    return this.#active !== null || this.#asked !== null;
  }

  /** The request that the server has not started. */
  get requestedName(): string | null {
    return this.#asked?.requestName ?? null;
  }

  /** @param requestName unique in the session */
  asked(requestName: string): void {
    this.#asked = { requestName, isUnwanted: false };
  }

  /** The server rejected the request. */
  refused(): void {
    this.#asked = null;
  }

  /**
   * @param requestName the request that it answers; null if unknown, or if the server started it
   * @returns false if the request was canceled
   */
  created(id: string, requestName: string | null): boolean {
    if (requestName !== null) this.#reportsRequests = true;
    const isAsked =
      this.#asked !== null && (this.#reportsRequests ? requestName === this.#asked.requestName : true);
    const isCanceled = isAsked && this.#asked?.isUnwanted === true;
    if (isAsked) this.#asked = null;
    this.#active = { id, response: { items: [], calls: new Set(), isCanceled } };
    return !isCanceled;
  }

  /** The response with this id, if it is active and not canceled. Some servers omit the start event. */
  of(id: string): Response | null {
    if (this.#active === null || (id !== '' && id !== this.#active.id)) return null;
    return this.#active.response.isCanceled ? null : this.#active.response;
  }

  /** @returns whether the item is new */
  item(response: Response, itemId: string): boolean {
    if (response.items.includes(itemId)) return false;
    response.items.push(itemId);
    this.#itemMs.set(itemId, 0);
    const [oldest] = this.#itemMs.keys();
    if (this.#itemMs.size > MAX_ITEMS && oldest !== undefined) this.#itemMs.delete(oldest);
    return true;
  }

  addAudio(itemId: string, audioMs: number): void {
    this.#itemMs.set(itemId, (this.#itemMs.get(itemId) ?? 0) + audioMs);
  }

  /** Null for an unknown item. */
  audioMsOf(itemId: string): number | null {
    return this.#itemMs.get(itemId) ?? null;
  }

  /**
   * Cancels the response with this item; null for the active or requested one.
   * @returns whether the server must be informed
   */
  cancel(itemId: string | null): boolean {
    if (this.#active !== null && (itemId === null || this.#active.response.items.includes(itemId))) {
      const { isCanceled } = this.#active.response;
      this.#active.response.isCanceled = true;
      return !isCanceled;
    }
    if (itemId === null && this.#asked !== null) this.#asked.isUnwanted = true;
    return false;
  }

  /** True if the active response has emitted anything. */
  get hasStarted(): boolean {
    const { items, calls } = this.#activeResponse ?? { items: [], calls: new Set() };
    return items.length > 0 || calls.size > 0;
  }

  /**
   * Cancels a response that the server started on its own and that has no output yet.
   * @returns whether the server must be informed
   */
  cancelUnstarted(): boolean {
    const activeResponse = this.#activeResponse;
    if (activeResponse === null || this.hasStarted) return false;
    activeResponse.isCanceled = true;
    return true;
  }

  get #activeResponse(): Response | null {
    const response = this.#active?.response;
    return response === undefined || response.isCanceled ? null : response;
  }

  /** @returns the finished response; null if canceled or unknown */
  done(id: string): Response | null {
    const response = this.of(id);
    if (this.#active?.id === id || id === '') this.#active = null;
    return response;
  }
}

/** The parsed body of a response, and the response itself for its status and headers. */
export interface Answer<Data> {
  data: Data;
  response: Response;
}

/** A promise of the parsed body; `withResponse` also gives the response. The request starts at once. */
export class ApiPromise<Data> implements Promise<Data> {
  readonly [Symbol.toStringTag] = 'ApiPromise';
  readonly #answer: Promise<Answer<Data>>;

  constructor(answer: Promise<Answer<Data>>) {
    this.#answer = answer;
  }

  withResponse(): Promise<Answer<Data>> {
    return this.#answer;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise.
  then<Value = Data, Reason = never>(
    onData?: ((data: Data) => Value | PromiseLike<Value>) | null,
    onError?: ((reason: unknown) => Reason | PromiseLike<Reason>) | null,
  ): Promise<Value | Reason> {
    return this.#answer.then(({ data }) => data).then(onData, onError);
  }

  catch<Reason = never>(
    onError?: ((reason: unknown) => Reason | PromiseLike<Reason>) | null,
  ): Promise<Data | Reason> {
    return this.then(null, onError);
  }

  finally(onEnd?: (() => void) | null): Promise<Data> {
    return this.then().finally(onEnd);
  }
}

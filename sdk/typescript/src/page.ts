import { type Answer, ApiPromise } from './api-promise.ts';

/** A paginated answer of the API. */
export interface PageEnvelope<Item> {
  current_page: number;
  data: Item[];
  last_page: number;
  per_page: number;
  total: number;
}

/** One page of a list. Iterating over it gives the items of this and all later pages. */
export class Page<Item> implements AsyncIterable<Item> {
  readonly items: readonly Item[];
  readonly number: number;
  readonly lastNumber: number;
  readonly perPage: number;
  /** Number of items on all pages. */
  readonly total: number;
  readonly #get: (page: number) => Promise<Page<Item>>;

  constructor(envelope: PageEnvelope<Item>, get: (page: number) => Promise<Page<Item>>) {
    this.items = envelope.data;
    this.number = envelope.current_page;
    this.lastNumber = envelope.last_page;
    this.perPage = envelope.per_page;
    this.total = envelope.total;
    this.#get = get;
  }

  get hasNext(): boolean {
    return this.number < this.lastNumber;
  }

  /** The next page; null after the last one. */
  async next(): Promise<Page<Item> | null> {
    return this.hasNext ? this.#get(this.number + 1) : null;
  }

  /** This page and all later ones. */
  async *pages(): AsyncGenerator<Page<Item>, void, undefined> {
    for (let page: Page<Item> | null = this; page !== null; page = await page.next()) yield page;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page.items;
  }
}

/** A promise of the first page, and an iterator over the items of all pages. */
export class PagePromise<Item> extends ApiPromise<Page<Item>> implements AsyncIterable<Item> {
  constructor(get: (page: number | null) => ApiPromise<PageEnvelope<Item>>) {
    const read = async (number: number | null): Promise<Answer<Page<Item>>> => {
      const { data, response } = await get(number).withResponse();
      return { data: new Page(data, async (page) => (await read(page)).data), response };
    };
    super(read(null));
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    yield* await this;
  }
}

import type { ApiPromise } from './api-promise.ts';
import { Resources } from './generated/resources.ts';
import { type ApiRequest, type ParleyOptions, type RequestOptions, Transport } from './transport.ts';

/** A client of a Parley installation. */
export class Parley extends Resources {
  readonly #options: ParleyOptions;

  constructor(options: ParleyOptions) {
    super(new Transport(options));
    this.#options = options;
  }

  /** The same client with other options. */
  withOptions(options: Partial<ParleyOptions>): Parley {
    return new Parley({ ...this.#options, ...options });
  }

  /** Any request to the API, for operations that this version does not know. */
  request<Data>(request: ApiRequest, options?: RequestOptions): ApiPromise<Data> {
    return this.transport.call<Data>(request, options);
  }
}

export type { Answer, ApiPromise } from './api-promise.ts';
export {
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  InsufficientBalanceError,
  NotFoundError,
  ParleyError,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
  TimeoutError,
  ValidationError,
  WebhookVerificationError,
} from './errors.ts';
export type { EventStream } from './event-stream.ts';
export { VERSION } from './generated/version.ts';
export type { Page, PagePromise } from './page.ts';
export type { ApiRequest, ParleyOptions, RequestOptions } from './transport.ts';
export { toFile, type Uploadable } from './upload.ts';
export { type SignedRequest, verifyAssistantWebhook, verifySignature, verifyWebhook } from './webhook.ts';

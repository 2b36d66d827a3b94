import { AppError } from '../core/errors.ts';

export const HEALTH_PATH = '/api/health';

/** Readiness of a listening server: before its first requests it may have to create the owner. */
export interface Readiness {
  readonly isReady: boolean;
  /** Rejects with `unavailable` if the preparation failed. */
  readonly ready: Promise<void>;
  /** Ready once the preparation is done; rethrows its error. */
  after(preparation: Promise<void> | undefined): Promise<void>;
}

export function createReadiness(): Readiness {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // Prevents an unhandled rejection when no request is waiting.
  promise.catch(() => undefined);
  let isReady = false;
  return {
    get isReady() {
      return isReady;
    },
    ready: promise,
    after: async (preparation) => {
      try {
        await preparation;
      } catch (error) {
        reject(new AppError('unavailable', 'The server could not start.'));
        throw error;
      }
      isReady = true;
      resolve();
    },
  };
}

import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Runs work that outlives its request, or serves several, without the context of the request that happens to start it:
 * otherwise, the audit log would attribute its changes to that request's person. Captured while the server loads.
 */
export const outsideRequests: <Result>(work: () => Result) => Result = AsyncLocalStorage.snapshot();

/** Relative to `/api`. */
export const CARRIER_CALLS_PATH = '/carriers/calls';

/** Where a carrier asks what to do with calls to its numbers; relative to `/api`. */
export function inboundPath(provider: string): string {
  return `${CARRIER_CALLS_PATH}/${provider}/inbound`;
}

/** Where a carrier finds a call of a process, whichever process it is that hears it there; relative to `/api`. */
export function callAddresses(
  provider: string,
  processId: string,
): { answer(attemptId: string): string; status(attemptId: string): string; stream(token: string): string } {
  const address = (kind: string, name: string): string =>
    `${CARRIER_CALLS_PATH}/${provider}/${kind}/${processId}/${name}`;
  return {
    answer: (attemptId) => address('answer', attemptId),
    status: (attemptId) => address('status', attemptId),
    stream: (token) => address('stream', token),
  };
}

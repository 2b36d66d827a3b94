/** Path relative to `/api`. */
export const CARRIER_CALLS_PATH = '/carriers/calls';

/** Where a carrier requests instructions for inbound calls; relative to `/api`. */
export function inboundPath(provider: string): string {
  return `${CARRIER_CALLS_PATH}/${provider}/inbound`;
}

/** Paths for a call of a process; any process may receive the request. Relative to `/api`. */
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

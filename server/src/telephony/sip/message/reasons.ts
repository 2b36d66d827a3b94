const REASONS: ReadonlyMap<number, string> = new Map([
  [100, 'Trying'],
  [180, 'Ringing'],
  [200, 'OK'],
  [202, 'Accepted'],
  [400, 'Bad Request'],
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [404, 'Not Found'],
  [405, 'Method Not Allowed'],
  [408, 'Request Timeout'],
  [415, 'Unsupported Media Type'],
  [420, 'Bad Extension'],
  [422, 'Session Interval Too Small'],
  [423, 'Interval Too Brief'],
  [430, 'Flow Failed'],
  [480, 'Temporarily Unavailable'],
  [481, 'Call/Transaction Does Not Exist'],
  [482, 'Loop Detected'],
  [483, 'Too Many Hops'],
  [486, 'Busy Here'],
  [487, 'Request Terminated'],
  [488, 'Not Acceptable Here'],
  [491, 'Request Pending'],
  [500, 'Server Internal Error'],
  [501, 'Not Implemented'],
  [503, 'Service Unavailable'],
  [603, 'Decline'],
]);

/** The reason phrase of a status code. */
export function reasonOf(status: number): string {
  return REASONS.get(status) ?? 'Unknown';
}

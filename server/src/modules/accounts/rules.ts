const SESSION_IDLE_MS = 30 * 24 * 60 * 60 * 1000;

/** API keys live until they are deleted or reach their own end; sessions also end after 30 days without use. */
export function isTokenAlive(
  token: { kind: 'api-key' | 'session'; expires_at: Date | null; last_seen_at: Date },
  now: Date,
): boolean {
  if (token.expires_at !== null && token.expires_at <= now) return false;
  return token.kind === 'api-key' || now.getTime() - token.last_seen_at.getTime() < SESSION_IDLE_MS;
}

/** Notification channel of the triggers for `watched_accounts`. */
export const CHANGES_CHANNEL = 'parley_changes';

/** Parses a trigger's payload, `<user id> <topic>`; null if invalid. */
export function readNotification(payload: string): { userId: number; topic: string } | null {
  const [, userId, topic] = /^(\d{1,15}) ([a-z_]+)$/.exec(payload) ?? [];
  return userId === undefined || topic === undefined ? null : { userId: Number(userId), topic };
}

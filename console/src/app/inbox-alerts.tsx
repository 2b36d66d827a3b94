import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { inboxCountsQuery } from '../data/inbox.ts';
import { t } from '../lib/i18n/t.ts';
import { alertChoices } from '../lib/inbox-alerts/alert-choices.ts';
import { playChime } from '../lib/inbox-alerts/play-chime.ts';
import { showTitleCount } from '../lib/inbox-alerts/title-count.ts';

/** Unread conversations of the member: in the tab's title and, if this browser wants it, as sound and notification. */
export function InboxAlerts() {
  const { data } = useQuery(inboxCountsQuery);
  const unread = data?.unread == null ? 0 : data.unread.mine + data.unread.unassigned;
  const isKnown = data !== undefined;
  const before = useRef<number | null>(null);
  useEffect(() => showTitleCount(unread), [unread]);
  useEffect(() => {
    if (!isKnown) return;
    const isMore = before.current !== null && unread > before.current;
    before.current = unread;
    if (isMore) announce(unread);
  }, [isKnown, unread]);
  return null;
}

function announce(unread: number): void {
  const { sound, desktop } = alertChoices();
  if (sound) playChime();
  const isAllowed = 'Notification' in globalThis && Notification.permission === 'granted';
  if (!desktop || !isAllowed || document.visibilityState === 'visible') return;
  const text = t('{count, plural, one {# unread conversation} other {# unread conversations}}', {
    count: unread,
  });
  // The tag replaces an earlier notification, also one of another tab.
  const notification = new Notification('Parley', { body: text, tag: 'parley-inbox' });
  notification.addEventListener('click', () => {
    window.focus();
    notification.close();
  });
}

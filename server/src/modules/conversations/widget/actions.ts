import type { z } from 'zod';
import type { widgetAppearance } from '#contract/widget.ts';
import { notFound } from '../../../core/errors.ts';
import { isUuid } from '../../../core/uuid.ts';
import type { ConversationDependencies } from '../actions.ts';
import { greetingOf } from '../reply/talk.ts';
import { type Page, requireSite } from './require-site.ts';
import { findWidget, readFollowed } from './store.ts';

/** Widget configuration for an allowed page. */
export async function readWidget(
  { database, clock }: Pick<ConversationDependencies, 'database' | 'clock'>,
  assistantUuid: string,
  { page, accountId }: { page: Page; accountId: number | null },
): Promise<{ widget: z.output<typeof widgetAppearance>; isPublic: boolean }> {
  const widget = isUuid(assistantUuid) ? await findWidget(database, assistantUuid) : null;
  const isSeen = widget !== null && (widget.is_public || widget.user_id === accountId);
  if (!isSeen) throw notFound('Assistant');
  requireSite(page, widget.allowed_origins);
  const { variables } = widget;
  const talk = { type: 'widget' as const, uuid: null, variables, customerPhone: null, now: clock.now() };
  const greeting = greetingOf(widget, talk);
  return { widget: { ...widget.appearance, greeting }, isPublic: widget.is_public };
}

/**
 * Streams the state of a visitor's conversation until `leave` is called. An allowed page can follow any conversation
 * whose UUID it knows.
 */
export async function followConversation(
  { database, followers }: Pick<ConversationDependencies, 'database' | 'followers'>,
  { uuid, page, network }: { uuid: string; page: Page; network: string },
): Promise<{ events: AsyncIterable<{ event: string; data: unknown }>; leave(): void }> {
  const [followed] = isUuid(uuid) ? await readFollowed(database, [uuid]) : [];
  if (followed === undefined) throw notFound('Conversation');
  requireSite(page, followed.allowed_origins);
  return followers.follow({ uuid: followed.uuid, network, state: followed.state });
}

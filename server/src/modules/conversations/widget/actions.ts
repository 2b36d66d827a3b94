import type { z } from 'zod';
import type { widgetAppearance } from '#contract/widget.ts';
import { notFound } from '../../../core/errors.ts';
import { isUuid } from '../../../core/uuid.ts';
import type { ConversationDependencies } from '../actions.ts';
import { greetingOf } from '../reply/talk.ts';
import { pictureAddress } from './picture-rules.ts';
import { type Page, requireSite } from './require-site.ts';
import { findWidget, readFollowed } from './store.ts';
import { isAway } from './working-hours.ts';

/** Content of the widget for an allowed page. */
export async function readWidget(
  { database, clock }: Pick<ConversationDependencies, 'database' | 'clock'>,
  assistantUuid: string,
  { page, accountId }: { page: Page; accountId: number | null },
): Promise<{ widget: z.output<typeof widgetAppearance>; isPublic: boolean }> {
  const found = isUuid(assistantUuid) ? await findWidget(database, assistantUuid) : null;
  const isSeen = found !== null && (found.is_public || found.user_id === accountId);
  if (!isSeen) throw notFound('Assistant');
  const { allowed_origins: origins, working_hours: hours, hides_names: _, ...look } = found.settings;
  requireSite(page, origins);
  const { name, variables } = found;
  const now = clock.now();
  const talk = { type: 'widget' as const, uuid: null, variables, customerPhone: null, now };
  const widget = {
    ...look,
    name,
    greeting: greetingOf(found, talk),
    is_away: isAway(hours, found.timezone, now),
    picture: pictureAddress(assistantUuid, found.picture),
  };
  return { widget, isPublic: found.is_public };
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

import type { z } from 'zod';
import type { visitorCallRequest } from '#contract/calls.ts';
import { AppError, notFound } from '../../../core/errors.ts';
import { isUuid } from '../../../core/uuid.ts';
import { type Page, requireSite } from '../../conversations/widget/require-site.ts';
import type { CallDependencies } from '../asking/dependencies.ts';
import { openWebCall, type WebCall } from '../asking/web-call.ts';
import { findCallableWidget, reserveVisitorCall } from './visitor-call-store.ts';

/** Visitors' calls of one assistant at the same time. */
const MOST_CALLS = 20;

/**
 * Opens a web call of a visitor with the assistant of a widget. Throws `not-found` unless its widget offers calls, and
 * `rate-limited` if the longest possible call would exceed the daily limit of the assistant's visitors.
 */
export async function openVisitorCall(
  dependencies: CallDependencies,
  { variables }: z.output<typeof visitorCallRequest>,
  about: { assistantUuid: string; page: Page; accountId: number | null; origin: string },
): Promise<WebCall> {
  const { database, prices, visitorSpendPerDayMicros: mostMicros } = dependencies;
  const found = isUuid(about.assistantUuid) ? await findCallableWidget(database, about.assistantUuid) : null;
  const isOffered = found !== null && (found.is_public || found.user_id === about.accountId);
  if (!isOffered || !found.calls_enabled) throw notFound('Assistant');
  requireSite(about.page, found.allowed_origins);
  const reserveMicros = Math.ceil(found.max_duration / 60) * prices.callMinuteMicros;
  return openWebCall(
    dependencies,
    { userId: found.user_id },
    {
      assistant_id: found.id,
      variables: variables ?? null,
      origin: about.origin,
      visitor: {
        reserveMicros,
        admit: async (transaction) => {
          const limits = { mostMicros, mostCalls: MOST_CALLS };
          if (await reserveVisitorCall(transaction, { ...found, reserveMicros }, limits)) return;
          throw new AppError('rate-limited', 'Too many calls right now. Please try again later.', {
            retryAfterSeconds: 60,
          });
        },
      },
    },
  );
}

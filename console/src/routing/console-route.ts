import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router';
import { sessionQuery } from '../data/session.ts';
import { ApiError } from '../lib/api/api-error.ts';
import { loadAllTexts } from '../lib/i18n/catalogue.ts';

/** Context of every route's loaders. */
export interface RouteContext {
  queries: QueryClient;
}

export const rootRoute = createRootRouteWithContext<RouteContext>()();

/** The parent of every page that requires a login; `app/` renders its frame. */
export const consoleRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'console',
  beforeLoad: async ({ context, location }) => {
    // In parallel with the session. Pages have texts in constants, and their code is loaded after this.
    const texts = loadAllTexts();
    try {
      await context.queries.ensureQueryData(sessionQuery);
      await texts;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      throw redirect({ to: '/login', search: { next: location.href } });
    }
  },
});

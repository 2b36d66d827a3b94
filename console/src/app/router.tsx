import type { QueryClient } from '@tanstack/react-query';
import { type AnyRoute, createRoute, createRouter } from '@tanstack/react-router';
import { Skeleton } from '../components/feedback/states.tsx';
import { assistantsRoutes } from '../features/assistants/routes.ts';
import { auditLogRoutes } from '../features/audit-log/routes.ts';
import { billingRoutes } from '../features/billing/routes.ts';
import { callsRoutes } from '../features/calls/routes.ts';
import { campaignsRoutes } from '../features/campaigns/routes.ts';
import { conversationsRoutes } from '../features/conversations/routes.ts';
import { dashboardRoutes } from '../features/dashboard/routes.ts';
import { inboxSettingsRoutes } from '../features/inbox-settings/routes.ts';
import { keysRoutes } from '../features/keys/routes.ts';
import { knowledgeRoutes } from '../features/knowledge/routes.ts';
import { mcpServersRoutes } from '../features/mcp-servers/routes.ts';
import { messagingRoutes } from '../features/messaging/routes.ts';
import { numbersRoutes } from '../features/numbers/routes.ts';
import { sandboxRoutes } from '../features/sandbox/routes.ts';
import { searchRoutes } from '../features/search/routes.ts';
import { settingsRoutes } from '../features/settings/routes.ts';
import { teamRoutes } from '../features/team/routes.ts';
import { toolsRoutes } from '../features/tools/routes.ts';
import { vendorsRoutes } from '../features/vendors/routes.ts';
import { webhooksRoutes } from '../features/webhooks/routes.ts';
import { consoleRoute, rootRoute } from '../routing/console-route.ts';
import { strictSearch } from '../routing/strict-search.ts';
import { Frame } from './frame.tsx';
import {
  confirmEmailRoute,
  forgotRoute,
  inviteRoute,
  loginRoute,
  registerRoute,
  resetRoute,
} from './login/login-route.ts';
import { NotFound } from './not-found.tsx';
import { PageError } from './page-error.tsx';

consoleRoute.update({ component: Frame });

/** Any other URL shows the not-found error inside the frame. */
const elsewhereRoute = createRoute({ getParentRoute: () => consoleRoute, path: '$', component: NotFound });

const routeTree = rootRoute.addChildren([
  loginRoute,
  registerRoute,
  inviteRoute,
  forgotRoute,
  resetRoute,
  confirmEmailRoute,
  consoleRoute.addChildren([
    ...dashboardRoutes,
    ...assistantsRoutes,
    ...knowledgeRoutes,
    ...toolsRoutes,
    ...vendorsRoutes,
    ...mcpServersRoutes,
    ...numbersRoutes,
    ...messagingRoutes,
    ...sandboxRoutes,
    ...callsRoutes,
    ...conversationsRoutes,
    ...inboxSettingsRoutes,
    ...campaignsRoutes,
    ...webhooksRoutes,
    ...keysRoutes,
    ...billingRoutes,
    ...settingsRoutes,
    ...searchRoutes,
    ...teamRoutes,
    ...auditLogRoutes,
    elsewhereRoute,
  ]),
]);

export function createConsoleRouter(queries: QueryClient) {
  const router = createRouter({
    routeTree,
    context: { queries },
    defaultPreload: 'intent',
    // TanStack Query decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 300,
    scrollRestoration: true,
    // Remount per id, so that input for one object never shows on the page of another.
    defaultRemountDeps: ({ params }) => params,
    defaultPendingComponent: () => <Skeleton lines={6} className="mx-auto max-w-6xl px-8 py-10" />,
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: PageError,
  });
  for (const { options, parentRoute, children } of Object.values<AnyRoute>(router.routesById)) {
    const { validateSearch } = options;
    if (typeof validateSearch === 'function') options.validateSearch = strictSearch(validateSearch);
    // A page without `validateSearch` has no search parameters.
    else if (parentRoute === consoleRoute && children === undefined) {
      options.validateSearch = strictSearch(() => ({}));
    }
  }
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}

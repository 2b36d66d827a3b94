import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '../../routing/console-route.ts';
import { needsId } from '../../routing/known-id.ts';
import { callSearch, callsSearch, liveCallsSearch } from './calls-search.ts';

export const callsRoutes = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: 'calls',
    validateSearch: callsSearch,
    component: lazyRouteComponent(() => import('./list/calls-page.tsx'), 'CallsPage'),
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: 'calls/live',
    validateSearch: liveCallsSearch,
    component: lazyRouteComponent(() => import('./live/live-calls-page.tsx'), 'LiveCallsPage'),
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: 'calls/$callId',
    validateSearch: callSearch,
    loader: ({ params }) => needsId(params.callId),
    component: lazyRouteComponent(() => import('./page/call-page.tsx'), 'CallPage'),
  }),
] as const;

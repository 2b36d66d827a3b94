import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '../../routing/console-route.ts';
import { needsId } from '../../routing/known-id.ts';
import { messagingSearch, senderSearch } from './messaging-search.ts';

export const messagingRoutes = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: 'messaging',
    validateSearch: messagingSearch,
    component: lazyRouteComponent(() => import('./messaging-page.tsx'), 'MessagingPage'),
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: 'messaging/senders/$senderId',
    validateSearch: senderSearch,
    loader: ({ params }) => needsId(params.senderId),
    component: lazyRouteComponent(() => import('./senders/sender-page.tsx'), 'SenderPage'),
  }),
] as const;

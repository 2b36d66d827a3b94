import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '../../routing/console-route.ts';
import { needsUuid } from '../../routing/known-id.ts';
import { conversationsSearch } from './conversations-search.ts';

const inboxRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'conversations',
  validateSearch: conversationsSearch,
  component: lazyRouteComponent(() => import('./inbox/inbox-layout.tsx'), 'InboxLayout'),
});

const indexRoute = createRoute({
  getParentRoute: () => inboxRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./inbox/nothing-open.tsx'), 'NothingOpen'),
});

const conversationRoute = createRoute({
  getParentRoute: () => inboxRoute,
  path: '$uuid',
  loader: ({ params }) => needsUuid(params.uuid),
  component: lazyRouteComponent(() => import('./page/conversation-page.tsx'), 'ConversationPage'),
});

export const conversationsRoutes = [inboxRoute.addChildren([indexRoute, conversationRoute])] as const;

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '../../routing/console-route.ts';
import { inboxSettingsSearch } from './inbox-settings-search.ts';

export const inboxSettingsRoutes = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: 'inbox-settings',
    validateSearch: inboxSettingsSearch,
    component: lazyRouteComponent(() => import('./inbox-settings-page.tsx'), 'InboxSettingsPage'),
  }),
] as const;

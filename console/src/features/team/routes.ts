import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '../../routing/console-route.ts';
import { teamSearch } from './team-search.ts';

export const teamRoutes = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: 'team',
    validateSearch: teamSearch,
    component: lazyRouteComponent(() => import('./team-page.tsx'), 'TeamPage'),
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: 'profile',
    component: lazyRouteComponent(() => import('./profile-page.tsx'), 'ProfilePage'),
  }),
] as const;

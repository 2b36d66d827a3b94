import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '../../routing/console-route.ts';
import { dashboardSearch } from './dashboard-search.ts';

export const dashboardRoutes = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/',
    validateSearch: dashboardSearch,
    component: lazyRouteComponent(() => import('./dashboard-page.tsx'), 'DashboardPage'),
  }),
] as const;

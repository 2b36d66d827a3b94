import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { oneOf, present } from '../../lib/search/search-values.ts';
import { consoleRoute } from '../../routing/console-route.ts';
import { PERIODS } from './periods.ts';

export const dashboardRoutes = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/',
    validateSearch: (search: Record<string, unknown>) =>
      present({ days: oneOf(PERIODS, Number(search['days'])) }),
    component: lazyRouteComponent(() => import('./dashboard-page.tsx'), 'DashboardPage'),
  }),
] as const;

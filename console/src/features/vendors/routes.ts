import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '../../routing/console-route.ts';
import { vendorsSearch } from './vendors-search.ts';

export const vendorsRoutes = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: 'settings/vendors',
    validateSearch: vendorsSearch,
    component: lazyRouteComponent(() => import('./vendors-page.tsx'), 'VendorsPage'),
  }),
] as const;

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '../../routing/console-route.ts';
import { searchParams } from './search-params.ts';

export const searchRoutes = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: 'search',
    validateSearch: searchParams,
    component: lazyRouteComponent(() => import('./search-page.tsx'), 'SearchPage'),
  }),
] as const;

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '../../routing/console-route.ts';
import { numbersSearch } from './numbers-search.ts';

export const numbersRoutes = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: 'numbers',
    validateSearch: numbersSearch,
    component: lazyRouteComponent(() => import('./numbers-page.tsx'), 'NumbersPage'),
  }),
] as const;

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '../../routing/console-route.ts';
import { keysSearch } from './keys-search.ts';

export const keysRoutes = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: 'keys',
    validateSearch: keysSearch,
    component: lazyRouteComponent(() => import('./keys-page.tsx'), 'KeysPage'),
  }),
] as const;

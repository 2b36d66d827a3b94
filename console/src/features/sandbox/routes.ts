import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '../../routing/console-route.ts';
import { sandboxSearch } from './sandbox-search.ts';

export const sandboxRoutes = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: 'sandbox',
    validateSearch: sandboxSearch,
    component: lazyRouteComponent(() => import('./sandbox-page.tsx'), 'SandboxPage'),
  }),
] as const;

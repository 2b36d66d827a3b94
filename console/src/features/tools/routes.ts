import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '../../routing/console-route.ts';

export const toolsRoutes = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: 'tools',
    component: lazyRouteComponent(() => import('./tool-list-page.tsx'), 'ToolListPage'),
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: 'tools/$toolId',
    component: lazyRouteComponent(() => import('./tool-page.tsx'), 'ToolPage'),
  }),
] as const;

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '../../routing/console-route.ts';
import { needsId } from '../../routing/known-id.ts';

export const toolsRoutes = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: 'tools',
    component: lazyRouteComponent(() => import('./tool-list-page.tsx'), 'ToolListPage'),
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: 'tools/$toolId',
    loader: ({ params }) => needsId(params.toolId, ['new']),
    component: lazyRouteComponent(() => import('./tool-page.tsx'), 'ToolPage'),
  }),
] as const;

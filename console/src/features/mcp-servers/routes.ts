import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '../../routing/console-route.ts';
import { needsId } from '../../routing/known-id.ts';

export const mcpServersRoutes = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: 'mcp-servers',
    component: lazyRouteComponent(() => import('./mcp-server-list-page.tsx'), 'McpServerListPage'),
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: 'mcp-servers/$serverId',
    loader: ({ params }) => needsId(params.serverId, ['new']),
    component: lazyRouteComponent(() => import('./mcp-server-page.tsx'), 'McpServerPage'),
  }),
] as const;

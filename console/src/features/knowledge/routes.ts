import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '../../routing/console-route.ts';
import { knowledgeSearch } from './knowledge-search-params.ts';

export const knowledgeRoutes = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: 'knowledge',
    component: lazyRouteComponent(() => import('./list/knowledge-list-page.tsx'), 'KnowledgeListPage'),
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: 'knowledge/$knowledgebaseId',
    validateSearch: knowledgeSearch,
    component: lazyRouteComponent(() => import('./knowledgebase-page.tsx'), 'KnowledgebasePage'),
  }),
] as const;

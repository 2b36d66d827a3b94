import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '../../routing/console-route.ts';
import { needsId } from '../../routing/known-id.ts';
import { knowledgeListSearch, knowledgeSearch } from './knowledge-search-params.ts';

export const knowledgeRoutes = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: 'knowledge',
    validateSearch: knowledgeListSearch,
    component: lazyRouteComponent(() => import('./list/knowledge-list-page.tsx'), 'KnowledgeListPage'),
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: 'knowledge/$knowledgebaseId',
    validateSearch: knowledgeSearch,
    loader: ({ params }) => needsId(params.knowledgebaseId),
    component: lazyRouteComponent(() => import('./knowledgebase-page.tsx'), 'KnowledgebasePage'),
  }),
] as const;

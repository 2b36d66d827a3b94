import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '../../routing/console-route.ts';
import { needsId } from '../../routing/known-id.ts';
import { editorSearch, listSearch, newSearch } from './search-params.ts';

export const assistantsRoutes = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: 'assistants',
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import('./list/assistant-list-page.tsx'), 'AssistantListPage'),
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: 'assistants/new',
    validateSearch: newSearch,
    component: lazyRouteComponent(() => import('./new/new-assistant-page.tsx'), 'NewAssistantPage'),
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: 'assistants/$assistantId',
    validateSearch: editorSearch,
    loader: ({ params }) => needsId(params.assistantId),
    component: lazyRouteComponent(() => import('./editor/editor-page.tsx'), 'EditorPage'),
  }),
] as const;

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { present, textOf } from '../../lib/search/search-values.ts';
import { consoleRoute } from '../../routing/console-route.ts';
import { campaignSearch } from './campaign-search.ts';

export const campaignsRoutes = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: 'campaigns',
    component: lazyRouteComponent(() => import('./list/campaign-list-page.tsx'), 'CampaignListPage'),
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: 'campaigns/new',
    component: lazyRouteComponent(() => import('./editor/new-campaign-page.tsx'), 'NewCampaignPage'),
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: 'campaigns/blacklist',
    validateSearch: (search: Record<string, unknown>): { number?: string } =>
      present({ number: textOf(search['number'], 32) }),
    component: lazyRouteComponent(() => import('./blacklist/blacklist-page.tsx'), 'BlacklistPage'),
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: 'campaigns/$campaignId',
    validateSearch: campaignSearch,
    component: lazyRouteComponent(() => import('./campaign-page.tsx'), 'CampaignPage'),
  }),
] as const;

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '../../routing/console-route.ts';
import { campaignSearch, textIn } from './campaign-search.ts';

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
    validateSearch: (search: Record<string, unknown>): { number?: string } => {
      const number = textIn(search['number']);
      return number === undefined ? {} : { number };
    },
    component: lazyRouteComponent(() => import('./blacklist/blacklist-page.tsx'), 'BlacklistPage'),
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: 'campaigns/$campaignId',
    validateSearch: campaignSearch,
    component: lazyRouteComponent(() => import('./campaign-page.tsx'), 'CampaignPage'),
  }),
] as const;

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '../../routing/console-route.ts';
import { needsId } from '../../routing/known-id.ts';
import { blacklistSearch, campaignListSearch, campaignSearch } from './campaign-search.ts';

export const campaignsRoutes = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: 'campaigns',
    validateSearch: campaignListSearch,
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
    validateSearch: blacklistSearch,
    component: lazyRouteComponent(() => import('./blacklist/blacklist-page.tsx'), 'BlacklistPage'),
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: 'campaigns/$campaignId',
    validateSearch: campaignSearch,
    loader: ({ params }) => needsId(params.campaignId),
    component: lazyRouteComponent(() => import('./campaign-page.tsx'), 'CampaignPage'),
  }),
] as const;

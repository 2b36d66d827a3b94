import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '../../routing/console-route.ts';
import { billingSearch } from './billing-search.ts';

export const billingRoutes = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: 'billing',
    validateSearch: billingSearch,
    component: lazyRouteComponent(() => import('./billing-page.tsx'), 'BillingPage'),
  }),
] as const;

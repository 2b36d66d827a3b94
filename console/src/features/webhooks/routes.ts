import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '../../routing/console-route.ts';
import { webhooksSearch } from './webhooks-search.ts';

export const webhooksRoutes = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: 'webhooks',
    validateSearch: webhooksSearch,
    component: lazyRouteComponent(() => import('./webhooks-page.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: 'webhooks/$deliveryId',
    component: lazyRouteComponent(() => import('./delivery/delivery-page.tsx'), 'DeliveryPage'),
  }),
] as const;

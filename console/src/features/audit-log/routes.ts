import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { consoleRoute } from '../../routing/console-route.ts';
import { auditSearch } from './audit-search.ts';

export const auditLogRoutes = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: 'audit-log',
    validateSearch: auditSearch,
    component: lazyRouteComponent(() => import('./audit-log-page.tsx'), 'AuditLogPage'),
  }),
] as const;

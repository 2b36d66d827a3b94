import { z } from 'zod';
import { messageResponse } from '#contract/accounts.ts';
import {
  alertPage,
  alertQuery,
  alertResponse,
  alertSettingsRequest,
  alertSettingsResponse,
  dismissAlertsResponse,
  saveAlertSettingsResponse,
} from '#contract/alerts.ts';
import { pathId } from '#contract/fields.ts';
import { pageRequest } from '../../http/pagination.ts';
import { defineRoute, RawJson, type Route } from '../../http/route.ts';
import { changeSettings, dismiss, dismissAll, listAlerts, sendTestMail, showSettings } from './actions.ts';
import type { AlertDependencies } from './dependencies.ts';

const shared = { tag: 'Alerts', access: 'account', errors: 'message' } as const;
const PAGE_SIZE = 15;
const TEST_MAILS = { name: 'test-mails', limit: 10, windowMs: 3_600_000, per: 'user' } as const;

export function alertRoutes(dependencies: AlertDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'alerts.list',
      description:
        'Without kinds that are switched off for the console. Resolved alerts are kept for 90 days.',
      path: '/user/alerts',
      summary: 'List alerts, newest first',
      query: alertQuery,
      success: { status: 200, schema: alertPage },
      handle: async (context, { query, facts }) => {
        const filter = { status: query.status ?? null, kind: query.kind ?? null };
        const page = pageRequest(query, PAGE_SIZE);
        return new RawJson(await listAlerts(dependencies, context, { filter, page, facts }));
      },
    }),
    defineRoute({
      ...shared,
      method: 'POST',
      operationId: 'alerts.dismiss',
      description: 'It opens again only if its cause goes away and comes back.',
      path: '/user/alerts/:id/dismiss',
      resource: 'Alert',
      params: z.object({ id: pathId() }),
      summary: 'Hide an open alert',
      success: { status: 200, schema: alertResponse },
      handle: async (context, { params: { id } }) => ({
        message: 'Alert dismissed.',
        data: await dismiss(dependencies, context, id),
      }),
    }),
    defineRoute({
      ...shared,
      method: 'POST',
      operationId: 'alerts.dismissAll',
      description: 'Hides the alerts that the console shows. Each opens again only if its cause comes back.',
      path: '/user/alerts/dismiss',
      summary: 'Hide all open alerts',
      success: { status: 200, schema: dismissAlertsResponse },
      handle: async (context) => {
        const dismissed = await dismissAll(dependencies, context);
        return {
          message: dismissed === 1 ? '1 alert dismissed.' : `${dismissed} alerts dismissed.`,
          dismissed,
        };
      },
    }),
    ...settingRoutes(dependencies),
  ];
}

function settingRoutes(dependencies: AlertDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'alertSettings.get',
      path: '/user/alert-settings',
      summary: 'Read where alerts are shown and sent',
      success: { status: 200, schema: alertSettingsResponse },
      handle: async (context) => ({ data: await showSettings(dependencies, context) }),
    }),
    defineRoute({
      ...shared,
      method: 'PUT',
      operationId: 'alertSettings.update',
      role: 'admin',
      description:
        'Missing kinds and channels stay as they are. A switched-off channel applies to new alerts.',
      example: { low_balance: 20, channels: { document_failed: { email: false } } },
      path: '/user/alert-settings',
      summary: 'Change the supplied alert settings',
      body: alertSettingsRequest,
      success: { status: 200, schema: saveAlertSettingsResponse },
      handle: async (context, { body }) => ({
        message: 'Alert settings saved.',
        data: await changeSettings(dependencies, context, body),
      }),
    }),
    defineRoute({
      ...shared,
      method: 'POST',
      operationId: 'alertSettings.test',
      role: 'admin',
      description: 'Answers when the SMTP server has accepted or refused it. At most 10 an hour.',
      path: '/user/alert-settings/test-email',
      summary: 'Send a test email to the addresses of the account',
      success: { status: 200, schema: messageResponse },
      refusals: [400, 409],
      limit: TEST_MAILS,
      handle: async (context) => {
        const { sent, rejected } = await sendTestMail(dependencies, context);
        const to = sent.join(', ');
        if (rejected.length === 0) return { message: `Test email sent to ${to}.` };
        return {
          message: `Test email sent to ${to}. The mail server rejected ${rejected.join(', ')}.`,
        };
      },
    }),
  ];
}

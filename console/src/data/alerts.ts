import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  AlertSettingsRequest,
  alertPage,
  alertResponse,
  alertSettingsResponse,
  dismissAlertsResponse,
  saveAlertSettingsResponse,
} from '#contract/alerts.ts';
import { request } from '../lib/api/request.ts';

export type Alert = z.output<typeof alertPage>['data'][number];
export type AlertSettings = z.output<typeof alertSettingsResponse>['data'];

const SHOWN_ALERTS = 50;

/** The newest open alerts, and how many there are. */
export const openAlertsQuery = queryOptions({
  queryKey: ['alerts', 'open'],
  queryFn: async ({ signal }) => {
    const query = { status: 'open', per_page: SHOWN_ALERTS };
    const { data, total } = await request<z.output<typeof alertPage>>('/user/alerts', { query, signal });
    return { alerts: data, total };
  },
});

export function dismissAlert(id: number): Promise<z.output<typeof alertResponse>> {
  return request(`/user/alerts/${id}/dismiss`, { method: 'POST' });
}

export function dismissAllAlerts(): Promise<z.output<typeof dismissAlertsResponse>> {
  return request('/user/alerts/dismiss', { method: 'POST' });
}

export const alertSettingsQuery = queryOptions({
  queryKey: ['alerts', 'settings'],
  queryFn: async ({ signal }) =>
    (await request<z.output<typeof alertSettingsResponse>>('/user/alert-settings', { signal })).data,
});

export function changeAlertSettings(
  body: AlertSettingsRequest,
): Promise<z.output<typeof saveAlertSettingsResponse>> {
  return request('/user/alert-settings', { method: 'PUT', body });
}

export function sendTestEmail(): Promise<{ message: string }> {
  return request('/user/alert-settings/test-email', { method: 'POST' });
}

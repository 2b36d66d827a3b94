import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  widgetPictureResponse,
  widgetResponse,
  widgetSecretResponse,
  widgetSecretStateResponse,
} from '#contract/widget.ts';
import { request } from '../lib/api/request.ts';

/** The stored widget of an assistant, as visitors get it. */
export const widgetQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['assistants', 'widget', uuid],
    queryFn: async ({ signal }) =>
      (await request<z.output<typeof widgetResponse>>(`/widgets/${uuid}`, { signal })).widget,
  });

export function uploadWidgetPicture(
  assistantId: number,
  file: File,
): Promise<z.output<typeof widgetPictureResponse>> {
  const body = new FormData();
  body.set('file', file);
  return request(`/user/assistant/${assistantId}/widget-picture`, { method: 'PUT', body });
}

export function removeWidgetPicture(assistantId: number): Promise<unknown> {
  return request(`/user/assistant/${assistantId}/widget-picture`, { method: 'DELETE' });
}

/** When the secret that signs users was created; null without one. */
export const widgetSecretQuery = (assistantId: number) =>
  queryOptions({
    queryKey: ['assistants', 'widget-secret', assistantId],
    queryFn: async ({ signal }) =>
      (
        await request<z.output<typeof widgetSecretStateResponse>>(
          `/user/assistant/${assistantId}/widget-secret`,
          { signal },
        )
      ).data.created_at,
  });

/** Creates a secret in place of an earlier one, and returns it: it cannot be read again. */
export async function createWidgetSecret(assistantId: number): Promise<string> {
  const path = `/user/assistant/${assistantId}/widget-secret`;
  return (await request<z.output<typeof widgetSecretResponse>>(path, { method: 'POST' })).data.secret;
}

export function deleteWidgetSecret(assistantId: number): Promise<unknown> {
  return request(`/user/assistant/${assistantId}/widget-secret`, { method: 'DELETE' });
}

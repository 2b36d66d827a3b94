import type { AlertKind } from './alerts.ts';

/** The object of an alert. */
export interface AlertSubject {
  kind: AlertKind;
  objectId: string;
  objectName: string;
  parentId: string | null;
}

/** Headline of an alert, and the page of the console where its cause can be fixed. */
export function alertWords({ kind, objectId, objectName, parentId }: AlertSubject): {
  title: string;
  page: string;
  action: string;
} {
  switch (kind) {
    case 'balance_low':
      return { title: 'Low balance', page: '/billing', action: 'Open billing' };
    case 'campaign_paused':
      return {
        title: `Campaign “${objectName}” stopped`,
        page: `/campaigns/${objectId}`,
        action: 'Open campaign',
      };
    case 'document_failed':
      return {
        title: `Document “${objectName}” could not be read`,
        page: `/knowledge/${parentId ?? ''}`,
        action: 'Open knowledge base',
      };
    case 'endpoint_disabled':
      return {
        title: `Webhook endpoint ${objectName} is disabled`,
        page: '/webhooks',
        action: 'Open webhooks',
      };
    case 'provider_failed':
      return { title: `${objectName} keeps failing`, page: '/calls', action: 'Open calls' };
    case 'sender_problem':
      return {
        title: `Messaging sender ${objectName} has a problem`,
        page: '/messaging',
        action: 'Open messaging',
      };
  }
}

import type { CarrierTemplate, TemplateStatus } from '../interfaces/messaging-carrier.ts';
import { ProviderError } from '../interfaces/provider-error.ts';
import { MAX_TEMPLATE_PAGES } from '../kit/carrier-limits.ts';
import { objectAt, objectsAt, textAt } from '../kit/json-parts.ts';
import { numberPlaceholders } from '../kit/number-placeholders.ts';
import { getJson, type TwilioApi } from './api.ts';

const FIRST_PAGE = '/v1/ContentAndApprovals?PageSize=100';

/** https://www.twilio.com/docs/content/content-api-resources#fetch-content-and-approval-status */
export async function listTemplates(api: TwilioApi, signal: AbortSignal): Promise<CarrierTemplate[]> {
  const templates: CarrierTemplate[] = [];
  let path: string | null = FIRST_PAGE;
  for (let page = 0; path !== null && page < MAX_TEMPLATE_PAGES; page += 1) {
    const answer = await getJson(api, api.url('content', path), signal);
    if (!Array.isArray(answer['contents'])) {
      throw new ProviderError('malformed', "The carrier's list of templates could not be read.");
    }
    for (const content of objectsAt(answer['contents'])) templates.push(...readTemplate(content));
    path = nextPath(objectAt(answer['meta']));
  }
  return templates;
}

/** Path and query only, so that the next page is also fetched through a proxy. */
function nextPath(meta: Record<string, unknown>): string | null {
  const next = URL.parse(textAt(meta['next_page_url']) ?? '');
  return next === null ? null : `${next.pathname}${next.search}`;
}

function readTemplate(content: Record<string, unknown>): CarrierTemplate[] {
  const reference = textAt(content['sid']);
  const body = bodyOf(objectAt(content['types']));
  if (reference === null || body === null) return [];
  const approval = objectAt(content['approval_requests']);
  const template = {
    reference,
    name: textAt(approval['name']) ?? textAt(content['friendly_name']) ?? reference,
    language: textAt(content['language']) ?? 'en',
    category: (textAt(approval['category']) ?? 'utility').toLowerCase(),
    status: statusOf(textAt(approval['status'])),
    ...numberPlaceholders(body, Object.keys(objectAt(content['variables']))),
  };
  return [template];
}

/**
 * The text of a content's forms: one per channel, all with the same text. Null without text, for example for a
 * carousel.
 */
function bodyOf(types: Record<string, unknown>): string | null {
  const forms = Object.values(types).map(objectAt);
  const texts = forms.map((form) => textAt(form['body']) ?? textAt(form['title']));
  return texts.find((text) => text !== null) ?? null;
}

/** A template that was not submitted for approval cannot be sent yet. */
function statusOf(status: string | null): TemplateStatus {
  switch (status?.toLowerCase()) {
    case 'approved':
      return 'approved';
    case 'rejected':
      return 'rejected';
    case 'paused':
      return 'paused';
    case 'disabled':
      return 'disabled';
    default:
      return 'pending';
  }
}

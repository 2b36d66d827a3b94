import type { CarrierTemplate, TemplateStatus } from '../interfaces/messaging-carrier.ts';
import { ProviderError } from '../interfaces/provider-error.ts';
import { MAX_TEMPLATE_PAGES } from '../kit/carrier-limits.ts';
import { objectAt, objectsAt, textAt } from '../kit/json-parts.ts';
import { numberPlaceholders } from '../kit/number-placeholders.ts';
import { type CloudApi, getJson } from './api.ts';

const FIELDS = 'id,name,language,category,status,components';

/** All templates of the business account that only need text values. */
export async function listTemplates(api: CloudApi, signal: AbortSignal): Promise<CarrierTemplate[]> {
  const templates: CarrierTemplate[] = [];
  let after: string | null = '';
  for (let page = 0; after !== null && page < MAX_TEMPLATE_PAGES; page += 1) {
    const query = new URLSearchParams({ fields: FIELDS, limit: '100', ...(after === '' ? {} : { after }) });
    const answer = await getJson(api, `/${api.businessAccountId}/message_templates?${query}`, signal);
    if (!Array.isArray(answer['data'])) {
      throw new ProviderError('malformed', "The carrier's list of templates could not be read.");
    }
    for (const template of objectsAt(answer['data'])) templates.push(...readTemplate(template));
    after = nextCursor(objectAt(answer['paging']));
  }
  return templates;
}

/** Uses the cursor instead of the URL of the next page, which would bypass a proxy. */
function nextCursor(paging: Record<string, unknown>): string | null {
  return textAt(paging['next']) === null ? null : textAt(objectAt(paging['cursors'])['after']);
}

function readTemplate(template: Record<string, unknown>): CarrierTemplate[] {
  const [reference, name, language] = [template['id'], template['name'], template['language']].map(textAt);
  const components = objectsAt(template['components']);
  const body = textAt(componentOf(components, 'BODY')?.['text']);
  const isReadable =
    typeof reference === 'string' && typeof name === 'string' && typeof language === 'string';
  if (!isReadable || body === null || needsMore(components)) return [];
  const read = {
    reference,
    name,
    language,
    category: (textAt(template['category']) ?? 'utility').toLowerCase(),
    status: statusOf(textAt(template['status'])),
    ...numberPlaceholders(body),
  };
  return [read];
}

function componentOf(
  components: Record<string, unknown>[],
  type: string,
): Record<string, unknown> | undefined {
  return components.find((component) => textAt(component['type'])?.toUpperCase() === type);
}

/**
 * True if the template needs media in the header, or values in headings or buttons: the vendor rejects a message
 * without them.
 */
function needsMore(components: Record<string, unknown>[]): boolean {
  const header = componentOf(components, 'HEADER');
  const format = textAt(header?.['format'])?.toUpperCase() ?? 'TEXT';
  const buttons = objectsAt(componentOf(components, 'BUTTONS')?.['buttons']);
  const wantsCode = buttons.some((button) => ['OTP', 'COPY_CODE'].includes(textAt(button['type']) ?? ''));
  const texts = [header?.['text'], ...buttons.map((button) => button['url'])].map(
    (text) => textAt(text) ?? '',
  );
  const isCarousel = componentOf(components, 'CAROUSEL') !== undefined;
  return format !== 'TEXT' || wantsCode || isCarousel || texts.some((text) => text.includes('{{'));
}

function statusOf(status: string | null): TemplateStatus {
  switch (status?.toUpperCase()) {
    case 'APPROVED':
      return 'approved';
    case 'REJECTED':
      return 'rejected';
    case 'PAUSED':
      return 'paused';
    case 'DISABLED':
    case 'DELETED':
    case 'PENDING_DELETION':
    case 'ARCHIVED':
    case 'LIMIT_EXCEEDED':
      return 'disabled';
    default:
      return 'pending';
  }
}

import type { TemplateValueKind } from '#contract/messaging.ts';

const MOST_CHARACTERS: { readonly [Kind in TemplateValueKind]?: number } = {
  heading: 60,
  code: 15,
  coupon: 20,
};

/** The end of a sentence about a value that the channel would refuse; null for a valid one. */
export function valueProblem(kind: TemplateValueKind, value: string): string | null {
  if (/[\n\r\t]| {5}/.test(value)) {
    return 'must not contain line breaks, tabs or more than four spaces in a row.';
  }
  const most = MOST_CHARACTERS[kind];
  if (most !== undefined && [...value].length > most) return `must not have more than ${most} characters.`;
  switch (kind) {
    case 'image':
    case 'video':
    case 'document':
      return isFileUrl(value) ? null : 'must be the http or https URL of a file.';
    case 'latitude':
      return isWithin(value, 90) ? null : 'must be a number from -90 to 90.';
    case 'longitude':
      return isWithin(value, 180) ? null : 'must be a number from -180 to 180.';
    case 'time':
      return isTime(value) ? null : 'must be a time in ISO 8601, or in milliseconds since 1970.';
    case 'url_suffix':
      return /\s/.test(value) ? 'must not contain spaces.' : null;
    case 'code':
    case 'coupon':
    case 'heading':
    case 'text':
      return null;
  }
}

function isFileUrl(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value);
}

function isWithin(value: string, most: number): boolean {
  return /^-?\d{1,3}(\.\d+)?$/.test(value.trim()) && Math.abs(Number(value)) <= most;
}

function isTime(value: string): boolean {
  return /^\d{12,14}$/.test(value) || (/^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value)));
}

import type { Area } from './markdown-writer.ts';

type Attributes = Readonly<Record<string, string>>;

/** Elements without readable text. */
const withoutText = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'math',
  'iframe',
  'object',
  'canvas',
  'video',
  'audio',
  'map',
  'select',
  'datalist',
  'textarea',
  'head',
  'title',
  'dialog',
  'noframes',
]);

const boilerplate = new Set(['nav', 'footer']);
const boilerplateRoles = new Set([
  'navigation',
  'contentinfo',
  'search',
  'dialog',
  'alertdialog',
  'menu',
  'menubar',
]);

/** Documentation sites use asides for notes. */
const callout = /\b(note|tip|hint|info|important|warning|caution|danger|callout|admonition)\b/i;

/** Matches specific names only, because "cookie" alone may be content. */
const consentBanner =
  /(cookie|consent|gdpr)[-_]?(bar|banner|notice|popup|modal|overlay|wall|message|law|dialog|settings|preferences|manager|disclaimer|alert|consent)|onetrust|cookiebot|cybot|didomi|usercentrics|cc-window|cmpbox/i;

/** The area of an element's content, given the surrounding area. */
export function areaInside(current: Area, name: string, attributes: Attributes): Area {
  if (current === 'dropped' || withoutText.has(name)) return 'dropped';
  if (name === 'html' || name === 'body') return current;
  const role = attributes['role'] ?? '';
  if (name === 'main' || name === 'article' || role === 'main' || role === 'article') return 'main';
  if (boilerplate.has(name) || boilerplateRoles.has(role) || isConsentBanner(name, attributes))
    return 'dropped';
  if (name === 'aside' || role === 'complementary') return isCallout(attributes) ? current : 'dropped';
  if ((name === 'header' || role === 'banner') && current !== 'main') return 'header';
  return name === 'form' ? 'form' : current;
}

function isConsentBanner(name: string, attributes: Attributes): boolean {
  if (name !== 'div' && name !== 'section' && name !== 'aside' && name !== 'form') return false;
  return consentBanner.test(`${attributes['id'] ?? ''} ${attributes['class'] ?? ''}`.slice(0, 500));
}

function isCallout(attributes: Attributes): boolean {
  return callout.test(`${attributes['class'] ?? ''} ${attributes['aria-label'] ?? ''}`.slice(0, 500));
}

import { renderVariables } from '#contract/render-variables.ts';
import type { RequestHeaders } from '../../../voice/legs/request-headers.ts';
import type { Header } from '../message/sip-message.ts';
import type { SipTrunk } from './sip-trunk.ts';

/** Maximum length of a value. A variable may contain a long text. */
const MOST_CHARACTERS = 500;

const NONE: RequestHeaders = { own: [], values: {} };

/** The trunk's headers and those of a request, rendered. Headers without a value are left out. */
export function requestHeaders(
  { sipHeaders = [] }: Pick<SipTrunk, 'sipHeaders'>,
  { own, values }: RequestHeaders = NONE,
): Header[] {
  const replaced = new Set(own.map(({ name }) => name.toLowerCase()));
  const ofTrunk = sipHeaders.filter(({ name }) => !replaced.has(name.toLowerCase()));
  return [...ofTrunk, ...own].flatMap(({ name, value: template }) => {
    const value = oneLine(renderVariables(template, values).text);
    return value === '' ? [] : [{ name: name.toLowerCase(), value }];
  });
}

function oneLine(text: string): string {
  return text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MOST_CHARACTERS)
    .toWellFormed();
}

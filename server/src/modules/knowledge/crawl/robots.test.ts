import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type InstantClock, instantClock } from '../../../../test/kit/clocks.ts';
import { startWebsite, type WebPage, type Website } from '../../../../test/kit/website.ts';
import { systemClock } from '../../../core/clock.ts';
import { parseAddressRanges } from '../../../http/outbound/address-rules.ts';
import { createOutboundClient } from '../../../http/outbound/outbound-client.ts';
import type { OutboundClient } from '../../../http/outbound/outbound-request.ts';
import { readSiteRules, type SiteRules } from './robots.ts';

let client: OutboundClient;
let site: Website;
let clock: InstantClock;

beforeAll(() => {
  client = createOutboundClient({
    allowPrivate: parseAddressRanges('127.0.0.0/8').ranges,
    clock: systemClock,
  });
  return () => client.close();
});
beforeEach(async () => {
  site = await startWebsite();
  clock = instantClock();
});
afterEach(() => site.close());

function rulesOf(robots: WebPage | undefined): Promise<SiteRules> {
  site.pages = robots === undefined ? {} : { '/robots.txt': robots };
  return readSiteRules(site.origin, { client, clock, signal: new AbortController().signal });
}

function status(code: number, headers: Record<string, string> = {}): WebPage {
  return (_request, response) => response.writeHead(code, headers).end();
}

const forbidden = "The site's robots.txt does not allow this page.";

describe('readSiteRules', () => {
  it.each([
    ['User-agent: *\nDisallow: /private', '/private/a', false],
    ['User-agent: *\nDisallow: /private', '/public', true],
    ['User-agent: *\nDisallow: /\n\nUser-agent: parley\nAllow: /', '/a', true],
    ['User-agent: Parley/2.0\nDisallow: /a', '/a', false],
    ['User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b', true],
    ['User-agent: *\nDisallow: /*.php$', '/x.php', false],
    ['User-agent: *\nDisallow: /*.php$', '/x.php?y', true],
    ['User-agent: *\nDisallow:', '/a', true],
    ['User-agent: other\nUser-agent: parley # us\nDisallow: /a', '/a', false],
    ['\ufeffUser-agent: *\r\nDisallow: /a', '/a', false],
    ['<html>not robots</html>', '/a', true],
    ['', '/a', true],
  ])('with %j, allows %s: %s', async (robots, path, allowed) => {
    const rules = await rulesOf(robots);
    expect(rules.refusal(site.origin + path)).toBe(allowed ? null : forbidden);
  });

  it.each([400, 401, 403, 404, 410])('allows everything after status %i', async (code) => {
    expect((await rulesOf(status(code))).refusal(`${site.origin}/a`)).toBeNull();
    expect(site.requests).toHaveLength(1);
  });

  it.each([500, 503, 429])('allows nothing after status %i twice', async (code) => {
    expect((await rulesOf(status(code))).refusal(`${site.origin}/a`)).toBe(
      `The site answered ${code} when asked for its robots.txt, so it is not crawled.`,
    );
    expect(site.requests).toHaveLength(2);
    expect(clock.slept).toEqual([1_000]);
  });

  it('follows redirects, and allows everything if they loop', async () => {
    site.pages['/moved.txt'] = 'User-agent: *\nDisallow: /a';
    const moved = site.pages;
    moved['/robots.txt'] = status(301, { location: '/moved.txt' });
    const rules = await readSiteRules(site.origin, { client, clock, signal: new AbortController().signal });
    expect(rules.refusal(`${site.origin}/a`)).toBe(forbidden);
    expect((await rulesOf(status(302, { location: '/robots.txt' }))).refusal(`${site.origin}/a`)).toBeNull();
  });

  it.each([
    ['2', 2_000],
    ['0.5', 500],
    ['3600', 10_000],
    ['-1', null],
    ['soon', null],
  ])('reads a valid crawl delay and caps it: %s', async (delay, expected) => {
    expect((await rulesOf(`User-agent: *\nCrawl-delay: ${delay}`)).crawlDelayMs).toBe(expected);
  });

  it('returns the connection error if the site is down', async () => {
    const url = `${site.origin}/a`;
    await site.close();
    const rules = await readSiteRules(site.origin, { client, clock, signal: new AbortController().signal });
    expect(rules.refusal(url)).toBe('The connection was refused.');
  });

  it('reads only the beginning of an endless file', async () => {
    const rules = await rulesOf((_request, response) => {
      response.write('User-agent: *\nDisallow: /a\n');
      const write = (): boolean => response.write(`${'Allow: /x*y\n'.repeat(1_000)}`);
      response.on('drain', () => {
        while (write());
      });
      while (write());
    });
    expect(rules.refusal(`${site.origin}/a`)).toBe(forbidden);
  });
});

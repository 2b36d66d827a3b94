import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { instantClock } from '../../../../test/kit/clocks.ts';
import { linksTo, pathsOf as pathsIn, reasonsOf as reasonsIn, send } from '../../../../test/kit/crawl.ts';
import { startWebsite, type Website } from '../../../../test/kit/website.ts';
import { systemClock } from '../../../core/clock.ts';
import { parseAddressRanges } from '../../../http/outbound/address-rules.ts';
import { createOutboundClient } from '../../../http/outbound/outbound-client.ts';
import type { OutboundClient } from '../../../http/outbound/outbound-request.ts';
import { type CrawlRequest, type CrawlResult, crawlWebsite } from './crawl-website.ts';

let client: OutboundClient;
let site: Website;
/** Host names that lead to the site; `*.example` names do, others exist nowhere. */
const resolve = async (name: string): Promise<string[]> => (name.endsWith('.example') ? ['127.0.0.1'] : []);

beforeAll(() => {
  client = createOutboundClient({
    allowPrivate: parseAddressRanges('127.0.0.0/8').ranges,
    clock: systemClock,
    resolve,
  });
  return () => client.close();
});
beforeEach(async () => {
  site = await startWebsite();
});
afterEach(() => site.close());

function crawl(given: Partial<CrawlRequest> = {}): Promise<CrawlResult> {
  return crawlWebsite({
    startUrl: `${site.origin}/`,
    links: [],
    relativeLinksLimit: 10,
    client,
    clock: instantClock(),
    signal: new AbortController().signal,
    ...given,
  });
}

const pathsOf = (result: CrawlResult): string[] => pathsIn(result, site.origin);
const reasonsOf = (result: CrawlResult): string[] => reasonsIn(result, site.origin);

describe('following', () => {
  it('goes breadth first, and stops at the limit', async () => {
    site.pages = {
      '/': `<title>Home</title><p>Home</p><nav>${linksTo('/a', '/b')}</nav>`,
      '/a': `<p>A</p>${linksTo('/a1', '/')}`,
      '/b': `<p>B</p>${linksTo('/b1', '/a')}`,
      '/a1': '<p>A1</p>',
      '/b1': '<p>B1</p>',
    };
    expect(pathsOf(await crawl())).toEqual(['/', '/a', '/b', '/a1', '/b1']);
    expect(pathsOf(await crawl({ relativeLinksLimit: 3 }))).toEqual(['/', '/a', '/b', '/a1']);
    expect(pathsOf(await crawl({ relativeLinksLimit: 1 }))).toEqual(['/', '/a']);
  });

  it('keeps the wanted number of pages though some links lead nowhere', async () => {
    site.pages = {
      '/': `<p>Home</p>${linksTo('/gone', '/empty', '/a', '/b', '/c')}`,
      '/empty': '<p> </p>',
      '/a': '<p>A</p>',
      '/b': '<p>B</p>',
      '/c': '<p>C</p>',
    };
    const result = await crawl({ relativeLinksLimit: 2 });
    expect(pathsOf(result)).toEqual(['/', '/a', '/b']);
    expect(reasonsOf(result)).toEqual([
      '/gone The page does not exist (404).',
      '/empty The page has no readable text.',
    ]);
  });

  it('stays on the site and on pages', async () => {
    const port = site.port;
    site.pages = {
      '/': `<p>Home</p>${linksTo('http://other.example/', `http://127.0.0.1:${port + 1}/`, '/a.pdf', '/b.jpg', 'mailto:x@y.z')}
        <a rel="nofollow" href="/secret">s</a>${linksTo('/away', '/near')}`,
      '/away': send(302, { location: `http://other.example:${port}/near` }),
      '/near': '<p>Near</p>',
      '/secret': '<p>Secret</p>',
    };
    const result = await crawl();
    expect(pathsOf(result)).toEqual(['/', '/near']);
    expect(reasonsOf(result)).toEqual([`/away The page redirects to another site (other.example:${port}).`]);
    expect(site.requests).toEqual(['GET /robots.txt', 'GET /', 'GET /away', 'GET /near']);
  });

  it('takes www and the bare name for one site', async () => {
    const base = `http://www.shop.example:${site.port}`;
    site.pages = {
      '/': `<p>Home</p>${linksTo(`http://shop.example:${site.port}/a`, `${base}/a/`, '/')}`,
      '/a': '<p>A</p>',
    };
    const result = await crawl({ startUrl: `${base}/` });
    expect(pathsOf(result)).toEqual([`${base}/`, `http://shop.example:${site.port}/a`]);
  });

  it('follows the site that the start page redirects to', async () => {
    const there = `http://new.example:${site.port}`;
    site.pages = {
      '/old': send(301, { location: `${there}/home` }),
      '/home': `<p>Home</p>${linksTo('/a')}`,
      '/a': '<p>A</p>',
    };
    const result = await crawl({ startUrl: `${site.origin}/old` });
    expect(pathsOf(result)).toEqual([`${there}/home`, `${there}/a`]);
  });

  it('goes on where a page forwards its visitors', async () => {
    site.pages = {
      '/': '<meta http-equiv="refresh" content="0; url=/en/"><p>Forwarding</p>',
      '/en/': `<p>Welcome</p>${linksTo('a')}`,
      '/en/a': '<p>A</p>',
      '/circle': '<meta http-equiv="refresh" content="0; url=/circle2">',
      '/circle2': '<meta http-equiv="refresh" content="0; url=/circle">',
    };
    const result = await crawl({ links: [`${site.origin}/circle`] });
    expect(pathsOf(result)).toEqual(['/en/', '/en/a']);
    expect(reasonsOf(result)).toEqual(['/circle The page forwards in a circle.']);
  });

  it('heeds nofollow and noindex of pages and headers', async () => {
    site.pages = {
      '/': `<p>Home</p>${linksTo('/quiet', '/hidden', '/header', '/end')}`,
      '/quiet': `<meta name="robots" content="noindex"><p>Quiet</p>${linksTo('/deep')}`,
      '/hidden': send(
        200,
        { 'content-type': 'text/html', 'x-robots-tag': 'none' },
        `<p>Hidden</p>${linksTo('/deep')}`,
      ),
      '/header': send(
        200,
        { 'content-type': 'text/html', 'x-robots-tag': 'nofollow' },
        `<p>Header</p>${linksTo('/deep')}`,
      ),
      '/end': `<meta name="parley" content="nofollow"><p>End</p>${linksTo('/deep')}`,
      '/deep': '<p>Deep</p>',
    };
    const result = await crawl();
    expect(pathsOf(result)).toEqual(['/', '/header', '/end']);
    expect(reasonsOf(result)).toEqual([
      '/quiet The page asks not to be indexed (noindex).',
      '/hidden The page asks not to be indexed (noindex).',
    ]);
  });

  it('copes with ten thousand links on a page', async () => {
    const paths = Array.from({ length: 10_000 }, (_, index) => `/p${index}`);
    site.pages = { '/': `<p>Home</p>${linksTo(...paths)}` };
    for (const path of paths) site.pages[path] = `<p>Page ${path}</p>${linksTo(...paths.slice(0, 100))}`;
    const result = await crawl({ relativeLinksLimit: 50, clock: systemClock, limits: { gapMs: 0 } });
    expect(pathsOf(result)).toEqual(['/', ...paths.slice(0, 50)]);
  });
});

describe('single links', () => {
  it('are fetched as they are, without their links, and beside the start page', async () => {
    site.pages = {
      '/': '<p>Home</p>',
      '/a': `<title>A page</title><p>A</p>${linksTo('/b')}`,
      '/b': '<p>B</p>',
      '/c': '<p>C</p>',
    };
    const links = [`${site.origin}/a`, `${site.origin}/c#part`, `${site.origin}/a`];
    expect(pathsOf(await crawl({ startUrl: null, links }))).toEqual(['/a', '/c']);
    expect(pathsOf(await crawl({ links }))).toEqual(['/', '/a', '/c']);
  });

  it('beyond their limit are reported', async () => {
    site.pages = { '/a': '<p>A</p>', '/b': '<p>B</p>' };
    const links = [`${site.origin}/a`, `${site.origin}/b`];
    const result = await crawl({ startUrl: null, links, limits: { maxLinks: 1 } });
    expect(pathsOf(result)).toEqual(['/a']);
    expect(reasonsOf(result)).toEqual(['/b Only the first 1 links of a document are read.']);
  });
});

describe('duplicates', () => {
  it('by address, canonical address and content are read once', async () => {
    site.pages = {
      '/': `<p>Home</p>${linksTo('/index.html', '/?utm_source=x', '/#top', '/a', '/a/?fbclid=1', '/print', '/copy', '/b')}`,
      '/a': '<link rel="canonical" href="/a"><p>A</p>',
      '/print': '<link rel="canonical" href="/a"><p>A for the printer</p>',
      '/copy': '<p>A  </p>',
      '/b': '<link rel="canonical" href="/"><p>B, whose canonical address is a mistake</p>',
    };
    const result = await crawl();
    expect(pathsOf(result)).toEqual(['/', '/a', '/b']);
    expect(result.problems).toEqual([]);
    expect(site.requests.filter((request) => request.startsWith('GET /a'))).toHaveLength(1);
  });

  it('are named when they were asked for', async () => {
    site.pages = { '/': '<p>Same</p>', '/copy': '<p>Same</p>' };
    const result = await crawl({ links: [`${site.origin}/copy`] });
    expect(pathsOf(result)).toEqual(['/']);
    expect(reasonsOf(result)).toEqual([`/copy The page repeats ${site.origin}/.`]);
  });

  it('take the canonical address of the same site only', async () => {
    site.pages = {
      '/a': '<link rel="canonical" href="/real-a"><p>A</p>',
      '/b': '<link rel="canonical" href="https://elsewhere.example/b"><p>B</p>',
    };
    const result = await crawl({ startUrl: null, links: [`${site.origin}/a`, `${site.origin}/b`] });
    expect(pathsOf(result)).toEqual(['/real-a', '/b']);
  });
});

describe('the pages', () => {
  it('carry title, Markdown, language and a hash', async () => {
    site.pages = {
      '/': '<html lang="en"><title>Help</title><main><h1>Help</h1><p>Call us.</p></main>',
      '/a/notes.txt': send(
        200,
        { 'content-type': 'text/plain; charset=iso-8859-2' },
        Buffer.from('a3f364bc', 'hex'),
      ),
    };
    const result = await crawl({ links: [`${site.origin}/a/notes.txt`] });
    expect(result).toMatchObject({
      kind: 'crawled',
      pages: [
        {
          title: 'Help',
          text: '# Help\n\nCall us.',
          language: 'en',
          contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
        { title: 'notes.txt', text: 'Łódź', language: null },
      ],
    });
  });

  it('are read beside the event loop when they are large', async () => {
    site.pages = {
      '/': `<p>${'Many words. '.repeat(20_000)}</p>`,
      '/deep': `${'<div>'.repeat(500_000)}<p>Deep</p>`,
    };
    const result = await crawl({ links: [`${site.origin}/deep`], clock: systemClock });
    expect(pathsOf(result)).toEqual(['/', '/deep']);
  });

  it('are reported as they come', async () => {
    site.pages = {
      '/': `<p>Home</p>${linksTo('/a', '/b')}`,
      '/a': '<p>A</p>',
      '/b': '<p>B</p>',
      '/c': '<p>C</p>',
    };
    const seen: string[] = [];
    await crawl({
      links: [`${site.origin}/c`],
      onProgress: ({ done, known, url }) => seen.push(`${done}/${known} ${url.replace(site.origin, '')}`),
    });
    expect(seen).toEqual(['1/2 /', '2/4 /a', '3/4 /b', '4/4 /c']);
  });
});

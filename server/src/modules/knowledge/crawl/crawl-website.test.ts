import { gzipSync } from 'node:zlib';
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
/** Resolves `*.example` to the site; other hosts do not exist. */
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

describe('a crawl that follows links', () => {
  it('proceeds breadth first and stops at the limit', async () => {
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

  it('reads the requested number of pages despite broken links', async () => {
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

  it('stays on the site and skips other files', async () => {
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
    expect(site.requests).toEqual(['GET /robots.txt', 'GET /', 'GET /away', 'GET /near', 'GET /sitemap.xml']);
  });

  it('treats www and the bare domain as one site', async () => {
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

  it('follows a meta refresh', async () => {
    site.pages = {
      '/': '<meta http-equiv="refresh" content="0; url=/en/"><p>Forwarding</p>',
      '/en/': `<p>Welcome</p>${linksTo('a')}`,
      '/en/a': '<p>A</p>',
      '/circle': '<meta http-equiv="refresh" content="0; url=/circle2">',
      '/circle2': '<meta http-equiv="refresh" content="0; url=/circle">',
    };
    const result = await crawl({ links: [`${site.origin}/circle`] });
    expect(pathsOf(result)).toEqual(['/en/', '/en/a']);
    expect(reasonsOf(result)).toEqual(['/circle The page redirects in a loop.']);
  });

  it('respects nofollow and noindex of pages and headers', async () => {
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

  it('handles ten thousand links on a page', async () => {
    const paths = Array.from({ length: 10_000 }, (_, index) => `/p${index}`);
    site.pages = { '/': `<p>Home</p>${linksTo(...paths)}` };
    for (const path of paths) site.pages[path] = `<p>Page ${path}</p>${linksTo(...paths.slice(0, 100))}`;
    const result = await crawl({ relativeLinksLimit: 50, clock: systemClock, limits: { gapMs: 0 } });
    expect(pathsOf(result)).toEqual(['/', ...paths.slice(0, 50)]);
  });
});

describe('single links', () => {
  it('are fetched in addition to the start page, without their links', async () => {
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

  it('are reported if they exceed their limit', async () => {
    site.pages = { '/a': '<p>A</p>', '/b': '<p>B</p>' };
    const links = [`${site.origin}/a`, `${site.origin}/b`];
    const result = await crawl({ startUrl: null, links, limits: { maxLinks: 1 } });
    expect(pathsOf(result)).toEqual(['/a']);
    expect(reasonsOf(result)).toEqual(['/b Only the first 1 links of a document are read.']);
  });
});

describe('duplicates', () => {
  it('are read once if URL or content is equal', async () => {
    site.pages = {
      '/': `<p>Home</p>${linksTo('/index.html', '/?utm_source=x', '/#top', '/a', '/a/?fbclid=1', '/copy')}`,
      '/a': '<link rel="canonical" href="/a"><p>A</p>',
      '/copy': '<p>A  </p>',
    };
    const result = await crawl();
    expect(pathsOf(result)).toEqual(['/', '/a']);
    expect(result.problems).toEqual([]);
    expect(site.requests.filter((request) => request.startsWith('GET /a'))).toHaveLength(1);
  });

  it('do not include pages with the same canonical URL but different text', async () => {
    const wrong = (path: string) => `<link rel="canonical" href="${path}">`;
    site.pages = {
      '/': `${wrong('/')}<p>Home</p>${linksTo('/prices', '/hours', '/print')}`,
      '/prices': `${wrong('/')}<p>A check costs 20 euros.</p>`,
      '/hours': `${wrong('/gone')}<p>Open from 9 to 5.</p>`,
      '/print': `${wrong('/gone')}<p>Open from 9 to 6 on Mondays.</p>`,
    };
    expect(pathsOf(await crawl())).toEqual(['/', '/prices', '/hours', '/print']);
  });

  it('are reported if the document names them', async () => {
    site.pages = { '/': '<p>Same</p>', '/copy': '<p>Same</p>' };
    const result = await crawl({ links: [`${site.origin}/copy`] });
    expect(pathsOf(result)).toEqual(['/']);
    expect(reasonsOf(result)).toEqual([`/copy The page repeats ${site.origin}/.`]);
  });

  it('have the canonical URL if its page has the same text', async () => {
    site.pages = {
      '/a': '<link rel="canonical" href="/real-a"><p>A</p>',
      '/real-a': '<p>A</p>',
      '/b': '<link rel="canonical" href="https://elsewhere.example/b"><p>B</p>',
      '/c': '<link rel="canonical" href="/real-c"><p>C</p>',
    };
    const links = ['/a', '/real-a', '/b', '/c'].map((path) => `${site.origin}${path}`);
    expect(pathsOf(await crawl({ startUrl: null, links }))).toEqual(['/real-a', '/b', '/c']);
  });
});

describe('skipped content', () => {
  it('includes pages above the limit, with their count and some URLs', async () => {
    const paths = Array.from({ length: 30 }, (_, index) => `/p${index}`);
    site.pages = { '/': `<p>Home</p>${linksTo(...paths)}` };
    for (const path of paths) site.pages[path] = `<p>Page ${path}</p>`;
    expect(await crawl({ relativeLinksLimit: 2 })).toMatchObject({
      untried: {
        urls: paths.slice(2, 12).map((path) => `${site.origin}${path}`),
        count: 28,
        reason: 'The limit of 2 linked pages was reached.',
      },
    });
    expect(await crawl({ relativeLinksLimit: 30 })).toMatchObject({ untried: null });
  });

  it('includes linked pages that could not be read, with the reason', async () => {
    site.pages = { '/': `<p>Home</p>${linksTo('/gone')}` };
    expect(await crawl()).toMatchObject({
      missing: [],
      unreadable: [{ url: `${site.origin}/gone`, reason: 'The page does not exist (404).' }],
    });
  });

  it('includes linked documents, even from other sites, but no images', async () => {
    const elsewhere = 'https://files.example/prices.PDF?v=2';
    site.pages = {
      '/': `<p>Home</p>${linksTo('/a.pdf', elsewhere, '/logo.png', '/a.pdf#page=2', '/more')}`,
      '/more': `<p>More</p>${linksTo('/b.xlsx')}`,
    };
    expect(await crawl()).toMatchObject({
      files: [`${site.origin}/a.pdf`, elsewhere, `${site.origin}/b.xlsx`],
    });
  });
});

describe('sitemaps', () => {
  const xml = (body: string) => send(200, { 'content-type': 'application/xml' }, body);
  const urlset = (...paths: string[]) =>
    `<?xml version="1.0"?><urlset>${paths.map((path) => `<url><loc>${site.origin}${path}</loc></url>`).join('')}</urlset>`;
  const index = (...paths: string[]) =>
    `<sitemapindex>${paths.map((path) => `<sitemap><loc>${site.origin}${path}</loc></sitemap>`).join('')}</sitemapindex>`;

  beforeEach(() => {
    for (const name of ['a', 'b', 'c', 'd']) site.pages[`/${name}`] = `<p>Page ${name}</p>`;
    site.pages['/'] = '<p>Home</p><div id="menu"></div><script src="/menu.js"></script>';
  });

  it('add unlinked pages after linked ones', async () => {
    site.pages['/'] = `<p>Home</p>${linksTo('/c')}`;
    site.pages['/sitemap.xml'] = xml(urlset('/a', '/b', '/c', '/'));
    expect(pathsOf(await crawl())).toEqual(['/', '/c', '/a', '/b']);
    const limited = await crawl({ relativeLinksLimit: 2 });
    expect(pathsOf(limited)).toEqual(['/', '/c', '/a']);
    expect(limited).toMatchObject({ untried: { urls: [`${site.origin}/b`], count: 1 } });
  });

  it('are not requested if links provide enough pages', async () => {
    site.pages['/'] = `<p>Home</p>${linksTo('/a', '/b', '/c')}`;
    await crawl({ relativeLinksLimit: 2 });
    expect(site.requests).not.toContain('GET /sitemap.xml');
  });

  it('are interleaved if robots.txt names several', async () => {
    site.pages['/robots.txt'] =
      `User-agent: *\nDisallow: /d\nSitemap: ${site.origin}/all.xml\nSitemap: /none.xml`;
    site.pages['/all.xml'] = xml(index('/posts.xml', '/pages.xml.gz', '/all.xml'));
    site.pages['/posts.xml'] = xml(urlset('/a', '/b', '/d'));
    site.pages['/pages.xml.gz'] = send(200, { 'content-type': 'application/gzip' }, gzipSync(urlset('/c')));
    site.pages['/sitemap.xml'] = xml(urlset('/unasked'));
    const result = await crawl();
    expect(pathsOf(result)).toEqual(['/', '/a', '/c', '/b']);
    expect(reasonsOf(result)).toEqual(["/d The site's robots.txt does not allow this page."]);
    expect(site.requests).not.toContain('GET /unasked');
  });

  it.each([
    [503, true],
    [404, false],
    [410, false],
  ])('make the result incomplete only on temporary errors: %i → %s', async (status, isIncomplete) => {
    site.pages['/robots.txt'] = `Sitemap: ${site.origin}/all.xml\nSitemap: ${site.origin}/more.xml`;
    site.pages['/all.xml'] = send(status);
    site.pages['/more.xml'] = xml(urlset('/a'));
    const result = await crawl();
    expect(pathsOf(result)).toEqual(['/', '/a']);
    expect(result).toMatchObject({ isIncomplete });
    const reason =
      '/all.xml The site answered 503 (Service Unavailable). Pages that only this sitemap lists may be missing.';
    expect(reasonsOf(result)).toEqual(isIncomplete ? [reason] : []);
  });

  it('add only pages of the site', async () => {
    const outside = `http://other.example:${site.port}/b`;
    site.pages['/sitemap.xml'] = send(200, { 'content-type': 'text/plain' }, `${site.origin}/a\n${outside}`);
    expect(pathsOf(await crawl())).toEqual(['/', '/a']);
  });

  it.each(['/sitemap.xml', '/map.txt', '/map.xml.gz'])('can be the start URL: %s', async (path) => {
    site.pages['/sitemap.xml'] = xml(urlset('/a', '/b', '/c'));
    site.pages['/map.txt'] = send(
      200,
      { 'content-type': 'text/plain' },
      `${site.origin}/a\n${site.origin}/b`,
    );
    site.pages['/map.xml.gz'] = send(
      200,
      { 'content-type': 'application/x-gzip' },
      gzipSync(urlset('/a', '/b')),
    );
    const result = await crawl({ startUrl: `${site.origin}${path}`, relativeLinksLimit: 2 });
    expect(pathsOf(result)).toEqual(['/a', '/b']);
    expect(result).toMatchObject({ missing: [] });
  });

  it('fail with a reason if no page can be read, and cannot be single links', async () => {
    site.pages['/sitemap.xml'] = xml(urlset('/gone'));
    expect(await crawl({ startUrl: `${site.origin}/sitemap.xml` })).toMatchObject({
      kind: 'failed',
      problems: [
        { url: `${site.origin}/gone` },
        { url: `${site.origin}/sitemap.xml`, reason: 'None of the pages in the sitemap can be read.' },
      ],
    });
    expect(await crawl({ startUrl: null, links: [`${site.origin}/sitemap.xml`] })).toMatchObject({
      reason: "The address is a sitemap; to read its pages, enter it as the website's address.",
    });
  });
});

describe('crawled pages', () => {
  it('have a title, Markdown, language and hash', async () => {
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

  it('are converted in a worker thread if they are large', async () => {
    site.pages = {
      '/': `<p>${'Many words. '.repeat(20_000)}</p>`,
      '/deep': `${'<div>'.repeat(500_000)}<p>Deep</p>`,
    };
    const result = await crawl({ links: [`${site.origin}/deep`], clock: systemClock });
    expect(pathsOf(result)).toEqual(['/', '/deep']);
  });

  it('are reported as progress', async () => {
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

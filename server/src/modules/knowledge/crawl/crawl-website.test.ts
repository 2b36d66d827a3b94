import { gzipSync } from 'node:zlib';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type InstantClock, instantClock } from '../../../../test/kit/clocks.ts';
import { startWebsite, type WebPage, type Website } from '../../../../test/kit/website.ts';
import { systemClock } from '../../../core/clock.ts';
import { parseAddressRanges } from '../../../http/outbound/address-rules.ts';
import { createOutboundClient } from '../../../http/outbound/outbound-client.ts';
import type { OutboundClient } from '../../../http/outbound/outbound-request.ts';
import { type CrawlRequest, type CrawlResult, crawlWebsite } from './crawl-website.ts';

let client: OutboundClient;
let site: Website;
let clock: InstantClock;
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
  clock = instantClock();
});
afterEach(() => site.close());

function crawl(given: Partial<CrawlRequest> = {}): Promise<CrawlResult> {
  return crawlWebsite({
    startUrl: `${site.origin}/`,
    links: [],
    relativeLinksLimit: 10,
    client,
    clock,
    signal: new AbortController().signal,
    ...given,
  });
}

function pathsOf(result: CrawlResult): string[] {
  return result.kind === 'crawled' ? result.pages.map((page) => page.url.replace(site.origin, '')) : [];
}

function reasonsOf(result: CrawlResult): string[] {
  return result.problems.map((problem) => `${problem.url.replace(site.origin, '')} ${problem.reason}`);
}

function linksTo(...paths: string[]): string {
  return paths.map((path) => `<a href="${path}">${path}</a>`).join(' ');
}

function send(status: number, headers: Record<string, string> = {}, body: string | Buffer = ''): WebPage {
  return (_request, response) => response.writeHead(status, headers).end(body);
}

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
    site.pages = { '/': `<p>Home</p>${linksTo('/a', '/b')}`, '/a': '<p>A</p>', '/b': '<p>B</p>' };
    const seen: string[] = [];
    await crawl({
      onProgress: ({ done, known, url }) => seen.push(`${done}/${known} ${url.replace(site.origin, '')}`),
    });
    expect(seen).toEqual(['1/1 /', '2/3 /a', '3/3 /b']);
  });
});

describe('failure', () => {
  it.each<[string, WebPage, string]>([
    ['404', send(404), 'The page does not exist (404).'],
    ['403', send(403), 'The site does not let us read the page (403).'],
    ['503', send(503), 'The site answered 503 (Service Unavailable).'],
    ['418', send(418), "The site answered 418 (I'm a Teapot)."],
    ['a circle', send(302, { location: '/' }), 'The page redirects in a circle.'],
    [
      'a PDF',
      send(200, { 'content-type': 'application/pdf' }, '%PDF-1.7'),
      'The link leads to a PDF; upload it as a PDF document instead.',
    ],
    [
      'an unnamed PDF',
      send(200, {}, '%PDF-1.7'),
      'The link leads to a PDF; upload it as a PDF document instead.',
    ],
    [
      'an image',
      send(200, { 'content-type': 'image/png' }, 'x'),
      'The link leads to a file of type image/png, not to a web page.',
    ],
    ['nothing', '', 'The page has no readable text.'],
    [
      'a shell',
      '<div id="root">Loading…</div><script src="/app.js"></script>',
      'The page has no readable text; it may need JavaScript.',
    ],
    ['an empty text', send(200, { 'content-type': 'text/plain' }, '\n'), 'The page is empty.'],
    [
      'a private redirect',
      send(302, { location: 'http://10.0.0.1/' }),
      'The address is not public (private).',
    ],
    [
      'a file redirect',
      send(302, { location: 'file:///etc/passwd' }),
      'The page redirects to something else than a web page.',
    ],
    [
      'a reset',
      (request) => request.socket.destroy(),
      'The connection was closed before the answer was complete.',
    ],
    [
      'broken gzip',
      send(200, { 'content-encoding': 'gzip' }, 'no gzip'),
      'The compressed answer could not be unpacked.',
    ],
  ])('by %s has a reason', async (_what, page, reason) => {
    site.pages = { '/': page };
    expect(await crawl()).toMatchObject({
      kind: 'failed',
      reason,
      problems: [{ url: `${site.origin}/`, reason }],
    });
  });

  it('by endless redirects has a reason', async () => {
    let hop = 0;
    site.pages = {
      '/': (_request, response) => {
        hop += 1;
        response.writeHead(302, { location: `/?hop=${hop}` }).end();
      },
    };
    expect(await crawl()).toMatchObject({ kind: 'failed', reason: 'The page redirects more than 10 times.' });
  });

  it('by a page beyond the size limit has a reason, packed or not', async () => {
    const limits = { maxPageBytes: 2 * 1_048_576 };
    const bomb = gzipSync(Buffer.alloc(20_000_000, 'x'));
    const html = { 'content-type': 'text/html' };
    for (const page of [
      send(200, html, 'x'.repeat(2_097_153)),
      send(200, { ...html, 'content-encoding': 'gzip' }, bomb),
    ]) {
      site.pages = { '/': page };
      expect(await crawl({ limits })).toMatchObject({
        kind: 'failed',
        reason: 'The page is larger than 2 MB.',
      });
    }
  });

  it('by a host that does not exist, and a dead one, has a reason', async () => {
    expect(await crawl({ startUrl: 'http://nowhere.invalid/' })).toMatchObject({
      reason: 'The host name does not exist.',
    });
    const url = `${site.origin}/`;
    await site.close();
    expect(await crawl({ startUrl: url })).toMatchObject({
      kind: 'failed',
      reason: 'The connection was refused.',
    });
  });

  it('of every page names the first', async () => {
    const links = [`${site.origin}/a`, `${site.origin}/b`];
    expect(await crawl({ startUrl: null, links })).toMatchObject({
      kind: 'failed',
      reason: `None of the 2 pages could be read. ${site.origin}/a: The page does not exist (404).`,
    });
  });

  it('that passes is overcome by a second try, when the site says', async () => {
    let tries = 0;
    site.pages = {
      '/': (_request, response) => {
        tries += 1;
        if (tries === 1) response.writeHead(503, { 'retry-after': '7' }).end();
        else response.setHeader('content-type', 'text/html').end('<p>Back</p>');
      },
    };
    expect(pathsOf(await crawl())).toEqual(['/']);
    expect(clock.slept).toContain(7_000);
  });
});

describe('limits', () => {
  it('of time end a slow crawl with what was read', async () => {
    site.pages = {
      '/robots.txt': 'User-agent: *\nCrawl-delay: 5',
      '/': `<p>Home</p>${linksTo(...Array.from({ length: 9 }, (_, index) => `/${index}`))}`,
    };
    for (let index = 0; index < 9; index += 1) site.pages[`/${index}`] = `<p>Page ${index}</p>`;
    const result = await crawl({ limits: { durationMs: 60_000, parallel: 1, gapMs: 15_000 } });
    expect(pathsOf(result)).toEqual(['/', '/0', '/1', '/2', '/3']);
    expect(reasonsOf(result)).toEqual(['/4 The site was too slow: reading stopped after 60 seconds.']);
  });

  it('of text leave the rest out', async () => {
    site.pages = { '/': `<p>${'word '.repeat(100)}</p>${linksTo('/a')}`, '/a': '<p>A</p>' };
    const result = await crawl({ limits: { maxTextLength: 400 } });
    expect(pathsOf(result)).toEqual(['/']);
    expect(reasonsOf(result)).toEqual([
      '/a The pages hold more text than one document may have; the rest was left out.',
    ]);
  });

  it('end with the signal’s reason when aborted', async () => {
    const controller = new AbortController();
    const reason = new Error('drained');
    site.pages = { '/': () => controller.abort(reason) };
    await expect(crawl({ signal: controller.signal })).rejects.toBe(reason);
  });
});

import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { isSitemap, readSitemap } from './sitemap.ts';

const url = 'https://shop.example/maps/sitemap.xml';
const page = (address: string) => `<url><loc>${address}</loc></url>`;

describe('isSitemap', () => {
  it.each<[string, boolean]>([
    [
      '<?xml version="1.0"?>\n<!-- made by us --><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      true,
    ],
    ['\uFEFF<sitemapindex>', true],
    ['https://shop.example/a\r\nhttps://shop.example/b\r\n', true],
    ['https://shop.example/only', true],
    ['<?xml version="1.0"?><rss><channel>', false],
    ['<!doctype html><title>urlset</title>', false],
    ['See https://shop.example/a\nand more', false],
    ['', false],
  ])('for %j is %s', (text, expected) => {
    expect(isSitemap(Buffer.from(text))).toBe(expected);
    expect(isSitemap(gzipSync(text))).toBe(expected);
  });
});

describe('readSitemap', () => {
  it.each<[string, { pages?: string[]; sitemaps?: string[] }]>([
    [
      `<urlset>${page(' https://shop.example/a?b=1&amp;c=2#top ')}<url><loc><![CDATA[/b]]></loc>
       <image:image><image:loc>https://shop.example/c.png</image:loc></image:image></url>${page('/b')}</urlset>`,
      { pages: ['https://shop.example/a?b=1&c=2', 'https://shop.example/b'] },
    ],
    [
      '<sitemapindex><sitemap><loc>one.xml</loc><lastmod>2026-01-01</lastmod></sitemap></sitemapindex>',
      { sitemaps: ['https://shop.example/maps/one.xml'] },
    ],
    [
      'https://shop.example/a\n\nnonsense\nhttps://shop.example/b',
      {
        pages: ['https://shop.example/a', 'https://shop.example/b'],
      },
    ],
    [`<urlset>${page('javascript:alert(1)')}${page('https://')}${page('')}</urlset>`, {}],
    [`<urlset>${page('/whole')}<url><loc>/cut`, { pages: ['https://shop.example/whole'] }],
    [`<urlset>${'<a>'.repeat(100_000)}${page('/deep')}`, {}],
  ])('reads %j', async (text, expected) => {
    const whole = { pages: [], sitemaps: [], ...expected };
    expect(await readSitemap(Buffer.from(text), url)).toEqual(whole);
    expect(await readSitemap(gzipSync(text), url)).toEqual(whole);
  });

  it('reads the intact part of a truncated compressed file', async () => {
    const addresses = Array.from({ length: 2_000 }, (_, index) => `/${(index * 7_919) % 10_007}`);
    const packed = gzipSync(`<urlset>${addresses.map(page).join('')}</urlset>`);
    const { pages } = await readSitemap(packed.subarray(0, packed.length / 2), url);
    expect(pages.length).toBeGreaterThan(100);
    expect(pages.slice(0, 2)).toEqual(['https://shop.example/0', 'https://shop.example/7919']);
  });

  it('stops at 5,000 URLs and at 10 MB uncompressed', async () => {
    const many = Array.from({ length: 6_000 }, (_, index) => page(`/${index}`)).join('');
    expect((await readSitemap(Buffer.from(`<urlset>${many}`), url)).pages).toHaveLength(5_000);
    const bomb = gzipSync(
      Buffer.concat([Buffer.from('<urlset>'), Buffer.alloc(11_000_000, ' '), Buffer.from(page('/a'))]),
    );
    expect((await readSitemap(bomb, url)).pages).toEqual([]);
  });
});

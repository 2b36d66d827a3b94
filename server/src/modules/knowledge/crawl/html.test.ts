import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { htmlToMarkdown } from './html.ts';

const url = 'https://shop.example/help/page';

function markdown(html: string): string {
  return htmlToMarkdown(html, url).markdown;
}

describe('blocks', () => {
  it.each([
    ['<h1>A</h1><h3>B <em>c</em></h3><p>d</p>', '# A\n\n### B c\n\nd'],
    ['<p>one\n  two&nbsp;three</p>four<div>five</div>', 'one two three\n\nfour\n\nfive'],
    ['<p>a<br>b<br><br>c</p>', 'a\nb\nc'],
    ['<span>un</span><b>broken</b>', 'unbroken'],
    ['<ul><li>a<li>b<ul><li>c</ul></ul>', '- a\n- b\n  - c'],
    ['<ol start="3"><li><p>a</p><p>b</p></li><li>c</li></ol>', '3. a\n  b\n4. c'],
    ['<dl><dt>Opening hours</dt><dd>9 to 5</dd></dl>', 'Opening hours\n\n: 9 to 5'],
    ['<blockquote><p>a</p><p>b</p></blockquote>', '> a\n\n> b'],
    ['<pre><code>if (a)\n    b();\n</code></pre>', '```\nif (a)\n    b();\n```'],
    ['<pre><div>a</div><div>b</div></pre>', '```\na\nb\n```'],
    ['<p># not a heading</p>', '\\# not a heading'],
    ['<h2>Title<a href="#t">¶</a></h2>', '## Title'],
    ['<p>5 &lt; 6 &amp; caf&eacute; &#x20AC;&#8364;</p>', '5 < 6 & café €€'],
    ['<p>so\u00adft zero\u200bwidth</p>', 'soft zerowidth'],
    ['<details><summary>Why?</summary>Because.</details>', 'Why?\n\nBecause.'],
    ['<p>a</p><p>a</p><p>b</p>', 'a\n\nb'],
    ['', ''],
    ['<p> </p><ul><li></li></ul><table><tr><td></td></tr></table><h1></h1><pre>\n</pre>', ''],
  ])('are converted: %j', (html, expected) => {
    expect(markdown(html)).toBe(expected);
  });
});

describe('links to phone numbers and e-mail addresses', () => {
  it.each([
    ['<p><a href="tel:+49301234567">Call us</a> today</p>', 'Call us (+49301234567) today'],
    ['<p><a href="mailto:a%40b.example?subject=Hi">Write</a>.</p>', 'Write (a@b.example).'],
    ['<p><a href="tel:+49301234567">030 / 123 45 67</a></p>', '030 / 123 45 67'],
    ['<p><a href="MAILTO:Info@b.example">info@B.example</a></p>', 'info@B.example'],
    ['<p>Call:<a href="tel:112"><img src="phone.png"></a></p>', 'Call: 112'],
    ['<p><a href="tel:112"><b>Emergency</b></a> and <a href="tel:">none</a></p>', 'Emergency (112) and none'],
    ['<p><a href="mailto:?subject=Share">Share</a> <a href="mailto:%E0@x">odd</a></p>', 'Share odd (%E0@x)'],
    ['<nav><a href="tel:112">Call</a></nav><p>Text</p>', 'Text'],
  ])('keep their targets: %j', (html, expected) => {
    expect(markdown(html)).toBe(expected);
  });
});

describe('tables', () => {
  it('keep values in their columns and repeat merged ones', () => {
    const html = `<table><tr><th>Plan<th>Term<th>Price</tr><tr><td rowspan=2>Gold<td>Month<td>20</tr>
      <tr><td>Year<td>140</tr><tr><td colspan=2>Silver, any<td>9</tr><tr><td colspan=3>All with VAT</table>`;
    expect(markdown(html)).toBe(
      '| Plan | Term | Price |\n| --- | --- | --- |\n| Gold | Month | 20 |\n| Gold | Year | 140 |\n| Silver, any | Silver, any | 9 |\n\nAll with VAT',
    );
  });

  it('become rows if they contain data', () => {
    const html = `<table><caption>Prices</caption><thead><tr><th>Plan</th><th>Price</th></tr></thead>
      <tbody><tr><td><p>Small | one</p></td><td>9 <b>€</b></td></tr><tr><td>Large<td>19<br>20</tbody></table>`;
    expect(markdown(html)).toBe(
      'Prices\n\n| Plan | Price |\n| --- | --- |\n| Small \\| one | 9 € |\n| Large | 19 20 |',
    );
  });

  it('become text if they only arrange the layout', () => {
    const html = `<table><tr><td>Left</td><td><h2>News</h2><table><tr><th>Day<th>Hours<tr><td>Monday<td>9</table>
      <p>After</p></td></tr></table>`;
    expect(markdown(html)).toBe('Left\n\n## News\n\n| Day | Hours |\n| --- | --- |\n| Monday | 9 |\n\nAfter');
  });

  it('become text if a cell contains prose', () => {
    const prose = 'word '.repeat(150).trim();
    expect(markdown(`<table><tr><td>a</td><td>${prose}</td></tr></table>`)).toBe(`a\n\n${prose}`);
  });
});

describe('the extracted content', () => {
  const filler = '<p>We deliver within two days to every address in the country.</p>';

  it.each([
    ['navigation', `<nav><ul><li><a href="/">Home</a></ul></nav>${filler}`],
    ['header', `<header><h1>Shop</h1></header>${filler}`],
    ['footer', `${filler}<footer>Imprint</footer>`],
    ['aside', `${filler}<aside>Related</aside>`],
    [
      'scripts and styles',
      `<script>var x = "<p>no</p>";</script><style>p{}</style>${filler}<noscript>No JS</noscript>`,
    ],
    [
      'a form',
      `${filler}<form><label>Name</label><input><select><option>a</select><button>Send</button></form>`,
    ],
    [
      'a consent banner',
      `<div class="cookie-banner"><p>We use cookies</p></div>${filler}<div id="onetrust-x">y</div>`,
    ],
    ['a dialog', `<div role="dialog">Subscribe!</div>${filler}<dialog open>Hi</dialog>`],
    ['drawings', `<svg><title>Logo</title><text>Logo</text></svg>${filler}`],
    ['content around the main element', `<div>Breadcrumb</div><main>${filler}</main><div>Share</div>`],
    ['comments', `<!-- secret -->${filler}<!-- <p>x</p> -->`],
  ])('leaves out %s', (_what, body) => {
    expect(markdown(`<html><body>${body}</body></html>`)).toBe(
      'We deliver within two days to every address in the country.',
    );
  });

  it.each([
    ['the header of an article', `<article><header><h1>News</h1></header>${filler}</article>`, 'News'],
    [
      'a body longer than its main element',
      `<main><p>Hi</p></main><div>${filler}${filler}<p>more</p></div>`,
      'more',
    ],
    ['a page that is one form', `<form id="aspnetForm"><div>${filler}</div></form>`, 'two days'],
    ['a page that is all header', `<header><h1>Bakery</h1><p>Open 7 to 12</p></header>`, 'Open 7 to 12'],
    [
      'hints in asides',
      `<main>${filler}<aside class="admonition-tip">Order early</aside></main>`,
      'Order early',
    ],
    ['questions on buttons', `<button>Can I return it?</button>${filler}`, 'Can I return it?'],
    ['headings on buttons', `<h3><button>Returns</button></h3>${filler}`, '### Returns'],
    ['a bakery’s cookies', `<div class="cookie-card">Oat cookie, 2 €</div>${filler}`, 'Oat cookie'],
    ['a body with a consent class', `<body class="cookie-consent">${filler}</body>`, 'two days'],
  ])('keeps %s', (_what, body, kept) => {
    expect(markdown(`<html>${body}</html>`)).toContain(kept);
  });
});

describe('page metadata', () => {
  it('is read from the head', () => {
    const page = htmlToMarkdown(
      `<html lang="de-AT"><head><title> Our\n shop </title><base href="/de/"><link rel="canonical" href="seite?a=1#x">
       <meta http-equiv="Refresh" content="0; URL='next.html'"><meta name="ROBOTS" content="NoIndex, nofollow">
       </head><body><svg><title>Logo</title></svg><h1>Hi</h1></body>`,
      url,
    );
    expect(page).toMatchObject({
      title: 'Our shop',
      language: 'de-AT',
      canonical: 'https://shop.example/de/seite?a=1',
      refreshTo: 'https://shop.example/de/next.html',
      noindex: true,
      nofollow: true,
      hasScripts: false,
    });
  });

  it('uses the first heading as the title if there is no title element', () => {
    expect(htmlToMarkdown('<h1>Only <i>this</i></h1><script src=x></script>', url)).toMatchObject({
      title: 'Only this',
      language: null,
      canonical: null,
      refreshTo: null,
      noindex: false,
      hasScripts: true,
    });
  });

  it('lists absolute, unique links, including navigation links but not nofollow links', () => {
    const html = `<nav><a href="../a?b=1#c">a</a></nav><a href="../a?b=1#d">again</a><a href=" //other.example/ ">o</a>
      <a href="mailto:x@y.z">m</a><a href="javascript:void(0)">j</a><a rel="ugc NoFollow" href="/n">n</a><a name="x">x</a>
      <a href="http://[">broken</a><map><area href="/area"></map><frame src="/frame"><a href="">self</a>`;
    expect(htmlToMarkdown(html, url).links).toEqual([
      'https://shop.example/a?b=1',
      'https://other.example/',
      'https://shop.example/area',
      'https://shop.example/frame',
      'https://shop.example/help/page',
    ]);
  });
});

describe('hostile pages', () => {
  // 2 MB each: they would overflow a recursive parser's stack or take a quadratic one minutes.
  const repeat = (text: string, megabytes: number): string =>
    text.repeat((megabytes * 1_000_000) / text.length);

  it.each([
    ['nested divs', repeat('<div>', 2)],
    ['nested tables', repeat('<table><tr><td>', 2)],
    ['nested lists', repeat('<ul><li>a', 2)],
    ['unclosed formatting', repeat('<b><i>', 2)],
    ['stray end tags', `${'<b>'.repeat(500)}${repeat('</x>', 2)}`],
    ['blanks in code', `<pre>a${repeat(' ', 2)}b</pre>`],
    ['opening brackets', repeat('<', 2)],
    ['nested buttons', repeat('<button>a', 2)],
    ['attributes', `<p ${Array.from({ length: 300_000 }, (_, index) => `a${index}=1`).join(' ')}>x</p>`],
    ['links', Array.from({ length: 100_000 }, (_, index) => `<a href="/${index}">x</a>`).join('')],
  ])('with %s are read in linear time', (_what, html) => {
    const page = htmlToMarkdown(`<p>first words</p>${html}<p>last words</p>`, url);
    expect(page.markdown.length).toBeLessThan(2 * html.length + 100);
    expect(page.links.length).toBeLessThanOrEqual(5_000);
  });

  it('keep the text after excessive nesting', () => {
    expect(markdown(`${'<div>'.repeat(100_000)}<p>last words</p>`)).toBe('last words');
  });

  it('never throw on invalid markup', () => {
    const fragment = fc.constantFrom(
      ...'<p> </p> <div> </div> <table> <tr> <td> </td> </tr> </table> <ul> <ol> <li> </li> </ul> <pre> </pre>'.split(
        ' ',
      ),
      ...'<h1> </h1> <button> </button> <nav> </nav> <form> </form> <main> </main> <blockquote> </blockquote>'.split(
        ' ',
      ),
      'text ',
      '<br>',
      '&amp;',
      '<!--',
      '-->',
      '<script>',
      '</script>',
      '<',
      '<dd>',
      '|',
      '# ',
      '<svg>',
      '</svg>',
    );
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 60 }), (fragments) => {
        const text = markdown(fragments.join(''));
        expect(text).toBe(text.trimEnd());
        expect(text).not.toMatch(/\n{3,}/);
      }),
      { numRuns: 500 },
    );
  });
});

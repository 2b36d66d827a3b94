/** The maximum number of links of one document, plus the start page. */
export const pageCount = 51;

const sentence =
  'Parcels ordered before noon leave our house the same day and arrive within two working days. ';

/** A typical page of about 60 kB: navigation, prose, a table, scripts, a footer. */
export function pageHtml(index: number): string {
  const links = Array.from(
    { length: pageCount },
    (_, other) => `<li><a href="/page/${other}">Page ${other}</a></li>`,
  );
  const sections = Array.from(
    { length: 20 },
    (_, section) => `<section class="content-section"><h2 id="s${section}">Topic ${index}.${section}</h2>
      <p class="lead">${sentence.repeat(5)}</p><ul><li>First <b>point</b></li><li>Second &amp; last point</li></ul>
      <p>${sentence.repeat(8)}<a href="/page/${(index + section) % pageCount}">More</a></p></section>`,
  );
  const rows = Array.from(
    { length: 40 },
    (_, row) => `<tr><td>Item ${row}</td><td>${row * index} €</td></tr>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page ${index}</title>
    <link rel="canonical" href="/page/${index}"><style>${'.a{color:red}'.repeat(400)}</style></head><body>
    <header><nav><ul>${links.join('')}</ul></nav></header><main><h1>Page ${index}</h1>${sections.join('')}
    <table><thead><tr><th>Item</th><th>Price</th></tr></thead><tbody>${rows.join('')}</tbody></table></main>
    <footer>Imprint</footer><script>${'window.dataLayer.push({});'.repeat(400)}</script></body></html>`;
}

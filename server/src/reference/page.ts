import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const SCRIPT = readFileSync(new URL('./browser.js', import.meta.url), 'utf8');
const STYLE = readFileSync(new URL('./page.css', import.meta.url), 'utf8');

/** The reference page at /docs. */
export const REFERENCE_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Parley API reference</title>
<style>${STYLE}</style>
</head>
<body>
<nav id="nav" aria-label="Operations"><h1>Parley API</h1><span id="version"></span></nav>
<main id="main"></main>
<script>${SCRIPT}</script>
</body>
</html>
`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Allows only the page's script and style, and requests to this server. */
export const REFERENCE_POLICY = [
  "default-src 'none'",
  `script-src ${hashOf(SCRIPT)}`,
  `style-src ${hashOf(STYLE)}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

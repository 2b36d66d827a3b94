// Shows the API reference with Scalar.

/** Where the documentation remembers its theme. */
const THEME = 'vitepress-theme-appearance';
/** Clients of other languages: the document has samples for our SDKs. */
const otherClients = [
  'c',
  'clojure',
  'csharp',
  'dart',
  'fsharp',
  'go',
  'http',
  'java',
  'js',
  'julia',
  'kotlin',
  'node',
  'objc',
  'ocaml',
  'php',
  'powershell',
  'python',
  'r',
  'ruby',
  'rust',
  'swift',
];

function isDark() {
  const chosen = localStorage.getItem(THEME) ?? 'auto';
  return chosen === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark';
}

/** Remembers the theme that is chosen on this page. */
function followTheme() {
  const observer = new MutationObserver(() => {
    const shown = document.body.classList.contains('dark-mode');
    if (shown !== isDark()) localStorage.setItem(THEME, shown ? 'dark' : 'light');
  });
  observer.observe(document.body, { attributeFilter: ['class'] });
}

/** Gives new style sheets the nonce of the page, without which the content security policy refuses them. */
function allowStyleSheets() {
  const { content: nonce } = document.querySelector('meta[property=csp-nonce]');
  const create = document.createElement;
  document.createElement = function (...words) {
    const element = create.apply(this, words);
    if (element.localName === 'style') element.nonce = nonce;
    return element;
  };
}

function showReference() {
  // Scalar would prefer the theme of an earlier visit.
  localStorage.setItem('colorMode', isDark() ? 'dark' : 'light');
  followTheme();
  window.Scalar.createApiReference('#reference', {
    url: '/api/openapi.json',
    darkMode: isDark(),
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    hideClientButton: true,
    showDeveloperTools: 'never',
    documentDownloadType: 'none',
    modelsSectionLabel: 'Schemas',
    showOperationId: true,
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    hiddenClients: {
      ...Object.fromEntries(otherClients.map((name) => [name, true])),
      shell: ['httpie', 'wget'],
    },
    authentication: { preferredSecurityScheme: 'bearer' },
  });
}

allowStyleSheets();
const script = document.createElement('script');
script.src = document.currentScript.dataset.scalar;
script.onload = showReference;
document.head.append(script);

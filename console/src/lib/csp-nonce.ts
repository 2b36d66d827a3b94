/** Under which the page's policy lets parts of Radix add their few rules of style. */
export const cspNonce: string =
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

// Where the style elements of scroll locks look for it.
Object.assign(globalThis, { __webpack_nonce__: cspNonce });

// Schemas would try whether code may be made of text; the policy forbids it, and browsers report each try.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

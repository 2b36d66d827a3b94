/** Passes the nonce of the page's content security policy to the Radix parts that add style elements. */
export const cspNonce: string =
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

// Read by the scroll lock of dialogs for its style element.
Object.assign(globalThis, { __webpack_nonce__: cspNonce });

// Zod would test whether `new Function` works; the policy forbids it, and browsers report every attempt.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

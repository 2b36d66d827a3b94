// Generated from the OpenAPI document by `npm run sdk`. Do not edit.

/** Version of this package and of the server that it was made for. */
export const VERSION = '0.2.0';

/** Whether registration is open. The server states it in the page, because it applies before login. */
export function isRegistrationOpen(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name="registration"]')?.content === 'open';
}

/** Name of the identity provider that people can log in with; null without one. */
export function identityProvider(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[name="identity-provider"]')?.content || null;
}

/** True if the server sends email, so that people can reset their passwords. */
export function sendsEmail(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name="email"]')?.content === 'on';
}

/** Whether strangers may make accounts here, as the server says in the page: nobody is logged in who could be told. */
export function isRegistrationOpen(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name="registration"]')?.content === 'open';
}

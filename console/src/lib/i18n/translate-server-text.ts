/** English until `setServerTexts` is called: only other languages load the list of the server's texts. */
let translate = (text: string): string => text;

/** Translates a text that the server wrote, such as an error message; unknown texts stay English. */
export function translateServerText(text: string): string {
  return translate(text);
}

export function setServerTexts(translated: (text: string) => string): void {
  translate = translated;
}

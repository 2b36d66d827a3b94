/** Normalizes text: lower case, no accents, single spaces, commas as words, similar letters unified. */
export function plainWords(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ł', 'l')
    .replaceAll('ı', 'i')
    .replaceAll('ß', 'ss')
    .replaceAll('\u0640', '')
    .replace(/[,،、，]/gu, ' , ')
    .replace(/[^\p{L}\p{N},]+/gu, ' ')
    .trim();
}

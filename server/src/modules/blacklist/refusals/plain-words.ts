/** Words in small letters without accents, one space between them; a comma is a word. Letters that are written alike are one. */
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

/** The whole message must be one of these words; carriers know the English ones by law or custom. */
const STOP_WORDS = new Set([
  ...['stop', 'stopall', 'stop all', 'unsubscribe', 'cancel', 'end', 'quit', 'optout', 'opt out', 'revoke'],
  ...['dezabonare', 'opreste', 'oprește'],
  ...['arret', 'arrêt', 'désabonner', 'desabonner'],
  ...['baja', 'parar', 'sair'],
  ...['abmelden', 'stopp', 'abbestellen'],
  ...['disiscriviti', 'afmeld', 'stoppen'],
]);

const START_WORDS = new Set([
  ...['start', 'unstop', 'yes', 'subscribe', 'resume', 'optin', 'opt in'],
  ...['abonare', 'reprendre', 'iniciar', 'anmelden', 'inizia', 'aanmelden'],
]);

/** What a message says about hearing from the sender; null: it speaks of something else. */
export function optWord(text: string): 'stop' | 'start' | null {
  const word = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/-/g, ' ')
    .replace(/[^\p{L}\p{N}\s]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (STOP_WORDS.has(word)) return 'stop';
  return START_WORDS.has(word) ? 'start' : null;
}

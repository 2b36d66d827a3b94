import { wordsOf } from './words.ts';

/** Phrases that only recordings say, in lowercase. */
const MACHINE_PHRASES = [
  // English
  'leave a message',
  'leave your message',
  'leave me a message',
  'leave your name',
  'after the tone',
  'after the beep',
  'at the tone',
  'voicemail',
  'voice mail',
  'mailbox',
  'not available',
  "can't come to the phone",
  'cannot come to the phone',
  "can't take your call",
  'cannot take your call',
  'unable to take your call',
  'unable to answer',
  'please record',
  'has been forwarded',
  'press one',
  'press 1',
  'hang up or press',
  // Romanian
  'lăsați un mesaj',
  'lasati un mesaj',
  'lăsați mesajul',
  'după semnalul',
  'dupa semnalul',
  'după bip',
  'căsuța vocală',
  'mesagerie vocală',
  'mesageria vocală',
  'abonatul',
  'nu poate fi contactat',
  'nu pot răspunde',
  // German
  'hinterlassen sie',
  'nach dem ton',
  'nach dem signalton',
  'nach dem piepton',
  'mailbox',
  'anrufbeantworter',
  'nicht erreichbar',
  // French
  'laissez un message',
  'laissez votre message',
  'laisser un message',
  'après le bip',
  'après le signal',
  'messagerie',
  'répondeur',
  "n'est pas disponible",
  // Spanish
  'deje un mensaje',
  'deje su mensaje',
  'después del tono',
  'después de la señal',
  'buzón de voz',
  'contestador',
  'no está disponible',
  // Italian
  'lasciate un messaggio',
  'lascia un messaggio',
  'lasciare un messaggio',
  'dopo il segnale',
  'segreteria telefonica',
  'non è raggiungibile',
  // Portuguese
  'deixe uma mensagem',
  'deixe a sua mensagem',
  'após o sinal',
  'caixa postal',
  'correio de voz',
  // Dutch, Polish, Hungarian
  'spreek een bericht in',
  'na de piep',
  'niet bereikbaar',
  'zostaw wiadomość',
  'po sygnale',
  'poczta głosowa',
  'hagyjon üzenetet',
  'sípszó után',
  'hangposta',
].map((phrase) => wordsOf(phrase).join(' '));

/** People answer with fewer words. */
const MACHINE_WORDS = 9;
/** A question to the caller comes from a person. */
const ASKS_CALLER = /[?？]\s*$|how can i help|how may i help|cu ce vă pot ajuta|wie kann ich/iu;

/** `recording`: only machines say this. `long`: more than people say. Null if undecided. */
export type GreetingKind = 'recording' | 'long' | 'person' | null;

export function greetingKindOf(text: string): GreetingKind {
  const words = wordsOf(text);
  const plain = ` ${words.join(' ')} `;
  if (MACHINE_PHRASES.some((phrase) => plain.includes(` ${phrase} `))) return 'recording';
  if (isNumberRead(words)) return 'recording';
  if (ASKS_CALLER.test(text)) return 'person';
  return words.length >= MACHINE_WORDS ? 'long' : null;
}

const DIGIT_WORDS = new Set(
  `zero oh one two three four five six seven eight nine
  unu una doi două trei patru cinci șase sase șapte sapte opt nouă noua`.split(/\s+/),
);

/** Machines read out their number: "You have reached 0 7 2 1 …". */
function isNumberRead(words: readonly string[]): boolean {
  let run = 0;
  for (const word of words) {
    if (/^\d+$/.test(word)) run += word.length;
    else run = DIGIT_WORDS.has(word) ? run + 1 : 0;
    if (run >= 6) return true;
  }
  return false;
}

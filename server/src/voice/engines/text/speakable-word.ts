import { type SpokenSigns, spokenSigns } from './spoken-signs.ts';

const AFFIXES = /^([("'«“‘¿¡[]*)(.*?)([)"'»”’\].,;:!?…،؛؟]*)$/su;
const ADDRESS = /^(?:https?:\/\/|www\.)\S+$/i;
const EMAIL = /^(?:mailto:)?([\w.+-]+)@([\w-]+(?:\.[\w-]+)+)$/i;
/** Without a scheme only what ends like an address is one: "end.Next" is a missing blank. */
const BARE_ADDRESS =
  /^(?:[a-z0-9-]+\.)+(?:com|org|net|io|eu|info|biz|app|dev|ai|edu|gov|example|ro|de|at|ch|fr|es|it|lt|lv|ee|pl|pt|br|dk|se|no|fi|nl|be|uk|ie|us|ca|au|md)(?:\/\S*)?$/i;
/** Not a round quantity: `2000000` is two million. */
const LONG_NUMBER = /^(?!\d{1,3}0{6}$)\+?\d{7,20}$/;
const RANGE = /^(\d{1,4})[-–](\d{1,4})$/;
const SPOKEN_PATH = 40;

/** A word as a synthesizer should read it: addresses and long numbers are spelled; empty: nothing to say. */
export function speakableWord(word: string, language: string): string {
  const [, before = '', core = word, after = ''] = AFFIXES.exec(word) ?? [];
  const spoken = speakCore(core, spokenSigns(language));
  if (spoken === core) return isSayable(word) ? withoutPictures(word) : '';
  return `${before}${spoken}${after}`.trim();
}

function speakCore(core: string, signs: SpokenSigns): string {
  const email = EMAIL.exec(core);
  if (email !== null) {
    const [, name = '', host = ''] = email;
    return `${spell(name, signs)} ${signs.at} ${spell(host, signs)}`;
  }
  if (ADDRESS.test(core) || BARE_ADDRESS.test(core)) return speakAddress(core, signs);
  if (core === '&') return signs.and;
  if (LONG_NUMBER.test(core)) return speakDigits(core, signs);
  return speakRange(core, signs);
}

/** Host and path; nobody can follow a query by ear. */
function speakAddress(address: string, signs: SpokenSigns): string {
  const bare = address
    .replace(/^https?:\/\//i, '')
    .replace(/^www\./i, '')
    .replace(/[?#].*$/s, '')
    .replace(/\/+$/, '');
  const [host = '', ...path] = bare.split('/');
  const spokenPath = path.join('/').length > SPOKEN_PATH ? [] : path;
  return [host, ...spokenPath].map((part) => spell(part, signs)).join(` ${signs.slash} `);
}

function spell(text: string, { dot, dash, underscore, plus }: SpokenSigns): string {
  const words = text
    .replaceAll('.', ` ${dot} `)
    .replaceAll('-', ` ${dash} `)
    .replaceAll('_', ` ${underscore} `)
    .replaceAll('+', ` ${plus} `)
    .replace(/%[0-9a-f]{2}/gi, ' ');
  return words.replace(/\s+/g, ' ').trim();
}

/** A telephone number, not a quantity: one digit after the other, in groups of three. */
function speakDigits(number: string, { plus }: SpokenSigns): string {
  const digits = number.replace('+', '');
  const groups = digits.match(/\d{1,3}/g) ?? [];
  const spoken = groups.map((group) => [...group].join(' ')).join(', ');
  return number.startsWith('+') ? `${plus} ${spoken}` : spoken;
}

function speakRange(core: string, { to }: SpokenSigns): string {
  const [, from = '', until = ''] = RANGE.exec(core) ?? [];
  // `555-1234` is a telephone number.
  const isAlike = from.length === until.length || from.length <= 2;
  const isRange = from !== '' && isAlike && !from.startsWith('0') && Number(until) > Number(from);
  return isRange ? `${from} ${to} ${until}` : core;
}

function isSayable(word: string): boolean {
  return /[\p{L}\p{N}%€$£¥°]/u.test(word) || /^[.,;:!?…،؛؟。！？]+$/u.test(word);
}

function withoutPictures(word: string): string {
  return word.replace(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{FE0F}|\u{200D}|[→←⇒]/gu, '');
}

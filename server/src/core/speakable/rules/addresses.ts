import type { SpokenSigns } from '../languages/spoken-signs.ts';
import { at, END, group, type Rule, type TextContext } from './rule.ts';

const SPOKEN_PATH = 40;
const TOP_LEVEL =
  'com|org|net|io|eu|info|biz|app|dev|ai|edu|gov|example|ro|de|at|ch|fr|es|it|lt|lv|ee|pl|pt|br|dk|se|no|fi|nl|be|uk|ie|us|ca|au|md';

const EMAIL: Rule<TextContext> = {
  pattern: at(String.raw`(?:mailto:)?(?<name>[\w.+-]+)@(?<host>[\w-]+(?:\.[\w-]+)+)${END}`),
  speak: (match, { language: { signs } }) =>
    `${spell(group(match, 'name'), signs)} ${signs.at} ${spell(group(match, 'host'), signs)}`,
};

const WEB_ADDRESS: Rule<TextContext> = {
  pattern: at(String.raw`(?:https?://|www\.)\S*?[^\s)\]"'»”’“.,;:!?…،؛؟]${END}`, 'i'),
  speak: ([text], { language: { signs } }) => speakAddress(text, signs),
};

/** Without a scheme, only known top-level domains count: "end.Next" is a missing space. */
const BARE_ADDRESS: Rule<TextContext> = {
  pattern: at(String.raw`(?:[a-z0-9-]+\.)+(?:${TOP_LEVEL})(?:/\S*?[^\s)\]"'»”’“.,;:!?…])?/?${END}`, 'i'),
  speak: ([text], { language: { signs } }) => speakAddress(text, signs),
};

const AND: Rule<TextContext> = {
  pattern: at(String.raw`&(?=\s|$)`),
  speak: (_match, { language }) => language.signs.and,
};

/** Rules for every language. */
export const ADDRESSES: readonly Rule<TextContext>[] = [EMAIL, WEB_ADDRESS, BARE_ADDRESS, AND];

/** Host and path; a query is not intelligible when spoken. */
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

/** The meaning of a column name for phone numbers. Lower ranks are preferred as the lead's number. */
export interface PhoneColumnName {
  /** 0 `phone_number`, 1 a phone, 2 a phone at work, at home or elsewhere, 3 `number` alone. */
  rank: 0 | 1 | 2 | 3;
  /** Number in the name, for example of `Phone 2 - Value`; null without one. */
  order: number | null;
  /** Named as a further number of the lead, for example `secondary_phone_number_1`. */
  isSecondary: boolean;
}

/*
 * Words of column names in the languages of the product and of frequent spreadsheets. A name describes a phone number if
 * all its words are here and one of them is a phone. Languages, in order: en ro fr es de lt it ar pt da, el ru uk bg pl nl
 * fi et hu cs hr sv tr he ja zh ko.
 */
const PHONES = `phone phones telephone tel tlf tfn telf msisdn
  telefon telefonul telefonului telephone telefono telefonos fernsprecher fon rufnummer telefonas telefono
  هاتف الهاتف تلفون التلفون تليفون telefone telefones τηλεφωνο τηλεφωνου τηλ телефон телефона телефону телефонный
  телефонний тел telefonu telefonow telefoon telefoons puhelin puhelimen puh telefoni telefonszam telefonni telefonne
  telefonski telefonun telefonu טלפון 電話 電話番号 电话 电话号码 전화 연락처 전화번호`;
const MOBILES = `mobile mobiles mobil cell cells cellphone cellular gsm whatsapp smartphone natel
  celular celulares movil moviles portable portables handy mobiltelefon mobilus mobilusis mobiliojo mobilaus cellulare
  جوال الجوال موبايل الموبايل محمول المحمول نقال النقال telemovel telemoveis κινητο κινητου мобильный мобильного мобильныи
  мобила сотовый сотового мобильний мобільний мобільного мобилен komorka komorkowy komorkowego mobiel mobiele mobilnummer
  matkapuhelin kannykka mobiili mobilny mobilni mobilna cep נייד 携帯 携帯電話 手机 手機 휴대폰 휴대전화 핸드폰`;
const NUMBERS = `number numbers num nr no nos n numar numarul numere numero numeros nummer numeris numerio رقم nummeret αριθμος
  αριθ номер номера numer numeru numeron number szam szama cislo broj numara numarasi מספר 番号 号码 號碼 번호`;
const ELSEWHERE = `work business office company direct other alternative alternate additional home house private landline fixed
  serviciu birou firma acasa domiciliu fix travail bureau pro professionnel maison domicile fixe trabajo oficina empresa
  casa fijo otro arbeit geschaftlich geschaft dienstlich buro privat privates festnetz darbo namu lavoro ufficio fisso altro
  العمل المنزل trabalho comercial residencial fixo outro arbejde hjem hjemme εργασιας σταθερο рабочий домашний робочий
  домашній praca sluzbowy domowy stacjonarny werk zakelijk thuis vast tyo koti munkahelyi otthoni vezetekes prace domu arbete
  jobb hem is ev 固定`;
const NEUTRAL = `of the a my your primary main default principal contact contacts customer client person value val
  de du di do da del della dei des la le l el al kontakt kontaktowy kontaktni kunde kunden contatto contato contacto klient
  clientului cliente klienta
  клиента контактный контактний 联系 联系人 連絡先`;
/** In names such as `contact number`, which have no word for a phone. */
const REACHES = 'contact kontakt work business office home mobile cell whatsapp 联系 連絡先';
const SECONDARY = 'secondary';

/** Letters that have no decomposition into a base letter and marks. */
const BASE_LETTERS: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', æ: 'ae', ß: 'ss', đ: 'd', ı: 'i' };

/** Lower-case words without marks; digits and camel case separate words. */
export function wordsOf(name: string): string[] {
  return name
    .replaceAll(/whatsapp/gi, 'whatsapp')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[łøæßđı]/g, (letter) => BASE_LETTERS[letter] ?? letter)
    .split(/[^\p{L}\p{N}]+|(?<=\p{N})(?=\p{L})|(?<=\p{L})(?=\p{N})/u)
    .filter((word) => word !== '');
}

const setOf = (words: string): ReadonlySet<string> => new Set(wordsOf(words));
const phones = setOf(PHONES);
const mobiles = setOf(MOBILES);
const numbers = setOf(NUMBERS);
const elsewhere = setOf(ELSEWHERE);
const reaches = setOf(REACHES);
const known = new Set([...phones, ...mobiles, ...numbers, ...elsewhere, ...setOf(NEUTRAL), SECONDARY]);

/** Longer words are not column names. */
const MAX_WORD = 40;

/** Splits compounds such as `Telefonnummer` and `手机号码` into known words. @returns null if a part is unknown */
function knownParts(word: string): string[] | null {
  if (known.has(word)) return [word];
  if (word.length > MAX_WORD) return null;
  for (let end = word.length - 1; end > 1; end -= 1) {
    const head = word.slice(0, end);
    const rest = known.has(head) ? knownParts(word.slice(end)) : null;
    // A single letter at the end is an ending, not a word.
    if (rest !== null && rest.at(-1) !== 'n') return [head, ...rest];
  }
  return null;
}

/** @returns null if the name does not describe phone numbers */
export function phoneColumnName(name: string): PhoneColumnName | null {
  const words = wordsOf(name);
  const digits = words.filter((word) => /^\p{N}+$/u.test(word));
  const parts = words.filter((word) => !digits.includes(word)).map(knownParts);
  if (parts.length === 0 || digits.length > 1) return null;
  if (parts.some((part) => part === null)) return null;
  const all = parts.flatMap((part) => part ?? []);
  const has = (set: ReadonlySet<string>): boolean => all.some((part) => set.has(part));
  const order = digits[0] === undefined ? null : Number(digits[0]);
  const isSecondary = all.includes(SECONDARY);
  const isPhone = has(phones) || has(mobiles) || (has(numbers) && has(reaches));
  if (isPhone) {
    const isPlain = order === null && all.join(' ') === 'phone number';
    return { rank: isPlain ? 0 : has(elsewhere) && !has(mobiles) ? 2 : 1, order, isSecondary };
  }
  // `contact_1` and `secondary_contact` are names of the documented format.
  const isContact = all.at(-1) === 'contact' && all.every((part) => part === 'contact' || part === SECONDARY);
  if (isContact && (order !== null || isSecondary)) return { rank: 1, order, isSecondary: true };
  const isNumber = order === null && all.length === 1 && (all[0] === 'number' || all[0] === 'numar');
  return isNumber ? { rank: 3, order, isSecondary } : null;
}

export interface PhoneColumns {
  main: number;
  /** Columns to read the number from if the main one is empty, best first. */
  fallbacks: readonly number[];
  /** Further numbers of the lead, in order. */
  secondary: readonly number[];
}

/** Assigns the columns by their names. @returns null if none describes phone numbers */
export function phoneColumns(names: readonly string[]): PhoneColumns | null {
  const found = names.flatMap((name, index) => {
    const read = phoneColumnName(name);
    return read === null ? [] : [{ ...read, index }];
  });
  const isFurther = (one: (typeof found)[number]): boolean =>
    one.isSecondary || (one.order !== null && one.rank < 2);
  const further = found.filter(isFurther).sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
  const single = found.filter((one) => !isFurther(one)).sort((a, b) => a.rank - b.rank);
  const numbered = further.find((one) => !one.isSecondary);
  const main = single[0] ?? numbered;
  if (main === undefined) return null;
  return {
    main: main.index,
    // `number` is often the number of an order or a house.
    fallbacks: single.slice(1).flatMap(({ index, rank }) => (rank === 3 ? [] : [index])),
    secondary: further.filter((one) => one !== main).map(({ index }) => index),
  };
}

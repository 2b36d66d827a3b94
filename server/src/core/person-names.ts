/**
 * Names of fields in forms and spreadsheets that hold a person's name, compared by their letters. A `plain` field holds a
 * full name, or one part of it if another field holds the rest.
 */
interface NameWords {
  full: readonly string[];
  first: readonly string[];
  last: readonly string[];
  plain: readonly string[];
  /** Beside a first name, the plain field holds the surname. */
  plainIsSurname?: true;
  surnameComesFirst?: true;
}

/** The contract's languages first. Words of one role are ordered by reliability. */
const WRITTEN_WORDS: readonly NameWords[] = [
  {
    full: ['customername', 'fullname', 'contactname', 'displayname', 'clientname', 'leadname'],
    first: ['firstname', 'givenname', 'forename'],
    last: ['lastname', 'surname', 'familyname'],
    plain: ['name'],
  },
  {
    full: ['numecomplet', 'numesiprenume', 'numeprenume', 'numeclient', 'numeleclientului'],
    first: ['prenume'],
    last: ['numedefamilie', 'numefamilie'],
    plain: ['nume', 'numele'],
    plainIsSurname: true,
  },
  {
    full: ['nomcomplet', 'nometprenom', 'nomprenom', 'prenometnom', 'prenomnom', 'nomduclient'],
    first: ['prenom'],
    last: ['nomdefamille'],
    plain: ['nom'],
    plainIsSurname: true,
  },
  {
    full: ['nombrecompleto', 'nombreyapellidos', 'nombreyapellido', 'nombredelcliente'],
    first: ['primernombre', 'nombredepila'],
    last: ['apellidos', 'apellido', 'primerapellido'],
    plain: ['nombre', 'nombres'],
  },
  {
    full: ['vollstandigername', 'vorundnachname', 'vornamenachname', 'kundenname', 'ansprechpartner'],
    first: ['vorname', 'rufname'],
    last: ['nachname', 'familienname', 'zuname'],
    plain: ['name'],
    plainIsSurname: true,
  },
  {
    full: ['vardaspavarde', 'vardasirpavarde', 'pilnasvardas'],
    first: [],
    last: ['pavarde'],
    plain: ['vardas'],
  },
  {
    full: ['nomecompleto', 'nomeecognome', 'nomecognome', 'nominativo', 'nomedelcliente'],
    first: [],
    last: ['cognome'],
    plain: ['nome'],
  },
  {
    full: ['الاسمالكامل', 'الاسمبالكامل', 'اسمالعميل'],
    first: ['الاسمالأول'],
    last: ['اسمالعائلة', 'الاسمالاخير', 'اللقب'],
    plain: ['الاسم', 'اسم'],
  },
  {
    full: ['nomedocliente', 'nomeesobrenome', 'nomeeapelido'],
    first: ['primeironome', 'nomeproprio'],
    last: ['sobrenome', 'apelido', 'ultimonome'],
    plain: ['nome'],
  },
  {
    full: ['fuldenavn', 'fuldtnavn', 'kundenavn', 'fulltnavn', 'fullstendignavn'],
    first: ['fornavn'],
    last: ['efternavn', 'etternavn'],
    plain: ['navn'],
  },
  {
    full: ['ονοματεπωνυμο', 'πληρεσονομα'],
    first: [],
    last: ['επωνυμο', 'επιθετο'],
    plain: ['ονομα'],
  },
  {
    full: ['фио', 'полноеимя', 'имяифамилия', 'имяфамилия', 'фамилияимя', 'имяклиента'],
    first: [],
    last: ['фамилия'],
    plain: ['имя'],
  },
  {
    full: ['піб', 'повнеімя', 'імятапрізвище', 'прізвищетаімя', 'імяклієнта'],
    first: [],
    last: ['прізвище'],
    plain: ['імя'],
  },
  {
    full: ['imieinazwisko', 'imienazwisko', 'nazwaklienta', 'pelneimie'],
    first: ['imie'],
    last: ['nazwisko'],
    plain: [],
  },
  {
    full: ['volledigenaam', 'klantnaam', 'contactpersoon'],
    first: ['voornaam', 'roepnaam'],
    last: ['achternaam', 'familienaam'],
    plain: ['naam'],
    plainIsSurname: true,
  },
  {
    full: ['kokonimi', 'asiakkaannimi'],
    first: ['etunimi'],
    last: ['sukunimi'],
    plain: ['nimi'],
  },
  {
    full: ['teljesnev', 'ugyfelneve'],
    first: ['keresztnev', 'utonev'],
    last: ['vezeteknev', 'csaladnev', 'csaladinev'],
    plain: ['nev'],
    surnameComesFirst: true,
  },
  {
    full: ['celejmeno', 'jmenoaprijmeni', 'jmenoprijmeni', 'jmenozakaznika'],
    first: ['krestnijmeno'],
    last: ['prijmeni'],
    plain: ['jmeno'],
  },
  {
    full: ['fullstandigtnamn', 'kundnamn', 'heltnamn'],
    first: ['fornamn', 'tilltalsnamn'],
    last: ['efternamn'],
    plain: ['namn'],
  },
  {
    full: ['adsoyad', 'adısoyadı', 'adivesoyadi', 'isimsoyisim', 'musteriadı', 'tamad'],
    // Not `ad`, which is also an advertisement.
    first: ['adı'],
    last: ['soyad', 'soyadı', 'soyadi', 'soyisim'],
    plain: ['isim'],
  },
  {
    full: ['氏名', 'お名前', '名前', 'フルネーム', '顧客名'],
    first: ['名'],
    last: ['姓', '苗字', '名字'],
    plain: [],
    surnameComesFirst: true,
  },
  {
    full: ['姓名', '客户姓名', '客户名称', '全名', '聯絡人', '联系人'],
    first: ['名'],
    last: ['姓', '姓氏'],
    plain: ['名字'],
    surnameComesFirst: true,
  },
  {
    full: ['성명', '고객명', '전체이름'],
    first: [],
    last: ['성'],
    plain: ['이름'],
    surnameComesFirst: true,
  },
];

const NAME_WORDS: readonly NameWords[] = WRITTEN_WORDS.map((words) => ({
  ...words,
  full: words.full.map(folded),
  first: words.first.map(folded),
  last: words.last.map(folded),
  plain: words.plain.map(folded),
}));

const ROLES = ['full', 'plain', 'first', 'last'] as const;

const ALL_WORDS = new Set(NAME_WORDS.flatMap((words) => ROLES.flatMap((role) => words[role])));

/** True if a variable or column of this name holds a person's name, or a part of it. */
export function isNameOfPerson(name: string): boolean {
  return ALL_WORDS.has(folded(name));
}

/** A person's name in the fields of a form, a request or a row of a spreadsheet; null without one. */
export function personNameIn(values: Readonly<Record<string, unknown>>): string | null {
  const texts = new Map<string, string>();
  for (const [name, value] of Object.entries(values)) {
    const word = folded(name);
    if (typeof value === 'string' && value.trim() !== '' && ALL_WORDS.has(word) && !texts.has(word))
      texts.set(word, value.trim());
  }
  if (texts.size === 0) return null;
  const textOf = (words: readonly string[]): string | null =>
    words.map((word) => texts.get(word)).find((text) => text !== undefined) ?? null;
  const full = textOf(NAME_WORDS.flatMap((words) => words.full));
  if (full !== null) return full;
  // Fields of one language belong together; `name` is an English and a German word.
  const found = NAME_WORDS.map((words) => ({
    words,
    first: textOf(words.first),
    last: textOf(words.last),
    plain: textOf(words.plain),
  }));
  const partsOf = ({ first, last, plain }: (typeof found)[number]): number =>
    [first, last, plain].filter((part) => part !== null).length;
  const best = found.reduce((most, one) => (partsOf(one) > partsOf(most) ? one : most));
  return joined(best);
}

function joined(name: {
  words: NameWords;
  first: string | null;
  last: string | null;
  plain: string | null;
}): string | null {
  const { words, plain } = name;
  let { first, last } = name;
  if (plain !== null) {
    if (first === null) first = plain;
    else if (last === null && words.plainIsSurname && !includes(plain, first)) last = plain;
    else return plain;
  }
  if (first === null || last === null) return first ?? last;
  if (includes(first, last)) return first;
  return words.surnameComesFirst ? `${last} ${first}` : `${first} ${last}`;
}

function includes(text: string, part: string): boolean {
  return folded(text).includes(folded(part));
}

/** Letters in lower case without accents: `Prénom` and `First-Name` become `prenom` and `firstname`. */
function folded(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, '')
    .normalize('NFC');
}

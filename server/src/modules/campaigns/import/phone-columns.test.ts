import { describe, expect, test } from 'vitest';
import { phoneColumnName, phoneColumns } from './phone-columns.ts';

const PHONE_NAMES =
  `phone_number|Phone|Phone Number|Mobile|Mobile Phone|Mobile Phone Number|Cell Phone|cell|Phone No.|Phone #|
WhatsApp|WhatsApp Phone Number|Contact Number|Contact Phone|Customer phone|Primary Phone|Phone (Mobile)|phoneNumber|MobilePhone|
MSISDN|GSM|tel|Tel.|Telefon|Numar de telefon|Nr. telefon|Număr telefon|Numărul de telefon|TELEFON MOBIL|Telefonul clientului|
Téléphone|Numéro de téléphone|N° de téléphone|Portable|Téléphone portable|Celular|Móvil|Teléfono|Número de teléfono|
Nº de teléfono|Teléfono móvil|Celular/WhatsApp|Telefonnummer|Telefonnummer (mobil)|Handynummer|Handy|Mobil|Mobiltelefon|
Mobilnummer|Rufnummer|Telefonnr.|Telefonas|Telefono numeris|Mobilusis|Mobilusis telefonas|Cellulare|Numero di telefono|
Numero di cellulare|هاتف|الهاتف|رقم الهاتف|رقم الجوال|Telefone|Telemóvel|Número de telemóvel|Tlf|Tlf.nr.|Telefonnummer|
Κινητό|Τηλέφωνο|Αριθμός τηλεφώνου|Телефон|Номер телефона|Мобильный телефон|Номер телефону|Мобільний|Numer telefonu|
Telefon komórkowy|Telefoonnummer|Mobiel nummer|Puhelin|Puhelinnumero|Matkapuhelin|Telefonszám|Mobilszám|Telefonní číslo|
Mobilní telefon|Broj telefona|Telefonnummer|Cep telefonu|Telefon numarası|מספר טלפון|電話番号|携帯電話|手机|手机号码|电话|联系电话|
휴대폰|전화번호|휴대폰 번호`
    .replaceAll('\n', '')
    .split('|');

/** Columns next to phone numbers in real exports. */
const OTHER_NAMES =
  `Phone 1 - Label|Phonetic First Name|Phone type|Phone country|Phone Country Code|Phone extension|Fax|Business Fax|
Phone verified|Phone opt-in|Has phone|Name|First Name|Notes|House number|Order number|Customer number|Numéro client|Kundennummer|Nr.|
Contact|Contact owner|Record ID|Email|Adresse|Telegram|Headphones|No|Home|Office|Number of phones sold|Nume|Număr comandă|
Nombre|Hausnummer|住所|名前|메모|2|Phone 1 2|`
    .replaceAll('\n', '')
    .split('|');

describe('a column name', () => {
  test.each(PHONE_NAMES)('describes phone numbers: %s', (name) => {
    expect(phoneColumnName(name)).toMatchObject({ isSecondary: false, order: null });
    expect(phoneColumnName(name.toUpperCase())).not.toBeNull();
  });

  test.each(OTHER_NAMES)('does not describe phone numbers: %j', (name) => {
    expect(phoneColumnName(name)).toBeNull();
  });
});

describe('assigns columns', () => {
  test.each<[string, string[], number, number[], number[]]>([
    ['of HubSpot', ['ID', 'Phone Number', 'Mobile Phone Number', 'WhatsApp Phone Number'], 1, [2, 3], []],
    ['of a Salesforce report', ['First Name', 'Phone', 'Mobile', 'Email'], 1, [2], []],
    ['of Salesforce’s API', ['Id', 'HomePhone', 'MobilePhone', 'Phone', 'Fax'], 2, [3, 1], []],
    [
      'of Outlook',
      ['Business Fax', 'Business Phone', 'Business Phone 2', 'Home Phone', 'Mobile Phone', 'Other Phone'],
      4,
      [1, 2, 3, 5],
      [],
    ],
    [
      'of Google',
      ['Name', 'Phone 1 - Label', 'Phone 1 - Value', 'Phone 2 - Label', 'Phone 2 - Value'],
      2,
      [],
      [4],
    ],
    ['by the exact name', ['mobile', 'phone', 'Phone-Number'], 2, [0, 1], []],
    ['with further numbers in order', ['phone', 'Telefon 3', 'Telefon 2'], 0, [], [2, 1]],
    ['with our own names', ['secondary_contact', 'contact_2', 'phone_number'], 2, [], [0, 1]],
    ['with a bare number', ['number', 'Work phone'], 1, [], []],
  ])('%s', (_what, names, main, fallbacks, secondary) => {
    expect(phoneColumns(names)).toEqual({ main, fallbacks, secondary });
  });

  test('returns null for names without a phone', () => {
    expect(phoneColumns(['name', 'city', 'secondary_phone'])).toBeNull();
  });
});

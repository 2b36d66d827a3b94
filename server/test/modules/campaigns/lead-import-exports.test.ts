import { beforeAll, expect, test } from 'vitest';
import { createCampaign } from '../../kit/campaigns.ts';
import { encoded } from '../../kit/encoded.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import type { Client, TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let account: Client;
beforeAll(async () => {
  server = await sharedServer();
  account = await server.account();
});

/** The column names of the tools, with invented people. */
const GOOGLE =
  'First Name,Middle Name,Last Name,Phonetic First Name,Phonetic Middle Name,Phonetic Last Name,Name Prefix,Name Suffix,Nickname,File As,Organization Name,Organization Title,Organization Department,Birthday,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value';
const HUBSPOT =
  '"Record ID","First Name","Last Name","Email","Phone Number","Contact owner","Lead Status","Last Activity Date (EET)","Create Date (EET)","Associated Company"';
const SALESFORCE =
  '"First Name","Last Name","Title","Account Name","Mailing Street","Mailing City","Phone","Mobile","Fax","Email","Account Owner"';
const OUTLOOK =
  'First Name,Middle Name,Last Name,Title,Suffix,Nickname,Given Yomi,Surname Yomi,E-mail Address,E-mail 2 Address,E-mail 3 Address,Home Phone,Home Phone 2,Business Phone,Business Phone 2,Mobile Phone,Car Phone,Other Phone,Primary Phone,Pager,Business Fax,Home Fax,Other Fax,Company Main Phone,Callback,Radio Phone,Telex,TTY/TDD Phone,IMAddress,Job Title,Department,Company';
const rows = (...lines: string[]): string => `${lines.join('\r\n')}\r\n`;

interface Export {
  from: string;
  file: Buffer;
  query?: string;
  read: { charset: string; delimiter: string; phone_number: string; secondary?: string[] };
  /** Number and a variable of the first lead. */
  lead: [phoneNumber: string, variables: Record<string, string>];
}

const EXPORTS: Export[] = [
  {
    from: 'Google Contacts',
    file: Buffer.from(
      rows(
        GOOGLE,
        'Ștefan,,Popa,,,,,,,,Moara SRL,,,,,,* myContacts,* ,stefan@example.com,Mobile,+40 721 000 001,Work,+40 21 555 0100',
        'Zoë,,Müller,,,,,,,,,,,,,,* myContacts,,,,+49 1512 3456789,,',
      ),
    ),
    read: {
      charset: 'utf-8',
      delimiter: ',',
      phone_number: 'Phone 1 - Value',
      secondary: ['Phone 2 - Value'],
    },
    lead: ['+40721000001', { 'First Name': 'Ștefan' }],
  },
  {
    from: 'HubSpot',
    file: Buffer.from(
      rows(
        HUBSPOT,
        '"101","Ana","Marin","ana@example.com","+40721000001","Ion Rusu","NEW","","2026-03-01 10:15","Moara SRL"',
        '"102","Ion","Dan","ion@example.com","+40721000002","Ion Rusu","OPEN","","2026-03-02 11:20",""',
      ),
    ),
    read: { charset: 'utf-8', delimiter: ',', phone_number: 'Phone Number' },
    lead: ['+40721000001', { 'Lead Status': 'NEW' }],
  },
  {
    from: 'Salesforce',
    file: Buffer.from(
      rows(
        SALESFORCE,
        '"Mary","Stone","Buyer","Acme","1 Mill Road, Unit 2","Dover","","(202) 555-0143","","mary@example.com","Jo"',
        '"Al","Reed","CEO","Acme","2 Mill Road","Dover","(202) 555-0144","","","al@example.com","Jo"',
      ),
      'latin1',
    ),
    query: '&country_code=US',
    read: { charset: 'utf-8', delimiter: ',', phone_number: 'Phone' },
    lead: ['+12025550143', { 'Mailing Street': '1 Mill Road, Unit 2' }],
  },
  {
    from: 'Outlook',
    file: encoded(
      'windows-1252',
      rows(
        OUTLOOK,
        'Jörg,,Weiß,,,,,,joerg@example.com,,,,,+49 30 1234560,,+49 1512 3456789,,,,,,,,,,,,,,,,Mühle GmbH',
        'Zoë,,Groß,,,,,,zoe@example.com,,,,,+49 30 1234561,,,,,,,,,,,,,,,,,,Mühle GmbH',
      ),
    ),
    read: { charset: 'windows-1252', delimiter: ',', phone_number: 'Mobile Phone' },
    lead: ['+4915123456789', { Company: 'Mühle GmbH' }],
  },
  {
    from: 'Excel in Romanian',
    file: encoded(
      'windows-1250',
      rows(
        'Prenume;Nume;Telefon mobil;Localitate',
        'Ştefan;Ţăranu;0721 000 001;Braşov',
        'Măriuţa;Pop;0721 000 002;Iaşi',
      ),
    ),
    query: '&country_code=RO',
    read: { charset: 'windows-1250', delimiter: ';', phone_number: 'Telefon mobil' },
    lead: ['+40721000001', { Localitate: 'Braşov' }],
  },
  {
    from: 'Excel in German',
    file: encoded(
      'windows-1252',
      rows(
        'Vorname;Nachname;Handynummer;Straße',
        'Jörg;Weiß;+49 1512 3456789;Mühlenstraße 4',
        'Änne;Groß;+49 1512 3456780;Am Bäcker 1',
      ),
    ),
    read: { charset: 'windows-1252', delimiter: ';', phone_number: 'Handynummer' },
    lead: ['+4915123456789', { Straße: 'Mühlenstraße 4' }],
  },
  {
    from: 'Excel in Polish',
    file: encoded(
      'windows-1250',
      rows(
        'Imię;Nazwisko;Numer telefonu;Miasto',
        'Łukasz;Wiśniewski;601 000 001;Łódź',
        'Żaneta;Kędzior;601 000 002;Kraków',
      ),
    ),
    query: '&country_code=PL',
    read: { charset: 'windows-1250', delimiter: ';', phone_number: 'Numer telefonu' },
    lead: ['+48601000001', { Miasto: 'Łódź' }],
  },
  {
    from: 'Excel in Czech',
    file: encoded(
      'windows-1250',
      rows(
        'Jméno;Příjmení;Mobilní telefon;Město',
        'Jiří;Dvořák;603 123 451;Plzeň',
        'Eliška;Šťastná;603 123 452;Třebíč',
      ),
    ),
    query: '&country_code=CZ',
    read: { charset: 'windows-1250', delimiter: ';', phone_number: 'Mobilní telefon' },
    lead: ['+420603123451', { Město: 'Plzeň' }],
  },
  {
    from: 'Excel in Russian',
    file: encoded(
      'windows-1251',
      rows(
        'Имя;Фамилия;Мобильный телефон;Город',
        'Иван;Щукин;8 (916) 123-45-67;Тверь',
        'Жанна;Петрова;+7 916 123-45-68;Москва',
      ),
    ),
    query: '&country_code=RU',
    read: { charset: 'windows-1251', delimiter: ';', phone_number: 'Мобильный телефон' },
    lead: ['+79161234567', { Город: 'Тверь' }],
  },
  {
    from: 'Excel in Lithuanian',
    file: encoded(
      'windows-1257',
      rows(
        'Vardas;Pavardė;Mobilusis telefonas;Miestas',
        'Šarūnas;Žukauskas;+370 612 34561;Šiauliai',
        'Rūta;Ąžuolienė;+370 612 34562;Panevėžys',
      ),
    ),
    read: { charset: 'windows-1257', delimiter: ';', phone_number: 'Mobilusis telefonas' },
    lead: ['+37061234561', { Miestas: 'Šiauliai' }],
  },
  {
    from: 'Excel as Unicode text',
    file: Buffer.from(
      `\ufeff${rows('Prenume\tTelefon\tOraș', 'Ștefan\t+40721000001\tBrașov', 'Ana\t+40721000002\tCluj')}`,
      'utf16le',
    ),
    read: { charset: 'utf-16le', delimiter: '\t', phone_number: 'Telefon' },
    lead: ['+40721000001', { Oraș: 'Brașov' }],
  },
];

test.each(EXPORTS)(
  'the preview of a file from $from reads its two leads',
  async ({ file, query, read, lead }) => {
    const { id } = await createCampaign(account);
    const preview = await account.request(
      'POST',
      `/user/campaign/${id}/leads/import?dry_run=1&allow_dupplicate=1${query ?? ''}`,
      { body: new Uint8Array(file), headers: { 'content-type': 'text/csv' } },
    );
    const { phone_number, secondary = [], ...format } = read;
    const [number, variables] = lead;
    expect([preview.status, preview.body.data]).toMatchObject([
      200,
      {
        ...format,
        rows: 2,
        created: 2,
        errors: [],
        columns: { phone_number, secondary },
        sample: [{ phone_number: number, variables }, {}],
      },
    ]);
  },
);

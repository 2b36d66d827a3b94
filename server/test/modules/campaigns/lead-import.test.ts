import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCampaign, createLead } from '../../kit/campaigns.ts';
import { encoded } from '../../kit/encoded.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import type { Answer, Client, TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let account: Client;
let campaign: { id: number };

beforeAll(async () => {
  server = await sharedServer();
});
beforeEach(async () => {
  account = await server.account();
  campaign = await createCampaign(account);
});

const path = (query = ''): string => `/user/campaign/${campaign.id}/leads/import${query}`;
const importCsv = (file: string | Uint8Array<ArrayBuffer>, query = ''): Promise<Answer> =>
  account.request('POST', path(query), { body: file, headers: { 'content-type': 'text/csv' } });
const total = async (): Promise<number> =>
  (await account.get(`/user/leads?campaign_id=${campaign.id}`)).body.total;
const leads = async (): Promise<Answer['body'][]> =>
  (await account.get(`/user/leads?campaign_id=${campaign.id}&per_page=100`)).body.data.toReversed();

describe('a file', () => {
  test('is imported with variables and contacts, in order', async () => {
    const file = [
      'phone_number,name,secondary_phone_number_1,secondary_phone_number_2,note',
      '+40 721 000 001,Ada,+40721000002,+12025550143,"two',
      'lines, and a ""quote"""',
      '',
      '+44 20 7946 0018,,,,',
    ].join('\r\n');
    const imported = await importCsv(file);
    expect([imported.status, imported.body]).toEqual([
      200,
      {
        message: 'Leads imported successfully.',
        data: {
          dry_run: false,
          charset: 'utf-8',
          delimiter: ',',
          sheet: null,
          header_row: 1,
          missing_variables: [],
          rows: 2,
          created: 2,
          updated: 0,
          blacklisted: 0,
          duplicates: 0,
          repeated: 0,
          invalid: 0,
          errors: [],
          more_errors: 0,
          guesses: [],
          warnings: [],
          columns: {
            phone_number: 'phone_number',
            secondary: ['secondary_phone_number_1', 'secondary_phone_number_2'],
            external_id: null,
            variables: ['name', 'note'],
            available: [
              'phone_number',
              'name',
              'secondary_phone_number_1',
              'secondary_phone_number_2',
              'note',
            ],
          },
          sample: [
            {
              phone_number: '+40721000001',
              secondary: ['+40721000002', '+12025550143'],
              variables: { name: 'Ada', note: 'two\r\nlines, and a "quote"' },
            },
            { phone_number: '+442079460018', secondary: [], variables: {} },
          ],
        },
      },
    ]);
    expect(await leads()).toMatchObject([
      {
        phone_number: '+40721000001',
        status: 'created',
        due_at: expect.any(String),
        variables: { name: 'Ada', note: 'two\r\nlines, and a "quote"' },
        secondary_contacts: [{ phone_number: '+40721000002' }, { phone_number: '+12025550143' }],
      },
      { phone_number: '+442079460018', variables: {}, secondary_contacts: [] },
    ]);
    const zones = await server.database.query(
      'select zone_key from leads where campaign_id = $1 union all select zone_key from lead_contacts where user_id = $2',
      [campaign.id, account.userId],
    );
    expect(zones).not.toContainEqual({ zone_key: '' });
  });

  test('can be sent as a form field', async () => {
    const form = new FormData();
    form.set('anything', 'else');
    form.set('file', new Blob(['phone;name\n+40721000001;Ada'], { type: 'text/csv' }), 'leads.csv');
    const imported = await account.post(path(), form);
    expect(imported.body.data).toMatchObject({ created: 1, delimiter: ';' });
  });

  test.each([
    ['tab-separated', 'phone\tname\n+40721000001\tȘtefan', 'utf-8'],
    ['UTF-8 with a BOM', '\ufeffphone,name\n+40721000001,Ștefan', 'utf-8'],
    ['UTF-16', Buffer.from('\ufeffphone,name\n+40721000001,Ștefan', 'utf16le'), 'utf-16le'],
    ['UTF-16 without a BOM', Buffer.from('phone,name\n+40721000001,Ștefan', 'utf16le'), 'utf-16le'],
    ['UTF-16 of another script', Buffer.from('Телефон\tname\n+79161234567\tИван', 'utf16le'), 'utf-16le'],
    [
      'big-endian UTF-16',
      Buffer.from('電話番号\tname\n+819012345678\t山田太郎', 'utf16le').swap16(),
      'utf-16be',
    ],
    ['Windows-1252', Buffer.from('phone;name\r\n+4915112345678;Zoë', 'latin1'), 'windows-1252'],
    ['Windows-1250', encoded('windows-1250', 'phone;name\n+40721000001;Ştefan'), 'windows-1250'],
  ])('is understood: %s', async (_title, file, charset) => {
    const bytes = typeof file === 'string' ? file : new Uint8Array(file);
    const imported = await importCsv(bytes);
    expect(imported.body.data).toMatchObject({ charset, created: 1 });
    const [lead] = await leads();
    expect(['Ștefan', 'Ştefan', 'Zoë', 'Иван', '山田太郎']).toContain(lead.variables.name);
  });

  test('with titles above the column names is imported from there, and the report says so', async () => {
    const file = 'Customers, March 2026\n\nPhone;Notes;Notes\n+40721000001;a;b\nx;;\n';
    const imported = await importCsv(file);
    expect(imported.body.data).toMatchObject({
      delimiter: ';',
      header_row: 3,
      rows: 2,
      created: 1,
      columns: { available: ['Phone', 'Notes', 'Notes (2)'] },
      guesses: ['Row 3 has the column names. One row above is a title and was skipped.'],
      errors: [{ row: 5, column: 'Phone' }],
    });
    expect(await leads()).toMatchObject([{ variables: { Notes: 'a', 'Notes (2)': 'b' } }]);
  });

  test('without a known column name is imported by the column with numbers', async () => {
    const file = 'name,reach at\nAda,+40721000001\nBob,+40721000002';
    const { data } = (await importCsv(file, '?dry_run=1')).body;
    expect(data).toMatchObject({ created: 2, columns: { phone_number: 'reach at', variables: ['name'] } });
    expect(data.guesses).toEqual([
      'Most cells of the column “reach at” are phone numbers, so they are the numbers of the leads.',
    ]);
    const unclear = await importCsv('name,city\nAda,Cluj', '?dry_run=1');
    expect(unclear.body.available_columns).toEqual(['name', 'city']);
  });

  test('with numbers in several columns uses the first that is filled', async () => {
    const file = 'Name,Business Phone,Mobile Phone\nAda,+40721000001,+40721000002\nBob,+40721000003,';
    const { data } = (await importCsv(file)).body;
    expect(data.guesses).toEqual(['If “Mobile Phone” is empty, the number is read from “Business Phone”.']);
    expect((await leads()).map(({ phone_number }) => phone_number)).toEqual(['+40721000002', '+40721000003']);
  });

  test('without plus signs is imported only on request, and the report counts them by country', async () => {
    const file = 'phone\n40721000001\n4.0721000002E+10\n37369123456\n';
    const strict = (await importCsv(file)).body.data;
    expect(strict).toMatchObject({ created: 0, invalid: 3 });
    expect(strict.guesses).toEqual([
      '3 numbers lack their plus sign (Romania 2, Moldova 1) and are skipped. To import them, turn on "Add missing plus signs" (assume_international).',
    ]);
    expect((await importCsv(file, '?assume_international=1')).body.data).toMatchObject({
      created: 3,
      guesses: [],
    });
    expect((await leads()).map(({ phone_number }) => phone_number)).toEqual([
      '+40721000001',
      '+40721000002',
      '+37369123456',
    ]);
  });

  test('can declare its delimiter above the header', async () => {
    const imported = await importCsv('\ufeffsep=;\r\nphone;name, and all\r\n+40721000001;Ada\r\nx;\r\n');
    expect(imported.body.data).toMatchObject({ delimiter: ';', rows: 2, created: 1, errors: [{ row: 4 }] });
    expect(await leads()).toMatchObject([{ variables: { 'name, and all': 'Ada' } }]);
  });

  test('with cells in unnamed columns is imported, and they are reported', async () => {
    const imported = await importCsv('phone,,name\n+40721000001,lost,Ada\n+40721000002,,Bob');
    expect(imported.body.data).toMatchObject({
      created: 1,
      invalid: 1,
      errors: [{ row: 2, column: '', message: expect.stringContaining('no name for column 2') }],
    });
  });

  test('can mix line endings', async () => {
    const imported = await importCsv(
      'phone,name\r\n+40721000001,Ada\n+40721000002,Bob\r+40721000003,"E\r\nve"\r\n',
    );
    expect(imported.body.data).toMatchObject({ rows: 3, created: 3, invalid: 0 });
    expect((await leads()).map(({ variables }) => variables.name)).toEqual(['Ada', 'Bob', 'E\r\nve']);
  });

  test('in UTF-8 with a few invalid bytes is read, and those rows are reported', async () => {
    const file = Buffer.concat([
      Buffer.from('phone,name\n+40721000001,Ștefan\n+40721000002,M'),
      Buffer.from([0xfc]),
      Buffer.from('ller\n+40721000003,Zoë'),
    ]);
    const imported = await importCsv(new Uint8Array(file));
    expect(imported.body.data).toMatchObject({
      charset: 'utf-8',
      created: 2,
      invalid: 1,
      errors: [{ row: 3, column: 'name', message: expect.stringContaining('invalid in the charset') }],
    });
    expect((await leads()).map(({ variables }) => variables.name)).toEqual(['Ștefan', 'Zoë']);
    const whole = await importCsv(new Uint8Array(file), '?charset=latin1');
    expect(whole.body.data).toMatchObject({ created: 1, duplicates: 2, charset: 'latin1' });
  });

  test('is read with the charset, delimiter and columns of the request', async () => {
    // Ș in windows-1250 is ª in windows-1252.
    const file = encoded('windows-1250', 'Nume|Telefon|Handy\nŞ|0721000001|0721000002');
    const query =
      '?charset=windows-1250&delimiter=%7C&phone_column=telefon&secondary_columns=Handy&country_code=ro';
    const imported = await importCsv(new Uint8Array(file), query);
    expect(imported.body.data).toMatchObject({ charset: 'windows-1250', delimiter: '|', created: 1 });
    expect(await leads()).toMatchObject([
      {
        phone_number: '+40721000001',
        variables: { Nume: 'Ş' },
        secondary_contacts: [{ phone_number: '+40721000002' }],
      },
    ]);
  });

  test('with invalid rows is imported without them, and they are reported', async () => {
    await createLead(account, { campaign_id: campaign.id, phone_number: '+40721000009' });
    await account.post('/user/blacklist', { phone_number: '+40721000005' });
    const file = [
      'phone_number,name',
      '+40721000001,Ada',
      '12,Bob',
      '+40721000002,a,b',
      '',
      '+40721000009,Eve',
      '+40 721 000 001,Ada',
      '+40721000005,Mia',
    ].join('\n');
    const imported = await importCsv(file);
    expect(imported.body.data).toMatchObject({
      rows: 6,
      created: 2,
      blacklisted: 1,
      duplicates: 2,
      repeated: 1,
      invalid: 2,
      more_errors: 0,
      errors: [
        { row: 3, column: 'phone_number', message: expect.stringContaining('not a valid phone number') },
        { row: 4, column: '', message: expect.stringContaining('more cells') },
        { row: 6, column: 'phone_number', message: 'The campaign already has a lead with this number.' },
        { row: 7, column: 'phone_number', message: 'This phone number appears earlier in the file.' },
      ],
    });
    expect((await leads()).map(({ phone_number, status }) => [phone_number, status])).toEqual([
      ['+40721000009', 'created'],
      ['+40721000001', 'created'],
      ['+40721000005', 'blacklisted'],
    ]);
    const again = await importCsv(file, '?allow_dupplicate=true');
    expect(again.body.data).toMatchObject({ created: 4, duplicates: 0, repeated: 0, blacklisted: 1 });
    expect(await total()).toBe(7);
  });

  test('recognizes other spellings of a number', async () => {
    await createLead(account, { campaign_id: campaign.id, phone_number: '+541187654321' });
    const file = [
      'phone_number,secondary_phone_number_1',
      '+5491187654321,',
      '+5215587654321,+525587654321',
      '+525587654321,',
    ].join('\n');
    for (const query of ['?dry_run=true', '']) {
      expect((await importCsv(file, query)).body.data).toMatchObject({
        created: 1,
        duplicates: 2,
        repeated: 1,
        invalid: 0,
      });
    }
    expect((await leads()).at(-1)).toMatchObject({
      phone_number: '+525587654321',
      secondary_contacts: [],
    });
  });

  test('in a dry run gets the same report and is not stored', async () => {
    const file = 'phone_number\n+40721000001\n+40721000001\nx';
    const dry = await importCsv(file, '?dry_run=1');
    expect(dry.body.message).toBe('Leads checked; nothing was stored.');
    expect(await total()).toBe(0);
    const real = await importCsv(file);
    expect({ ...dry.body.data, dry_run: false }).toEqual(real.body.data);
    expect(real.body.data).toMatchObject({ created: 1, duplicates: 1, invalid: 1 });
  });

  test('with many row errors gets a list of the first hundred and a count of the rest', async () => {
    const rows = Array.from({ length: 1234 }, (_, index) => `x${index}`);
    const { data } = (await importCsv(['phone', ...rows].join('\n'))).body;
    expect(data).toMatchObject({ rows: 1234, invalid: 1234, created: 0, more_errors: 1134 });
    expect(data.errors.map(({ row }: { row: number }) => row)).toEqual(
      rows.slice(0, 100).map((_, index) => index + 2),
    );
  });

  test('with many row errors has them all on further pages', async () => {
    const rows = Array.from({ length: 1234 }, (_, index) =>
      index % 2 === 0 ? `x${index}` : `+407210${10_000 + index}`,
    );
    const file = ['phone', ...rows].join('\n');
    const named: number[] = [];
    for (let more = 1; more > 0; ) {
      const query = `?dry_run=true&max_errors=500&errors_after=${named.at(-1) ?? 0}`;
      const { data } = (await importCsv(file, query)).body;
      expect(data).toMatchObject({ rows: 1234, invalid: 617, created: 617 });
      named.push(...data.errors.map(({ row }: { row: number }) => row));
      more = data.more_errors;
    }
    expect(named).toEqual(Array.from({ length: 617 }, (_, index) => 2 * index + 2));
    expect((await importCsv(file, '?max_errors=10001')).status).toBe(422);
  });

  test.each([
    ['nothing', '', 'The file is empty.'],
    ['blank lines', '\n\n', 'The file is empty.'],
    ['no header', '+40721000001,Ada\n', 'Row 1 has a phone number instead of column names'],
    ['no numbers', 'name,city\nAda,Cluj\n', 'No column has phone numbers'],
    ['an open quotation mark', 'phone\n"+40721000001\n', 'a quotation mark is not closed'],
    ['an overlong row', `phone\n${'x'.repeat(1_100_000)}`, 'the row is longer'],
  ])('of %s is refused as a whole', async (_title, file, text) => {
    const refused = await importCsv(file);
    expect([refused.status, refused.body.errors]).toEqual([422, { file: [expect.stringContaining(text)] }]);
    expect(await total()).toBe(0);
  });

  test('is required in a form, and an empty one is reported', async () => {
    const form = new FormData();
    form.set('other', new Blob([]), 'other.csv');
    expect((await account.post(path(), form)).body.errors).toEqual({ file: ['The file field is required.'] });
    form.set('file', new Blob([]), 'leads.csv');
    expect((await account.post(path(), form)).body.errors).toEqual({ file: ['The file is empty.'] });
  });

  test.each([
    ['in an early row', 'phone,note\n\n+40721000001,"two\nlines"\n+40721000002,"open\n\nx\n', 4],
    ['in a late row', `phone\n${'+40721000001\n'.repeat(5000)}"open\n${'1\n'.repeat(9)}`, 5002],
  ])('with an unclosed quotation mark is refused with its row: %s', async (_title, file, row) => {
    const refused = await importCsv(file);
    expect(refused.body.errors.file[0]).toContain(`at row ${row}: a quotation mark is not closed`);
  });

  test('whose upload is cut off stores nothing', async () => {
    const rows = Array.from({ length: 2000 }, (_, index) => `+4072100${String(index).padStart(4, '0')}`);
    const refused = await importCsv(`phone\n${rows.join('\n')}\n"`);
    expect(refused.status).toBe(422);
    expect(await total()).toBe(0);
  });

  test('with random bytes never causes a server error', async () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const noise = Uint8Array.from(
        { length: 400 },
        (_, index) => (seed * 7919 + index * index * 31 + seed * index) % 256,
      );
      const head = new TextEncoder().encode('phone,name\n+40721000001,');
      const { status } = await importCsv(new Uint8Array([...head, ...noise]));
      expect([200, 422]).toContain(status);
    }
  });
});

describe('a workbook', () => {
  const fixture = (name: string): Uint8Array<ArrayBuffer> =>
    new Uint8Array(
      readFileSync(new URL(`../../../src/modules/knowledge/extraction/fixtures/${name}`, import.meta.url)),
    );

  test.each(['leads.xlsx', 'leads.xls'])('is imported like a CSV file: %s', async (name) => {
    const query = '?phone_column=Телефон&assume_international=1';
    const dry = await importCsv(fixture(name), `${query}&dry_run=1`);
    expect(dry.body.data).toMatchObject({
      sheet: 'Foaie',
      header_row: 2,
      rows: 3,
      created: 2,
      errors: [{ row: 5, column: 'Телефон' }],
      sample: [{ phone_number: '+40721001002', variables: { Prénume: 'Ștefan', Date: '2026-03-01' } }, {}],
    });
    expect(await total()).toBe(0);
    const imported = await importCsv(fixture(name), query);
    expect(imported.body.data).toEqual({ ...dry.body.data, dry_run: false });
    expect((await leads()).map(({ phone_number }) => phone_number)).toEqual(['+40721001002', '+79161234567']);
  });

  test.each<[string, string | Uint8Array<ArrayBuffer>, string]>([
    ['is cut off', fixture('leads.xlsx').slice(0, 9000), 'not an Excel workbook'],
    ['is a web page', '<html><table><tr><td>Phone</td></tr></table></html>', 'This is a web page'],
    ['is XML', '\ufeff<?xml version="1.0"?><Workbook/>', 'This is an XML file'],
    ['is a vCard', 'BEGIN:VCARD\r\nTEL:+40721000001\r\nEND:VCARD', 'as vCard'],
    ['is a PDF', '%PDF-1.7', 'This is a PDF'],
    ['is JSON', '[{"phone":"+40721000001"}]', 'This is a JSON file'],
  ])('that %s is refused with the reason', async (_what, file, reason) => {
    const refused = await importCsv(file);
    expect([refused.status, refused.body.errors]).toEqual([422, { file: [expect.stringContaining(reason)] }]);
    expect(await total()).toBe(0);
  });
});

describe('a request', () => {
  test('with invalid parameters is refused by field', async () => {
    const query =
      '?dry_run=perhaps&allow_dupplicate=x&delimiter=x&charset=klingon&country_code=XX&phone_column=&secondary_columns=';
    const refused = await importCsv('phone\n+40721000001', query);
    expect(Object.keys(refused.body.errors).sort()).toEqual([
      'allow_dupplicate',
      'charset',
      'country_code',
      'delimiter',
      'dry_run',
    ]);
    const unknown = await importCsv('phone\n+40721000001', '?phone_column=Handy');
    expect(unknown.body.errors).toEqual({ phone_column: ['The file has no column Handy.'] });
    expect(await total()).toBe(0);
  });

  test('for a missing campaign or one of another account gets 404', async () => {
    const foreign = await createCampaign(await server.account());
    for (const id of [9_000_000_000, foreign.id]) {
      for (const answer of [
        await account.post(`/user/campaign/${id}/leads/import`, 'phone\n+40721000001'),
        await account.get(`/user/campaign/${id}/leads/export`),
      ]) {
        expect([answer.status, answer.body]).toEqual([404, { message: 'Campaign not found.' }]);
      }
    }
  });

  test('under an Idempotency-Key imports once', async () => {
    const send = (file: string, query = ''): Promise<Answer> =>
      account.post(path(query), file, { 'idempotency-key': 'a' });
    const first = await send('phone\n+40721000001');
    const again = await send('phone\n+40721000001');
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
    expect((await send('phone\n+40721000002')).status).toBe(422);
    expect((await send('phone\n+40721000001', '?dry_run=1')).status).toBe(422);
    expect(await total()).toBe(1);
  });
});

describe('external ids', () => {
  test('add leads, and change those that the campaign knows', async () => {
    const file = 'phone,CRM ID,city,mobile 2\n+40721000001,a-1,Cluj,+40721000009\n+40721000002,a-2,Iași,';
    const first = await importCsv(file);
    expect(first.body.data).toMatchObject({ created: 2, updated: 0, columns: { external_id: 'CRM ID' } });
    expect((await leads()).map(({ external_id }) => external_id)).toEqual(['a-1', 'a-2']);
    const changed = [
      'phone,CRM ID,city,note,mobile 2',
      '+40721000001,a-1,Sibiu,,',
      '+40721000003,a-2,Iași,moved,',
      '+40721000004,a-4,Arad,,',
      '+40721000004,a-4,Deva,,',
      '+40721000001,a-9,Brad,,',
      '+40721000001,a-2,Brad,,',
      `+40721000005,${'x'.repeat(256)},Brad,,`,
    ].join('\n');
    const trial = await importCsv(changed, '?external_id_column=CRM%20ID&dry_run=true');
    const second = await importCsv(changed, '?external_id_column=CRM%20ID');
    // The sixth row would give the second lead the number of the first.
    expect(second.body.data).toMatchObject({ rows: 7, created: 1, updated: 3, duplicates: 1, invalid: 2 });
    expect({ ...trial.body.data, dry_run: false }).toEqual(second.body.data);
    expect(second.body.data.errors).toEqual([
      { row: 6, column: 'phone', message: 'The campaign already has a lead with this number.' },
      { row: 7, column: 'phone', message: 'The campaign already has a lead with this number.' },
      { row: 8, column: 'CRM ID', message: 'The external id must not be longer than 255 characters.' },
    ]);
    expect(await leads()).toMatchObject([
      {
        phone_number: '+40721000001',
        variables: { 'CRM ID': 'a-1', city: 'Sibiu' },
        secondary_contacts: [{ phone_number: '+40721000009' }],
      },
      { phone_number: '+40721000003', external_id: 'a-2', variables: { city: 'Iași', note: 'moved' } },
      { phone_number: '+40721000004', external_id: 'a-4', variables: { city: 'Deva' } },
    ]);
  });

  test('add contacts to a known lead, and keep its other contacts and their variables', async () => {
    const number = (index: number): string => `+4072100000${index}`;
    const { id } = await createLead(account, {
      campaign_id: campaign.id,
      phone_number: number(1),
      external_id: 'a-1',
      secondary_contacts: [
        { phone_number: number(2), variables: { name: 'Ana' }, external_id: 'c-2' },
        { phone_number: number(3), variables: { name: 'Ion' } },
      ],
    });
    const contacts = async (): Promise<unknown[]> => {
      const { body } = await account.get(`/user/leads/${id}`);
      return body.data.secondary_contacts.map(
        (contact: { phone_number: string; variables: unknown; external_id: string | null }) => [
          contact.phone_number,
          contact.variables,
          contact.external_id,
        ],
      );
    };
    const ana = [number(2), { name: 'Ana' }, 'c-2'];
    const ion = [number(3), { name: 'Ion' }, null];
    const same = await importCsv(`phone,phone2,phone3,external_id\n${number(1)},${number(2)},,a-1`);
    expect(same.body.data).toMatchObject({ created: 0, updated: 1, invalid: 0 });
    expect(await contacts()).toEqual([ana, ion]);
    await importCsv(`phone,phone2,external_id\n${number(1)},${number(4)},a-1`);
    expect(await contacts()).toEqual([ana, ion, [number(4), {}, null]]);
    const numbers = Array.from({ length: 8 }, (_, index) => `+4073100000${index}`);
    const tooMany = await importCsv(`phone,phone2,external_id\n${number(1)},${numbers.join(' / ')},a-1`);
    expect(tooMany.body.data).toMatchObject({
      updated: 0,
      errors: [{ row: 2, column: 'phone2', message: 'A lead can have up to 10 secondary contacts.' }],
    });
    // The lead's number and one of its contacts are exchanged.
    await importCsv(`phone,phone2,external_id\n${number(2)},${number(1)},a-1`);
    expect(await contacts()).toEqual([ion, [number(4), {}, null], [number(1), {}, null]]);
    const { text } = await account.get(`/user/campaign/${campaign.id}/leads/export`);
    await account.put(`/user/leads/${id}`, {
      secondary_contacts: [{ phone_number: number(3), variables: { name: 'Dan', city: 'Cluj' } }],
    });
    await importCsv(text);
    expect((await contacts())[0]).toEqual([number(3), { name: 'Ion', city: 'Cluj' }, null]);
  });

  test('are not read from a recognized column with other values', async () => {
    const company = await importCsv(
      'phone,CRM ID\n+40721000001,ACME\n+40721000002,ACME\n+40721000001,ACME\n+40721000003,Beta',
    );
    expect(company.body.data).toMatchObject({
      created: 3,
      updated: 0,
      repeated: 1,
      columns: { external_id: null, variables: ['CRM ID'] },
      guesses: [
        'Leads with different numbers have the same value in the column “CRM ID”, so it is a variable and not the external id of the leads.',
      ],
    });
    const long = await importCsv(`phone,External reference\n+40721000004,${'x'.repeat(256)}\n+40721000005,a`);
    expect(long.body.data).toMatchObject({
      created: 2,
      invalid: 0,
      columns: { external_id: null },
      guesses: [expect.stringContaining('more than 255 characters')],
    });
    const none = await importCsv('phone,CRM ID\n+40721000006,a-6', '?external_id_column=');
    expect(none.body.data).toMatchObject({ created: 1, columns: { external_id: null }, guesses: [] });
    expect((await leads()).map(({ external_id: id, variables }) => [id, variables['CRM ID']])).toEqual([
      [null, 'ACME'],
      [null, 'ACME'],
      [null, 'Beta'],
      [null, undefined],
      [null, undefined],
      [null, 'a-6'],
    ]);
  });

  test('are read from a recognized column in which a lead is repeated', async () => {
    const file = 'phone,CRM ID,city\n+40721000001,a-1,Cluj\n+40721000001,a-1,Deva';
    const { body } = await importCsv(file);
    expect(body.data).toMatchObject({ created: 1, updated: 1, columns: { external_id: 'CRM ID' } });
    expect(await leads()).toMatchObject([{ external_id: 'a-1', variables: { city: 'Deva' } }]);
  });

  test('are exported, and survive an import into another campaign', async () => {
    const lead = {
      campaign_id: campaign.id,
      phone_number: '+40721000001',
      external_id: 'a-1',
      variables: { external_id: 'variable' },
    };
    await createLead(account, lead);
    const { text } = await account.get(`/user/campaign/${campaign.id}/leads/export`);
    expect(parse(text, { columns: true, bom: true })).toMatchObject([
      { external_id: 'a-1', 'variables.external_id': 'variable' },
    ]);
    const again = await importCsv(text.replace('variable\n', 'changed\n'));
    expect(again.body.data).toMatchObject({ created: 0, updated: 1 });
    campaign = await createCampaign(account);
    expect((await importCsv(text)).body.data).toMatchObject({ created: 1 });
    expect(await leads()).toMatchObject([{ external_id: 'a-1', variables: lead.variables }]);
  });
});

describe('the export', () => {
  test('contains every lead with its results, and no formulas', async () => {
    const first = await createLead(account, {
      campaign_id: campaign.id,
      phone_number: '+40721000001',
      variables: { name: '=1+1', status: 'vip', list: [1, 'a'], none: null },
      secondary_contacts: [{ phone_number: '+40721000002' }],
    });
    await createLead(account, { campaign_id: campaign.id, phone_number: '+40721000003' });
    const [call] = await server.database.query<{ id: number }>(
      `insert into calls (user_id, type, status, client_phone_number, ringing_time_ms, variables, lead_id, campaign_id,
         created_at, answered_at, ended_at, end_reason, cost_micros, recorded_at, evaluation)
       values ($1, 'outbound', 'completed', '+40721000001', 30000, '{}', $2, $3, '2026-03-01T10:00:00Z',
         '2026-03-01T10:00:10Z', '2026-03-01T10:01:10Z', 'over', 200000, clock_timestamp(), '[]') returning id`,
      [account.userId, first.id, campaign.id],
    );
    await server.database.query(
      `update leads set status = 'completed', due_at = null, call_tries = 1, last_outcome = 'answered', goal_met = true
       where id = $1`,
      [first.id],
    );
    const exported = await account.get(`/user/campaign/${campaign.id}/leads/export`);
    expect(exported.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(exported.headers.get('content-disposition')).toBe(
      `attachment; filename="leads-${campaign.id}.csv"`,
    );
    const rows = parse(exported.text, { columns: true, bom: true });
    expect(rows).toMatchObject([
      {
        id: String(first.id),
        phone_number: '+40721000001',
        status: 'completed',
        call_tries: '1',
        last_outcome: 'answered',
        goal_met: 'true',
        last_call_id: String(call?.id),
        total_cost: '0.2',
        last_called_at: '2026-03-01 10:00:00',
        talk_seconds: '60',
        secondary_phone_number_1: '+40721000002',
        secondary_status_1: 'created',
        name: "'=1+1",
        'variables.status': 'vip',
        list: '[1,"a"]',
        none: '',
      },
      { phone_number: '+40721000003', status: 'created', last_call_id: '', name: '', total_cost: '0' },
    ]);
  });

  test('can be imported again with numbers, variables and contacts', async () => {
    const variables = {
      name: "'=1+1",
      status: 'vip',
      'variables.status': 'x',
      phone_2: '=A1',
      note: 'a\n"b",c',
    };
    const contacts = [
      { phone_number: '+40721000002', variables: { role: '=boss', age: 41, ß: [true, null] } },
      { phone_number: '+40721000003', variables: {} },
    ];
    await createLead(account, {
      campaign_id: campaign.id,
      phone_number: '+40721000001',
      variables,
      secondary_contacts: contacts,
    });
    await createLead(account, { campaign_id: campaign.id, phone_number: '+40721000004' });
    const exported = await account.get(`/user/campaign/${campaign.id}/leads/export`);
    const before = campaign.id;
    campaign = await createCampaign(account);
    expect(campaign.id).not.toBe(before);
    const imported = await importCsv(exported.text);
    expect(imported.body.data).toMatchObject({
      created: 2,
      invalid: 0,
      columns: { phone_number: 'phone_number' },
    });
    expect(await leads()).toMatchObject([
      { phone_number: '+40721000001', secondary_contacts: contacts },
      { phone_number: '+40721000004', variables: {}, secondary_contacts: [] },
    ]);
    expect((await leads())[0].variables).toEqual(variables);
  });

  test('of an empty campaign contains only the header', async () => {
    const exported = await account.get(`/user/campaign/${campaign.id}/leads/export`);
    expect(parse(exported.text, { bom: true })).toHaveLength(1);
  });
});

test('reports invalid contact variables as a row error', async () => {
  await createLead(account, {
    campaign_id: campaign.id,
    phone_number: '+40721000001',
    secondary_contacts: [{ phone_number: '+40721000002', variables: { name: 'Ada' } }],
  });
  const { text } = await account.get(`/user/campaign/${campaign.id}/leads/export`);
  campaign = await createCampaign(account);
  const imported = await importCsv(text.replace('Ada', '\\u0000'));
  expect([imported.status, imported.body.data]).toMatchObject([
    200,
    {
      created: 0,
      invalid: 1,
      errors: [{ column: 'secondary_variables_1', message: expect.stringContaining('cannot be stored') }],
    },
  ]);
});

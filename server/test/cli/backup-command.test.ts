import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { aPerson, type Person } from '../kit/api-command.ts';

/** A person with a data folder of a stopped server. */
async function withData(): Promise<Person> {
  const person = aPerson();
  await mkdir(path.join(person.folder, 'data/database/cluster'), { recursive: true });
  await writeFile(path.join(person.folder, 'data/secret-key'), 'the key');
  await writeFile(path.join(person.folder, 'data/database/cluster/PG_VERSION'), '18\n');
  return person;
}

const inFolder = (name: string) => ({ environment: { PARLEY_DATA: name } });

test('a backup of the data folder is only for its owner, and restores into an empty folder', async () => {
  const person = await withData();
  const saved = await person.run(['backup', '--to', 'backup.tar.gz'], inFolder('data'));
  expect(saved).toMatchObject({ code: 0, stdout: expect.stringContaining('backup.tar.gz') });
  expect((await stat(path.join(person.folder, 'backup.tar.gz'))).mode & 0o777).toBe(0o600);
  const restored = await person.run(['restore', '--from', 'backup.tar.gz'], inFolder('restored'));
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  const read = (name: string) => readFile(path.join(person.folder, 'restored', name), 'utf8');
  expect([await read('secret-key'), await read('database/cluster/PG_VERSION')]).toEqual(['the key', '18\n']);
});

test.each([
  [['backup', '--to', 'leads.csv'], 'data', /leads\.csv exists already/],
  [['backup', '--to', 'data/backup.tar.gz'], 'data', /Choose a file outside/],
  [['backup', '--to', 'new.tar.gz'], 'nowhere', /no database in/],
  [['restore', '--from', 'leads.csv'], 'data', /is not empty/],
  [['restore', '--from', 'missing.tar.gz'], 'restored', /cannot be read/],
  [['restore', '--from', 'leads.csv'], 'restored', /tar failed/],
])('parley %j with the data folder %s is refused and leaves nothing behind', async (words, data, reason) => {
  const person = await withData();
  await writeFile(path.join(person.folder, 'leads.csv'), 'no archive');
  const { code, stderr } = await person.run(words, inFolder(data));
  expect([code, stderr]).toEqual([1, expect.stringMatching(reason)]);
  expect(
    (await readdir(person.folder)).filter((name) => !['data', 'leads.csv', 'restored'].includes(name)),
  ).toEqual([]);
  expect(await readdir(path.join(person.folder, 'restored')).catch(() => [])).toEqual([]);
});

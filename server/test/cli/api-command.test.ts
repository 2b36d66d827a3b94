import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { aPerson, installPackage, type Person } from '../kit/api-command.ts';
import { createAssistant } from '../kit/assistants.ts';
import { openConversation } from '../kit/events.ts';
import { eventually } from '../kit/eventually.ts';
import { addMember, MEMBER_PASSWORD, ownerOf } from '../kit/members.ts';
import { setBalance } from '../kit/messaging.ts';
import { insertNumber } from '../kit/owned-rows.ts';
import { codeOfApp, turnOnSecondFactor } from '../kit/second-factor.ts';
import { type Client, startTestServer, type TestServer } from '../kit/test-server.ts';
import { startWebhookSink } from '../kit/webhook-sink.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function loggedIn(person: Person): Promise<Client> {
  const account = await server.account();
  const login = ['login', '--url', server.address];
  expect(await person.run(login, { input: `${account.token}\n` })).toMatchObject({ code: 0, stdout: '' });
  return account;
}

const MILL_INN = `# The inn at the mill.
name: Mill Inn
type: outbound
mode: pipeline
language: en
voice: SLT
llm_model: Offline (built in, answers from your documents)
transcriber_provider: offline
timezone: UTC
initial_message: Hello {{name}}, this is the Mill Inn.
system_prompt: Take reservations.
`;

test('from login to a campaign and its webhooks', async () => {
  const person = aPerson();
  const account = await loggedIn(person);
  await insertNumber(account);
  expect(await person.json('whoami')).toMatchObject({ email: account.email, url: server.address });

  await mkdir(path.join(person.folder, 'assistants'));
  await writeFile(path.join(person.folder, 'assistants/mill-inn.yaml'), MILL_INN);
  const pushed = [{ name: 'Mill Inn', file: 'mill-inn.yaml', action: 'created', fields: [] }];
  expect(await person.json('assistants', 'push')).toEqual(pushed);
  expect(await person.json('assistants', 'push')).toMatchObject([{ action: 'unchanged' }]);

  const tailed = await person.run([
    'calls',
    'make',
    '+40721000001',
    '-a',
    'mill inn',
    '--var',
    'name=Ada',
    '--tail',
    '--json',
  ]);
  const events = tailed.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(events.at(-1)).toMatchObject({ type: 'call.ended', data: { status: 'busy' } });
  expect(await person.json('calls', 'list', '--assistant', 'Mill Inn')).toMatchObject([{ status: 'busy' }]);

  await writeFile(path.join(person.folder, 'leads.csv'), 'Mobile;name\n0721 000 101;Ada\nnobody;Bob\n');
  await person.json('campaigns', 'create', '--name', 'Spring', '--assistant', 'Mill Inn');
  const importing = ['leads', 'import', 'leads.csv', '--campaign', 'spring', '--country', 'RO'];
  const preview = await person.run([...importing, '--dry-run']);
  expect([preview.code, preview.stdout]).toEqual([1, 'PHONE NUMBER  NAME\n+40721000101  Ada\n']);
  expect(preview.stderr).toContain('Row 3, Mobile:');
  expect(await person.run(importing)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Add --yes'),
  });
  expect(await person.json(...importing, '--yes')).toMatchObject({ created: 1, invalid: 1 });

  const sink = await startWebhookSink();
  onTestFinished(() => sink.close());
  const listener = person.start([
    'webhooks',
    'listen',
    '--forward',
    `${sink.origin}/hook`,
    '-e',
    'campaign.started',
  ]);
  onTestFinished(() => void listener.kill('SIGKILL'));
  let said = '';
  listener.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  await eventually(
    async () => said,
    (text) => text.includes('Signing secret'),
  );
  expect(await person.json('campaigns', 'start', 'Spring')).toMatchObject({ status: 'in-progress' });
  const [webhook] = await eventually(
    async () => sink.at('/hook'),
    (all) => all.length > 0,
  );
  const secret = (await person.run(['webhooks', 'secret'])).stdout.trim();
  const event: unknown = new Webhook(secret).verify(webhook?.body ?? '', headersOf(webhook?.headers));
  expect(event).toMatchObject({ type: 'campaign.started', data: { name: 'Spring' } });
  const ended = new Promise((resolve) => listener.once('exit', resolve));
  listener.kill('SIGINT');
  expect(await ended).toBe(0);
  expect(await person.json('webhooks', 'list')).toEqual([]);

  expect(await person.json('campaigns', 'stop', 'Spring')).toMatchObject({ status: 'stopped' });
  expect((await person.run(['leads', 'export', 'Spring'])).stdout).toContain('+40721000101');
  await writeFile(path.join(person.folder, 'out.csv'), 'old', { mode: 0o600 });
  expect(await person.run(['leads', 'export', 'Spring', '--output', 'out.csv'])).toMatchObject({ code: 0 });
  expect(await readFile(path.join(person.folder, 'out.csv'), 'utf8')).toContain('+40721000101');
  expect((await stat(path.join(person.folder, 'out.csv'))).mode & 0o777).toBe(0o600);
});

function headersOf(headers: Record<string, string | string[] | undefined> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

test('a pull keeps changes of the file, and a push keeps changes of the server', async () => {
  const person = aPerson();
  await loggedIn(person);
  await writeFile(path.join(person.folder, 'inn.yaml'), MILL_INN);
  await person.json('assistants', 'create', '--file', 'inn.yaml');
  expect(await person.json('assistants', 'pull')).toMatchObject([
    { file: 'mill-inn.yaml', action: 'created' },
  ]);
  const file = path.join(person.folder, 'assistants/mill-inn.yaml');
  const pulled = await readFile(file, 'utf8');
  expect(pulled).toMatch(/^voice: SLT$/m);

  await writeFile(file, `# Kept.\n${pulled.replace('Take reservations.', 'Take every reservation.')}`);
  await person.json('assistants', 'update', 'Mill Inn', '--set', 'max_duration=300');
  expect(await person.json('assistants', 'pull')).toMatchObject([
    { action: 'updated', fields: ['max_duration'] },
  ]);
  expect(await readFile(file, 'utf8')).toMatch(
    /^# Kept\.\n[\s\S]*Take every reservation\.[\s\S]*^max_duration: 300$/m,
  );

  await person.json('assistants', 'update', 'Mill Inn', '--set', 'system_prompt=Refuse everyone.');
  const refused = await person.run(['assistants', 'push', '--json']);
  expect([refused.code, JSON.parse(refused.stdout)]).toEqual([
    1,
    [expect.objectContaining({ action: 'conflict', fields: ['system_prompt'] })],
  ]);
  expect((await person.run(['assistants', 'diff', '--exit-code'])).stdout).toContain(
    '-system_prompt: Refuse everyone.\n+system_prompt: Take every reservation.\n',
  );
  expect(await person.json('assistants', 'push', '--force')).toMatchObject([{ action: 'updated' }]);
  expect(await person.json('assistants', 'diff')).toEqual([]);
});

test('files move to another account by names, and a name that it lacks changes nothing', async () => {
  const person = aPerson();
  await loggedIn(person);
  const file = path.join(person.folder, 'inn.yaml');
  await writeFile(file, `${MILL_INN}knowledgebase: Menu\n`);
  const missing = await person.run(['assistants', 'push', '--dir', '.']);
  expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('no knowledgebase "Menu"') });
  await writeFile(file, `${MILL_INN}mcp_servers: [7]\n`);
  const foreign = await person.run(['assistants', 'push', '--dir', '.']);
  expect(foreign).toMatchObject({ code: 1, stderr: expect.stringContaining('mcp_servers: 7 is an id') });
  await person.json('knowledge', 'create', '--name', 'Menu');
  await writeFile(file, `${MILL_INN}knowledgebase: Menu\nvioce: Ana\n`);
  expect(await person.json('assistants', 'push', '--dir', '.')).toMatchObject([{ fields: ['vioce'] }]);
  await writeFile(file, 'name: [unfinished');
  const broken = await person.run(['assistants', 'push', '--dir', '.']);
  expect(broken).toMatchObject({ code: 1, stderr: expect.stringContaining('inn.yaml is not valid YAML') });
});

test('a login is stored for its owner only, and logout ends a session', async () => {
  const person = aPerson();
  const { email } = await server.account();
  const login = ['login', '--url', server.address, '--email', email, '--profile', 'staging'];
  expect(await person.run(login, { input: 'wrong' })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('password is wrong'),
  });
  expect(await person.run(login, { input: 'correct horse' })).toMatchObject({ code: 0 });
  const file = path.join(person.folder, 'config/parley/profiles.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const { profiles } = JSON.parse(await readFile(file, 'utf8'));
  expect((await server.client(profiles.staging.token).get('/user/me')).status).toBe(200);
  const elsewhere = { environment: { PARLEY_API_URL: 'https://parley.example' } };
  expect(await person.run(['calls', 'list'], elsewhere)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('PARLEY_API_KEY is not set'),
  });
  expect(await person.run(['logout'])).toMatchObject({ code: 0 });
  expect((await server.client(profiles.staging.token).get('/user/me')).status).toBe(401);
  expect(await person.run(['whoami'])).toMatchObject({ code: 1 });
});

test('a login asks for the code of a second factor', async () => {
  const person = aPerson();
  const account = await server.account();
  const ada = await addMember(server, account, { role: 'admin', name: 'Ada' });
  const { secret, recoveryCodes } = await turnOnSecondFactor(ada, {
    password: MEMBER_PASSWORD,
    now: new Date(),
  });
  const words = ['login', '--url', server.address, '--email', ada.email];
  const logIn = (...lines: string[]) => person.run(words, { input: [MEMBER_PASSWORD, ...lines].join('\n') });
  expect(await logIn()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('second line of standard input'),
  });
  expect(await logIn('000000')).toMatchObject({ code: 1, stderr: expect.stringContaining('code is wrong') });
  expect(await logIn(recoveryCodes[0] ?? '')).toMatchObject({ code: 0 });
  expect(await logIn(recoveryCodes[0] ?? '')).toMatchObject({ code: 1 });

  // The code of the setup is used up, so the app's next one is entered.
  const typed = await person.type(words.slice(0, 3), [
    [/API key.*: /, ''],
    [/Email: /, ada.email],
    [/Password: /, MEMBER_PASSWORD],
    [/recovery code: /, '000000'],
    [/code is wrong[\s\S]*recovery code: /, codeOfApp(secret, new Date(Date.now() + 30_000))],
  ]);
  expect(typed).toMatchObject({ code: 0, output: expect.stringMatching(/code is wrong[\s\S]*Logged in/) });
  expect(typed.output).not.toContain(MEMBER_PASSWORD);
});

test('a login without a required second factor says where to set it up, and leaves no session', async () => {
  const person = aPerson();
  const account = await server.account();
  const ada = await addMember(server, account, { role: 'admin', name: 'Ada' });
  const owner = await ownerOf(server, account);
  await turnOnSecondFactor(owner, { password: 'correct horse', now: new Date() });
  expect((await owner.put('/user/second-factor/requirement', { required: true })).status).toBe(200);
  const sessions = () =>
    server.database.query('select from tokens where kind = $1 and person_id = $2', ['session', ada.personId]);
  const before = await sessions();
  const words = ['login', '--url', server.address, '--email', ada.email];
  expect(await person.run(words, { input: MEMBER_PASSWORD })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/requires a second factor[\s\S]*\/profile/),
  });
  expect(await sessions()).toHaveLength(before.length);
});

test.each([
  ['a wrong key', { PARLEY_API_KEY: 'parley_wrong' }, /does not accept/],
  ['a server that is away', { PARLEY_API_KEY: 'x', PARLEY_API_URL: 'http://127.0.0.1:1' }, /does not answer/],
])('%s is a sentence that says what to do', async (_, environment, words) => {
  const given = { PARLEY_API_URL: server.address, ...environment };
  const { code, stdout, stderr } = await aPerson().run(['calls', 'list'], { environment: given });
  expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(words)]);
  expect(stderr).not.toContain('    at ');
});

test('the packed command line works on its own, without a network to install it', async () => {
  const builder = aPerson();
  const person = aPerson([process.execPath, installPackage(builder.folder)]);
  const account = await loggedIn(person);
  await writeFile(path.join(person.folder, 'inn.yaml'), MILL_INN);
  expect(await person.json('assistants', 'push', '--dir', '.')).toMatchObject([{ action: 'created' }]);
  expect(await person.json('assistants', 'list')).toMatchObject([{ name: 'Mill Inn' }]);
  expect((await account.get('/user/assistants')).body).toMatchObject([{ name: 'Mill Inn' }]);
  const { stdout } = await person.run(['--help']);
  expect(stdout).toContain('assistants');
  expect(stdout).not.toContain('users');
});

test('alerts are listed and dismissed', async () => {
  const person = aPerson();
  const account = await loggedIn(person);
  await setBalance(account, 3);
  expect(await person.json('alerts', 'list', '--status', 'open')).toMatchObject([{ kind: 'balance_low' }]);
  const [alert] = (await account.get('/user/alerts')).body.data;
  expect(await person.run(['alerts', 'dismiss'])).toMatchObject({ code: 2 });
  expect(await person.run(['alerts', 'dismiss', 'x'])).toMatchObject({ code: 2 });
  expect(await person.run(['alerts', 'dismiss', String(alert.id)])).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('Alert dismissed.'),
  });
  expect(await person.json('alerts', 'dismiss', '--all', '--yes')).toMatchObject({ dismissed: 0 });
  expect(await person.json('alerts', 'list', '--status', 'open')).toEqual([]);
});

test('the audit log is listed, filtered, shown and exported', async () => {
  const person = aPerson();
  await loggedIn(person);
  await person.json('members', 'invite', 'ben@example.com', '--role', 'agent');
  const ofInvitations = ['--type', 'invitation'];
  const entry = { action: 'created', object: { type: 'invitation', name: 'ben@example.com' } };
  expect(await person.json('audit-log', 'list', ...ofInvitations)).toMatchObject([entry]);
  const table = await person.run(['audit-log', 'list', ...ofInvitations]);
  expect(table.stdout).toMatch(/created +invitation +ben@example\.com/);
  const file = await person.run(['audit-log', 'export', ...ofInvitations, '--format', 'jsonl']);
  const exported = JSON.parse(file.stdout);
  expect(exported).toMatchObject(entry);
  expect(await person.json('audit-log', 'show', String(exported.id))).toEqual(exported);
});

test('a conversation is assigned, tagged, closed and reopened, and gets a note', async () => {
  const person = aPerson();
  const account = await loggedIn(person);
  const opened = await openConversation(account, await createAssistant(account));
  const uuid = opened.split('/').at(-1) ?? '';
  const group = { name: 'Night shift', member_ids: [] };
  await account.post('/user/groups', group);
  const run = async (...words: string[]): Promise<void> =>
    expect(await person.run(['conversations', ...words])).toMatchObject({ code: 0 });
  const inbox = async () => (await account.get(`/user/conversations/${uuid}`)).body.data.inbox;
  await run('assign', uuid, '--group', 'night shift');
  await run('tag', uuid, 'refund');
  await run('tag', uuid, 'urgent');
  await run('tag', uuid, 'REFUND', '--remove');
  await run('note', uuid, 'Called back.');
  await run('close', uuid);
  expect(await inbox()).toMatchObject({ status: 'closed', group: { name: 'Night shift' }, tags: ['urgent'] });
  await run('reopen', uuid);
  await run('assign', uuid);
  expect(await inbox()).toMatchObject({ status: 'open', group: null });
  const { body } = await account.get(`/user/conversations/${uuid}/notes`);
  expect(body.data.map(({ content }: { content: string }) => content)).toEqual(['Called back.']);
  const wrong = await person.run(['conversations', 'assign', uuid, '--person', 'Eve']);
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('There is no member "Eve".')]);
  const missing = await person.run(['conversations', 'tag', '6e6a2f5c-0000-4000-8000-000000000000', 'x']);
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('no such conversation')]);
});

test('members are invited, listed, changed and removed, and a person logs in to one of several accounts', async () => {
  const person = aPerson();
  const account = await loggedIn(person);
  const invited = await person.json('members', 'invite', 'ben@example.com', '--role', 'agent');
  expect(invited).toMatchObject({ email: 'ben@example.com', role: 'agent' });
  expect(await person.json('members', 'invitations')).toMatchObject([{ email: 'ben@example.com' }]);
  expect(await person.json('members', 'revoke', 'ben@example.com', '--yes')).toMatchObject({
    message: 'Invitation revoked.',
  });
  const { stdout } = await person.run(['members', 'invite', 'ben@example.com', '--role', 'agent']);
  const accepted = await server.visitor.post(`/invitations/${stdout.trim().split('/invite/')[1]}/accept`, {
    name: 'Ben',
    password: 'correct horse',
  });
  expect(accepted.status).toBe(200);
  expect(await person.json('members', 'role', 'Ben', 'builder')).toMatchObject({ role: 'builder' });
  expect(await person.json('members', 'list')).toMatchObject([
    { role: 'owner' },
    { name: 'Ben', role: 'builder' },
  ]);
  const other = await server.account();
  await server.database.query(
    `insert into memberships (user_id, person_id, role)
     select $1, id, 'viewer' from people where email = 'ben@example.com'`,
    [other.userId],
  );
  const ben = aPerson();
  const login = ['login', '--url', server.address, '--email', 'ben@example.com'];
  const input = 'correct horse\n';
  expect(await ben.run([...login, '--account', String(other.userId)], { input })).toMatchObject({ code: 0 });
  expect(await ben.json('whoami')).toMatchObject({ email: other.email });
  expect(await ben.run([...login, '--account', 'Test'], { input })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('You have several accounts named "Test".'),
  });
  expect(await person.json('members', 'remove', 'ben@example.com', '--yes')).toMatchObject({
    message: 'Member removed.',
  });
  expect(account.email).not.toBe(other.email);
});

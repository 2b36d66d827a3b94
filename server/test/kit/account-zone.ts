import { runCommand } from './command-line.ts';
import type { TestServer } from './test-server.ts';

/** Sets an account's time zone, as the installation's owner does. */
export async function chooseZone(server: TestServer, email: string, zone: string): Promise<void> {
  const words = ['users', 'timezone', '--email', email, '--timezone', zone];
  const { code, output } = await runCommand(words, server.testDatabase.connection);
  if (code !== 0) throw new Error(output);
}

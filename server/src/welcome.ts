import { randomBytes } from 'node:crypto';
import type { Server } from './compose.ts';
import type { Config, Secrets } from './config/config.ts';
import { ensureOwner } from './modules/accounts/actions.ts';

/** What `npm start` prints when the server answers. The password is shown only when it was made just now. */
export async function welcome(server: Server, config: Config, secrets: Secrets): Promise<string> {
  const password = secrets.ownerPassword ?? randomBytes(12).toString('base64url');
  const owner = await ensureOwner(server.dependencies.accounts, {
    email: config.ownerEmail ?? 'owner@localhost',
    password,
  });
  const address = config.publicUrl ?? server.address;
  const passwordLine =
    owner.isNew && secrets.ownerPassword === null
      ? `  Password   ${password}   (shown only this once)\n`
      : '  Password   as set before (npx parley users password to change it)\n';
  return `
  Parley is ready.

  API        ${address}/api
  Reference  ${address}/docs
  Owner      ${owner.email}
${passwordLine}
  Talk to the demo assistant:  npx parley chat
  Stop with Ctrl+C.

`;
}

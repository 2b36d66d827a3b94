import type { Server } from './compose.ts';
import type { Config } from './config/config.ts';
import type { Owner } from './demo/prepare-installation.ts';

/** Text that `npm start` prints when the server is ready. It contains the password only if it has just been generated. */
export function welcome(server: Server, config: Config, owner: Owner): string {
  const address = config.publicUrl ?? server.address;
  const password =
    owner.newPassword === null
      ? `already set   (to change it: npx parley users password --email ${owner.email})`
      : `${owner.newPassword}   (shown only once)`;
  return `
  Parley is ready.

  Console    ${address}
  API        ${address}/api
  Reference  ${address}/docs
  Owner      ${owner.email}
  Password   ${password}

  Chat with the demo assistant:  npx parley chat
  Or call it:                    npx parley call
  Stop with Ctrl+C.

`;
}

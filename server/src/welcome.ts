import type { Server } from './compose.ts';
import type { Config } from './config/config.ts';
import type { Owner } from './demo/prepare-installation.ts';

/** Text that `npm start` prints when the server is ready. It contains the password only if it has just been generated. */
export function welcome(server: Server, config: Config, owner: Owner): string {
  const address = config.publicUrl ?? server.address;
  const password =
    owner.newPassword === null
      ? `as set before   (a new one: npx parley users password --email ${owner.email})`
      : `${owner.newPassword}   (shown only this once)`;
  return `
  Parley is ready.

  Console    ${address}
  API        ${address}/api
  Reference  ${address}/docs
  Owner      ${owner.email}
  Password   ${password}

  Talk to the demo assistant:  npx parley chat
  Or hold a call with it:      npx parley call
  Stop with Ctrl+C.

`;
}

#!/usr/bin/env node
/**
 * `parley-server` of the npm package: starts the server, or runs a command such as `parley-server doctor`. Adds the
 * required Node first, if this one is too old.
 */
import { runInstalled } from './bootstrap/bootstrap.js';

const args = process.argv.slice(2);
await runInstalled(
  args.length === 0
    ? { program: 'server/src/main.js', args, nodeFlags: ['--max-semi-space-size=4'] }
    : { program: 'server/bin/parley.js', args },
);

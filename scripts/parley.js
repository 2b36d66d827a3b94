#!/usr/bin/env node
/** `npx parley …`: the command line, with whatever Node and dependencies it needs. */
import { runInProject } from './bootstrap/bootstrap.js';

await runInProject({ program: 'server/bin/parley.ts', args: process.argv.slice(2) });
